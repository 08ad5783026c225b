"""Judges an answer to one of the book's exercises.

Usage: grade [--build FOLDER] [--seed N] [--simulator] NAME [FILE]

NAME is an exercise's, as its page gives it: CHAPTER/NAME, or NAME where one chapter alone has it. FILE is the answer;
without it, the one that `exercise NAME` has laid out. It is run on the simulator, and then on a GPU where there is one,
unless --simulator is given; there its time is compared with that of the book's answer. Data and sizes are random;
--seed has those of an earlier time, which was printed.

Exit status: 0 if the answer is accepted, 1 if it is not, 2 if there was nothing to judge.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from shared.tools import ROOT
from exercises.catalogue import Exercise, Unknown, find
from exercises.judging import NotBuilt, Toolchain, Verdict, has_gpu

SLOWER = 1.25  # than the book's answer, and no more


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="grade", usage=__doc__.split("Usage: ")[1].split("\n")[0], description=__doc__.split("\n")[0]
    )
    parser.add_argument("--build", type=Path, default=ROOT / "build", metavar="FOLDER", help="the book's build folder")
    parser.add_argument("--seed", type=int, metavar="N", help="data and sizes of an earlier time, which printed it")
    parser.add_argument("--simulator", action="store_true", help="do not run it on a GPU as well")
    parser.add_argument("name", metavar="NAME", help="CHAPTER/NAME of the exercise")
    parser.add_argument("file", type=Path, nargs="?", metavar="FILE", help="the answer; else the one that exercise NAME laid out")
    options = parser.parse_args()
    build = options.build.resolve()
    seed = [] if options.seed is None else ["--seed", str(options.seed)]
    try:
        toolchain = Toolchain.of(build)
        exercise = find(options.name)
        answer = options.file or exercise.answer(build)
        if not answer.is_file():
            raise Unknown(f"{shown(answer)} is not there: build-scripts/exercise {exercise} lays it out")
        with tempfile.TemporaryDirectory(prefix="grade-") as scratch:
            if not on_simulator(toolchain, exercise, answer, Path(scratch), seed):
                return 1
            if options.simulator or not has_gpu():
                return 0
            return 0 if on_gpu(toolchain, exercise, answer, Path(scratch), seed) else 1
    except (Unknown, NotBuilt) as error:
        print(f"grade: {error}", file=sys.stderr)
        return 2


def shown(path: Path) -> str:
    """As somebody in the folder at hand would type it."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def on_simulator(toolchain: Toolchain, exercise: Exercise, answer: Path, scratch: Path, seed: list[str]) -> bool:
    toolchain.make(exercise)
    verdict = toolchain.judge(exercise, answer, scratch, False, *seed)
    print(f"On the simulator:\n{verdict.text}")
    return verdict.accepted


def on_gpu(toolchain: Toolchain, exercise: Exercise, answer: Path, scratch: Path, seed: list[str]) -> bool:
    toolchain.make(exercise, True)
    verdict = toolchain.judge(exercise, answer, scratch, True, "--time", *seed)
    print(f"\nOn the GPU:\n{verdict.text}")
    if not verdict.accepted or not verdict.times:
        return verdict.accepted
    return fast_enough(verdict, toolchain.judge(exercise, exercise.tangled(toolchain.build, "solution"), scratch, True, "--time"))


def fast_enough(verdict: Verdict, books: Verdict) -> bool:
    """Says how the times compare."""
    enough = True
    for what, ms in verdict.times.items():
        if what not in books.times:
            continue
        ratio = ms / books.times[what]
        print(f"{what}: yours takes {ms:.4g} ms, the book's answer {books.times[what]:.4g} ms")
        if ratio > SLOWER:
            print(f"rejected: right, but {ratio:.2f} times as slow as the book's answer; {SLOWER} will do")
            enough = False
    return enough


if __name__ == "__main__":
    sys.exit(main())
