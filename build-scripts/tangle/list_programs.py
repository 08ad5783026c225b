"""Names the chapters in FOLDER that make a program: those with a fence {.cpp file=NAME.cu}, one a line.

Usage: list_programs FOLDER NAME…

Meson asks when it configures, before there is a tangler; that compares the answer with what it finds.
"""

import re
import sys
from pathlib import Path

FENCE = re.compile(r"[ >]*(`{3,}|~{3,})([^\n]*)")


def makes_program(text: str, name: str) -> bool:
    root = re.compile(rf"""\{{[^}}]*(?<=[\s{{])file=(["']?){re.escape(name)}\.cu\1(?=[\s}}])""")
    fence = ""
    for line in text.splitlines():
        found = FENCE.match(line)
        if not found:
            continue
        marks, attributes = found.groups()
        if not fence:
            fence = marks
            if root.search(attributes):
                return True
        elif marks.startswith(fence) and not attributes.strip():
            fence = ""
    return False


def main() -> int:
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder = Path(sys.argv[1])
    for name in sys.argv[2:]:
        path = folder / f"{name}.md"
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            print(f"list_programs: {path}: {error.strerror}", file=sys.stderr)
            return 1
        if makes_program(text, name):
            print(name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
