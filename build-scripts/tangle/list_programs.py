"""Names the chapters in FOLDER that make a program: those with a fence {.cpp file=NAME.cu}, one per line.
With --sessions, those that show sessions at a terminal: with a fence {.sh .session …}.

Usage: list_programs [--sessions] FOLDER NAME…

Meson asks when it configures, before there is a tangler; that compares the answer with what it finds.
"""

import re
import sys
from pathlib import Path

from shared import markdown


def program(name: str) -> re.Pattern[str]:
    return re.compile(rf"""\{{[^}}]*(?<=[\s{{])file=(["']?){re.escape(name)}\.cu\1(?=[\s}}])""")


def session(_: str) -> re.Pattern[str]:
    return re.compile(r"\{[^}]*(?<=[\s{])\.session(?=[\s}])")


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
        if any(wanted(name).search(fence.info) for fence in markdown.fences(text)):
            print(name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
