"""Writes for each chapter the script that tells its page where the names in its code are defined.

Usage: list_definitions FOLDER LISTING DEPFILE CONTENTS.json… NAMES.json…

CONTENTS.json are what pages hold, as the weaver writes it, in the order of the book; CHAPTER.names.json what a chapter's
program defines, as find_names writes it. For each of the latter FOLDER/CHAPTER.js has the address of the line that
defines a name; of a name that several pieces of code define, that of its entry in the list of names. A name that
something within a function or a type bears too has none, for in code one could not tell which is meant. Scripts are
rewritten only if they change; LISTING gets their names.
"""

import json
import sys
from pathlib import Path
from typing import Any

from shared import output
from weave.lists import gathered


def lines_of(page: dict[str, Any]) -> dict[str, list[tuple[str, int]]]:
    """For each line of the page's code, without its indentation, its places: anchor and number."""
    found: dict[str, list[tuple[str, int]]] = {}
    for part in page["chunks"]:
        for number, line in enumerate(part["code"].splitlines(), 1):
            found.setdefault(line.strip(), []).append((part["anchor"], number))
    return found


def places(each: dict[str, str], lines: dict[str, list[tuple[str, int]]]) -> list[tuple[str, int]]:
    """Where a page's code defines a name."""
    if each["kind"] == "macro":  # whose line ctags gives as far as its name only
        return [place for line, found in lines.items() if line.startswith(each["line"]) for place in found]
    return lines.get(each["line"], [])


def definitions(chapter: str, known: list[dict[str, str]], lines: dict[str, dict[str, Any]]) -> dict[str, str]:
    """Address for each name, as seen from the chapter's page. Its own code comes first, then the book's order."""
    found: dict[str, dict[str, str]] = {}
    for each in (each for each in known if each["inner"] == "no"):
        for page in sorted(lines, key=lambda name: name != chapter):
            if defined := places(each, lines[page]):
                for anchor, number in defined:
                    address = f"{'' if page == chapter else page + '.html'}#{anchor}"
                    found.setdefault(each["name"], {}).setdefault(address, f"{address}-L{number}")
                break
    return {
        name: next(iter(addresses.values())) if len(addresses) == 1 else f"names.html#name-{name}"
        for name, addresses in sorted(found.items())
    }


def main() -> int:
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    folder, listing, depfile, *paths = map(Path, sys.argv[1:])
    pages, names = gathered.read(paths)
    lines = {page["name"]: lines_of(page) for page in pages}
    tables = {chapter: json.dumps(definitions(chapter, known, lines), indent=0) for chapter, known in names.items()}
    scripts = {f"{chapter}.js": f"var bookNames = {table};\n" for chapter, table in tables.items()}
    output.write_folder(folder, scripts, listing, depfile)
    return 0


if __name__ == "__main__":
    sys.exit(main())
