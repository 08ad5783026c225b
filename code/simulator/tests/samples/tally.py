#!/usr/bin/env python3
"""Counts what came of other people's programs, for the book's table of them.

Usage: tally.py [--check] TABLE

TABLE is figures/published/beside-the-hardware-programs.csv. It is written anew, or with --check compared with what
would be written (exit status 1: it is another).

sets.csv names the sets and where they come from; each of its lists has a row for each program:

  set, program                what it is called here
  outcome                     what came of it on the simulator, with all checks on:
                                passes              its own check is content, and not a word of the simulator but notes
                                fault: TEXT         exit status 86, and TEXT is in what the simulator says
                                fails               it stops by itself, or its own check is not content
                                refused: TEXT       it needs what the simulator has not got, and TEXT names it
                                not compiled        it needs what neither the simulator nor CUDA 13 has
                                too long            it was ended after two minutes
  judged                      of a fault: bug, benign or false alarm
  gpu                         what the same program did on an H200: passes, fails (alike, if it fails here), or nothing where it was not run
  check                       what its own check is: see programs_test.py
  folder, sources, flags      where it lies in its repository, and what nvcc compiles
  arguments                   of the program
  edits                       sed -E commands that made it small
  why                         in a few words

A list of one set may lack the columns set and gpu, and the column judged if the reasons of benign faults begin with
that word or with harmless.
"""

import csv
import io
import pathlib
import sys
from collections.abc import Callable, Iterator

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from published import Row, rows_of, write_or_check

COLUMNS: dict[str, Callable[[Row], bool]] = {
    "programs": lambda row: True,
    "passed": lambda row: row["outcome"] == "passes",
    "own": lambda row: row["outcome"] == "fails",
    "own_on_gpu": lambda row: row["outcome"] == "fails" and row["gpu"] == "fails alike",
    "bugs": lambda row: row["judged"] == "bug",
    "bugs_on_gpu": lambda row: row["judged"] == "bug" and row["gpu"] != "",
    "bugs_unseen": lambda row: row["judged"] == "bug" and row["gpu"] == "passes",
    "benign": lambda row: row["judged"] == "benign",
    "false_alarms": lambda row: row["judged"] == "false alarm",
    "refused": lambda row: row["outcome"].startswith("refused"),
    "too_long": lambda row: row["outcome"] == "too long",
    "not_compiled": lambda row: row["outcome"] == "not compiled",
    "also_on_gpu": lambda row: row["gpu"] != "",
}
PARTS = ("passed", "own", "bugs", "benign", "false_alarms", "refused", "too_long", "not_compiled")


def programs_of(each: Row) -> Iterator[Row]:
    """The rows of a set, with all columns that are counted."""
    for row in rows_of(HERE / each["list"]):
        fault = row["outcome"].startswith("fault: ")
        judged = "" if not fault else "benign" if row["why"].startswith(("benign", "harmless")) else "bug"
        row = {"set": each["set"], "gpu": "", "judged": judged, **row}
        if row["set"] == each["set"]:
            yield row


def table() -> str:
    """The table as text. A row that belongs to no column, or to two, is an error."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["set", *COLUMNS])
    everything: list[Row] = []
    for each in rows_of(HERE / "sets.csv"):
        rows = list(programs_of(each))
        for row in rows:
            parts = [part for part in PARTS if COLUMNS[part](row)]
            if len(parts) != 1 or row["outcome"].startswith("fault: ") != (row["judged"] != ""):
                sys.exit(f"tally.py: {each['list']}: {row['program']} counts as {parts or 'nothing'}")
        writer.writerow([each["name"], *(sum(map(test, rows)) for test in COLUMNS.values())])
        everything += rows
    writer.writerow(["all", *(sum(map(test, everything)) for test in COLUMNS.values())])
    return out.getvalue()


if __name__ == "__main__":
    write_or_check(__doc__, "beside-the-hardware-programs", "the lists of code/simulator/tests/samples", table)
