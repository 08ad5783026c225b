"""Finds entries of a bibliography that stand there twice, or do not say under which rights their source is published.

Each says that in its field `rights`: the licence, who has the copyright, or `not stated`. Nobody but those who read
the file sees it: Pandoc does not render it. Of two entries with the same key Pandoc takes one and says nothing.

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
    if not entries:
        return [(1, "no entry there")]
    faults, seen = [], set()
    for entry, end in zip(entries, ends):
        line = text.count("\n", 0, entry.start(1)) + 1
        if entry[1] in seen:
            faults.append((line, f"'{entry[1]}' stands there twice"))
        seen.add(entry[1])
        if not RIGHTS.search(text, entry.end(), end):
            faults.append((line, f"'{entry[1]}' does not say under which rights its source is published"))
    return faults


if __name__ == "__main__":
    sys.exit(main())
