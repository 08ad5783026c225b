#!/usr/bin/env python3
"""Judges the CUDA programs of the Indigo suite, whose names tell what is wrong with each, and compares with indigo.csv.

Usage: indigo_test.py SIMULATE-NVCC [--record] [PROGRAM ...]

HIRACE in the environment names a checkout of https://github.com/JohnJacobsonIII/HiRace-Artifact-SC24, which holds the
programs and the graphs that published tools were compared with; without it the test is skipped (exit status 77). Each
program runs with blocks of 256 threads, 1024 of them, as it did there. On the graphs of five nodes it runs in every order that makes a difference, with few
threads: as many as take part, in three warps or more.

indigo.csv holds a line for each program, and in the column of a graph what was found: races, bounds, both or nothing.
A last line counts: a program has a race if its name has atomicBug, guardBug, raceBug or syncBug, it leaves its arrays if
it has boundsBug, and otherwise nothing is wrong with it. A note of a race counts as one: a guardBug is a plain load that
only decides whether an atomic maximum is worth it.
"""

import argparse
import collections
import concurrent.futures
import csv
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
LIST = HERE / "indigo.csv"
LARGE = ("DAG_100n_200e", "DAG_200n_400e", "counterDAG_200n_1000e", "power_law_200n_1000e")
SMALL = ("DAG_5n_5e", "counterDAG_5n_5e")
RACES = re.compile(r"atomicBug|guardBug|raceBug|syncBug")
FOUND = re.compile(r"^(?:\S+: )?simulator: (note: )?(race in|access out of bounds|[^:]*: )", re.MULTILINE)
SECONDS = 300


def truth(program: str) -> list[str]:
    return [*(["race"] if RACES.search(program) else []), *(["bounds"] if "boundsBug" in program else [])]


def words(found: list[str]) -> str:
    return " ".join(found) or "nothing"


def small_shape(program: str) -> tuple[str, str]:
    """Threads per block, and blocks: a thread, a warp or a block for each of five nodes."""
    if re.match("[a-z_]*_block", program):
        return "64", "5"
    return ("64", "3") if re.match("[a-z_]*_warp", program) else ("2", "3")


def verdict(program: pathlib.Path, graph: pathlib.Path, small: bool) -> str:
    """What a run found: race, bounds, or what else."""
    settings = {"SIMULATE_CORES": "1", **({"SIMULATE_EXPLORE": "500"} if small else {})}
    shape = small_shape(program.name) if small else ("256", "1024")
    try:
        run = subprocess.run(
            [program, graph, *shape],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=SECONDS,
            env={**os.environ, **settings},
        )
    except subprocess.TimeoutExpired:
        return "no end"
    lines = FOUND.findall(run.stderr)
    faults = {kind for note, kind in lines if not note}
    kinds = faults | {kind for _, kind in lines if kind == "race in"}
    found = [*(["race"] if "race in" in kinds else []), *(["bounds"] if "access out of bounds" in kinds else [])]
    others = kinds - {"race in", "access out of bounds"}
    if run.returncode != (86 if faults else 0):
        found.append(f"status {run.returncode}")
    return words(found + sorted(each.rstrip(": ") for each in others))


def judge(nvcc: pathlib.Path, checkout: pathlib.Path, source: pathlib.Path) -> dict[str, str]:
    """A line of the list."""
    with tempfile.TemporaryDirectory(prefix="indigo-") as scratch:
        program = pathlib.Path(scratch) / source.stem
        run = subprocess.run(
            [nvcc, "-O3", "-I", checkout / "indigo" / "indigo_include", source, "-o", program],
            capture_output=True,
            text=True,
            check=False,
        )
        if run.returncode:
            return {"program": source.stem, **dict.fromkeys(LARGE + SMALL, "not compiled")}
        graphs = checkout / "indigo" / "input"
        return {
            "program": source.stem,
            **{graph: verdict(program, graphs / f"{graph}.egr", graph in SMALL) for graph in LARGE + SMALL},
        }


def tell_totals(rows: list[dict[str, str]]) -> None:
    for name, graphs in (*((each, [each]) for each in LARGE + SMALL), ("large graphs", LARGE), ("small graphs", SMALL)):
        right: collections.Counter[str] = collections.Counter()
        all_of: collections.Counter[str] = collections.Counter()
        for row in rows:
            found = {word for graph in graphs for word in row[graph].split()}
            for kind in truth(row["program"]) or ["nothing"]:
                all_of[kind] += 1
                right[kind] += found == {kind} if kind == "nothing" else kind in found
        print(f"{name}: " + ", ".join(f"{kind} {right[kind]} of {all_of[kind]}" for kind in sorted(all_of)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("nvcc", type=pathlib.Path)
    parser.add_argument("--record", action="store_true", help="write the list")
    parser.add_argument("programs", nargs="*")
    arguments = parser.parse_intermixed_args()
    if not os.environ.get("HIRACE"):
        print("HIRACE names no checkout of its artifact: skipped")
        sys.exit(77)
    checkout = pathlib.Path(os.environ["HIRACE"]).resolve()
    sources = sorted((checkout / "indigo" / "indigo_sources").glob("*/*.cu"), key=lambda path: path.stem)
    sources = [each for each in sources if not arguments.programs or each.stem in arguments.programs]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        rows = list(pool.map(lambda source: judge(arguments.nvcc.resolve(), checkout, source), sources))
    tell_totals(rows)
    if arguments.record:
        with LIST.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, ["program", *LARGE, *SMALL], lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        return
    with LIST.open(newline="", encoding="utf-8") as file:
        recorded = {row["program"]: row for row in csv.DictReader(file)}
    failed = [row for row in rows if row != recorded.get(row["program"])]
    for row in failed:
        print(f"differs: {row}, recorded {recorded.get(row['program'])}")
    sys.exit(bool(failed) or not rows)


if __name__ == "__main__":
    main()
