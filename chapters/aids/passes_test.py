"""Holds passes.js against the simulator, which counts and traces the kernels of passes_test.cu, for random choices.

Usage: passes_test.py SIMULATE NODE
Exit 77 where NODE is empty: nothing here runs JavaScript.
"""

import csv
import io
import pathlib
import random
import subprocess
import tempfile
import unittest
from typing import Any

from rules import HERE, Started, answers, main

SEED = random.randrange(2**32)
END = str(2**32 - 1)  # what the last store of a launch stores
NAMES = ("code", "condition", "k", "mask", "rounds", "a", "b")

# Of each choice: how many instructions are issued, and the active lanes of each, as a mask, one after the other.
ANSWER = """
choice => {
  const found = rule.of({ ...choice, mask: rule.mask(choice.mask) }), { issued, active } = rule.count(found);
  return [rule.mask(choice.mask), issued, active, found.flatMap(({ lanes, instructions }) =>
    Array(instructions).fill(lanes.reduce((sum, lane) => sum + 2 ** lane, 0)))];
}
"""

Choice = dict[str, Any]


def by_the_aid(choices: list[Choice]) -> list[list[Any]]:
    found: list[list[Any]] = answers("passes", ANSWER, choices)
    return found


def by_the_simulator(choices: list[Choice]) -> list[list[Any]]:
    """Of each choice: the requests to store, the lanes in them, added up, and those of each as a mask."""
    text = "".join(" ".join(str(choice[name]) for name in NAMES) + "\n" for choice in choices)
    with tempfile.TemporaryDirectory() as folder:
        trace = pathlib.Path(folder, "trace.csv")
        command = [Started.subject, "--count=csv", "--trace-to", str(trace), str(HERE / "passes_test.cu")]
        run = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
        steps: list[list[int]] = []
        last, over = -1, True
        with trace.open(encoding="utf-8") as rows:
            for row in csv.DictReader(rows):
                if not row["op"].startswith("st."):
                    continue
                ends = row["after"] == END
                if over and not ends:
                    steps.append([])
                if (int(row["step"]), ends) != (last, over):
                    steps[-1].append(0)
                steps[-1][-1] |= 1 << int(row["lane"])
                last, over = int(row["step"]), ends
    counted = csv.DictReader(io.StringIO(run.stdout))
    return [
        [int(row["global_store_requests"]), int(row["global_store_bytes"]) // 4, masks]
        for row, masks in zip(counted, steps, strict=True)
    ]


class Passes(unittest.TestCase):
    def test_the_aid_counts_as_the_simulator_does(self) -> None:
        print("seed", SEED)
        draw = random.Random(SEED)
        choices = [{"code": draw.choice(("either", "nested", "longer", "each")), "condition": draw.choice(("below", "every", "mask")),
                    "k": draw.randint(1, 32), "mask": draw.randint(1, 99), "rounds": draw.randint(1, 16), "a": draw.randint(1, 4),
                    "b": draw.randint(1, 4)} for _ in range(200)]  # fmt: skip
        aid = by_the_aid(choices)
        simulator = by_the_simulator([choice | {"mask": mask} for choice, (mask, *_) in zip(choices, aid, strict=True)])
        for choice, (*_, masks), (*_, traced) in zip(choices, aid, simulator, strict=True):
            if choice["code"] in ("either", "nested"):  # Nothing says which side comes first, only what comes last.
                for each in (masks, traced):
                    each[:-1] = sorted(each[:-1])
        differing = [each for each in zip(choices, aid, simulator, strict=True) if each[1][1:] != each[2]]
        self.assertEqual(differing[:3], [])
        self.assertGreater(len({active for _, active, _ in simulator}), 50)

    def test_the_chapter_s_quiz(self) -> None:
        """By hand: a loop as long as the lane, two sides, and a branch on which all lanes agree."""
        two = {"code": "either", "condition": "below", "k": 16, "mask": 1, "rounds": 1, "a": 1, "b": 1}
        found = by_the_aid([two | {"code": "each", "k": 32}, two, two | {"k": 32}])
        self.assertEqual([(issued, active) for _, issued, active, _ in found], [(33, 32 * 33 // 2 + 32), (3, 64), (2, 64)])


if __name__ == "__main__":
    main(__doc__)
