"""What readers of a served page have compiled or judged: code that they edit. It runs on their own machine, within
bounds, and nothing of it is kept."""

import json
import os
import re
import secrets
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from shared import bounded
from exercises.catalogue import Unknown, find
from exercises.exercise import beginning
from exercises.judging import NotBuilt, Toolchain
from weave.experiments import disassemble, pack_experiment

LONGEST = 200_000  # letters of a text
COMPILING = bounded.Bounds(60, memory=4 << 30)
PATIENCE = 60  # seconds, until the build folder is at rest
LARGEST = 4 << 20  # bytes of PTX

# nvcc's own complaints, and those of the preprocessor.
_ERROR = re.compile(r"(?m)^([^\s:(][^:(\n]*)(?:\((\d+)\)|:(\d+)(?::\d+)?): (?:catastrophic |fatal )?error[^:\n]*: (.*)$")

Reply = dict[str, Any]
_FAULT = re.compile(r"(?m)^([^\s:]+):(\d+): simulator: (.*)$")
_JUDGED = re.compile("(accepted|rejected|hint): ")


class Refused(Exception):
    """What was asked for is not done. `status` is HTTP's."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class _Failed(Exception):
    """A compiler's complaints."""


def errors(said: str, file: str) -> list[Reply]:
    """The errors that a compiler or the simulator has told, each with its line; 0 where that is in another file."""
    found = []
    told = _ERROR.findall(said) + [(path, line, "", words) for path, line, words in _FAULT.findall(said)]
    for path, line, other, words in told:
        own = Path(path).name == file
        found.append(
            {
                "line": int(line or other) if own else 0,
                "words": words if own else f"{Path(path).name}, line {line or other}: {words}",
            }
        )
    return found


class Workshop:
    """`token` is known to the pages that were served, and to no others. One text at a time is compiled or judged, the
    last one that was sent; `building` is held while the build folder changes."""

    def __init__(self, build: Path, building: threading.Lock) -> None:
        self.build, self.building = build, building
        self.token = secrets.token_urlsafe(32)
        self._turn, self._stop = threading.Lock(), threading.Event()

    def check(self, token: str) -> None:
        """Raises Refused for another token."""
        if not secrets.compare_digest(token.encode(), self.token.encode()):
            raise Refused(403, "this page is not the one that was served: reload it")

    def answer(self, what: str, body: bytes) -> Reply:
        """What comes of a request, `body` being its JSON. Raises Refused."""
        name, text = self._asked(body)
        try:
            if what == "task":
                return self._task(name)
            if what == "compile":
                return self._alone(lambda stop: self._compile(text, stop))
            if what == "judge":
                return self._alone(lambda stop: self._judge(name, text, stop))
        except bounded.Stopped:
            raise Refused(409, "stopped, for other code was sent") from None
        except (Unknown, NotBuilt) as error:
            raise Refused(404, str(error)) from None
        raise Refused(404, f"nothing is called '{what}'")

    @staticmethod
    def _asked(body: bytes) -> tuple[str, str]:
        """The request's "name" and "text"; raises Refused."""
        try:
            asked = json.loads(body)
            name, text = (asked.get(key, "") for key in ("name", "text"))
            name.encode(), text.encode()
        except (ValueError, AttributeError, RecursionError):
            raise Refused(400, "no name and text as JSON") from None
        if len(text) > LONGEST:
            raise Refused(413, f"more than {LONGEST} letters")
        return name, text

    def _alone(self, work: Callable[[threading.Event], Reply]) -> Reply:
        """Does the work when what was at work was stopped."""
        stop = threading.Event()
        self._stop.set()
        self._stop = stop
        with self._turn:
            if stop.is_set():
                raise bounded.Stopped
            return work(stop)

    def _compile(self, text: str, stop: threading.Event) -> Reply:
        """nvcc's PTX of the text of an experiment, with the mangled names of its kernels, and its machine code where
        there is a disassembler; or its errors."""
        try:
            compiler = json.loads((self.build / "code/experiments/compiler.json").read_text(encoding="utf-8"))
        except OSError:
            raise Refused(404, "this book was built without experiments") from None
        with _file(text, "edited.cu") as source:
            made, cubin, command = source.with_suffix(".ptx"), source.with_suffix(".cubin"), [*compiler["command"], source.name]
            try:
                _run([*command, "-o", str(made)], source.parent, stop)
                if made.stat().st_size > LARGEST:
                    raise Refused(413, f"nvcc makes more than {LARGEST} bytes of PTX of it")
                ptx = pack_experiment.portable(made.read_text(encoding="utf-8"), source.name)
                compiled = {"errors": [], "file": source.name, "ptx": ptx, "kernels": pack_experiment.kernels(ptx)}
                if compiler["nvdisasm"] and compiled["kernels"]:
                    said = _run(disassemble.to_cubin(command, cubin), source.parent, stop)
                    listing = _run(disassemble.to_listing(compiler["nvdisasm"], cubin), source.parent, stop)
                    found = disassemble.machine_code(command, said.errors + said.words, listing.words)
                    compiled["machine"] = pack_experiment.machine_code(found, source.name)
                return compiled
            except _Failed as failed:
                words = str(failed)
                return {
                    "errors": errors(words, source.name) or [{"line": 0, "words": words.strip() or "nvcc failed without a word"}]
                }

    def _task(self, name: str) -> Reply:
        """What the reader of an exercise begins with: the file that `exercise` has laid out, if there is one."""
        exercise = find(name)
        begun = exercise.answer(self.build)
        return {"text": begun.read_text(encoding="utf-8") if begun.is_file() else beginning(exercise, self.build)}

    def _judge(self, name: str, text: str, stop: threading.Event) -> Reply:
        """Judges the text as an answer to an exercise, on the simulator."""
        exercise, toolchain = find(name), replace(Toolchain.of(self.build), stop=stop)
        if not self.building.acquire(timeout=PATIENCE):
            raise Refused(503, "the book is being built: try again when that is done")
        try:
            toolchain.make(exercise)
        finally:
            self.building.release()
        with _file(text, "answer.cu") as source:
            verdict = toolchain.judge(exercise, source, source.parent)
            said = verdict.text.replace(f"{source.parent}/", "")
            judged = [line for line in said.splitlines() if _JUDGED.match(line)]
            rest = [line for line in said.splitlines() if not _JUDGED.match(line) and not line.startswith("seed: ")]
            return {
                "accepted": verdict.accepted,
                "verdict": "\n".join(judged),
                "rest": "\n".join(rest).strip(),
                "errors": errors(said, source.name),
            }


def _run(command: list[str], folder: Path, stop: threading.Event) -> bounded.Ended:
    """Raises Refused where it takes too long, bounded.Stopped, and _Failed."""
    ended = bounded.run(command, COMPILING, folder, os.environ | {"TMPDIR": str(folder)}, stop)
    if ended.status is None:
        raise Refused(422, f"{Path(command[0]).name} was stopped after {COMPILING.seconds} s")
    if ended.status != 0:
        raise _Failed(ended.errors + ended.words)
    return ended


@contextmanager
def _file(text: str, name: str) -> Iterator[Path]:
    """A file of this text in a folder of its own, for as long as it is used."""
    with tempfile.TemporaryDirectory(prefix="workshop-") as folder:
        path = Path(folder, name)
        path.write_text(text, encoding="utf-8")
        yield path
