"""Says what each of the book's tools is made of, so that a step of the build is taken again when its tool is edited.

Usage: shared.imports

A line for each module: its name, which is a tool's too, and the files that it is made of.
"""

import ast
import sys
from pathlib import Path

from shared.tools import SCRIPTS


def imported(path: Path) -> list[Path]:
    """The project's modules that a module imports itself."""
    names = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    found = [(SCRIPTS / name.replace(".", "/")).with_suffix(".py") for name in names]
    return [path for path in found if path.is_file()]


def made_of(path: Path) -> list[Path]:
    """The files of a module and of all that it imports, itself first."""
    found = [path]
    for each in found:
        found += [path for path in imported(each) if path not in found]
    return found


def main() -> int:
    for path in sorted(SCRIPTS.rglob("*.py")):
        if path.parent.name != "tests":
            print(path.stem, *made_of(path))
    return 0


if __name__ == "__main__":
    sys.exit(main())
