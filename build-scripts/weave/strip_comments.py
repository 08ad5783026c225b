"""Copies scripts without the comments that have lines of their own, and without types, which readers would only wait for.

Usage: strip_comments FOLDER SCRIPT…
       strip_comments --sheet FILE.css STYLES.css…, which makes one sheet of several, without comments and indentation
"""

import re
import sys
from pathlib import Path

from shared import output

COMMENT = re.compile(r"^[ \t]*(?://.*|/\*(?:(?!\*/)[\s\S])*\*/)[ \t]*\n", re.MULTILINE)
CAST = re.compile(r"/\*\* @type \{[^*`]*\} \*/ ?")


def stripped(text: str) -> str:
    """The script without them; ValueError where such a line might be a part of a text."""
    for comment in COMMENT.finditer(text):
        if COMMENT.sub("", text[: comment.start()]).count("`") % 2:
            raise ValueError(
                f"{text.count(chr(10), 0, comment.start()) + 1}: in a text of several lines stands what looks like a comment"
            )
    return CAST.sub("", COMMENT.sub("", text))


def sheet(text: str) -> str:
    """The styles without comments, and without spaces around the ends of lines that need none."""
    for comment in re.finditer(r"/\*[\s\S]*?\*/", text):
        if text[text.rfind("\n", 0, comment.start()) + 1 : comment.start()].count('"') % 2:
            raise ValueError(f"{text.count(chr(10), 0, comment.start()) + 1}: in a text stands what looks like a comment")
    lines = re.sub(r"\s*\n\s*", "\n", re.sub(r"/\*[\s\S]*?\*/", "", text)).strip()
    return re.sub(r"(?<=[{};,])\n", "", lines).replace("\n", " ") + "\n"


def main() -> int:
    if len(sys.argv) > 3 and sys.argv[1] == "--sheet":
        texts = [Path(path).read_text(encoding="utf-8") for path in sys.argv[3:]]
        output.write_if_changed(Path(sys.argv[2]), sheet("\n".join(texts)))
        return 0
    if len(sys.argv) < 3 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    folder = Path(sys.argv[1])
    for script in map(Path, sys.argv[2:]):
        try:
            output.write_if_changed(folder / script.name, stripped(script.read_text(encoding="utf-8")))
        except ValueError as error:
            print(f"{script}:{error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
