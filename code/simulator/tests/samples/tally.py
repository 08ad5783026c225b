#!/usr/bin/env python3
"""Counts what came of other people's programs, for the book's table of them.

Usage: tally.py [--check] TABLE

TABLE is figures/published/beside-the-hardware-programs.csv. It is written anew, or with --check compared with what
would be written (exit status 1: it is another).

sets.csv names the sets and where they come from; each of its lists has a row for each program:

  set, program                what it is called here
  folder, sources, flags      where it lies in its repository, and what nvcc compiles
  edits                       sed commands that made it small
  arguments                   of the program
  verdict                     what came of it on the simulator, with all checks on:
                                passes              as the program itself, or its exit status, says
                                fault: TEXT         exit status 86, and TEXT is in what the simulator says
                                fails: TEXT         the program stops by itself, and TEXT tells why
                                refused: TEXT       it needs what the simulator has not got
                                too long            it was ended after two minutes
                                cannot run: TEXT    it needs what neither the simulator nor CUDA 13 has
  judged                      of a fault: bug, benign or false alarm
  gpu                         what the same program did on an H200: passes, fails alike, or nothing where it was not run
  reason                      why, in a few words
"""

import argparse
import csv
import io
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
HEADER = """# experiment: beside-the-hardware-programs
# kind: published
# machine: in the lists of code/simulator/tests/samples
"""
COLUMNS = {
    "programs": lambda row: True,
    "passed": lambda row: row["verdict"] == "passes",
    "own": lambda row: row["verdict"].startswith("fails"),
    "own_on_gpu": lambda row: row["verdict"].startswith("fails") and row["gpu"] == "fails alike",
    "bugs": lambda row: row["judged"] == "bug",
    "bugs_on_gpu": lambda row: row["judged"] == "bug" and row["gpu"] != "",
    "bugs_unseen": lambda row: row["judged"] == "bug" and row["gpu"] == "passes",
    "benign": lambda row: row["judged"] == "benign",
    "false_alarms": lambda row: row["judged"] == "false alarm",
    "refused": lambda row: row["verdict"].startswith("refused"),
    "too_long": lambda row: row["verdict"] == "too long",
    "cannot_run": lambda row: row["verdict"].startswith("cannot run"),
    "also_on_gpu": lambda row: row["gpu"] != "",
}
PARTS = ("passed", "own", "bugs", "benign", "false_alarms", "refused", "too_long", "cannot_run")


def rows_of(path):
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def table():
    """The table as text. A row that belongs to no column, or to two, is an error."""
    out = io.StringIO(HEADER)
    out.seek(0, io.SEEK_END)
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["set", *COLUMNS])
    everything = []
    for each in rows_of(HERE / "sets.csv"):
        rows = [row for row in rows_of(HERE / each["list"]) if row["set"] == each["set"]]
        for row in rows:
            parts = [part for part in PARTS if COLUMNS[part](row)]
            if len(parts) != 1 or row["verdict"].startswith("fault: ") != (row["judged"] != ""):
                sys.exit(f"tally.py: {each['list']}: {row['program']} counts as {parts or 'nothing'}")
        writer.writerow([each["name"], *(sum(map(test, rows)) for test in COLUMNS.values())])
        everything += rows
    writer.writerow(["all", *(sum(map(test, everything)) for test in COLUMNS.values())])
    return out.getvalue()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("table", type=pathlib.Path)
    arguments = parser.parse_args()
    made = table()
    if not arguments.check:
        arguments.table.write_text(made, encoding="utf-8")
    elif not arguments.table.exists() or arguments.table.read_text(encoding="utf-8") != made:
        sys.exit(f"{arguments.table} is not what the lists say; run {pathlib.Path(__file__).name} {arguments.table}")


main()
