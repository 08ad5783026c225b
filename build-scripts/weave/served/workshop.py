"""What readers of a served page have compiled or judged: code that they edit. It runs on their own machine, within
bounds, and nothing of it is kept."""

import json
import re
import secrets
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from book import bounded
from exercises.catalogue import Unknown, find
from exercises.exercise import beginning
from exercises.judging import NotBuilt, Toolchain
from weave.experiments import pack_experiment

LONGEST = 200_000  # letters of a text
COMPILING = bounded.Bounds(60, memory=4 << 30)
PATIENCE = 60  # seconds, until what others have asked for is done

# nvcc's own complaints, and those of the preprocessor.
_ERROR = re.compile(r"(?m)^([^\s:(][^:(\n]*)(?:\((\d+)\)|:(\d+)(?::\d+)?): (?:catastrophic |fatal )?error[^:\n]*: (.*)$")

Reply = dict[str, Any]


class Refused(Exception):
    """What was asked for is not done. `status` is HTTP's."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


def errors(said: str, file: str) -> list[Reply]:
    """The errors that a compiler has told, each with its line; 0 where that is in another file."""
    found = []
    for path, line, other, words in _ERROR.findall(said):
        own = Path(path).name == file
        found.append({"line": int(line or other) if own else 0, "words": words if own else f"{Path(path).name}, line {line or other}: {words}"})
    return found


class Workshop:
    """`token` is known to the pages that were served, and to no others. One thing at a time is compiled or judged;
    `building` is held while the build folder changes."""

    def __init__(self, build: Path, building: threading.Lock) -> None:
        self.build, self.building = build, building
        self.token = secrets.token_urlsafe(32)
        self._turn = threading.Lock()
        self._does: dict[str, Callable[[Reply], Reply]] = {"compile": self._compile, "task": self._task, "judge": self._judge}

    def answer(self, what: str, token: str, body: bytes) -> Reply:
        """What comes of a request, `body` being its JSON. Raises Refused."""
        if not secrets.compare_digest(token.encode(), self.token.encode()):
            raise Refused(403, "this page is not the one that was served: reload it")
        try:
            asked = json.loads(body)
        except ValueError:
            asked = None
        if not isinstance(asked, dict) or not all(isinstance(each, str) for each in asked.values()):
            raise Refused(400, "not an object of strings")
        if what not in self._does:
            raise Refused(404, f"nothing is called '{what}'")
        if len(asked.get("text", "")) > LONGEST:
            raise Refused(413, f"more than {LONGEST} letters")
        if not self._turn.acquire(timeout=PATIENCE):
            raise Refused(503, "other code is still being compiled or judged: try again later")
        try:
            return self._does[what](asked)
        except KeyError as missing:
            raise Refused(400, f"no {missing}") from None
        except (Unknown, NotBuilt) as error:
            raise Refused(404, str(error)) from None
        finally:
            self._turn.release()

    def _compile(self, asked: Reply) -> Reply:
        """nvcc's PTX of the `text` of an experiment, with the mangled names of its kernels; or its errors."""
        try:
            command = json.loads((self.build / "code/experiments/compiler.json").read_text(encoding="utf-8"))["command"]
        except OSError:
            raise Refused(404, "this book was built without experiments") from None
        with _file(asked["text"], "edited.cu") as source:
            made = source.with_suffix(".ptx")
            ended = bounded.run([*command, "-o", str(made), source.name], COMPILING, source.parent)
            if ended.status is None:
                raise Refused(422, f"nvcc was stopped after {COMPILING.seconds} s")
            if ended.status != 0:
                found = errors(ended.errors + ended.words, source.name)
                return {"errors": found or [{"line": 0, "words": (ended.errors + ended.words).strip() or f"nvcc ended with status {ended.status}"}]}
            ptx = pack_experiment.portable(made.read_text(encoding="utf-8"))
            return {"errors": [], "file": source.name, "ptx": ptx, "kernels": pack_experiment.kernels(ptx)}

    def _task(self, asked: Reply) -> Reply:
        """What the reader of an exercise, called `name`, begins with: the file that `exercise` has laid out, if there
        is one."""
        exercise = find(asked["name"])
        begun = exercise.answer(self.build)
        return {"text": begun.read_text(encoding="utf-8") if begun.is_file() else beginning(exercise, self.build)}

    def _judge(self, asked: Reply) -> Reply:
        """Judges `text` as an answer to the exercise called `name`, on the simulator."""
        exercise, toolchain = find(asked["name"]), Toolchain.of(self.build)
        with self.building:
            toolchain.make(exercise)
        with _file(asked["text"], "answer.cu") as source:
            verdict = toolchain.judge(exercise, source, source.parent)
            text = verdict.text.replace(f"{source.parent}/", "")
            return {"accepted": verdict.accepted, "text": text, "errors": errors(text, source.name)}


@contextmanager
def _file(text: str, name: str) -> Iterator[Path]:
    """A file of this text in a folder of its own, for as long as it is used."""
    with tempfile.TemporaryDirectory(prefix="workshop-") as folder:
        path = Path(folder, name)
        path.write_text(text, encoding="utf-8")
        yield path
