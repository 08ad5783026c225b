"""Runs the programs' checks on the GPU under NVIDIA's compute-sanitizer, each by itself, several at once.

A line is printed for each check as it ends: how it went, the tool, the program, the check, its seconds.
One that takes longer than --limit is cut off: of it nothing is known but that nothing was found until then.
The checks that take long because they repeat what others do are left out, unless --at-length is given.
Errors of the runtime API are left to the checks, some of which provoke them. Exit 0: every check ended and
nothing was found; 1: something was found, or a check failed or was cut off; 77: no compute-sanitizer, or no GPU.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from measure import device
from shared.tools import SKIPPED

FOUND = 86  # the status that compute-sanitizer is told to exit with
TOOLS = ("memcheck", "racecheck", "synccheck", "initcheck")


class CannotRun(Exception):
    """Nothing can be run here, and why."""


@dataclass
class Run:
    """A check of a program under a tool."""

    tool: str
    program: Path
    check: str

    def command(self, sanitizer: str, options: argparse.Namespace) -> list[str | Path]:
        own = ["--report-api-errors", "no"] if self.tool == "memcheck" else []
        seed = ["--seed", str(options.seed)] if options.seed is not None else []
        return [
            *(sanitizer, "--tool", self.tool, *own, "--error-exitcode", str(FOUND)),
            *(str(self.program.absolute()), "--check", "--only", self.check, *seed, *device.arguments(options)),
        ]


def checks(program: Path, options: argparse.Namespace) -> list[str]:
    """Those that `program` lists."""
    command = [str(program.absolute()), "--list", *device.arguments(options)]
    listing = subprocess.run(command, capture_output=True, text=True)
    if listing.returncode == SKIPPED:
        raise CannotRun(listing.stdout.strip().removeprefix("skipped: "))
    if listing.returncode:
        raise RuntimeError(f"{program.name} --list failed: {listing.stderr.strip()}")
    kinds = "check(?: at length)?" if options.at_length else "check"
    return re.findall(rf"^{kinds}: (.+)$", listing.stdout, re.MULTILINE)


def outcome(run: Run, sanitizer: str, options: argparse.Namespace) -> tuple[str, float, str]:
    """`clean`, `found`, `failed` or `cut off`, the seconds, and what to show."""
    begun = time.monotonic()
    try:
        ended = subprocess.run(
            run.command(sanitizer, options), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=options.limit
        )
    except subprocess.TimeoutExpired:
        return "cut off", time.monotonic() - begun, ""
    seconds = time.monotonic() - begun
    if ended.returncode == 0:
        return "clean", seconds, ""
    words = "\n".join("    " + line for line in ended.stdout.splitlines()[-30:])
    return ("found" if ended.returncode == FOUND else "failed"), seconds, words


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="+", type=Path, metavar="PROGRAM")
    parser.add_argument("--tool", action="append", choices=TOOLS, help="again for more than one; default: memcheck, racecheck")
    parser.add_argument("--at-length", action="store_true", help="with the checks that take long")
    parser.add_argument("--limit", type=float, default=600, help="seconds for a check (default: 600)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many at once")
    parser.add_argument("--seed", type=int, help="of the checks' data (default: a new one for each)")
    device.add_option(parser)
    options = parser.parse_args()
    sanitizer = shutil.which("compute-sanitizer")
    if not sanitizer:
        print("skipped: NVIDIA's compute-sanitizer is not in PATH")
        return SKIPPED
    tools = list(dict.fromkeys(options.tool or ["memcheck", "racecheck"]))
    try:
        runs = [Run(tool, program, check) for program in options.programs for check in checks(program, options) for tool in tools]
    except CannotRun as reason:
        print(f"skipped: {reason}")
        return SKIPPED
    except (RuntimeError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    # Hazards take longer to look for than errors: those begin first.
    runs.sort(key=lambda run: run.tool != "racecheck")
    counts: Counter[str] = Counter()
    with ThreadPoolExecutor(options.jobs) as pool:
        pending = {pool.submit(outcome, run, sanitizer, options): run for run in runs}
        for future in as_completed(pending):
            run = pending[future]
            how, seconds, words = future.result()
            counts[how] += 1
            print(f"{how:8}{run.tool:10} {run.program.name}: {run.check} ({seconds:.0f} s)", flush=True)
            if words:
                print(words, flush=True)
    print(f"{counts['clean']} clean, {counts['found']} found, {counts['failed']} failed, {counts['cut off']} cut off")
    return 0 if counts["clean"] == len(runs) > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
