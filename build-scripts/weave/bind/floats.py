"""Moves figures and tables that would leave the page before them partly empty behind the text that follows."""

import collections
import math
import re
import subprocess
import xml.etree.ElementTree as tree
from pathlib import Path

from weave.bind.answers import classes
from weave.bind.woven import text_of

# Points: where the text of a page begins below its running head, and how much of it may stay empty.
HEAD, EMPTY = 58, 150
# Of running text: letters in a line, points that a line takes, and points between paragraphs.
LETTERS, LINE, APART = 75, 14.5, 8
# Of code a line, and what a box has besides its lines.
CODE_LINE, BOX = 11.1, 60
WORD, PAGE = "{http://www.w3.org/1999/xhtml}word", "{http://www.w3.org/1999/xhtml}page"


def room_below(pdf: Path) -> list[float]:
    """For each page the points between its last line and the lowest line of all pages."""
    run = subprocess.run(["pdftotext", "-bbox", pdf, "-"], capture_output=True, check=True)
    lowest = []
    for page in tree.fromstring(run.stdout).iter(PAGE):
        words = [float(word.attrib["yMax"]) for word in page.iter(WORD) if float(word.attrib["yMin"]) > HEAD]
        lowest.append(max(words, default=HEAD))
    return [max(lowest, default=HEAD) - each for each in lowest]


def destinations(pdf: Path) -> list[tuple[str, int, float]]:
    """Of each anchor that a link leads to: its name, its page, and how many points it stands above the page's lower edge."""
    run = subprocess.run(["pdfinfo", "-dests", pdf], capture_output=True, text=True, check=True)
    found = re.findall(r'(?m)^\s*(\d+)\s*\[\s*XYZ\s+\S+\s+(\S+)\s.*\]\s*"(.*)"$', run.stdout)
    return [(name, int(page), float(top)) for page, top, name in found]


def begins_of_pages(pdf: Path) -> dict[int, list[str]]:
    """The anchors of what stands at the very top of each page."""
    places = destinations(pdf)
    height = max((top for _, _, top in places), default=0)
    found = collections.defaultdict(list)
    for name, page, top in places:
        if height - top < HEAD:
            found[page].append(name)
    return found


def gaps(pdf: Path) -> dict[str, float]:
    """Of each anchor at the top of a page: the points that are empty on the page before, where these are many."""
    below = room_below(pdf)
    return {
        name: below[page - 2]
        for page, names in begins_of_pages(pdf).items()
        if page > 1 and below[page - 2] > EMPTY
        for name in names
    }


def height_of_text(element: tree.Element) -> float:
    """About how many points some running text takes, line by line of a list."""
    items = [element] if element.tag == "p" else list(element)
    return APART + sum(LINE * math.ceil(len(text_of(item)) / LETTERS) for item in items)


def height_of(element: tree.Element) -> float | None:
    """About how many points text, a question or a piece of code takes; None for what nothing is moved behind."""
    if element.tag in ("p", "ul", "ol"):
        return height_of_text(element)
    names = classes(element)
    if "quiz" in names:
        return BOX + sum(height_of_text(each) for each in element if each.tag in ("p", "ol"))
    if "chunk" in names:
        return BOX + CODE_LINE * sum("".join(code.itertext()).count("\n") for code in element.iter("code"))
    return None


def move(main: tree.Element, empty: dict[str, float]) -> int:
    """Moves what stands at the top of a page so far that text fills the page before it. Returns how many were moved."""
    moved = 0
    for figure in [each for each in main if each.tag == "figure" and each.get("id") in empty]:
        children = list(main)
        place = end = children.index(figure)
        room = empty[figure.attrib["id"]]
        while end + 1 < len(children):
            height = height_of(children[end + 1])
            # Text is parted where a page ends, a box is not.
            is_text = children[end + 1].tag in ("p", "ul", "ol")
            if height is None or room < (LINE if is_text else height):
                break
            end, room = end + 1, room - height
        if end > place:
            main.remove(figure)
            main.insert(end, figure)
            moved += 1
    return moved
