#!/usr/bin/env python3
"""Every planted fault is reported with its kind, kernel and line, and its repaired twin runs in silence.

Usage: fault_cases_test.py --nvcc NVCC --linker COMMAND --library LIBSIMULATOR [--needs=-l…] [CASE ...]

The cases are in faults/*.cu; faults/cases.hpp says how to write one. A file that begins with "// devices: NUMBER" is
run with so many devices.
"""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FLAGS = [
    "-std=c++20",
    "-O3",
    "-lineinfo",
    "--no-compress",
    "-gencode=arch=compute_90,code=compute_90",
    "-Xcompiler=-g1,-gdwarf-4,-fno-optimize-sibling-calls",
]
SCHEDULES = ("forward", "reverse", "random:1")
STREAMS = ("late", "random:1", "random:2")
ON_CORES = {"SIMULATE_CORES": "3", "SIMULATE_SHARE_FROM": "0"}
SECONDS = 60
# What the tool says of itself, once, not of the program.
LEFT_OPEN = re.compile(r"^\S+:\d+: simulator: \d+ of the \d+ bytes that cudaHostRegister registers are not watched: .*\n", re.M)
FOLDER = Path(__file__).resolve().parent
REPORT = re.compile(r"^(?:(?P<file>\S+):(?P<line>\d+): )?simulator: (?P<kind>[^:]+): (?P<rest>.*)$", re.MULTILINE)


def without_addresses(text: str) -> str:
    """The host's are others in each run."""
    return re.sub(r"\b0x[0-9a-f]+", "", text)


class Case:
    """What one case of a source file promises: `kernel` is None where the host does wrong. What is only noted is a
    fault where benign faults are asked for."""

    def __init__(
        self, source: Path, devices: str, name: str, kernel: str | None, line: int, noted: bool, kind: str, text: str
    ) -> None:
        self.source, self.devices, self.name, self.kernel = source, devices, name, kernel
        self.line, self.noted, self.kind, self.text = line, noted, kind, text

    def complaints(self, program: Path) -> Iterator[str]:
        """What differs from the promise, as lines of text."""
        leaks = {"SIMULATE_LEAKS": "1"}
        if self.noted:
            run = self.run(program, "wrong", "forward", {})
            if run.returncode or f"simulator: note: {self.kind}: " not in run.stderr or self.text not in run.stderr:
                yield f"wrong: exit status {run.returncode}, or not noted\n{run.stderr}"
        asked = {**(leaks if self.kind == "leak" else {}), **({"SIMULATE_STRICT": "1"} if self.noted else {})}
        run = self.run(program, "wrong", "forward", asked)
        reports = [match.groupdict() for match in REPORT.finditer(run.stderr)]
        if run.returncode != 86 or not reports:
            yield f"wrong: exit status {run.returncode}, not 86\n{run.stderr}"
        elif not any(self.matches(report) for report in reports):
            yield f"wrong: not reported as {self.kind} at line {self.line}\n{run.stderr}"
        elif any(report["kind"] != self.kind for report in reports):
            yield f"wrong: reported as something else as well\n{run.stderr}"
        shared = self.run(program, "wrong", "forward", {**asked, **ON_CORES})
        if (shared.returncode, without_addresses(shared.stderr)) != (run.returncode, without_addresses(run.stderr)):
            yield f"wrong, on several cores: exit status {shared.returncode}, other reports\n{shared.stderr}"
        shared = self.run(program, "repaired", "forward", {**leaks, **ON_CORES})
        if shared.returncode or shared.stderr or shared.stdout:
            yield f"repaired, on several cores: exit status {shared.returncode}\n{shared.stdout}{shared.stderr}"
        settings: list[tuple[str, dict[str, str]]] = [(schedule, {}) for schedule in SCHEDULES]
        settings += [("forward", {"SIMULATE_STREAMS": streams}) for streams in STREAMS]
        for schedule, more in settings:
            run = self.run(program, "repaired", schedule, {**leaks, **more})
            if run.returncode or run.stderr or run.stdout:
                yield f"repaired, {schedule} {more}: exit status {run.returncode}\n{run.stdout}{run.stderr}"
        if self.kind not in ("race between operations", "race with the host"):
            return
        # The schedule of streams chooses what is done first, not what is said of it.
        for streams in STREAMS:
            run = self.run(program, "wrong", "forward", {"SIMULATE_STREAMS": streams})
            reports = [match.groupdict() for match in REPORT.finditer(run.stderr)]
            if run.returncode != 86 or not any(self.matches(report) for report in reports):
                yield f"wrong, streams {streams}: exit status {run.returncode}\n{run.stderr}"
            elif any(report["kind"] != self.kind for report in reports):
                yield f"wrong, streams {streams}: reported as something else as well\n{run.stderr}"

    def matches(self, report: dict[str, Any]) -> bool:
        if report["kind"] != self.kind or self.text not in report["rest"]:
            return False
        place = (Path(report["file"] or "").name, int(report["line"] or 0))
        if place != (self.source.name, self.line):
            return False
        return self.kernel is None or f"kernel {self.kernel}<false>, " in report["rest"]

    def run(self, program: Path, which: str, schedule: str, more: dict[str, str]) -> subprocess.CompletedProcess[str]:
        # All code is there from the start: that a kernel is loaded late is what programs/lazy_loading.cu is about.
        environment = {
            **os.environ,
            "CUDA_MODULE_LOADING": "EAGER",
            "SIMULATE_SCHEDULE": schedule,
            "SIMULATE_DEVICES": self.devices,
            "SIMULATE_TELL_AFTER": str(SECONDS),
            "SIMULATE_NCCL_PATIENCE": "1",
            "SIMULATE_WATCH_HOST": "1",
            **more,
        }
        try:
            run = subprocess.run([program, self.name, which], capture_output=True, text=True, timeout=SECONDS, env=environment)
            run.stderr = LEFT_OPEN.sub("", run.stderr, count=1)
            return run
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess([], 1, "", f"it still runs after {SECONDS} s")


def cases_of(source: Path) -> list[Case]:
    """The cases of a file, in order. Each has one marker, in its kernel or in itself."""
    cases, marker, kernel, name = [], None, None, None
    lines = source.read_text().splitlines()
    asked = re.fullmatch(r"// devices: (\d+)", lines[0])
    devices = asked[1] if asked else "1"
    for number, line in enumerate(lines, 1):
        if match := re.match(r"__global__ void (?:__(?:launch_bounds|cluster_dims)__\(.*?\) )*(\w+)\(", line):
            kernel = match[1]
        elif match := re.match(r"CASE\((\w+)\)", line):
            name, kernel = match[1], None
        if match := re.search(r"// (wrong|noted): ([^:]+)(?:: (.*))?$", line):
            if marker:
                sys.exit(f"{source.name}:{number}: a second marker in one case")
            alone = line.lstrip().startswith("//")
            marker = (kernel, number + alone, match[1] == "noted", match[2], match[3] or "")
        if line == "}" and name:
            if not marker:
                sys.exit(f"{source.name}:{number}: {name} has no marker")
            cases.append(Case(source, devices, name, *marker))
            marker = name = None
    return cases


def build(source: Path, arguments: argparse.Namespace, folder: Path) -> Path:
    program, compiled = folder / source.stem, folder / f"{source.stem}.o"
    subprocess.run([arguments.nvcc, *FLAGS, "-c", source, "-o", compiled], check=True)
    subprocess.run([*arguments.linker, compiled, arguments.library, *arguments.needs, "-o", program], check=True)
    return program


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--nvcc", required=True)
    parser.add_argument("--linker", required=True, type=str.split)
    parser.add_argument("--library", required=True)
    parser.add_argument("--needs", default=[], type=str.split, help="what the library needs itself")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    failed: list[str] = []
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(2) as pool:
        work = [(source, cases_of(source)) for source in sorted(FOLDER.glob("*.cu"))]
        programs = pool.map(lambda each: build(each[0], arguments, Path(scratch)), work)
        for (_, cases), program in zip(work, programs):
            cases = [case for case in cases if not arguments.names or case.name in arguments.names]
            for case, complaints in zip(cases, pool.map(lambda case: list(case.complaints(program)), cases)):
                if complaints:
                    failed.append("\n".join([f"failed  {case.name}", *complaints]))
                else:
                    print("passed", case.name, sep="  ")
    # Last, for the end of a long run is what is kept.
    print(*failed, sep="\n", end="")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
