"""Compiles an answer, links it with its judge, and has it judged: on the simulator, or on a GPU."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

from shared import bounded
from shared.tools import ROOT
from exercises.catalogue import Exercise

SECONDS = 120  # for an answer to be judged
DEVICES = "3"  # that an answer finds on the simulator
QUIET = 2  # seconds of building before it is told
COMPILING = 300  # seconds
_ABSENT = re.compile(r"undefined reference to [`']([^`'\n]+)'")
_WHY = re.compile(r"(?m)^(rejected|hint|seed|time|accepted): (.*)$")
_MID_LINE = re.compile(r"(?m)(?<=[^\n])(?=(?:accepted: \d+ trials|rejected: .{1,200})$)")  # behind what the answer has printed


class NotBuilt(Exception):
    """The judge itself cannot be made."""


@dataclass
class Verdict:
    """What was said of an answer. `times` are in ms, by what was timed."""

    accepted: bool
    text: str
    times: dict[str, float]


@dataclass
class Toolchain:
    """How the build folder compiles: what code/exercises/meson.build writes down."""

    build: Path
    nvcc: str
    simulate_nvcc: str
    flags: list[str]
    linker: list[str]  # for the simulator
    on_simulator: list[str]
    needs: list[str]  # the simulator's own
    on_gpu: list[str]
    gpu_flags: list[str]
    stop: threading.Event | None = None  # ends the judging; bounded.Stopped is raised then

    @staticmethod
    def of(build: Path) -> "Toolchain":
        """Raises NotBuilt."""
        path = build / "code" / "exercises" / "toolchain.json"
        try:
            said = json.loads(path.read_text(encoding="utf-8"))
        except OSError:
            raise NotBuilt(f"{build} is no build folder of the book: build-scripts/set-up makes one") from None
        return Toolchain(build, **said)

    def make(self, exercise: Exercise, gpu: bool = False) -> None:
        """Brings the judge up to date, and what the chapter makes. Raises NotBuilt."""
        libraries = [str(self.library(exercise)), *(self.on_gpu if gpu else self.on_simulator)]
        targets = [os.path.relpath(path, self.build) for path in libraries]
        command = ["ninja", "--quiet", "-C", str(self.build), "code/" + exercise.chapter + ".index.lua", *targets]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as run:
            try:
                words, _ = run.communicate(timeout=QUIET)
            except subprocess.TimeoutExpired:
                print("building what the judge needs first; this can take some minutes", file=sys.stderr, flush=True)
                words, _ = run.communicate()
        if run.returncode != 0:
            raise NotBuilt(f"the judge of {exercise} cannot be built:\n{words}".rstrip())

    def library(self, exercise: Exercise) -> Path:
        """Of the judge."""
        return self.build / "code" / "exercises" / f"libjudge-{exercise.chapter}-{exercise.name}.a"

    def judge(self, exercise: Exercise, answer: Path, folder: Path, gpu: bool = False, *words: str) -> Verdict:
        """`folder` takes what is made on the way; `words` go to the judge."""
        if answer != exercise.tangled(self.build, "skeleton") and exercise.lacks_a_kernel(answer, self.build):
            return Verdict(False, "rejected: this is what you began with\nhint: Write a kernel, and launch it.", {})
        made = folder / "answer.o"
        compiled = self.compiled(answer, made, gpu)
        if compiled.status != 0:
            return Verdict(False, f"{_words(compiled)}\nrejected: {_late(compiled) or 'it does not compile'}", {})
        return self.judge_object(exercise, made, folder, gpu, *words)

    def compiled(self, answer: Path, made: Path, gpu: bool = False) -> bounded.Ended:
        """Compiles the answer to the object `made`."""
        command = [*self._compiler(gpu), "-std=c++20", "-c", str(answer), "-I", str(ROOT / "code"), "-o", str(made)]
        return self._said(command, COMPILING, made.parent)

    def _compiler(self, gpu: bool) -> list[str]:
        return [self.nvcc, *self.flags] if gpu else [self.simulate_nvcc, "--expt-relaxed-constexpr"]

    def judge_object(self, exercise: Exercise, made: Path, folder: Path, gpu: bool = False, *words: str) -> Verdict:
        """Judges an answer that has been compiled."""
        # main(), which asks for the judge, comes before it.
        judging, *rest = self.on_gpu if gpu else self.on_simulator
        libraries = [judging, str(self.library(exercise)), *rest]
        program = folder / "judged"
        # nvlink, which has no use for them, cannot read Meson's archives; where no code of a device is linked, nvcc is slow.
        linking = [*self._compiler(gpu), str(made), *(f"-Xlinker={path}" for path in libraries), *self.gpu_flags]
        if not gpu:
            linking = [*self.linker, str(made), *libraries, *self.needs]
        linked = self._said([*linking, "-lgomp", "-o", str(program)], COMPILING, folder)
        if linked.status != 0:
            text = _words(linked)
            return Verdict(False, f"{text}\nrejected: {_late(linked)}" if linked.status is None else _not_linked(text), {})
        return self.again(folder, *words)

    def again(self, folder: Path, *words: str) -> Verdict:
        """Judges the answer that was compiled last in `folder`, with other numbers."""
        run = self._said([str(folder / "judged"), *words], SECONDS, folder)
        text = _MID_LINE.sub("\n", _words(run))
        if run.status is None:
            text += f"\nrejected: it still runs after {SECONDS} s\nhint: Does each loop of yours end?"
            return Verdict(False, text.strip(), {})
        found = _WHY.findall(text)
        times = _times([rest for kind, rest in found if kind == "time"])
        if run.status == 0 and any(kind == "accepted" for kind, _ in found):
            return Verdict(True, text, times)
        if not any(kind == "rejected" for kind, _ in found):
            text += _ended(run.status, text)
        return Verdict(False, text.strip(), times)

    def _said(self, command: list[str], seconds: int, folder: Path) -> bounded.Ended:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("SIMULATE_")}
        environment |= {"LC_ALL": "C.UTF-8", "SIMULATE_TELL_AFTER": str(SECONDS), "SIMULATE_DEVICES": DEVICES}
        environment["TMPDIR"] = str(folder)
        return bounded.run(command, bounded.Bounds(seconds), environment=environment, stop=self.stop)


def _times(lines: list[str]) -> dict[str, float]:
    """What the judge has timed, in ms; an answer may have printed something like it."""
    times = {}
    for line in lines:
        what, _, rest = line.rpartition(": ")
        try:
            times[what] = float(rest.removesuffix(" ms"))
        except ValueError:
            pass
    return times


def _ended(status: int, said: str) -> str:
    """What is said of an answer that ended the program, which had `said` something before."""
    if status == -signal.SIGXFSZ:
        return "\nrejected: it printed too much to be judged\nhint: Does each thread print in a loop?"
    # On a GPU it crashes; the simulator says why.
    if status != -signal.SIGSEGV and "simulator: access of the host to device memory" not in said:
        return f"\nrejected: it ended the program with status {status} before it could be judged"
    return (
        "\nrejected: it crashed before it could be judged"
        "\nhint: Only a kernel can read and write device memory. Does the host follow a pointer to it?"
    )


def has_gpu() -> bool:
    """Is there one that programs can use?"""
    smi = shutil.which("nvidia-smi")
    return smi is not None and subprocess.run([smi, "-L"], capture_output=True).returncode == 0


def _words(run: bounded.Ended) -> str:
    return "\n".join(filter(None, (run.errors.strip(), run.words.strip())))


def _late(run: bounded.Ended) -> str:
    return f"its compiler still runs after {COMPILING} s" if run.status is None else ""


def _not_linked(text: str) -> str:
    absent = sorted(set(_ABSENT.findall(text)))
    if not absent:
        return f"{text}\nrejected: it cannot be linked"
    return f"rejected: it does not define {' and '.join(absent)}\nhint: The judge calls that. Leave its name and its parameters as they were."
