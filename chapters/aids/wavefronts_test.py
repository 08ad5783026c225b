"""Holds wavefronts.js against the simulator: random choices of the aid, and random addresses.

Usage: wavefronts_test.py SIMULATE NODE
Exit 77 where NODE is empty: nothing here runs JavaScript.
"""

import csv
import io
import random
import subprocess
import unittest
from typing import Any

from rules import HERE, Started, answers, main

SEED = random.randrange(2**32)
NAMES = ("columns", "padding", "stride", "share", "down", "swizzled")

ANSWER = """
request => [true, false].map(store =>
  rule.count(request.at ? rule.serve(request.at, request.size, store) : rule.groups({ ...request, store })))
"""

Request = dict[str, Any]


def by_the_aid(requests: list[Request]) -> list[list[int]]:
    """The wavefronts of each request's store and load."""
    found: list[list[int]] = answers("wavefronts", ANSWER, requests)
    return found


def by_the_simulator(requests: list[Request]) -> list[list[int]]:
    """The same, in one run of a program."""
    text = ""
    for request in requests:
        words = ["at", *request["at"]] if "at" in request else ["tile", *(int(request[name]) for name in NAMES)]
        text += " ".join(map(str, [request["size"], *words])) + "\n"
    command = [Started.subject, "--count=csv", str(HERE / "wavefronts_test.cu")]
    run = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    counted = csv.DictReader(io.StringIO(run.stdout))
    return [[int(row["shared_store_wavefronts"]), int(row["shared_load_wavefronts"])] for row in counted]


def choice(draw: random.Random) -> Request:
    """What a reader may choose."""
    return {
        "size": draw.choice((1, 2, 4, 8, 16)),
        "columns": draw.choice((8, 16, 32, 64)),
        "padding": draw.randint(0, 8),
        "stride": draw.randint(1, 32),
        "share": draw.choice((1, 2, 4, 8, 16, 32)),
        "down": draw.random() < 0.5,
        "swizzled": draw.random() < 0.5,
    }


def addresses(draw: random.Random) -> Request:
    """Any addresses, few or many different ones; of some requests lanes agree with others."""
    size, among = draw.choice((1, 2, 4, 8, 16)), draw.choice((4, 32, 128, 2048))
    agreeing = draw.choice((0, 0, 1, 2, 3, 4))
    at = [draw.randrange(among) * size for _ in range(32)]
    return {"size": size, "at": [at[lane & ~agreeing] for lane in range(32)]}


class Wavefronts(unittest.TestCase):
    def test_the_aid_counts_as_the_simulator_does(self) -> None:
        print("seed", SEED)
        draw = random.Random(SEED)
        requests = [choice(draw) for _ in range(1500)] + [addresses(draw) for _ in range(1500)]
        aid, simulator = by_the_aid(requests), by_the_simulator(requests)
        self.assertEqual([each for each in zip(requests, aid, simulator, strict=True) if each[1] != each[2]][:5], [])
        self.assertGreater(len({load for _, load in simulator}), 12)
        self.assertGreater(sum(store != load for store, load in simulator), 50)

    def test_the_chapter_s_tiles(self) -> None:
        """By hand: a column of 32 floats; padded by one; swizzled; of 16 bytes; two lanes per element of 8 bytes."""
        column = {"size": 4, "columns": 32, "padding": 0, "stride": 1, "share": 1, "down": True, "swizzled": False}
        found = by_the_aid(
            [
                column,
                column | {"padding": 1},
                column | {"swizzled": True},
                column | {"size": 16, "padding": 1},
                column | {"size": 8, "down": False, "share": 2},
            ]
        )
        self.assertEqual(found, [[32, 32], [1, 1], [1, 1], [4, 4], [2, 1]])


if __name__ == "__main__":
    main(__doc__)
