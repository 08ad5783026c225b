"""Holds what the simulator counts against what a GPU's own counters said of the same launches.

Usage: compare_counters LAUNCHES.csv COUNTERS.csv KEYS [EXPLAINED.csv]

LAUNCHES.csv is made by `CHAPTER-sim --count`, COUNTERS.csv by the target `profile`, KEYS holds the
keys of the program at hand. Counters that both have are compared, within the bounds below, except
where EXPLAINED.csv, if there is one, says why they differ (pattern, counter, reason); then they must. A pattern there
is one that CHAPTER-patterns.csv beside LAUNCHES.csv names (launch, pattern), or a kernel's name where
there is no such file, and may have wildcards.
Exit 0: they agree; 1: they do not; 77: there is no record of this code to compare with.
"""

import fnmatch
import math
import sys
from pathlib import Path

from results import result_files, staleness
from shared.tools import SKIPPED

PLACE = ("kernel", "grid", "block")

# How much more the GPU may show than was counted, in parts of that; counters that are not named are
# equal or wrong. The hardware adds a few wavefronts of its own, more where many blocks come and go on
# one multiprocessor.
MOST_EXTRA = {"shared_load_wavefronts": 0.01, "shared_store_wavefronts": 0.01}
MOST_EXTRA_IN_CROWDS = {"shared_load_wavefronts": 0.05, "shared_store_wavefronts": 0.05}
CROWD = 8  # blocks a multiprocessor
# What PTX and machine code need not agree in, by themselves: the compiler chooses the instructions.
NOT_COMPARED = {"launch", *PLACE, "warp_instructions", "thread_instructions", "votes"}
# What a library launches may depend on the GPU.
LIBRARY = "cub::"
# But their quotient is how full warps are. Short bodies of branches are predicated in machine code.
LANES = "lanes"
MOST_LANES_APART = 0.05


def rows(result: result_files.Result) -> list[dict[str, str]]:
    return [dict(zip(result.columns, row)) for row in result.rows]


def agrees(name: str, counted: float, read: float, crowded: bool) -> bool:
    if name == LANES:
        return abs(read - counted) <= MOST_LANES_APART * counted
    extra = (MOST_EXTRA_IN_CROWDS if crowded else MOST_EXTRA).get(name, 0)
    return counted <= read <= counted * (1 + extra)


def is_crowded(launch: dict[str, str], multiprocessors: int) -> bool:
    return math.prod(map(int, launch["grid"].split("x"))) > CROWD * multiprocessors


def values(launch: dict[str, str]) -> dict[str, float]:
    found = {name: float(value) for name, value in launch.items() if name not in NOT_COMPARED}
    if "thread_instructions" in launch and "warp_instructions" in launch:
        found[LANES] = int(launch["thread_instructions"]) / max(1, int(launch["warp_instructions"]))
    return found


class Explanations:
    """Why counters differ, and which of the explanations were of use."""

    def __init__(self, rows: list[dict[str, str]], patterns: dict[str, str]) -> None:
        self.rows = rows
        self.patterns = patterns
        self.used: set[int] = set()

    def cover(self, launch: dict[str, str], counter: str) -> bool:
        pattern = self.patterns.get(launch["launch"], launch["kernel"])
        fitting = {
            i for i, row in enumerate(self.rows) if row["counter"] == counter and fnmatch.fnmatchcase(pattern, row["pattern"])
        }
        self.used |= fitting
        return bool(fitting)

    def unused(self) -> list[str]:
        return [
            f"explained, but not so: {row['pattern']}: {row['counter']}" for i, row in enumerate(self.rows) if i not in self.used
        ]


def compare(
    counted: list[dict[str, str]], read: list[dict[str, str]], multiprocessors: int, explanations: Explanations
) -> tuple[int, list[str]]:
    """How many counters were compared, and a line for each that differs without explanation. The GPU may
    have made other launches in between."""
    compared, differences = 0, []
    remaining = iter(read)
    for launch in counted:
        if launch["kernel"].startswith(LIBRARY):
            continue
        where = " ".join(launch[name] for name in PLACE)
        profiled = next((row for row in remaining if all(row[n] == launch[n] for n in PLACE)), None)
        if profiled is None:
            differences.append(f"launch {launch['launch']} ({where}): the GPU's record has no such launch")
            break
        said = values(profiled)
        for name, number in values(launch).items():
            if name not in said:
                continue
            compared += 1
            if agrees(name, number, said[name], is_crowded(launch, multiprocessors)):
                continue
            if not explanations.cover(launch, name):
                pattern = explanations.patterns.get(launch["launch"], where)
                differences.append(
                    f"launch {launch['launch']} ({pattern}): {name}: counted {number:g}, the GPU says {said[name]:g}"
                )
    return compared, differences + explanations.unused()


def patterns_beside(launches: Path) -> dict[str, str]:
    path = launches.with_name(launches.name.replace("-launches.csv", "-patterns.csv"))
    return {row["launch"]: row["pattern"] for row in rows(result_files.read(path))} if path.is_file() else {}


def main(counted: Path, read: Path, key: Path, explained: Path | None = None) -> int:
    for path in (counted, read):
        if not path.is_file():
            print(f"skipped: there is no {path.name}")
            return SKIPPED
    record = result_files.read(read)
    cause = staleness.why_outdated(record.header, staleness.read_keys(key).get(read.stem))
    if cause:
        print(f"skipped: {read.name} is outdated: {cause}; run the targets profile and record")
        return SKIPPED
    reasons = rows(result_files.read(explained)) if explained and explained.is_file() else []
    explanations = Explanations(reasons, patterns_beside(counted))
    multiprocessors = int(record.header.get("multiprocessors", "1"))
    compared, differences = compare(rows(result_files.read(counted)), rows(record), multiprocessors, explanations)
    for line in differences:
        print(line)
    print(
        f"{compared} counters compared with those of {record.header.get('gpu')}, {len(differences)} differ, "
        f"{len(reasons)} kinds of difference explained"
    )
    return 1 if differences or compared == 0 else 0


if __name__ == "__main__":
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    sys.exit(main(*map(Path, sys.argv[1:])))
