"""Times a chapter's last kernel beside the library's, in one run, and prints the ratios.

Usage: compare_library PROGRAM-gpu EXPERIMENT [BASELINE] [--also PROGRAM…]

EXPERIMENT has columns variant and ms, between them n and any others that tell cases apart, and variants
`last` and `library`. A row is printed for each case of `last`: both medians, how many times as fast as
the library the last kernel is, and, with BASELINE, what part of that variant's speed it reaches; then
likewise for each other PROGRAM, with the version of CUB that it was compiled with. Exit 0: measured; 1: it
failed; 77: there is no GPU here.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from measure import cub
from results import result_files

# What tells one case from another: fields of the columns from variant to ms.
Case = tuple[str, ...]


def medians(path: Path) -> tuple[list[str], dict[str, dict[Case, float]]]:
    """The names of those columns, and milliseconds by variant and case."""
    result = result_files.read(path)
    for name in ("variant", "n", "ms"):
        if name not in result.columns:
            raise result_files.Damaged(f"{path.stem} has no column '{name}'")
    keys = [name for name in result.columns[: result.columns.index("ms")] if name != "variant"]
    found: dict[str, dict[Case, float]] = {}
    for fields in result.rows:
        row = dict(zip(result.columns, fields))
        times = found.setdefault(row["variant"], {})
        case = tuple(row[key] for key in keys)
        if case in times:
            raise result_files.Damaged(f"'{row['variant']}' was measured twice at {told(keys, case)}")
        times[case] = float(row["ms"])
    return keys, found


def told(keys: list[str], case: Case) -> str:
    return ", ".join(f"{key} = {field}" for key, field in zip(keys, case))


def order(case: Case) -> list[tuple[bool, float, str]]:
    """Numbers by their size, before texts."""
    return [(False, float(field), "") if field.isdigit() else (True, 0, field) for field in case]


def table(keys: list[str], times: dict[str, dict[Case, float]], baseline: str | None) -> str:
    others = ["library", *([baseline] if baseline else [])]
    for variant in ("last", *others):
        if variant not in times:
            raise result_files.Damaged(f"nothing was measured of '{variant}'")
    heads = [*keys, "library ms", "last ms", "times as fast", *([f"of {baseline}"] if baseline else [])]
    lines = ["".join(f"{head:>15}" for head in heads)]
    for case in sorted(times["last"], key=order):
        for variant in others:
            if case not in times[variant]:
                raise result_files.Damaged(f"nothing was measured of '{variant}' at {told(keys, case)}")
        last, library = times["last"][case], times["library"][case]
        line = "".join(f"{field:>15}" for field in case) + f"{library:>15.5f}{last:>15.5f}{library / last:>15.3f}"
        if baseline:
            line += f"{times[baseline][case] / last:>15.3f}"
        lines.append(line)
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(
        usage=argparse.SUPPRESS, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("program", type=Path)
    parser.add_argument("experiment")
    parser.add_argument("baseline", nargs="?")
    parser.add_argument("--also", type=Path, nargs="*", default=[])
    options = parser.parse_args()
    for program in (options.program, *options.also):
        if options.also:
            print(f"beside CUB {' and '.join(cub.versions(program))}", flush=True)
        if status := compare(program, options.experiment, options.baseline):
            return status
    return 0


def compare(program: Path, experiment: str, baseline: str | None) -> int:
    """The exit status."""
    with tempfile.TemporaryDirectory() as folder:
        command = [str(program.absolute()), "--measure", "--only", experiment, "--output", folder]
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode:
            print(run.stdout + run.stderr, end="")
            return run.returncode
        try:
            print(table(*medians(Path(folder) / f"{experiment}.csv"), baseline))
        except result_files.Damaged as error:
            print(f"compare_library: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
