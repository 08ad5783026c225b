"""Finds entries of a bibliography that do not say under which rights their source is published.

Each says it in its field `rights`: the licence, who has the copyright, or `not stated`. Nobody but those
who read the file sees it: Pandoc does not render it.

Exit status 1 if there is anything to tell; each is told as FILE:LINE.
"""

import argparse
import re
import sys
from pathlib import Path

ENTRY = re.compile(r"^\s*@(?!comment|string|preamble)\w+\s*\{\s*([^\s,}]*)", re.MULTILINE | re.IGNORECASE)
RIGHTS = re.compile(r',\s*rights\s*=\s*(?:\{[{\s]*[^{}\s]|"\s*[^"\s])', re.IGNORECASE)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bibliography", type=Path, metavar="FILE.bib")
    path = parser.parse_args().bibliography
    faults = find(path.read_text(encoding="utf-8"))
    for line, message in faults:
        print(f"{path}:{line}: error: {message}")
    return 1 if faults else 0


def find(text: str) -> list[tuple[int, str]]:
    """Line and what is wrong, in order."""
    entries = list(ENTRY.finditer(text))
    ends = [entry.start() for entry in entries[1:]] + [len(text)]
    silent = [entry for entry, end in zip(entries, ends) if not RIGHTS.search(text, entry.end(), end)]
    words = "'{}' does not say under which rights its source is published"
    faults = [(text.count("\n", 0, entry.start(1)) + 1, words.format(entry[1])) for entry in silent]
    return faults if entries else [(1, "no entry there")]


if __name__ == "__main__":
    sys.exit(main())
