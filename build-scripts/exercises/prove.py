"""Proves a judge: it accepts the book's answer to the exercise, and rejects what readers begin with and each wrong
answer, by the hint that belongs to it.

Usage: prove --build FOLDER NAME

Everything that it needs is built before.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from exercises.catalogue import Unknown, find
from exercises.judging import NotBuilt, Toolchain

FEWEST = 3  # wrong answers


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("name")
    options = parser.parse_args()
    try:
        faults = prove(options.build.resolve(), options.name)
    except (Unknown, NotBuilt) as error:
        faults = [str(error)]
    for fault in faults:
        print(f"{options.name}: {fault}")
    return 1 if faults else 0


def prove(build: Path, name: str) -> list[str]:
    """What is wrong with the exercise."""
    exercise, toolchain = find(name), Toolchain.of(build)
    faults = []
    with tempfile.TemporaryDirectory(prefix="prove-") as scratch:
        solution, skeleton = (
            toolchain.judge(exercise, exercise.tangled(build, which), Path(scratch)) for which in ("solution", "skeleton")
        )
        print(f"solution:\n{solution.text}\n\nskeleton:\n{skeleton.text}\n")
        if not solution.accepted:
            faults.append(f"the solution is rejected:\n{solution.text}")
        if skeleton.accepted or "does not compile" in skeleton.text or "does not define" in skeleton.text:
            faults.append(f"of what readers begin with is said:\n{skeleton.text}")
        wrong = exercise.wrong()
        if len(wrong) < FEWEST:
            faults.append(f"{len(wrong)} wrong answers, {FEWEST} at least expected")
        for path, hints in wrong.items():
            verdict = toolchain.judge(exercise, path, Path(scratch))
            print(f"{path.name}:\n{verdict.text}\n")
            if verdict.accepted:
                faults.append(f"{path.name} is accepted")
            faults += [f"{path.name}: not said: {hint}\n{verdict.text}" for hint in hints if hint not in verdict.text]
    return faults


if __name__ == "__main__":
    sys.exit(main())
