"""Writes the Markdown of the page that lists the book's figures, tables, exercises and questions.

Usage: list_figures OUTPUT.md CONTENTS.json…

CONTENTS.json are what pages hold, as the weaver writes it, in the order of the book. OUTPUT is rewritten only if it changes.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

from shared import output

KINDS = {"figure": "Figures", "table": "Tables", "exercise": "Exercises", "quiz": "Questions"}


def escaped(caption: str) -> str:
    """A caption of which Markdown makes nothing but its formulas."""
    pieces = re.split(r"(\$[^$]+\$)", caption)
    pieces[::2] = [re.sub(r"([^\w\s])", r"\\\1", piece, flags=re.ASCII) for piece in pieces[::2]]
    return "".join(pieces)


def title_of(kind: str, thing: dict[str, str]) -> str:
    """The first sentence of the caption."""
    caption = re.split(r"(?<=[.?!]) (?=[A-Z])", thing["caption"])[0]
    return escaped(caption or f"{KINDS[kind][:-1]} {thing['number']}")


def markdown(pages: list[dict[str, Any]]) -> str:
    sections = []
    for kind, title in KINDS.items():
        lines = [
            f"- [{thing['number'] or 'front'}]{{.number}} [{title_of(kind, thing)}]({page['name']}.html#{thing['anchor']})"
            for page in pages
            for thing in page["things"]
            if thing["kind"] == kind
        ]
        if lines:
            sections.append(f"# {title}\n\n::: things\n" + "\n".join(lines) + "\n:::\n")
    return "---\ntitle: Figures and tables\n---\n\nAll figures, tables, exercises and questions of the book.\n\n" + "\n".join(
        sections
    )


def main() -> int:
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    pages = [json.loads(Path(path).read_text(encoding="utf-8")) for path in sys.argv[2:]]
    output.write_if_changed(Path(sys.argv[1]), markdown(pages))
    return 0


if __name__ == "__main__":
    sys.exit(main())
