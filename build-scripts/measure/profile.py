"""Reads a GPU's own counters with NVIDIA's ncu.

Each program is run with --profile; what ncu read of the launches that the simulator counts goes to
OUTPUT/<machine>/CHAPTER-counters.csv, a row a launch, in columns named as the simulator names its
counters. Then each of the program's profiled experiments is run: to its rows, one a launch, are added
the launch's time and what went through the GPU's memories; rows that are equal become one, with the
medians and how many launches they are of. Clocks are left alone. Exit 0: every program was profiled; 1: one failed; 77: there is no GPU, or no ncu, or it may not
read the counters here.
"""

import argparse
import csv
import io
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from measure import device, revision
from measure.counters import BY_OPCODE, COUNTERS, METRICS, OPCODES, TRAFFIC
from results import result_files, staleness
from shared.tools import SKIPPED


class CannotRun(Exception):
    """Nothing can be profiled here, and why."""


class Failed(Exception):
    """This program could not be profiled."""


def extent(text: str) -> str:
    """ncu's "(4096, 1, 1)" as 4096x1x1."""
    return "x".join(re.findall(r"\d+", text))


def kernel(text: str) -> str:
    """ncu's "void scale<float>(T1 *)" as scale."""
    return re.sub(r"[<(].*", "", text.removeprefix("void ")).strip()


def opcodes(text: str) -> dict[str, int]:
    """ncu's "30 (BAR.SYNC: 10; SHFL: 20)" as how often each opcode was executed, modifiers left out."""
    found: dict[str, int] = {}
    for name, value in re.findall(r"([A-Z][A-Z0-9_]*)[A-Z0-9_.]*: *([\d,]+)", text):
        found[name] = found.get(name, 0) + int(value.replace(",", ""))
    return found


def counters(metrics: dict[str, str]) -> dict[str, str]:
    """What ncu read in one launch, under the simulator's names; what it did not read is left out."""
    numbers = {name: int(text) for name, text in metrics.items() if text.isdecimal()}
    found = {name: sum(numbers.get(each, 0) for each in parts) for name, parts in COUNTERS.items() if parts[0] in numbers}
    executed = opcodes(metrics.get(BY_OPCODE, ""))
    if executed:
        found |= {name: sum(executed.get(each, 0) for each in kinds) for name, kinds in OPCODES.items()}
    return {name: str(value) for name, value in found.items()}


def rows_of(output: str) -> list[dict[str, str]]:
    """What `ncu --csv` printed among the program's own words, a row for each launch and metric."""
    start = output.find('"ID",')
    if start < 0:
        return []
    return [row for row in csv.DictReader(io.StringIO(output[start:])) if (row["ID"] or "").isdecimal()]


def metrics_of(rows: list[dict[str, str]]) -> dict[str, dict[str, str]]:
    """Each launch's metrics, by its number."""
    metrics: dict[str, dict[str, str]] = {}
    for row in rows:
        value = row["Metric Value"] or ""
        metrics.setdefault(row["ID"], {})[row["Metric Name"]] = value if ":" in value else value.replace(",", "")
    return metrics


def launches(output: str) -> list[dict[str, str]]:
    """A row for each launch, with the counters that were read in all of them."""
    rows = rows_of(output)
    places = {
        row["ID"]: {
            "launch": row["ID"],
            "kernel": kernel(row["Kernel Name"]),
            "grid": extent(row["Grid Size"]),
            "block": extent(row["Block Size"]),
        }
        for row in rows
    }
    read = {number: counters(each) for number, each in metrics_of(rows).items()}
    names = [name for name in [*COUNTERS, *OPCODES] if all(name in each for each in read.values())]
    return [place | {name: read[number][name] for name in names} for number, place in places.items()]


def unknown(words: str, metrics: list[str]) -> list[str]:
    """Those of `metrics` that this GPU or this ncu does not know, by its own words."""
    complaints = [line for line in words.splitlines() if line.startswith(("==ERROR==", "==WARNING=="))]
    return [metric for metric in metrics if any(re.search(rf"\b{metric}(?![\w.])", line) for line in complaints)]


def read_metrics(command: list[str], arguments: list[str], metrics: list[str]) -> str:
    """What ncu (`command`) and the program said; metrics that ncu does not know are left out, and named."""
    while True:
        run = subprocess.run([*command, "--metrics", ",".join(metrics), *arguments], capture_output=True, text=True)
        words = run.stdout + run.stderr
        if "skipped: " in run.stdout:
            raise CannotRun(run.stdout.split("skipped: ", 1)[1].splitlines()[0])
        if "ERR_NVGPUCTRPERM" in words or "LibraryNotLoaded" in words:
            raise CannotRun("ncu may not read the GPU's counters here")
        lacking = unknown(words, metrics)
        if not lacking or lacking == metrics:
            break
        print(f"without {', '.join(lacking)} ", end="", flush=True)
        metrics = [metric for metric in metrics if metric not in lacking]
    if run.returncode != 0:
        raise Failed(f"ncu ended with status {run.returncode}: {words[-500:]}")
    return words


class Profiler:
    """Has ncu look at one program, and keeps what it read."""

    def __init__(self, program: Path, ncu: str, options: argparse.Namespace) -> None:
        self.program = program
        self.chapter = re.sub("-gpu$", "", program.name)
        self.command = [ncu, "--clock-control", "none", "--csv", "--print-metric-instances", "details"]
        self.arguments = device.arguments(options)
        self.options = options
        self.keys = staleness.read_keys(program.with_name(self.chapter + ".keys"))

    def experiments(self) -> list[str]:
        """The program's profiled ones."""
        command = [str(self.program.absolute()), "--list", *self.arguments]
        run = subprocess.run(command, capture_output=True, text=True)
        return re.findall(r"^profiled: (\S+)$", run.stdout, re.MULTILINE)

    def read_counters(self) -> Path | None:
        """The counters of the launches that the simulator counts: the file that was written, or None where there
        are none."""
        date = result_files.now()
        with tempfile.TemporaryDirectory() as folder:
            words = read_metrics(self.command, [str(self.program), *self.profiling(folder)], METRICS)
            rows = launches(words)
            return self.write(f"{self.chapter}-counters", date, Path(folder), rows) if rows else None

    def read_traffic(self, experiment: str) -> Path:
        """The traffic of the launches of one experiment; returns the file that was written."""
        date = result_files.now()
        with tempfile.TemporaryDirectory() as folder:
            command = [*self.command, "--profile-from-start", "off"]
            arguments = [str(self.program), *self.profiling(folder), "--only", experiment]
            read = metrics_of(rows_of(read_metrics(command, arguments, list(TRAFFIC.values()))))
            said = result_files.read(Path(folder, f"{experiment}.csv"))
            if len(said.rows) != len(read):
                raise Failed(f"{experiment} has {len(said.rows)} rows for {len(read)} launches")
            return self.write(experiment, date, Path(folder), medians(said, list(read.values())))

    def profiling(self, folder: str) -> list[str]:
        return ["--profile", "--output", folder, *self.arguments]

    def write(self, experiment: str, date: str, folder: Path, rows: list[dict[str, str]]) -> Path:
        facts = result_files.machine_facts(folder / "machine.txt")
        machine = device.machine_name(facts["machine"], self.options)
        description = result_files.seal_machine((folder / "machine.txt").read_text(encoding="utf-8"), machine)
        commit, dirty = revision.of(self.options)
        header = {
            "schema": result_files.SCHEMA,
            "experiment": experiment,
            "kind": "profiled",
            "date": date,
            "commit": commit,
            "dirty": dirty,
            "command": f"ncu {self.program.name} --profile",
            **facts,
            "machine": machine,
        }
        if experiment in self.keys:
            header["key"] = self.keys[experiment]
        result = result_files.Result(header, list(rows[0]), [list(row.values()) for row in rows])
        place: Path = self.options.output / machine
        place.mkdir(parents=True, exist_ok=True)
        path = place / f"{experiment}.csv"
        result_files.write(place / "machine.txt", description)
        result_files.write(path, result.text())
        return path


def medians(said: result_files.Result, read: list[dict[str, str]]) -> list[dict[str, str]]:
    """The rows of `said`, equal ones once, each with the medians of what was read of its launches."""
    names = [name for name, metric in TRAFFIC.items() if all(metric in each for each in read)]
    alike: dict[tuple[str, ...], list[dict[str, str]]] = {}
    for row, each in zip(said.rows, read):
        alike.setdefault(tuple(row), []).append(each)
    return [
        dict(zip(said.columns, row))
        | {name: f"{statistics.median(float(each[TRAFFIC[name]]) for each in group):.12g}" for name in names}
        | {"launches": str(len(group))}
        for row, group in alike.items()
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="+", type=Path, metavar="PROGRAM")
    parser.add_argument("--output", type=Path, required=True, help="the folder of all machines' results")
    device.add_option(parser)
    revision.add_options(parser)
    options = parser.parse_args()
    ncu = shutil.which("ncu")
    if not ncu:
        print("skipped: NVIDIA's profiler, ncu, is not in PATH")
        return SKIPPED
    failed = False
    for number, program in enumerate(options.programs, start=1):
        profiler = Profiler(program, ncu, options)
        print(f"[{number}/{len(options.programs)}] {program.name} ", end="", flush=True)
        try:
            print(profiler.read_counters() or "launches nothing that is counted")
            for experiment in profiler.experiments():
                print(f"    {experiment} ", end="", flush=True)
                print(profiler.read_traffic(experiment))
        except CannotRun as reason:
            print(f"skipped: {reason}")
            return SKIPPED
        except (Failed, result_files.Damaged, OSError) as error:
            print(f"FAILED: {error}")
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
