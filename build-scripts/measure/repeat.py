"""Measures a chapter twice and says how far the medians are apart.

OUTPUT/<machine>/CHAPTER-twice.csv gets a row for each time that PROGRAM, a CHAPTER-gpu, takes: its
experiment, its row there, what the row is about, both medians in ms and the second over the first.
Exit 0: measured twice; 1: it failed; 77: it cannot run here.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from datetime import datetime, timezone
from pathlib import Path

from measure import device, revision
from results import result_files, staleness

SKIPPED = 77
COLUMNS = ["experiment", "row", "about", "first_ms", "second_ms", "ratio"]
NOT_ABOUT = {"ms", "lower_quartile", "upper_quartile", "samples", "remark"}


class Failed(Exception):
    """It was not measured twice, and why."""


def main() -> int:
    options = parse()
    chapter = options.program.name.removesuffix("-gpu")
    start, date = time.monotonic(), datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    commit, dirty = revision.of(options)
    with tempfile.TemporaryDirectory() as folder:
        try:
            first, second = (measure(options, Path(folder, name)) for name in ("first", "second"))
            if first is None or second is None:
                return SKIPPED
            rows = compare(first, second)
            facts = result_files.machine_facts(Path(folder, "first", "machine.txt"))
        except (Failed, result_files.Damaged, OSError) as error:
            print(f"repeat: {error}", file=sys.stderr)
            return 1
    machine = device.machine_name(facts["machine"], options)
    keys = staleness.read_keys(options.program.with_name(f"{chapter}.keys"))
    header = {
        "schema": result_files.SCHEMA,
        "experiment": f"{chapter}-twice",
        "kind": "timed",
        "date": date,
        "commit": commit,
        "dirty": dirty,
        "command": f"repeat {options.program.name}",
        "key": keys.get(f"{chapter}-twice", "unknown"),
        "driver": device.driver_version(),
        "seconds": f"{time.monotonic() - start:.1f}",
        **facts,
        "machine": machine,
    }
    path = options.output / machine / f"{chapter}-twice.csv"
    path.parent.mkdir(parents=True, exist_ok=True)
    result_files.write(path, result_files.Result(header, COLUMNS, rows).text())
    furthest = max(abs(float(row[-1]) - 1) for row in rows)
    print(f"kept {path}: {len(rows)} medians, at most {100 * furthest:.2f} % apart")
    return 0


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path, metavar="PROGRAM")
    parser.add_argument("--output", type=Path, required=True, help="the folder of all machines' results")
    device.add_option(parser)
    revision.add_options(parser)
    return parser.parse_args()


def measure(options: argparse.Namespace, folder: Path) -> dict[str, result_files.Result] | None:
    """All that the program times, by experiment; None where it cannot run here."""
    print(f"measures {options.program.name} …", flush=True)
    command = [options.program.absolute(), "--measure", "--output", folder, *device.arguments(options)]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode == SKIPPED:
        print(run.stdout.strip())
        return None
    if run.returncode != 0:
        raise Failed(f"{options.program.name} ended with status {run.returncode}:\n{(run.stdout + run.stderr)[-1000:]}")
    return {path.stem: result_files.read(path) for path in sorted(folder.glob("*.csv"))}


def compare(first: dict[str, result_files.Result], second: dict[str, result_files.Result]) -> list[list[str]]:
    rows = []
    for experiment, one in first.items():
        if "ms" not in one.columns:
            continue
        other = second[experiment]
        if len(one.rows) != len(other.rows):
            raise Failed(f"{experiment} has {len(one.rows)} rows, and {len(other.rows)} the second time")
        place = one.columns.index("ms")
        # What a row is about comes before its time.
        about = [i for i, name in enumerate(one.columns[:place]) if name not in NOT_ABOUT]
        for number, (row, again) in enumerate(zip(one.rows, other.rows), start=1):
            ratio = float(again[place]) / float(row[place])
            words = " ".join(row[i] for i in about)
            rows.append([experiment, str(number), words, row[place], again[place], f"{ratio:.6g}"])
    if not rows:
        raise Failed("there is no time to compare")
    return rows


if __name__ == "__main__":
    sys.exit(main())
