"""Names the chapters whose results and figures other pages show, as far as their text tells.

Usage: list_borrowed FOLDER CHAPTERS PAGE…

CHAPTERS are all chapters' names, with commas between; the text of a page is FOLDER/PAGE.md. For each page that shows something of another chapter there is a
line: its name and a colon, and those chapters. Meson asks when it configures. A name that only looks like a result's
counts, too: the page is then made later than it might be, and is the same.
"""

import re
import sys
from pathlib import Path

from results import result_files
from shared import markdown

NAME = re.compile(r"(?<![\w/@-])[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+")


def prose(text: str) -> str:
    """The text without the code that it shows: what lays out a table is none."""
    lines = markdown.lines(text)
    for fence in markdown.fences(text):
        if fence.info != "columns":
            lines[fence.first - 1 : fence.last] = [""] * (fence.last - fence.first + 1)
    return "\n".join(lines)


def borrowed(own: str, text: str, chapters: list[str]) -> list[str]:
    """The other chapters that have results or figures of names in a page's text, in the order of the book."""
    names = {name.replace("_", "-") for name in NAME.findall(prose(text))}
    makers = {result_files.program_of(name, chapters) for name in names - set(chapters)}
    return [name for name in chapters if name in makers and name != own]


def main() -> int:
    if len(sys.argv) < 4 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    chapters = sys.argv[2].split(",")
    for name in sys.argv[3:]:
        path = Path(sys.argv[1], f"{name}.md")
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            print(f"list_borrowed: {path}: {error.strerror}", file=sys.stderr)
            return 1
        if others := borrowed(path.stem, text, chapters):
            print(f"{path.stem}: {' '.join(others)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
