#!/usr/bin/env python3
"""Compiles the CUDA programs beside this file, links them with the simulator, runs them, compares.

Usage: programs_test.py --nvcc NVCC --linker COMMAND --library LIBSIMULATOR [--needs=-l…] [--build FOLDER] [NAME ...]

A program says in comments at its top what must come of it:
  // exit: STATUS                   the exit status
  // prints: TEXT                   somewhere on standard output
  // reports: TEXT                  somewhere on standard error; where there is none, nothing may stand there
  // environment: NAME=VALUE        set for the run
  // schedules: NAME NAME ...       run under each of these schedules
  // streams: NAME NAME ...         under each of these schedules of streams
  // devices: NUMBER NUMBER ...     with each of these numbers of devices
  // architecture: NAME             of the PTX; else 90
  // compiler: OPTION OPTION ...    for nvcc
  // counts: yes                    it looks at counts or faults, so is not run without checks as well
  // needs: NAME NAME ...           libraries of the toolkit's; where one is not there, the program is skipped
"""

import argparse
import concurrent.futures
import itertools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

FLAGS = ["-std=c++20", "-lineinfo", "--no-compress"]
SECONDS = 300
DIRECTIVES = "exit prints reports environment schedules streams devices architecture compiler counts needs".split()
HERE = pathlib.Path(__file__).resolve().parent


def expectations(source: pathlib.Path) -> dict[str, list[str]]:
    """Directive -> list of its texts, from the comment lines that the source begins with."""
    found: dict[str, list[str]] = {name: [] for name in DIRECTIVES}
    for line in source.read_text().splitlines():
        match = re.fullmatch(r"// (\w+): (.*)", line)
        if not match:
            break
        found[match[1]].append(match[2])
    return found


def words(texts: list[str], usual: str) -> list[str]:
    """Of a directive, or what it says where there is none."""
    return " ".join(texts or [usual]).split()


def complaints(run: subprocess.CompletedProcess[str], wanted: dict[str, list[str]]) -> Iterator[str]:
    """What differs between a finished run and what its source wants, as lines of text."""
    if run.returncode != int(wanted["exit"][0]):
        yield f"exit status {run.returncode}, not {wanted['exit'][0]}"
    for text in wanted["prints"]:
        if text not in run.stdout:
            yield f"does not print: {text}"
    for text in wanted["reports"]:
        if text not in run.stderr:
            yield f"does not report: {text}"
    if not wanted["reports"] and run.stderr:
        yield "reports something"


def linked(library: str, arguments: argparse.Namespace) -> list[str]:
    """What links a library of the toolkit's; nothing where it is not there."""
    toolkit = pathlib.Path(shutil.which(arguments.nvcc) or arguments.nvcc).resolve().parent.parent
    for folder in (toolkit / "lib64", toolkit / "lib", *toolkit.glob("targets/*/lib")):
        if (folder / f"lib{library}.so").exists():
            return [f"-L{folder}", f"-l{library}", f"-Wl,-rpath,{folder}"]
    return []


def build(
    source: pathlib.Path, options: list[str], libraries: list[str], arguments: argparse.Namespace, folder: pathlib.Path
) -> tuple[pathlib.Path | None, str]:
    program = folder / source.stem
    compiled = folder / f"{source.stem}.o"
    for command in (
        [arguments.nvcc, *FLAGS, *options, "-I", str(HERE.parents[2]), "-c", str(source), "-o", str(compiled)],
        [*arguments.linker, str(compiled), *libraries, arguments.library, *arguments.needs, "-o", str(program)],
    ):
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode:
            return None, run.stderr
    return program, ""


def test(source: pathlib.Path, arguments: argparse.Namespace, folder: pathlib.Path) -> tuple[list[str], float]:
    """The failures of one program, as text, and how many seconds it took."""
    begin = time.monotonic()
    failures = failures_of(source, arguments, folder)
    return failures, time.monotonic() - begin


def failures_of(source: pathlib.Path, arguments: argparse.Namespace, folder: pathlib.Path) -> list[str]:
    wanted = expectations(source)
    libraries = [word for name in words(wanted["needs"], "") for word in linked(name, arguments)]
    architecture = words(wanted["architecture"], "90")[0]
    options = [f"-gencode=arch=compute_{architecture},code=compute_{architecture}", *words(wanted["compiler"], "")]
    program, errors = build(source, options, libraries, arguments, folder)
    if not program:
        return [f"{source.name}: does not build\n{errors}"]
    failures = []
    runs = [(schedule, "on", 1) for schedule in words(wanted["schedules"], "forward")]
    runs.append(("forward", "on", 3))
    if not wanted["reports"] and wanted["counts"] != ["yes"]:
        runs.append(("forward", "off", 1))
    for (schedule, checks, cores), streams, devices in itertools.product(
        runs, words(wanted["streams"], "early"), words(wanted["devices"], "1")
    ):
        environment = {
            **os.environ,
            "SIMULATE_SCHEDULE": schedule,
            "SIMULATE_CHECKS": checks,
            "SIMULATE_CORES": str(cores),
            "SIMULATE_SHARE_FROM": "0",
            "SIMULATE_TELL_AFTER": str(SECONDS),
            "SIMULATE_STREAMS": streams,
            "SIMULATE_DEVICES": devices,
        }
        environment.update(dict(setting.split("=", 1) for setting in wanted["environment"]))
        which = f"{source.name} ({schedule}, streams {streams}, checks {checks}, cores {cores}, devices {devices})"
        try:
            run = subprocess.run([program], capture_output=True, text=True, timeout=SECONDS, env=environment)
        except subprocess.TimeoutExpired:
            failures.append(f"{which}: still runs after {SECONDS} s")
            continue
        for complaint in complaints(run, wanted):
            failures.append(f"{which}: {complaint}\n{run.stdout}{run.stderr}")
    return failures


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--nvcc", required=True)
    parser.add_argument("--linker", required=True, type=str.split)
    parser.add_argument("--library", required=True)
    parser.add_argument("--needs", default=[], type=str.split, help="what the library needs itself")
    parser.add_argument("--build")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    sources = sorted(HERE.glob("*.cu"))
    sources = [s for s in sources if not arguments.names or s.stem in arguments.names]
    if not sources:
        sys.exit("no such program")
    lacking = {s: [name for name in words(expectations(s)["needs"], "") if not linked(name, arguments)] for s in sources}
    for source, libraries in lacking.items():
        if libraries:
            print("skipped", source.stem, f"(no lib{', lib'.join(libraries)} beside nvcc)")
    sources = [s for s in sources if not lacking[s]]
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(arguments.build or scratch)
        folder.mkdir(parents=True, exist_ok=True)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = list(pool.map(lambda s: test(s, arguments, folder), sources))
    for source, (failures, seconds) in zip(sources, results):
        print("failed" if failures else "passed", source.stem, f"({seconds:.1f} s)")
    failures = [failure for failures, _ in results for failure in failures]
    print(*failures, sep="\n")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
