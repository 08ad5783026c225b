#!/usr/bin/env python3
"""Wrong uses of the runtime API return on the simulator what they returned on a GPU, on one core or several.

Usage: api_test.py --nvcc NVCC --linker COMMAND --library LIBSIMULATOR [--needs=-l…]

The calls are in api/*.cu, what a GPU returned in api/nvidia-h200/*.csv or, on an H100, as which the simulator then
runs them, in api/nvidia-h100/*.csv, and where the simulator is meant to differ, and why, in api/differences.csv. Calls that no GPU has recorded yet are run, and may not crash. A call on which the GPU's runtime crashed must not crash the simulator.
To record: nvcc -std=c++20 -O3 -arch=native api/NAME.cu -o NAME && ./NAME, below the three lines that name the machine.
"""

import argparse
import collections
import csv
import os
import pathlib
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from typing import Any

FLAGS = [
    "-std=c++20",
    "-lineinfo",
    "--no-compress",
    "-gencode=arch=compute_90,code=compute_90",
    "-diag-suppress=68",
]  # a negative number of threads is meant
Call = tuple[str, str]  # and its result
DEVICES = ("h200", "h100")
HERE = pathlib.Path(__file__).resolve().parent
CORES = {"one": {"SIMULATE_CORES": "1"}, "several": {"SIMULATE_CORES": "3", "SIMULATE_SHARE_FROM": "0"}}


def rows_of(text: str) -> list[tuple[Any, ...]]:
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    return [tuple(row.values()) for row in csv.DictReader(lines)]


def by_case(rows: list[tuple[Any, ...]]) -> dict[str, list[Call]]:
    cases: dict[str, list[Call]] = collections.defaultdict(list)
    for case, call, result in rows:
        cases[case].append((call, result))
    return cases


def complaints(
    simulated: dict[str, list[Call]], recorded: dict[str, list[Call]], differences: dict[tuple[Any, ...], str]
) -> Iterator[str]:
    """Lines of text; takes from `differences` what it needed."""
    for case in recorded.keys() | simulated.keys():
        here, there = simulated.get(case, []), recorded.get(case, [])
        for call, result in here:
            if result.startswith("signal"):
                yield f"{case}: the simulator crashed: {result}"
        crashed = bool(there) and there[-1][1].startswith("signal")
        there = there[:-1] if crashed else there
        if [call for call, _ in here[: len(there)]] != [call for call, _ in there] or (not crashed and len(here) != len(there)):
            yield f"{case}: other calls than those recorded"
            continue
        for (call, result), (_, expected) in zip(here, there):
            if result != expected and not differences.pop((case, call, result), None):
                yield f"{case}: {call}: {result}, on the GPU {expected}"


def record_of(source: pathlib.Path) -> tuple[str, pathlib.Path]:
    """The device that recorded it, and where that stands; the first, and no file, if none has."""
    records = [(device, HERE / f"nvidia-{device}" / f"{source.stem}.csv") for device in DEVICES]
    return next((each for each in records if each[1].exists()), records[0])


def run(source: pathlib.Path, device: str, arguments: argparse.Namespace, folder: pathlib.Path) -> dict[str, Any]:
    program, compiled = folder / source.stem, folder / f"{source.stem}.o"
    subprocess.run([arguments.nvcc, *FLAGS, "-c", source, "-o", compiled], check=True)
    subprocess.run([*arguments.linker, compiled, arguments.library, *arguments.needs, "-o", program], check=True)
    return {
        cores: rows_of(
            subprocess.run(
                [program],
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                check=False,
                env={**os.environ, **CORES[cores], "SIMULATE_DEVICE": device},
            ).stdout
        )
        for cores in CORES
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--nvcc", required=True)
    parser.add_argument("--linker", required=True, type=str.split)
    parser.add_argument("--library", required=True)
    parser.add_argument("--needs", default=[], type=str.split, help="what the library needs itself")
    arguments = parser.parse_args()
    differences = {row[:3]: row[3] for row in rows_of((HERE / "differences.csv").read_text())}
    failed, calls = [], 0
    with tempfile.TemporaryDirectory() as scratch:
        for source in sorted(HERE.glob("*.cu")):
            device, record = record_of(source)
            simulated = run(source, device, arguments, pathlib.Path(scratch))
            if simulated["several"] != simulated["one"]:
                failed.append(f"{source.name}: other results on several cores")
            if not record.exists():
                print(f"{source.name}: not recorded on a GPU yet, so only run")
                failed += [
                    f"{case}: the simulator crashed: {result}"
                    for case, _, result in simulated["one"]
                    if result.startswith("signal")
                ]
                continue
            recorded = rows_of(record.read_text())
            calls += len(recorded)
            failed += complaints(by_case(simulated["one"]), by_case(recorded), differences)
    failed += [f"differences.csv: not needed: {', '.join(key)}" for key in differences]
    print(*failed, sep="\n")
    print(f"{calls} results compared, {len(failed)} wrong")
    sys.exit(bool(failed) or calls == 0)


if __name__ == "__main__":
    main()
