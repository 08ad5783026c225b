"""Holds timeline.js against a scheduler that goes from moment to moment, and against what an H200 was recorded to take.

Usage: timeline_test.py RECORDED NODE
RECORDED is a machine's folder of results. Exit 77 where NODE is empty: nothing here runs JavaScript.
"""

import csv
import pathlib
import random
import unittest
from typing import Any

from rules import Started, answers, main

SEED = random.randrange(2**32)

ANSWER = """
choice => [rule.serial(choice), rule.of(choice).map(({ piece, part, from, to }) => [piece, part, from, to])]
"""

Choice = dict[str, Any]
Times = dict[tuple[int, str], tuple[float, float]]


def by_the_aid(choices: list[Choice]) -> list[tuple[float, Times]]:
    """Of each choice: the time in one piece, and when each operation begins and ends."""
    return [
        (serial, {(piece, part): (start, end) for piece, part, start, end in found})
        for serial, found in answers("timeline", ANSWER, choices)
    ]


def from_moment_to_moment(choice: Choice) -> Times:
    """Where all times are whole numbers. In each moment every idle engine looks at the first operation that waits for it, and
    takes it if all that its stream was given before is done."""
    parts, pieces, streams = ("copyIn", "kernel", "copyOut"), range(choice["pieces"]), choice["streams"]
    if choice["breadth"]:
        orders = sorted(((piece // streams, part, piece) for piece in pieces for part in range(3)))
        given = [(piece, parts[part]) for _, part, piece in orders]
    else:
        given = [(piece, part) for piece in pieces for part in parts]
    queues: dict[bool | str, list[tuple[int, str]]] = {}
    for piece, part in given:
        queues.setdefault(part if choice["engines"] == 2 else part == "kernel", []).append((piece, part))
    waiting = [[each for each in given if each[0] % streams == stream] for stream in range(streams)]
    done: Times = {}
    working: dict[bool | str, tuple[int, tuple[int, str]]] = {}
    now = 0
    while any(waiting):
        again = True
        while again:  # what takes no time makes room at once
            again = False
            for engine, (end, each) in list(working.items()):
                if end == now:
                    del working[engine]
                    waiting[each[0] % streams].remove(each)
                    done[each] = (done[each][0], now)
                    again = True
            for engine, queue in queues.items():
                if engine not in working and queue and waiting[queue[0][0] % streams][0] == queue[0]:
                    each = queue.pop(0)
                    working[engine] = (now + choice[each[1]] // choice["pieces"] + choice["fixed"], each)
                    done[each] = (now, -1)
                    again = True
        now += 1
    return done


def result(name: str, **where: str) -> float:
    """The milliseconds of a row of what was recorded."""
    with pathlib.Path(Started.subject, f"{name}.csv").open(encoding="utf-8") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return next(float(row["ms"]) for row in rows if all(row[key] == value for key, value in where.items()))


class Timeline(unittest.TestCase):
    def test_the_aid_schedules_as_a_scheduler_does(self) -> None:
        print("seed", SEED)
        draw = random.Random(SEED)
        choices = []
        for _ in range(1500):
            pieces = draw.randint(1, 12)
            times = {name: pieces * draw.choice((0, 1, 2, 3, 5, 9)) for name in ("copyIn", "kernel", "copyOut")}
            choices.append(
                {
                    "pieces": pieces,
                    "streams": draw.randint(1, 8),
                    "engines": draw.randint(1, 2),
                    "breadth": draw.random() < 0.5,
                    "fixed": draw.randint(0, 2),
                    **times,
                }
            )
        for choice, (_, found) in zip(choices, by_the_aid(choices), strict=True):
            self.assertEqual(found, from_moment_to_moment(choice), choice)

    def test_the_chapter_s_figure(self) -> None:
        """By hand: four pieces, by one stream and by two; with one engine for copies in both orders."""
        two = {"pieces": 4, "streams": 2, "engines": 2, "breadth": False, "copyIn": 8, "kernel": 2, "copyOut": 4, "fixed": 0}
        found = by_the_aid([two | {"streams": 1}, two, two | {"engines": 1}, two | {"engines": 1, "breadth": True}])
        self.assertEqual(
            [(serial, max(end for _, end in times.values())) for serial, times in found],
            [(14, 14), (14, 9.5), (14, 14), (14, 12)],
        )

    def test_what_was_recorded_takes_up_to_a_tenth_longer(self) -> None:
        """The journey of 2^26 elements by two streams: the rule knows nothing of what calls cost, nor of the memory that
        copies in and out share."""
        copies = {
            direction: result("bandwidth-copies", memory="pinned", direction=direction, bytes=str(2**28))
            for direction in ("in", "out")
        }
        kernel = result("bandwidth-journey", variant="kernel", n=str(2**26))
        for exponent in (20, 22, 24):
            choice = {
                "pieces": 2 ** (26 - exponent),
                "streams": 2,
                "engines": 2,
                "breadth": False,
                "copyIn": 2 * copies["in"],
                "kernel": kernel,
                "copyOut": copies["out"],
                "fixed": 0,
            }
            [(serial, times)] = by_the_aid([choice])
            total = max(end for _, end in times.values())
            took = result("bandwidth-overlap", variant="pieces", piece=str(2**exponent)) / total
            self.assertTrue(1 <= took <= 1.1, (exponent, took))
            alone = result("bandwidth-journey", variant="pinned", n=str(2**26)) / serial
            self.assertTrue(0.97 <= alone <= 1.03, alone)


if __name__ == "__main__":
    main(__doc__)
