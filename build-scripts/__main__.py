"""Runs one of the book's tools: `python3 build-scripts NAME ARGUMENT…`; NAME --help says what it does.

NAME is that of a module in one of the folders here, as `keys`, or its place, as `measure.tests.keys_test`.
"""

import runpy
import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
FOLDERS = ("measure", "draw", "check", "exercises", "tangle", "weave", "weave/experiments", "weave/lists", "weave/bind")


def module(name: str) -> str | None:
    """The module of a tool; None where there is none."""
    if "." in name:
        return name if (HERE / name.replace(".", "/")).with_suffix(".py").is_file() else None
    return next((f"{home.replace('/', '.')}.{tool}" for home, tool in tools() if tool == name), None)


def tools() -> Iterator[tuple[str, str]]:
    """The folder and the name of each module that can be started."""
    for folder in FOLDERS:
        for path in sorted((HERE / folder).glob("*.py")):
            if 'if __name__ == "__main__":' in path.read_text(encoding="utf-8"):
                yield folder, path.stem


def main() -> None:
    # A build leaves nothing in the source tree.
    sys.dont_write_bytecode = True
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(f"{__doc__}\nTools: {' '.join(name for _, name in tools())}")
    found = module(sys.argv[1])
    if not found:
        sys.exit(f"{HERE.name}: no tool '{sys.argv[1]}'")
    del sys.argv[1]
    runpy.run_module(found, run_name="__main__", alter_sys=True)


main()
