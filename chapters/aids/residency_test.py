"""Holds residency.js against the simulator's occupancy, which is held against the runtime's.

Usage: residency_test.py PROGRAM NODE
Exit 77 where NODE is empty: nothing here runs JavaScript.
"""

import random
import subprocess
import unittest

from rules import Started, answers, main

SEED = random.randrange(2**32)

ANSWER = "([threads, registers, shared]) => rule.blocks({ threads, registers, shared })"

Block = tuple[int, int, int]


def by_the_aid(blocks: list[Block]) -> list[int]:
    found: list[int] = answers("residency", ANSWER, blocks)
    return found


def by_the_simulator(blocks: list[Block]) -> list[int]:
    text = "".join(" ".join(map(str, block)) + "\n" for block in blocks)
    run = subprocess.run([Started.subject], input=text, capture_output=True, text=True, check=True)
    return [int(line) for line in run.stdout.split()]


class Residency(unittest.TestCase):
    def test_all_blocks_that_can_be_chosen_by_threads_and_registers(self) -> None:
        blocks = [
            (threads, registers, shared * 1024)
            for threads in range(32, 1025, 32)
            for registers in range(16, 256)
            for shared in (0, 1, 40, 113, 227)
        ]
        self.compare(blocks)

    def test_random_blocks(self) -> None:
        print("seed", SEED)
        draw = random.Random(SEED)
        self.compare([(draw.randint(1, 1024), draw.randint(1, 255), draw.randint(0, 230 * 1024)) for _ in range(20000)])

    def test_the_chapters_example(self) -> None:
        """By hand: 40 KB decide, and 41 registers count as 48."""
        self.assertEqual(
            by_the_aid([(256, 40, 40 * 1024), (256, 40, 0), (256, 41, 0), (1024, 40, 0), (32, 40, 0)]), [5, 6, 5, 1, 32]
        )

    def compare(self, blocks: list[Block]) -> None:
        aid, simulator = by_the_aid(blocks), by_the_simulator(blocks)
        self.assertIn(0, simulator)
        self.assertGreater(len(set(simulator)), 10)
        self.assertEqual([each for each in zip(blocks, aid, simulator, strict=True) if each[1] != each[2]][:5], [])


if __name__ == "__main__":
    main(__doc__)
