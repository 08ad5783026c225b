"""Measures the programs' experiments on this machine's GPU, each only after its program's checks passed.

A program makes its checks once and then all its experiments, in one process; where one fails, another
process does those after it. Results go to OUTPUT/<machine>/, each as soon as it is finished: what was
finished before an interruption stays, and the next run goes on with the rest. An experiment is not
measured again where its result rests on the same code and driver, as its key shows, and on no changes
that a commit lacks. The second GPU of a machine is a machine of its own, <machine>-2. Exit 0:
everything that can run here is measured; 1: an experiment failed; 77: nothing can run here; 130:
interrupted.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from measure import cub, device, revision
from results import result_files, staleness
from shared.tools import SKIPPED

UNFINISHED = ".unfinished-"


class Failed(Exception):
    """This experiment's result is not to be kept."""


class CannotRun(Exception):
    """The program says that it cannot run on this machine, and why."""


@dataclass
class Job:
    """An experiment of a program; `origin` is what its result will say of where it comes from."""

    program: Path
    experiment: str
    path: Path
    origin: dict[str, str]

    def earlier(self) -> dict[str, str]:
        """What the result that is there says of itself; nothing where there is none."""
        try:
            return result_files.read_record(self.path).header
        except (OSError, result_files.Damaged):
            return {}

    def is_done(self) -> bool:
        header = self.earlier()
        if "key" not in self.origin or staleness.why_outdated(header, self.origin["key"]):
            return False
        names = ("machine", "driver") if header.get("dirty") == "no" else ("machine", "driver", "commit", "dirty")
        return all(header.get(name) == self.origin[name] for name in names)

    def seconds(self) -> float | None:
        """How long it took the last time."""
        try:
            return float(self.earlier()["seconds"])
        except (KeyError, ValueError):
            return None


@dataclass
class Tally:
    measured: list[str]
    skipped: list[str]
    failed: list[str]


def main() -> int:
    options = parse()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    options.output.mkdir(parents=True, exist_ok=True)
    clear_away(options.output)
    start = time.monotonic()
    tally = Tally([], [], [])
    try:
        jobs = find_jobs(options, tally)
        done = [] if options.again else [job for job in jobs if job.is_done()]
        if done:
            print(f"{len(done)} measured before and not again (--again measures them anew)")
        measure_all([job for job in jobs if job not in done], options, tally)
    except KeyboardInterrupt:
        kept = ", ".join(tally.measured) or "nothing"
        print(f"\ninterrupted; finished before and kept: {kept}", flush=True)
        return 130
    print(
        f"{len(tally.measured)} measured, {len(tally.failed)} failed, {len(tally.skipped)} skipped"
        f" in {time.monotonic() - start:.0f} s"
    )
    if tally.failed:
        return 1
    if not tally.measured and not done:
        print("nothing was measured: measuring needs a CUDA GPU and its driver")
        return SKIPPED
    return 0


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="+", type=Path, metavar="PROGRAM")
    parser.add_argument("--output", type=Path, required=True, help="the folder of all machines' results")
    device.add_option(parser)
    parser.add_argument(
        "--again",
        action="store_true",
        default=bool(os.environ.get("WARP_AGAIN")),
        help="measure also what is measured already; likewise $WARP_AGAIN",
    )
    revision.add_options(parser)
    return parser.parse_args()


def clear_away(output: Path) -> None:
    """Removes what runs that were killed have left."""
    for folder in output.glob(UNFINISHED + "*"):
        process = re.match(r"\d+", folder.name.removeprefix(UNFINISHED))
        if not process or not Path("/proc", process[0]).exists():
            shutil.rmtree(folder, ignore_errors=True)


def find_jobs(options: argparse.Namespace, tally: Tally) -> list[Job]:
    """Asks every program what it times, and on which machine."""
    commit, dirty = revision.of(options)
    origin = {"commit": commit, "dirty": dirty, "driver": device.driver_version()}
    jobs = []
    for program in options.programs:
        step = Step(program.name)
        try:
            machine, experiments = listing(program, options, step)
        except CannotRun as reason:
            tally.skipped.append(program.name)
            step.end(f"skipped: {reason}")
            continue
        except (Failed, result_files.Damaged, OSError) as error:
            tally.failed.append(program.name)
            step.end(f"FAILED, nothing of it kept: {error}")
            continue
        keys = staleness.read_keys(program.with_name(re.sub("-gpu$", "", program.name) + ".keys"))
        versions = cub.versions(program)
        library = {"CUB": " and ".join(versions)} if versions else {}
        for experiment in experiments:
            path = options.output / machine / f"{experiment}.csv"
            keyed = {"key": keys[experiment]} if experiment in keys else {}
            jobs.append(Job(program, experiment, path, {"machine": machine, **origin, **library, **keyed}))
    return jobs


def listing(program: Path, options: argparse.Namespace, step: "Step") -> tuple[str, list[str]]:
    """The machine's name and the experiments that `program` times."""
    with unfinished_folder(options.output) as folder:
        arguments = ["--list", *device.arguments(options)]
        lines = run(program, arguments, Path(folder, "log"), lambda: step.show("lists"))
    said = [line.partition(": ")[::2] for line in lines]
    machines = [value for name, value in said if name == "machine"]
    experiments = [value for name, value in said if name == "experiment"]
    if len(machines) != 1 or not all(re.fullmatch(r"[a-z0-9][a-z0-9_-]*", each) for each in experiments):
        raise Failed("what it lists are not a machine and experiments" + excerpt(lines))
    if not experiments:
        raise CannotRun("it times nothing")
    return device.machine_name(machines[0], options), experiments


def unfinished_folder(output: Path) -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix=f"{UNFINISHED}{os.getpid()}-", dir=output)


def measure_all(jobs: list[Job], options: argparse.Namespace, tally: Tally) -> None:
    progress = Progress(jobs, tally)
    for program in dict.fromkeys(job.program for job in jobs):
        waiting = [job for job in jobs if job.program == program]
        while waiting:
            waiting = Batch(waiting, options, progress).measure()


class Progress:
    """Tells of each job as it begins and ends, and keeps the tally."""

    def __init__(self, jobs: list[Job], tally: Tally) -> None:
        self.jobs = jobs
        self.tally = tally
        self.expected = [job.seconds() for job in jobs]

    def begin(self, job: Job) -> "Step":
        i = self.jobs.index(job)
        return Step(f"[{i + 1}/{len(self.jobs)}] {job.experiment}", left(self.expected, i))

    def kept(self, job: Job, step: "Step") -> None:
        self.end(job, step, self.tally.measured, f"kept {job.path}")

    def skipped(self, job: Job, step: "Step", reason: object) -> None:
        self.end(job, step, self.tally.skipped, f"skipped: {reason}")

    def failed(self, job: Job, step: "Step", error: object) -> None:
        self.end(job, step, self.tally.failed, f"FAILED, nothing of it kept: {error}")

    def end(self, job: Job, step: "Step", where: list[str], word: str) -> None:
        where.append(job.experiment)
        self.expected[self.jobs.index(job)] = step.seconds()
        step.end(word)


def left(expected: list[float | None], i: int) -> float | None:
    """Seconds from experiment `i` on, where those not known take as long as the known ones on average."""
    known = [seconds for seconds in expected if seconds is not None]
    if not known:
        return None
    average = sum(known) / len(known)
    return sum(average if seconds is None else seconds for seconds in expected[i:])


class Batch:
    """Jobs of one program, for one process. It names each as it begins, which ends the one before."""

    def __init__(self, jobs: list[Job], options: argparse.Namespace, progress: Progress) -> None:
        self.waiting = list(jobs)
        self.options = options
        self.progress = progress
        self.begun = False
        self.lines_read = 0
        self.next_step()

    def measure(self) -> list[Job]:
        """Puts each result in place as soon as it is finished; returns the jobs that were not come to."""
        only = [word for job in self.waiting for word in ("--only", job.experiment)]
        arguments = ["--measure", *only, *device.arguments(self.options)]
        program = self.waiting[0].program
        self.command = " ".join([program.name, *arguments])
        with unfinished_folder(self.options.output) as folder:
            self.made = Path(folder, "results")
            self.made.mkdir()
            self.log = Path(folder, "log")
            self.show()
            try:
                run(program, [*arguments, "--output", str(self.made)], self.log, self.look)
            except CannotRun as reason:
                while self.waiting:
                    self.skip(reason)
            except Failed as error:
                after_checks = self.begun
                self.fail(error)
                while self.waiting and not after_checks:
                    self.fail("its program failed before it")
            else:
                while self.waiting:
                    self.keep()
        return self.waiting

    def look(self) -> None:
        """At what the program has said since the last time."""
        complete = self.log.read_text(encoding="utf-8", errors="replace").split("\n")[:-1]
        for line in complete[self.lines_read :]:
            skipped = re.fullmatch(r"skipped: (\S+) (needs .*)", line)
            to_come = [job.experiment for job in self.waiting[self.begun :]]
            if (skipped[1] if skipped else line) not in to_come:
                continue
            if self.begun:
                self.keep()
            self.begun = not skipped
            if skipped:
                self.skip(skipped[2])
            else:
                self.show()
        self.lines_read = len(complete)
        self.show()

    def show(self) -> None:
        if self.waiting:
            self.step.show("measures" if self.begun else "checks")

    def next_step(self) -> None:
        self.begun = False
        if self.waiting:
            self.step = self.progress.begin(self.waiting[0])
            self.date = result_files.now()

    def skip(self, reason: object) -> None:
        self.progress.skipped(self.waiting.pop(0), self.step, reason)
        self.next_step()

    def fail(self, error: object) -> None:
        self.progress.failed(self.waiting.pop(0), self.step, error)
        self.next_step()

    def keep(self) -> None:
        job = self.waiting[0]
        try:
            self.put_in_place(job)
        except (Failed, result_files.Damaged, OSError) as error:
            self.fail(error)
        else:
            self.progress.kept(self.waiting.pop(0), self.step)
            self.next_step()

    def put_in_place(self, job: Job) -> None:
        machine, result = self.made / "machine.txt", self.made / job.path.name
        for path in (machine, result):
            if not path.is_file():
                raise Failed(f"it wrote no {path.name}")
        name = device.machine_name(result_files.machine_name(machine), self.options)
        if name != job.origin["machine"]:
            raise Failed(f"it ran on {name}, and not on {job.origin['machine']}")
        sealed = self.made / "sealed"
        result_files.write(sealed, result_files.seal_machine(machine.read_text(encoding="utf-8"), name))
        table = result_files.read(result)
        kind = table.header.get("kind", "timed")
        identity = {"schema": result_files.SCHEMA, "experiment": job.experiment, "kind": kind, "date": self.date}
        command = {"command": self.command, "seconds": f"{self.step.seconds():.1f}"}
        table.header = {**table.header, **identity, **job.origin, **command}
        result_files.write(result, table.text())
        result_files.read(result)
        # Complete now, and on the disk where they are going: from here on only renames.
        job.path.parent.mkdir(exist_ok=True)
        os.replace(sealed, job.path.with_name("machine.txt"))
        os.replace(result, job.path)


def run(program: Path, arguments: list[str], log: Path, look: Callable[[], None]) -> list[str]:
    """Runs `program`, and looks after it all the while and at the end; returns the lines that it printed.

    Raises CannotRun or Failed with the last of them.
    """
    with open(log, "wb") as words:
        process = subprocess.Popen([program.absolute(), *arguments], stdin=subprocess.DEVNULL, stdout=words, stderr=words)
    try:
        while True:
            look()
            try:
                status = process.wait(timeout=0.2)
                break
            except subprocess.TimeoutExpired:
                pass
    except BaseException:
        process.terminate()
        process.wait()
        raise
    look()
    lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    if status == SKIPPED:
        raise CannotRun(lines[-1].removeprefix("skipped: ") if lines else "it gave no reason")
    if status < 0:
        raise Failed(f"ended by {signal.Signals(-status).name}" + excerpt(lines))
    if status != 0:
        raise Failed(f"ended with status {status}" + excerpt(lines))
    return lines


def excerpt(lines: list[str]) -> str:
    return "".join(f"\n    {line}" for line in lines[-10:])


class Step:
    """One line of progress: what runs, for how long, and what is left; rewritten in place on a terminal."""

    def __init__(self, name: str, left: float | None = None) -> None:
        self.name = name
        self.left = left
        self.start = time.monotonic()
        self.doing = ""

    def seconds(self) -> float:
        return time.monotonic() - self.start

    def show(self, doing: str) -> None:
        left = "" if self.left is None else f", about {max(self.left - self.seconds(), 0):.0f} s left"
        if sys.stdout.isatty():
            width = shutil.get_terminal_size().columns - 1
            line = f"{self.name} {doing} … {self.seconds():.0f} s{left}"
            print(f"\r{line[:width]}\033[K", end="", flush=True)
        elif doing != self.doing:
            print(f"{self.name} {doing} …{left}", flush=True)
        self.doing = doing

    def end(self, word: str) -> None:
        clear = "\r\033[K" if sys.stdout.isatty() else ""
        print(f"{clear}{self.name} {word} ({self.seconds():.0f} s)", flush=True)


if __name__ == "__main__":
    sys.exit(main())
