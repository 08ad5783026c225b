"""Proves a judge: it accepts the book's answer to the exercise, and rejects what readers begin with and each wrong
answer, by the hint that belongs to it.

Usage: prove --build FOLDER [--times N] NAME

Everything that it needs is built before. The numbers of an exercise are random: --times judges each answer so often.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from exercises.catalogue import Unknown, find
from exercises.judging import NotBuilt, Toolchain, Verdict

FEWEST = 3  # wrong answers


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("name")
    options = parser.parse_args()
    try:
        faults = prove(options.build.resolve(), options.name, options.times)
    except (Unknown, NotBuilt) as error:
        faults = [str(error)]
    for fault in faults:
        print(f"{options.name}: {fault}")
    return 1 if faults else 0


def prove(build: Path, name: str, times: int) -> list[str]:
    """What is wrong with the exercise."""
    exercise, toolchain = find(name), Toolchain.of(build)
    with tempfile.TemporaryDirectory(prefix="prove-") as scratch:

        def verdicts(answer: Path) -> list[Verdict]:
            first = toolchain.judge(exercise, answer, Path(scratch))
            print(f"{answer.name}:\n{first.text}\n")
            if not (Path(scratch) / "judged").exists():
                return [first]
            others = [toolchain.again(Path(scratch)) for _ in range(times - 1)]
            (Path(scratch) / "judged").unlink()
            return [first, *others]

        faults = [
            f"the solution is rejected:\n{each.text}"
            for each in verdicts(exercise.tangled(build, "solution"))
            if not each.accepted
        ]
        for each in verdicts(exercise.tangled(build, "skeleton")):
            if each.accepted or "does not compile" in each.text or "does not define" in each.text:
                faults.append(f"of what readers begin with is said:\n{each.text}")
        wrong = exercise.wrong()
        if len(wrong) < FEWEST:
            faults.append(f"{len(wrong)} wrong answers, {FEWEST} at least expected")
        for path, hints in wrong.items():
            for each in verdicts(path):
                if each.accepted:
                    faults.append(f"{path.name} is accepted")
                faults += [f"{path.name}: not said: {hint}\n{each.text}" for hint in hints if hint not in each.text]
    return faults


if __name__ == "__main__":
    sys.exit(main())
