"""Measures a chapter twice and says how far the medians are apart.

OUTPUT/<machine>/CHAPTER-twice.csv gets a row for each time that PROGRAM, a CHAPTER-gpu, takes: its
experiment, its row there, what the row is about, both medians in ms and the second over the first.
Exit 0: measured twice; 1: it failed; 77: it cannot run here.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from measure import derived
from results import result_files, staleness
from shared.tools import SKIPPED

COLUMNS = ["experiment", "row", "about", "first_ms", "second_ms", "ratio"]
NOT_ABOUT = {"ms", "lower_quartile", "upper_quartile", "samples", "remark"}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path, metavar="PROGRAM")
    derived.add_options(parser)
    options = parser.parse_args()
    chapter = derived.chapter_of(options.program)
    making = derived.Making(options, f"{chapter}-twice")
    keys = staleness.read_keys(options.program.with_name(f"{chapter}.keys"))
    with tempfile.TemporaryDirectory() as folder:
        try:
            first, second = (derived.measure(options.program, options, Path(folder, name)) for name in ("first", "second"))
            rows = compare(first, second)
            key = keys.get(making.name, "unknown")
            path = making.keep(f"repeat {options.program.name}", key, Path(folder, "first", "machine.txt"), COLUMNS, rows)
        except derived.CannotRun as reason:
            print(reason)
            return SKIPPED
        except (derived.Failed, result_files.Damaged, OSError) as error:
            print(f"repeat: {error}", file=sys.stderr)
            return 1
    furthest = max(abs(float(row[-1]) - 1) for row in rows)
    print(f"kept {path}: {len(rows)} medians, at most {100 * furthest:.2f} % apart")
    return 0


def compare(first: dict[str, result_files.Result], second: dict[str, result_files.Result]) -> list[list[str]]:
    rows = []
    for experiment, one in first.items():
        if "ms" not in one.columns:
            continue
        other = second[experiment]
        if len(one.rows) != len(other.rows):
            raise derived.Failed(f"{experiment} has {len(one.rows)} rows, and {len(other.rows)} the second time")
        place = one.columns.index("ms")
        # What a row is about comes before its time.
        about = [i for i, name in enumerate(one.columns[:place]) if name not in NOT_ABOUT]
        for number, (row, again) in enumerate(zip(one.rows, other.rows), start=1):
            ratio = float(again[place]) / float(row[place])
            words = " ".join(row[i] for i in about)
            rows.append([experiment, str(number), words, row[place], again[place], f"{ratio:.6g}"])
    if not rows:
        raise derived.Failed("there is no time to compare")
    return rows


if __name__ == "__main__":
    sys.exit(main())
