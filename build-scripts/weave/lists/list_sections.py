#!/usr/bin/env python3
"""Writes the script that the book's search reads: every section of every page with its text.

Usage: list_sections OUTPUT.js GATHERED.json…

The pages are in the order of the book. A script can be loaded where no server is, as data cannot.
"""

import json
import sys
from pathlib import Path

# A build leaves nothing in the source tree.
sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import output


def sections(page: dict) -> list[list[str]]:
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
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    pages = [json.loads(Path(path).read_text(encoding="utf-8")) for path in sys.argv[2:]]
    lines = [json.dumps(section, ensure_ascii=False) for page in pages for section in sections(page)]
    output.write_if_changed(Path(sys.argv[1]), "var bookSections = [\n" + ",\n".join(lines) + "\n];\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
