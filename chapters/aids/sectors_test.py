"""Holds sectors.js against the simulator, for every choice that the aid offers.

Usage: sectors_test.py SIMULATE NODE
Exit 77 where NODE is empty: nothing here runs JavaScript.
"""

import csv
import io
import subprocess
import unittest

from rules import HERE, Started, answers, main

MOST_STRIDE, MOST_OFFSET = 32, 32
NAMES = ("size", "width", "stride", "offset", "part")

ANSWER = """
choice => rule.firstMisaligned(choice) >= 0 ? null : [rule.sectors(choice).length, rule.lines(choice).length]
"""


def by_the_aid(choices: list[dict[str, int]]) -> list[list[int] | None]:
    """Sectors and lines of each choice; None for one that is misaligned."""
    found: list[list[int] | None] = answers("sectors", ANSWER, choices)
    return found


def by_the_simulator() -> tuple[list[dict[str, int]], list[int | None]]:
    """All choices, and the sectors that the simulator counts for each that is aligned."""
    command = [Started.subject, "--count=csv", str(HERE / "sectors_test.cu"), "--", str(MOST_STRIDE), str(MOST_OFFSET)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    lines = run.stdout.splitlines()
    header = next(i for i, line in enumerate(lines) if "global_load_sectors" in line)
    counted = csv.DictReader(io.StringIO("\n".join(lines[header:])))
    choices, sectors = [], []
    for line in lines[:header]:
        *choice, aligned = map(int, line.split())
        choices.append(dict(zip(NAMES, choice)))
        sectors.append(int(next(counted)["global_load_sectors"]) if aligned else None)
    return choices, sectors


class Sectors(unittest.TestCase):
    def test_the_aid_counts_as_the_simulator_does(self) -> None:
        choices, counted = by_the_simulator()
        computed = by_the_aid(choices)
        self.assertGreater(len(choices), 10000)
        self.assertIn(None, counted)
        differing = [
            (choice, aid, simulator)
            for choice, aid, simulator in zip(choices, computed, counted, strict=True)
            if (aid and aid[0]) != simulator
        ]
        self.assertEqual(differing[:5], [])

    def test_lines_are_known(self) -> None:
        """By hand: floats in a row, shifted by one, one a line; then the quiz of the chapter's eight bytes."""

        def choice(size: int, width: int, stride: int, offset: int) -> dict[str, int]:
            return {"size": size, "width": width, "stride": stride, "offset": offset, "part": 0}

        found = by_the_aid([choice(4, 4, 1, 0), choice(4, 4, 1, 1), choice(4, 4, 32, 0), choice(8, 8, 2, 0)])
        self.assertEqual(found, [[4, 1], [5, 2], [32, 32], [16, 4]])


if __name__ == "__main__":
    main(__doc__)
