"""Times chapters' last kernels beside those of other versions of CUB.

Usage: compare_newest --output FOLDER [--only EXPERIMENT]… PROGRAM…

Each PROGRAM is a CHAPTER-gpu-VERSION that was compiled with another CUB; which, the names of CUB's kernels
in it tell. FOLDER/<machine>/CHAPTER-newest.csv gets, of each of these experiments, the rows of the library and
of our last kernel (variants `last`, `buckets`, `cleared`): experiment, version, variant, n, what else the row
is about, and its time as programs write it. Its key is that of these experiments in CHAPTER.keys beside the
program, of a build with the toolkit's CUB: it stays what it is as long as our code does. Exit 0: measured;
1: a chapter failed; 77: nothing can run here.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from measure import cub, derived
from results import result_files, staleness
from shared.tools import SKIPPED

OURS = ("last", "buckets", "cleared")
TIME = ["ms", "lower_quartile", "upper_quartile", "samples", "remark"]
COLUMNS = ["experiment", "version", "variant", "n", "about", *TIME]


def main() -> int:
    parser = argparse.ArgumentParser(
        usage=argparse.SUPPRESS, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("programs", type=Path, nargs="+")
    parser.add_argument("--only", action="append", required=True)
    derived.add_options(parser)
    options = parser.parse_args()
    chapters = list(dict.fromkeys(map(derived.chapter_of, options.programs)))
    failed = False
    for chapter in chapters:
        programs = [program for program in options.programs if derived.chapter_of(program) == chapter]
        experiments = [name for name in options.only if result_files.program_of(name, chapters) == chapter]
        try:
            measure(chapter, programs, experiments, options)
        except derived.CannotRun as reason:
            print(reason)
            return SKIPPED
        except (derived.Failed, result_files.Damaged, OSError) as error:
            print(f"compare_newest: {error}", file=sys.stderr)
            failed = True
    return 1 if failed else 0


def measure(chapter: str, programs: list[Path], experiments: list[str], options: argparse.Namespace) -> None:
    making = derived.Making(options, f"{chapter}-newest")
    keys = staleness.read_keys(programs[0].with_name(f"{chapter}.keys"))
    rows: list[list[str]] = []
    with tempfile.TemporaryDirectory() as folder:
        for program in programs:
            versions = cub.versions(program)
            if len(versions) != 1:
                raise derived.Failed(f"{program.name} has kernels of {' and '.join(versions) or 'no version'} of CUB")
            place = Path(folder, versions[0])
            results = derived.measure(program, options, place, *experiments)
            for experiment in experiments:
                if experiment not in results:
                    raise derived.Failed(f"{program.name} did not measure {experiment}")
                rows += ([experiment, *versions, *row] for row in rows_of(results[experiment], experiment))
        key = staleness.key_of_repetition(keys, experiments) or "unknown"
        command = " ".join(["compare_newest", *(program.name for program in programs)])
        path = making.keep(command, key, place / "machine.txt", COLUMNS, rows)
    print(f"kept {path}: {len(rows)} medians", flush=True)


def rows_of(result: result_files.Result, experiment: str) -> list[list[str]]:
    """The library's and ours, from the variant on."""
    if missing := {"variant", "n", *TIME} - set(result.columns):
        raise derived.Failed(f"{experiment} has no column '{min(missing)}'")
    every = [dict(zip(result.columns, row)) for row in result.rows]
    library, ours = ([row for row in every if row["variant"] in names] for names in (("library",), OURS))
    # What tells cases apart is the same of both; the rest tells how they fared.
    values = {name: [{row[name] for row in rows} for rows in (library, ours)] for name in result.columns}
    about = [
        name
        for name in result.columns[: result.columns.index("ms")]
        if name not in ("variant", "n") and values[name][0] == values[name][1] and len(values[name][0]) > 1
    ]

    def case(row: dict[str, str]) -> tuple[str, str]:
        return row["n"], " ".join(row[name] for name in about)

    cases = [case(row) for row in library]
    if not ours or {case(row) for row in ours} != set(cases) or len(set(cases)) < len(cases):
        raise derived.Failed(f"{experiment} has not one row of the library for each of our last kernel")
    return [[row["variant"], *case(row), *(row[name] for name in TIME)] for row in library + ours]


if __name__ == "__main__":
    sys.exit(main())
