"""Names the chapters in FOLDER that make a program: those with a fence {.cpp file=NAME.cu}, one per line.
With --sessions, those that show sessions at a terminal: with a fence {.sh .session …}.

Usage: list_programs [--sessions] FOLDER NAME…

Meson asks when it configures, before there is a tangler; that compares the answer with what it finds.
"""

import re
import sys
from pathlib import Path

FENCE = re.compile(r"[ >]*(`{3,}|~{3,})([^\n]*)")


def program(name: str) -> re.Pattern[str]:
    return re.compile(rf"""\{{[^}}]*(?<=[\s{{])file=(["']?){re.escape(name)}\.cu\1(?=[\s}}])""")


def session(_: str) -> re.Pattern[str]:
    return re.compile(r"\{[^}]*(?<=[\s{])\.session(?=[\s}])")


def has_fence(text: str, wanted: re.Pattern[str]) -> bool:
    """Has some code block attributes like that?"""
    fence = ""
    for line in text.splitlines():
        found = FENCE.match(line)
        if not found:
            continue
        marks, attributes = found.groups()
        if not fence:
            fence = marks
            if wanted.search(attributes):
                return True
        elif marks.startswith(fence) and not attributes.strip():
            fence = ""
    return False


def main() -> int:
    arguments = sys.argv[1:]
    wanted = session if arguments[:1] == ["--sessions"] else program
    if wanted is session:
        del arguments[0]
    if not arguments or arguments[0].startswith("-"):
        sys.exit(__doc__)
    folder = Path(arguments[0])
    for name in arguments[1:]:
        path = folder / f"{name}.md"
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            print(f"list_programs: {path}: {error.strerror}", file=sys.stderr)
            return 1
        if has_fence(text, wanted(name)):
            print(name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
