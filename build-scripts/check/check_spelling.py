"""Finds words in the prose of Markdown files that neither a British dictionary nor the project's own list knows.

Usage: check_spelling --words LIST FILE.md…

LIST has a word a line, in the order of letters; one that no file has is a fault too. Not looked at are code, mathematics, addresses,
names in capitals or with digits, and attributes, but for alternative texts and titles. hunspell (with hunspell-en-gb)
knows the words. Exit status 1 if there is any fault; each is told as FILE:LINE:COLUMN.
"""

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

from shared import prose
from shared.tools import SKIPPED

# What readers see of attributes.
READ = re.compile(r"""(?<=[\s{])(?:alt|title|label)=("[^"]*"|'[^']*')""")
# Names of sources, labels and elements; entities; the names of divisions.
NAMES = re.compile(r"@[\w:/-]+|<[^<>\s][^<>]*>|&\w+;|^:::+ *\w*|^---\n.*?\n---$", re.MULTILINE | re.DOTALL)
WORD = re.compile(r"(?<![\w.])[^\W\d_]+(?:['\u2019][^\W\d_]+)*(?![\w(])")
CAPITALS = re.compile(r"[A-Z]{2,}s?|.*[a-z][A-Z].*")


def visible(attributes: re.Match[str]) -> str:
    """Attributes with nothing but what readers see."""
    text = prose.blanked(attributes)
    for match in READ.finditer(attributes[0]):
        text = text[: match.start(1)] + match[1] + text[match.end(1) :]
    return text


def words(text: str) -> list[tuple[int, str]]:
    """Where each word of the prose begins, and the word, without the 's of the genitive."""
    text = prose.without_code(text)
    for pattern in (prose.SPAN_END, prose.OTHER_ATTRIBUTES):
        text = pattern.sub(visible, text)
    for pattern in (prose.ADDRESS, prose.DISPLAYED, prose.MATHEMATICS, NAMES):
        text = pattern.sub(prose.blanked, text)
    found = [(match.start(), match[0].replace("\u2019", "'").removesuffix("'s")) for match in WORD.finditer(text)]
    return [(start, word) for start, word in found if not CAPITALS.fullmatch(word)]


def unknown(candidates: set[str]) -> set[str]:
    """Those among some words that the dictionary does not know."""
    run = subprocess.run(
        ["hunspell", "-i", "utf-8", "-d", "en_GB", "-l"],
        input="\n".join(sorted(candidates)),
        capture_output=True,
        text=True,
        check=True,
    )
    return set(run.stdout.split("\n")) & candidates


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--words", type=Path, required=True, metavar="LIST")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE.md")
    options = parser.parse_args()
    if not shutil.which("hunspell"):
        print("check_spelling: hunspell is not installed")
        return SKIPPED
    listed = options.words.read_text(encoding="utf-8").splitlines()
    texts = {path: path.read_text(encoding="utf-8") for path in options.files}
    found = {path: words(text) for path, text in texts.items()}
    used = {word for places in found.values() for _, word in places}
    strange = unknown(used)
    faults = []
    for path, places in found.items():
        for start, word in places:
            if word in strange.difference(listed):
                line, column = prose.place(texts[path], start)
                faults.append(f"{path}:{line}:{column}: error: '{word}' is misspelt, or missing in {options.words}")
    for line, word in enumerate(listed, 1):
        if word not in used:
            faults.append(f"{options.words}:{line}: error: '{word}' is not needed")
    if listed != sorted(listed, key=str.lower):
        faults.append(f"{options.words}:1: error: the words are not in order")
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
