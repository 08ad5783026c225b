"""Proves a judge: it accepts the book's answer to the exercise and the other right ones, and rejects what readers begin
with and each wrong answer, by the hint that belongs to it.

Usage: prove --build FOLDER [--times N] NAME

Everything that it needs is built before. The numbers of an exercise are random: --times judges each answer so often.
The wrong answers are compiled together where they can be.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from exercises import joined
from exercises.catalogue import Exercise, Unknown, find
from exercises.judging import NotBuilt, Toolchain, Verdict

FEWEST = 3  # wrong answers


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("name")
    options = parser.parse_args()
    if options.times < 1:
        parser.error("--times: 1 at least")
    try:
        faults = prove(options.build.resolve(), options.name, options.times)
    except (Unknown, NotBuilt) as error:
        faults = [str(error)]
    for fault in faults:
        print(f"{options.name}: {fault}")
    return 1 if faults else 0


def verdicts(toolchain: Toolchain, exercise: Exercise, answer: Path, times: int, made: Path | None = None) -> list[Verdict]:
    """Of so many judgements of the answer, each with other numbers; of one where it cannot be built. `made` is its
    object, if it has been compiled."""
    with tempfile.TemporaryDirectory(prefix="prove-") as name:
        folder = Path(name)
        first = toolchain.judge_object(exercise, made, folder) if made else toolchain.judge(exercise, answer, folder)
        print(f"{answer.name}:\n{first.text}\n")
        if not (folder / "judged").exists():
            return [first]
        return [first, *(toolchain.again(folder) for _ in range(times - 1))]


def prove(build: Path, name: str, times: int) -> list[str]:
    """What is wrong with the exercise."""
    exercise, toolchain = find(name), Toolchain.of(build)
    faults = []
    for answer in (exercise.tangled(build, "solution"), *exercise.right()):
        for each in verdicts(toolchain, exercise, answer, times):
            if not each.accepted:
                faults.append(f"{answer.name} is rejected:\n{each.text}")
    for each in verdicts(toolchain, exercise, exercise.tangled(build, "skeleton"), times):
        if each.accepted or "does not compile" in each.text or "does not define" in each.text:
            faults.append(f"of what readers begin with is said:\n{each.text}")
    wrong = exercise.wrong()
    if len(wrong) < FEWEST:
        faults.append(f"{len(wrong)} wrong answers, {FEWEST} at least expected")
    with tempfile.TemporaryDirectory(prefix="prove-") as folder:
        together = [path for path in wrong if not exercise.lacks_a_kernel(path, build)]
        made = joined.objects(toolchain, exercise, together, Path(folder))
        for path, hints in wrong.items():
            for each in verdicts(toolchain, exercise, path, times, made.get(path)):
                if each.accepted:
                    faults.append(f"{path.name} is accepted")
                faults += [f"{path.name}: not said: {hint}\n{each.text}" for hint in hints if hint not in each.text]
    return faults


if __name__ == "__main__":
    sys.exit(main())
