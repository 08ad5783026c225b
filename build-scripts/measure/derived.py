"""Results that are made of what programs time in whole runs. Used by repeat and compare_newest."""

import argparse
import re
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

from measure import device, revision
from results import result_files
from shared.tools import SKIPPED


class Failed(Exception):
    """There is no result, and why."""


class CannotRun(Exception):
    """The program says that it cannot run here, and why."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--output", type=Path, required=True, help="the folder of all machines' results")
    device.add_option(parser)
    revision.add_options(parser)


def chapter_of(program: Path) -> str:
    """Of a CHAPTER-gpu, or of a CHAPTER-gpu-VERSION, with the CUB of that version."""
    return re.sub(r"-gpu(-[0-9.]+)?$", "", program.name)


def measure(program: Path, options: argparse.Namespace, folder: Path, *only: str) -> dict[str, result_files.Result]:
    """What the program times, all of it or these experiments, by their names; machine.txt is in `folder` then."""
    print(f"measures {program.name} …", flush=True)
    chosen = [word for name in only for word in ("--only", name)]
    command = [str(program.absolute()), "--measure", *chosen, "--output", str(folder), *device.arguments(options)]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode == SKIPPED:
        raise CannotRun(run.stdout.strip())
    if run.returncode != 0:
        raise Failed(f"{program.name} ended with status {run.returncode}:\n{(run.stdout + run.stderr)[-1000:]}")
    return {path.stem: result_files.read(path) for path in sorted(folder.glob("*.csv"))}


@dataclass
class Making:
    """A result that is being made, from its start on."""

    options: argparse.Namespace
    name: str
    start: float = field(default_factory=time.monotonic)
    date: str = field(default_factory=result_files.now)

    def __post_init__(self) -> None:
        self.commit, self.dirty = revision.of(self.options)

    def keep(self, command: str, key: str, machine_file: Path, columns: list[str], rows: list[list[str]]) -> Path:
        """Writes it, and that machine.txt, to where results of that machine are."""
        facts = result_files.machine_facts(machine_file)
        machine = device.machine_name(facts["machine"], self.options)
        header = {
            "schema": result_files.SCHEMA,
            "experiment": self.name,
            "kind": "timed",
            "date": self.date,
            "commit": self.commit,
            "dirty": self.dirty,
            "command": command,
            "key": key,
            "driver": device.driver_version(),
            "seconds": f"{time.monotonic() - self.start:.1f}",
            **facts,
            "machine": machine,
        }
        path = Path(self.options.output, machine, f"{self.name}.csv")
        path.parent.mkdir(parents=True, exist_ok=True)
        text = machine_file.read_text(encoding="utf-8")
        result_files.write(path.with_name("machine.txt"), result_files.seal_machine(text, machine))
        result_files.write(path, result_files.Result(header, columns, rows).text())
        return path
