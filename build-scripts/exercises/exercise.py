"""Lays out one of the book's exercises, for a reader to solve.

Usage: exercise [--build FOLDER] [--again] [NAME]

NAME is an exercise's, as its page gives it: CHAPTER/NAME, or NAME where one chapter alone has it. A file
exercises/CHAPTER/NAME.cu of the build folder then has the task and something to begin with; `grade NAME` judges what
becomes of it. An answer that was begun stays as it is; with --again it is kept beside the new file, as NAME.cu.1 or
the next number that is free. Without NAME, the exercises are listed.

Exit status: 0, or 2 if nothing was laid out.
"""

import argparse
import itertools
import sys
from pathlib import Path

from shared.output import write_if_changed
from shared.tools import ROOT
from exercises.catalogue import Exercise, Unknown, exercises, find
from exercises.grade import shown
from exercises.judging import NotBuilt, Toolchain
from exercises.task import task


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="exercise", usage=__doc__.split("Usage: ")[1].split("\n")[0], description=__doc__.split("\n")[0]
    )
    parser.add_argument("--build", type=Path, default=ROOT / "build", metavar="FOLDER", help="the book's build folder")
    parser.add_argument("--again", action="store_true", help="begin once more; the old answer is kept, as NAME.cu.1")
    parser.add_argument("name", nargs="?", metavar="NAME", help="CHAPTER/NAME; without it, all exercises are listed")
    options = parser.parse_args()
    build = options.build.resolve()
    try:
        toolchain = Toolchain.of(build)
        if options.name is None:
            catalogue(build)
            return 0
        exercise = find(options.name)
        toolchain.make(exercise)
        path = lay_out(exercise, build, options.again)
    except (Unknown, NotBuilt) as error:
        print(f"exercise: {error}", file=sys.stderr)
        return 2
    print(f"{shown(path)} has the task. Your answer is judged by: {shown(ROOT / 'build-scripts' / 'grade')} {exercise}")
    return 0


def catalogue(build: Path) -> None:
    for each in exercises():
        state = f"  begun: {shown(each.answer(build))}" if each.answer(build).is_file() else ""
        print(f"{each}{state}")


def lay_out(exercise: Exercise, build: Path, again: bool) -> Path:
    """Writes the file; raises Unknown where there is one already."""
    path = exercise.answer(build)
    text = beginning(exercise, build)
    if path.is_file() and path.read_text(encoding="utf-8") != text:
        if not again:
            raise Unknown(f"{shown(path)} is there already; --again begins once more, and keeps it")
        kept = next(each for number in itertools.count(1) if not (each := path.with_name(f"{path.name}.{number}")).exists())
        path.rename(kept)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_if_changed(path, text)
    return path


def beginning(exercise: Exercise, build: Path) -> str:
    """The task as comments, and the skeleton. Raises Unknown."""
    title, lines = task(exercise)
    head = [f"{title} ({exercise})" if title else str(exercise), "", *lines, "", f"Judged by: build-scripts/grade {exercise}"]
    return "".join(f"// {line}".rstrip() + "\n" for line in head) + "\n" + exercise.skeleton(build)


if __name__ == "__main__":
    sys.exit(main())
