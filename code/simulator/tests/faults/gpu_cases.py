#!/usr/bin/env python3
"""Runs the planted faults and their repaired twins on a GPU: by themselves, and under NVIDIA's compute-sanitizer.

Usage: gpu_cases.py --nvcc NVCC --output FILE.csv [--jobs N] [--limit SECONDS] [--known FILE.csv] [--tool NAME] [CASE ...]

A row per case and twin: its file, the simulator's word for the fault, the exit status when it runs by itself, and how many errors
each tool counts, and warnings of racecheck. "stuck": it still ran after the limit; "crashed": the tool told no number. Cases whose
file asks for more devices than there are, and those of NCCL, are left out. Rows are written as they come, so that a run that is
cut off leaves what it has.
"""

import argparse
import concurrent.futures
import csv
import datetime
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from fault_cases_test import FOLDER, Case, cases_of

sys.path.insert(0, str(FOLDER.parent))
from published import rows_of

FLAGS = ["-std=c++20", "-O3", "-lineinfo", "-arch=native", "-lcuda"]
TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")
SUMMARY = re.compile(r"ERROR SUMMARY: (\d+) error|RACECHECK SUMMARY: .*\((\d+) errors?, (\d+) warnings?\)")
# As it comes, racecheck 2025.3 is silent about all of races.cu.
ASKED = {"memcheck": ["--track-stream-ordered-races", "all"], "racecheck": ["--racecheck-report", "all"]}
COLUMNS = ["case", "file", "kind", "noted", "twin", "alone", *TOOLS]


def run(command: list[str], limit: float) -> tuple[str, str]:
    """The exit status, or "stuck", and what was said."""
    # All code is there from the start: a kernel that waits for another would keep that from being loaded.
    environment = {**os.environ, "CUDA_MODULE_LOADING": "EAGER"}
    try:
        ended = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", timeout=limit, env=environment
        )
    except subprocess.TimeoutExpired:
        return "stuck", ""
    return str(ended.returncode), ended.stdout


def errors_in(said: str) -> str:
    """The number in a tool's last word, warnings with errors; "crashed", if there is no such word."""
    found = list(SUMMARY.finditer(said))
    return str(sum(int(count) for count in found[-1].groups(default="0"))) if found else "crashed"


def counted(tool: str, case: Case, command: list[str], limit: float) -> str:
    more = ASKED.get(tool, [])
    if tool == "memcheck" and case.kind == "leak":
        more = [*more, "--leak-check", "full"]
    status, said = run(["compute-sanitizer", "--tool", tool, *more, *command], limit)
    return status if status == "stuck" else errors_in(said)


def row(case: Case, program: Path, twin: str, tools: list[str], limit: float) -> list[str]:
    command = [str(program), case.name, twin]
    alone, _ = run(command, limit)
    counts = [counted(tool, case, command, limit) if tool in tools else "" for tool in TOOLS]
    return [case.name, case.source.name, case.kind, "yes" if case.noted else "no", twin, alone, *counts]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nvcc", required=True)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--jobs", type=int, default=16)
    parser.add_argument("--limit", type=float, default=20)
    parser.add_argument("--known", type=Path, help="rows that an earlier run has written are not made again")
    parser.add_argument("--tool", action="append", choices=TOOLS, help="again for more than one; default: all")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    query = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    gpus = subprocess.run(query, capture_output=True, text=True, check=True).stdout.splitlines()
    files = [path for path in sorted(FOLDER.glob("*.cu")) if path.stem != "nccl"]
    work = [case for path in files for case in cases_of(path) if int(case.devices) <= len(gpus)]
    work = [case for case in work if not options.names or case.name in options.names]
    if not work:
        sys.exit("gpu_cases.py: there is no such case")
    with (
        tempfile.TemporaryDirectory() as scratch,
        options.output.open("w", newline="", encoding="utf-8") as table,
        concurrent.futures.ThreadPoolExecutor(options.jobs) as pool,
    ):
        programs = {source: Path(scratch) / source.stem for source in {case.source for case in work}}
        compilers = [[options.nvcc, *FLAGS, str(source), "-o", str(program)] for source, program in programs.items()]
        list(pool.map(subprocess.check_call, compilers))
        version = run(["compute-sanitizer", "--version"], options.limit)[1].strip().splitlines()[-1]
        print(f"# {gpus[0]}, compute-sanitizer {version}, {datetime.date.today()}", file=table)
        rows = csv.writer(table, lineterminator="\n")
        rows.writerow(COLUMNS)
        known = {(each["case"], each["twin"]) for each in (rows_of(options.known) if options.known else [])}
        # What never ends takes its share of the GPU from all others.
        work.sort(key=lambda case: case.kind in ("deadlock", "barrier not reached by all threads"))
        asked = [(case, twin) for twin in ("repaired", "wrong") for case in work if (case.name, twin) not in known]
        pending = [
            pool.submit(row, case, programs[case.source], twin, options.tool or list(TOOLS), options.limit)
            for case, twin in asked
        ]
        for each in concurrent.futures.as_completed(pending):
            rows.writerow(each.result())
            table.flush()


if __name__ == "__main__":
    main()
