#!/usr/bin/env python3
"""Counts the planted faults that NVIDIA's compute-sanitizer finds, for the book's table of it.

Usage: tally_found.py [--check] TABLE

TABLE is figures/published/beside-the-hardware-planted.csv. It is written anew, or with --check compared with what would be
written (exit status 1: it is another). The rows of nvidia-h200.csv come from gpu_cases.py, which says what they hold. A tool
finds a fault where it counts more errors in the wrong program than in the repaired one. "noted": the simulator only notes it.
"hung": at least one tool was stuck (or crashed), so that it told no number; "synccheck_hung": that one was, and counts as not
finding the fault.
"""

import csv
import io
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from published import Row, rows_of, write_or_check

TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")
KINDS = {
    "access to memory": (
        *("access out of bounds", "misaligned access", "access through a null pointer", "write to read-only memory"),
        *("use after free", "double free", "free of what was never allocated", "leak", "access of the host to device memory"),
        "access of another type than the texels",
    ),
    "memory never written": ("read of memory never written",),
    "race in shared memory": ("race in shared memory", "access to the shared memory of a block that ends"),
    "the same with copies or clusters": (),
    "race in global memory": ("race in global memory", "scope too narrow", "read-only load of what the kernel writes"),
    "race between operations": ("race between operations", "race with the host"),
    "barriers and masks": ("barrier not reached by all threads", "wrong mask of a warp instruction"),
    "deadlock": ("deadlock",),
    "division by zero": ("division by zero",),
    "calls and assertions": ("misuse of the runtime API", "argument that printf is not given", "trap", "failed assertion"),
}
# Of races in shared memory, those between a block's threads and asynchronous copies, or other blocks of its cluster.
SHARED, BEYOND_THREADS = "race in shared memory", "the same with copies or clusters"
COPIES_AND_CLUSTERS = ("asynchronous.cu", "clusters.cu", "copies_between_blocks.cu")


def name_of(row: Row) -> str:
    """The table's row for a wrong program."""
    for name, kinds in KINDS.items():
        if row["kind"] in kinds:
            return BEYOND_THREADS if name == SHARED and row["file"] in COPIES_AND_CLUSTERS else name
    sys.exit(f"tally_found.py: no row of the table is for {row['kind']}")


def number(count: str) -> int:
    """0, where the tool told none: it was stuck or crashed. The table counts such cases apart."""
    return int(count) if count.isdigit() else 0


def table() -> str:
    """The table as text. A fault of a kind that no row is for is an error."""
    twins = {(row["case"], row["twin"]): row for row in rows_of(HERE / "nvidia-h200.csv")}
    wrong = [row for (_, twin), row in twins.items() if twin == "wrong"]
    names = {row["case"]: name_of(row) for row in wrong}

    def repaired(row: Row) -> Row:
        return twins[row["case"], "repaired"]

    def found(row: Row, tool: str) -> bool:
        return number(row[tool]) > number(repaired(row)[tool])

    def hung(row: Row, tool: str) -> bool:
        return not (row[tool].isdigit() and repaired(row)[tool].isdigit())

    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["kind", "planted", *TOOLS, "any", "hung", "synccheck_hung", "noted", "repaired", "told_of_repaired"])
    for name in (*KINDS, "all"):
        rows = [row for row in wrong if name in ("all", names[row["case"]])]
        counts = [sum(found(row, tool) for row in rows) for tool in TOOLS]
        any_tool = sum(any(found(row, tool) for tool in TOOLS) for row in rows)
        stuck = sum(any(hung(row, tool) for tool in TOOLS) for row in rows)
        synccheck = sum(hung(row, "synccheck") for row in rows)
        noted = sum(row["noted"] == "yes" for row in rows)
        clean = sum(repaired(row)["alone"] == "0" for row in rows)
        told = sum(any(number(repaired(row)[tool]) for tool in TOOLS) for row in rows)
        writer.writerow([name, len(rows), *counts, any_tool, stuck, synccheck, noted, clean, told])
    return out.getvalue()


if __name__ == "__main__":
    write_or_check(__doc__, "beside-the-hardware-planted", "code/simulator/tests/faults/nvidia-h200.csv", table)
