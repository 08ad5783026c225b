"""The exercises that are judged.

An exercise CHAPTER/NAME is a folder below code/exercises: `judge.cpp` holds an answer against what is asked for, and
wrong/*.cu are answers that it has to reject, right/*.cu, if there are any, others that it has to accept. A wrong answer
begins with lines `// hint: TEXT`, each some words of what the reader is told. The chapter has the task, as
`::: {.exercise #ex:NAME}`, and makes the files CHAPTER/exercises/NAME/skeleton.cu, with which readers begin, and
solution.cu, the book's answer.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from shared.tools import ROOT

JUDGES = ROOT / "code" / "exercises"
_LINE_MARK = re.compile(r'(?m)^#line \d+ ".*"\n')
_HINT = re.compile(r"// hint: (.+)")


class Unknown(Exception):
    """There is no such exercise, or none of which the chapter makes what it should."""


@dataclass(frozen=True)
class Exercise:
    chapter: str
    name: str

    def __str__(self) -> str:
        return f"{self.chapter}/{self.name}"

    def tangled(self, build: Path, which: str) -> Path:
        """`which` is "skeleton" or "solution". Raises Unknown."""
        path = build / "code" / self.chapter / "exercises" / self.name / f"{which}.cu"
        if not path.is_file():
            raise Unknown(f"{self}: the chapter makes no {self.chapter}/exercises/{self.name}/{which}.cu")
        return path

    def skeleton(self, build: Path) -> str:
        """What a reader begins with, after the task. Raises Unknown."""
        return _LINE_MARK.sub("", self.tangled(build, "skeleton").read_text(encoding="utf-8"))

    def lacks_a_kernel(self, answer: Path, build: Path) -> bool:
        """Is that file, but for comments, what a reader begins with, and is no kernel in that? Raises Unknown."""
        skeleton = self.skeleton(build)
        return "__global__" not in skeleton and _code(answer.read_text(encoding="utf-8", errors="replace")) == _code(skeleton)

    def wrong(self) -> dict[Path, list[str]]:
        """Answers to be rejected, each with what has to be said of it. Raises Unknown."""
        answers = {}
        for path in sorted((JUDGES / self.chapter / self.name / "wrong").glob("*.cu")):
            answers[path] = hints(path.read_text(encoding="utf-8"))
            if not answers[path]:
                raise Unknown(f"{path}:1: no line '// hint: TEXT'")
        return answers

    def right(self) -> list[Path]:
        """Answers to be accepted, besides the book's."""
        return sorted((JUDGES / self.chapter / self.name / "right").glob("*.cu"))

    def answer(self, build: Path) -> Path:
        """Where the reader's answer lies."""
        return build / "exercises" / self.chapter / f"{self.name}.cu"


def _code(text: str) -> list[str]:
    """Its lines, less those that are empty or comments."""
    return [line.strip() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("//")]


def hints(text: str) -> list[str]:
    """What the first lines of a wrong answer say that its reader is told."""
    found = []
    for line in text.splitlines():
        match = _HINT.fullmatch(line.rstrip())
        if not match:
            break
        found.append(match[1])
    return found


def exercises(judges: Path = JUDGES) -> list[Exercise]:
    folders = (path.parent for path in sorted(judges.glob("*/*/judge.cpp")))
    return [Exercise(folder.parent.name, folder.name) for folder in folders]


def find(name: str, judges: Path = JUDGES) -> Exercise:
    """By CHAPTER/NAME, or by NAME where one chapter alone has it. Raises Unknown."""
    known = exercises(judges)
    fitting = [each for each in known if name in (str(each), each.name)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise Unknown(f"'{name}' is several: {', '.join(map(str, fitting))}")
    raise Unknown(f"no exercise '{name}'; there are: {', '.join(map(str, known))}")
