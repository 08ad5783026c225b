"""Tables of figures/published that are counted from lists beside the simulator's tests."""

import argparse
import csv
import pathlib
import sys
from collections.abc import Callable

Row = dict[str, str]


def rows_of(path: pathlib.Path) -> list[Row]:
    """The rows of a list; lines that begin with # are words about it."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def write_or_check(usage: str | None, name: str, lists: str, table: Callable[[], str]) -> None:
    """Writes what `table` makes to the file that the command line names; with --check, compares it. `name`: of the table;
    `lists`: where the machine is named."""
    parser = argparse.ArgumentParser(description=usage, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("table", type=pathlib.Path)
    options = parser.parse_args()
    made = f"# experiment: {name}\n# kind: published\n# machine: in {lists}\n{table()}"
    if not options.check:
        options.table.write_text(made, encoding="utf-8")
    elif not options.table.exists() or options.table.read_text(encoding="utf-8") != made:
        sys.exit(f"{options.table} is not what the lists say; run {pathlib.Path(sys.argv[0]).name} {options.table}")
