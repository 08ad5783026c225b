"""Writes what the book's search loads: a script with every section of every page and its text, and a library's.

Usage: list_sections FOLDER LISTING DEPFILE LIBRARY.js CONTENTS.json…

CONTENTS.json are what pages hold, as the weaver writes it, in the order of the book. A script can be loaded where no
server is, as data cannot. LISTING gets the names of the files in FOLDER.
"""

import json
import sys
from pathlib import Path
from typing import Any

from book import output


def sections(page: dict[str, Any]) -> list[list[str]]:
    """Address, heading, chapter and text of each section that has any."""
    chapter = f"{page['number']}: {page['title']}" if page["number"] else page["title"]
    return [
        [
            f"{page['name']}.html#{section['anchor']}",
            " ".join(filter(None, (section["number"], section["title"]))) or page["title"],
            chapter,
            section["text"],
        ]
        for section in page["sections"]
        if section["text"]
    ]


def main() -> int:
    if len(sys.argv) < 6:
        sys.exit(__doc__)
    folder, listing, depfile, library, *gathered = map(Path, sys.argv[1:])
    pages = [json.loads(path.read_text(encoding="utf-8")) for path in gathered]
    lines = [json.dumps(section, ensure_ascii=False) for page in pages for section in sections(page)]
    script = "var bookSections = [\n" + ",\n".join(lines) + "\n];\n"
    scripts = {library.name: library.read_text(encoding="utf-8"), "sections.js": script}
    output.write_folder(folder, scripts, listing, depfile, [library])
    return 0


if __name__ == "__main__":
    sys.exit(main())
