"""Writes what the book's search loads: scripts with every section of every page and its text, with what has a number,
with every definition and its code; and a library's.

Usage: list_sections FOLDER LISTING DEPFILE LIBRARY.js CONTENTS.json… NAMES.json…

CONTENTS.json are what pages hold, as the weaver writes it, in the order of the book; CHAPTER.names.json what a chapter's
program defines, as find_names writes it. A script can be loaded where no server is, as data cannot. LISTING gets the
names of the files in FOLDER.
"""

import json
import sys
from pathlib import Path
from typing import Any

from shared import output
from weave.lists import gathered
from weave.lists.list_definitions import lines_of, places

# Of a section previews show so many letters at most.
OPENING = 280
# Of a definition the search and previews show so many lines at most.
LONGEST = 10


def chapter_of(page: dict[str, Any]) -> str:
    return f"{page['number']}: {page['title']}" if page["number"] else str(page["title"])


def things(page: dict[str, Any]) -> list[list[str]]:
    """Address, kind, number, chapter and caption of each thing that has a number."""
    return [
        [f"{page['name']}.html#{each['anchor']}", each["kind"], each["number"], chapter_of(page), each["plain"]]
        for each in page["things"]
        if each["number"]
    ]


def excerpt(code: list[str], number: int) -> str:
    """The line that defines a name, with the comment before it and what follows, up to the end of a small definition."""
    first = number - 1
    while first > 0 and code[first - 1].lstrip().startswith(("//", "template")):
        first -= 1
    last = number
    if not code[number - 1].rstrip().endswith(("}", ";")):
        while last < len(code) and not code[last].startswith("}"):
            last += 1
        last += 1
    shown = code[first : min(last, first + LONGEST)]
    return "\n".join(shown) + ("\n\u2026" if first + len(shown) < min(last, len(code)) else "")


def definitions(page: dict[str, Any], known: list[dict[str, str]]) -> list[list[str]]:
    """Name, kind, address, number of the piece of code and code of what the page defines for all to see."""
    lines, pieces = lines_of(page), {part["anchor"]: part for part in page["chunks"]}
    return [
        [
            each["name"],
            each["kind"],
            f"{page['name']}.html#{anchor}-L{number}",
            pieces[anchor]["number"],
            excerpt(pieces[anchor]["code"].splitlines(), number),
        ]
        for each in known
        for anchor, number in places(each, lines)
    ]


def sections(page: dict[str, Any]) -> list[list[str]]:
    """Address, heading, chapter and text of each section that has any, or a number by which it may be sought."""
    chapter = chapter_of(page)
    return [
        [
            f"{page['name']}.html#{section['anchor']}",
            " ".join(filter(None, (section["number"], section["title"]))) or page["title"],
            chapter,
            section["text"],
        ]
        for section in page["sections"]
        if section["text"] or section["number"]
    ]


def opening(text: str) -> str:
    """The first sentences of a section, or as much of the first as there is room for."""
    if len(text) <= OPENING:
        return text
    end = max(text.rfind(sign, 0, OPENING) for sign in (". ", "? ", "! ", ": "))
    return text[: end + 1] if end > OPENING // 3 else text[: text.rfind(" ", 0, OPENING)] + " \u2026"


def script(name: str, rows: list[list[str]]) -> str:
    return f"var {name} = [\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n];\n"


def main() -> int:
    if len(sys.argv) < 6:
        sys.exit(__doc__)
    folder, listing, depfile, library, *paths = map(Path, sys.argv[1:])
    pages, names = gathered.read(paths)
    rows = [each for page in pages for each in sections(page)]
    scripts = {
        library.name: library.read_text(encoding="utf-8"),
        "sections.js": script("bookSections", rows),
        "openings.js": script("bookOpenings", [[*row[:3], opening(row[3])] for row in rows]),
        "things.js": script("bookThings", [each for page in pages for each in things(page)]),
        "definitions.js": script(
            "bookDefinitions", [each for page in pages for each in definitions(page, names.get(page["name"], []))]
        ),
    }
    output.write_folder(folder, scripts, listing, depfile, [library])
    return 0


if __name__ == "__main__":
    sys.exit(main())
