"""Finds numbers in the text of chapters that look as if somebody had measured them and typed them.

A number with a unit of time, rate, frequency or power, a percentage or a ratio comes from a result:
`name{…}.column`{.value}. Not looked at are code, mathematics (where a number belongs that is so by
definition), attributes and addresses, and in a claim the numbers of its test. A figure that others
published is marked and cited in its paragraph: [0.206 ms]{.published} [@key].

Exit status 1 if there is any; each is told as FILE:LINE:COLUMN.
"""

import argparse
import re
import sys
from pathlib import Path

from shared.prose import BLANK, SPAN_END, blanked, place, without_code, without_mathematics

CITATION = re.compile(r"@(?!(?:ch|sec|fig|tbl|eq|ex|quiz|chunk):)[A-Za-z]")

SPACE = r"[\s\u00a0\u2009\u202f]*"
NUMBER = r"(?<![\w.,^])\d+(?:[.,\u202f]\d+)*"
DECIMAL = r"(?<![\w.,^])\d+[.,]\d+"
PREFIXED = r"[kKMGTP]?i?"
UNITS = (
    r"(?:[num\u00b5\u03bcp]?s|(?:nano|micro|milli)?seconds?|minutes?|hours?"
    rf"|{PREFIXED}(?:B|bit|FLOPs?|FLOP|flop|OP)(?:/s|{SPACE}(?:per|a){SPACE}second)|{PREFIXED}(?:FLOPS|OPS)"
    r"|[kMG]Hz|m?W|watts?)\b"
)
MEASURED = re.compile(
    rf"{NUMBER}{SPACE}{UNITS}"
    rf"|{NUMBER}{SPACE}(?:%|per{SPACE}cent\b|percent\b)"
    rf"|{NUMBER}{SPACE}\u00d7(?!{SPACE}[\d$(\0])"
    rf"|{NUMBER}x(?=\s|[.,;:)])"
    rf"|{DECIMAL}{SPACE}times\b"
    rf"|{NUMBER}{SPACE}times{SPACE}(?:faster|slower|quicker|longer|shorter|as{SPACE}(?:fast|slow|long|quick|many|much))\b"
    rf"|\bfactor{SPACE}(?:of{SPACE})?{DECIMAL}"
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("chapters", nargs="+", type=Path, metavar="CHAPTER.md")
    options = parser.parse_args()
    faults = 0
    for path in options.chapters:
        for line, column, message in find(path.read_text(encoding="utf-8")):
            print(f"{path}:{line}:{column}: error: {message}")
            faults += 1
    return 1 if faults else 0


def find(text: str) -> list[tuple[int, int, str]]:
    """Line, column (from 1) and what is wrong, in order."""
    text, faults = without_marked_spans(without_code(text))
    text = without_mathematics(text)
    for match in MEASURED.finditer(text):
        words = " ".join(match[0].split())
        faults.append((match.start(), f"'{words}' looks measured, and is typed: take it from a result"))
    return [(*place(text, start), message) for start, message in sorted(faults)]


def without_marked_spans(text: str) -> tuple[str, list[tuple[int, str]]]:
    """The text without published figures and without the numbers of claims that their tests hold."""
    faults = []
    for end in SPAN_END.finditer(text):
        start = opening(text, end.start())
        if start is None:
            continue
        attributes, content = end[1], text[start : end.start()]
        if re.search(r"\.published\b", attributes):
            if not CITATION.search(paragraph(text, start)):
                faults.append((start, "a published figure without a citation in its paragraph"))
            content = re.sub(r"[^\n]", BLANK, content)
        elif re.search(r"\.claim\b", attributes):
            tested = set(re.findall(NUMBER, attributes))
            content = re.sub(NUMBER, lambda match: blanked(match) if match[0] in tested else match[0], content)
        text = text[:start] + content + text[end.start() :]
    return text, faults


def opening(text: str, end: int) -> int | None:
    """Where the bracket that `end` closes was opened."""
    depth = 0
    for i in range(end, -1, -1):
        depth += {"]": 1, "[": -1}.get(text[i], 0)
        if depth == 0:
            return i
    return None


def paragraph(text: str, place: int) -> str:
    start = text.rfind("\n\n", 0, place)
    end = text.find("\n\n", place)
    return text[max(start, 0) : end if end >= 0 else None]


if __name__ == "__main__":
    sys.exit(main())
