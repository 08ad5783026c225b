"""Binds a PDF, follows its links and measures its letters. Usage: pdf_test.py BIND_PDF OPTIONS… -- PAGE.html…

Of each piece of code the links and the longest line are bound: the rest takes most of the time. qpdf tells which links there
are, where they lie and where they lead, poppler's pdftotext which words lie there, and its pdftohtml how large their letters
are.
"""

import collections
import html
import json
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from shared.tools import command
from weave.bind import floats
from weave.tests import browser

TOOLS = ("pdfinfo", "pdftohtml", "pdftotext", "qpdf")
# Points that the letters of a text have at least, and those of code.
LEGIBLE, LEGIBLE_CODE = 9.5, 8.3
# Letters that a full line of text has at least and at most, and the points that it is long.
MEASURE, FULL = (65, 75), 124 / 25.4 * 72
WORD = "{http://www.w3.org/1999/xhtml}word"
PAGE = "{http://www.w3.org/1999/xhtml}page"
# What may be empty of a page, and how many pages of a hundred may be emptier, besides those before a chapter.
EMPTY, EMPTIER = 1 / 3, 1
CODE = re.compile(r"(?s)(<pre\b[^>]*><code>)(.*?)(</code></pre>)")


def missing() -> str:
    """A tool that is not there, if any."""
    return "chromium" if not browser.CHROMIUM else next((tool for tool in TOOLS if not shutil.which(tool)), "")


@dataclass
class Link:
    """A link of a page: the words within it; `leads_to` a page's number, an address, or None where it leads nowhere."""

    page: int
    words: list[str]
    leads_to: int | str | None


class Document:
    """The pages of a PDF, their links, and the bookmarks as (title, page's number)."""

    def __init__(self, path: str) -> None:
        run = subprocess.run(["qpdf", "--json=2", "--json-key=qpdf", "--json-key=pages", path], capture_output=True, check=True)
        told = json.loads(run.stdout)
        self.objects = told["qpdf"][1]
        self.places = {page["object"]: number for number, page in enumerate(told["pages"], 1)}
        self.root = self.read(self.read(self.objects["trailer"]["value"])["/Root"])
        self.named = self.names(self.root.get("/Dests", {})) | self.names(
            self.read(self.root.get("/Names", {})).get("/Dests", {})
        )
        self.words = words_of(path)
        self.links = [link for page in told["pages"] for link in self.links_of(page["object"])]
        self.bookmarks = list(self.bookmarks_below(self.root.get("/Outlines", {})))

    def read(self, value: Any) -> Any:
        """A value, looked up where it is a reference."""
        while isinstance(value, str) and re.fullmatch(r"\d+ \d+ R", value):
            found = self.objects.get("obj:" + value, {})
            value = found.get("value", found.get("stream", {}).get("dict"))
        return value

    def names(self, node: Any) -> dict[str, Any]:
        """The names of a dictionary, or of a tree of names, and what they stand for."""
        node = self.read(node)
        found: dict[str, Any] = {}
        if "/Names" in node or "/Kids" in node:
            pairs = self.read(node.get("/Names", []))
            found.update(zip(pairs[::2], pairs[1::2]))
            for kid in self.read(node.get("/Kids", [])):
                found.update(self.names(kid))
            return found
        return {("u:" + key.removeprefix("/")): value for key, value in node.items()}

    def place(self, target: Any) -> int | None:
        """The number of the page that a destination is on."""
        target = self.read(target)
        if isinstance(target, str):
            key = "u:" + target.removeprefix("/") if target.startswith("/") else target
            target = self.read(self.named.get(key))
        if isinstance(target, dict):
            target = self.read(target.get("/D"))
        return self.places.get(target[0]) if isinstance(target, list) and target else None

    def target(self, item: dict[str, Any]) -> Any:
        action = self.read(item.get("/A", {}))
        if action.get("/S") == "/URI":
            return self.read(action["/URI"]).removeprefix("u:")
        return self.place(action.get("/D") or item.get("/Dest"))

    def links_of(self, page: str) -> Iterator[Link]:
        number, sheet = self.places[page], self.read(page)
        height = self.read(sheet.get("/MediaBox"))[3]
        for reference in self.read(sheet.get("/Annots", [])):
            item = self.read(reference)
            if item.get("/Subtype") == "/Link":
                left, low, right, high = (float(each) for each in self.read(item["/Rect"]))
                inside = [text for text, x, y in self.words[number] if left <= x <= right and height - high <= y <= height - low]
                yield Link(number, inside, self.target(item))

    def bookmarks_below(self, node: Any) -> Iterator[tuple[str, Any]]:
        item = self.read(self.read(node).get("/First"))
        while item:
            yield self.read(item["/Title"]).removeprefix("u:"), self.target(item)
            yield from self.bookmarks_below(item)
            item = self.read(item.get("/Next"))


def words_of(path: str) -> dict[int, list[tuple[str, float, float]]]:
    """The words of each page, with the place of their middle in points from the page's upper left."""
    run = subprocess.run(["pdftotext", "-bbox", path, "-"], capture_output=True, check=True)
    found = collections.defaultdict(list)
    for number, page in enumerate(tree.fromstring(run.stdout).iter(PAGE), 1):
        for word in page.iter(WORD):
            x, y = ((float(word.attrib[f"{axis}Min"]) + float(word.attrib[f"{axis}Max"])) / 2 for axis in "xy")
            found[number].append((word.text or "", x, y))
    return found


@dataclass
class Piece:
    """Letters side by side, of one face: sizes are in points, as they are told at 108 dots an inch."""

    size: float
    width: float
    is_code: bool
    text: str


def pieces_of(path: str) -> list[Piece]:
    run = subprocess.run(["pdftohtml", "-xml", "-i", "-stdout", path], capture_output=True, text=True, check=True)
    fonts: dict[str, tuple[float, str]] = {}
    found = []
    for line in run.stdout.splitlines():
        if font := re.search(r'<fontspec id="(\d+)" size="(\d+)" family="(.*?)"', line):
            fonts[font[1]] = int(font[2]) / 1.5, font[3]
        elif text := re.match(r'<text [^>]*width="(\d+)"[^>]*font="(\d+)">(.*)</text>', line):
            size, face = fonts[text[2]]
            found.append((size, int(text[1]) / 1.5, face, html.unescape(re.sub("<.*?>", "", text[3]))))
    code = faces_of_code(found)
    return [Piece(size, width, face in code, text) for size, width, face, text in found]


def faces_of_code(pieces: list[tuple[float, float, str, str]]) -> set[str]:
    """Those whose letters are all of one width: Chromium does not tell the names of a page's own fonts."""
    widths = collections.defaultdict(list)
    for size, width, face, text in pieces:
        if len(text) >= 20:
            widths[face].append(width / size / len(text))
    found = ((face, sorted(each)) for face, each in widths.items())
    return {face for face, each in found if each[3 * len(each) // 4] < 1.02 * each[len(each) // 4]}


def size_of_most_letters(pieces: list[Piece], of_code: bool) -> float:
    """Where something reaches past a page's edge, Chromium prints all pages smaller than their style says."""
    letters: collections.Counter[float] = collections.Counter()
    for piece in pieces:
        if piece.is_code == of_code:
            letters[piece.size] += len(piece.text)
    return letters.most_common(1)[0][0] if letters else 0


def letters_in_a_line(pieces: list[Piece]) -> float:
    """The median of those lines of running text that are full and of one face; 0 where there are few."""
    size = size_of_most_letters(pieces, False)
    lengths = [len(each.text) for each in pieces if each.size == size and not each.is_code and each.width > 0.94 * FULL]
    return statistics.median(lengths) if len(lengths) > 50 else 0


def shortened(markup: str) -> str:
    """A page with the links and the longest line of each piece of its code, without colours."""

    def piece(code: re.Match[str]) -> str:
        lines = re.sub(r"<[^>]*>", "", code[2]).split("\n")
        return "".join([code[1], *re.findall(r"(?s)<a\b.*?</a>", code[2]), "\n", max(lines, key=len), code[3]])

    return CODE.sub(piece, markup)


def partly_empty(path: str) -> list[int]:
    """The pages that are a third empty, but for the cover and the last pages of chapters: the next has another head."""
    below, words = floats.room_below(pathlib.Path(path)), words_of(path)
    heads = [
        " ".join(text for text, _, y in words[page] if y < floats.HEAD and not text.isdigit())
        for page in range(1, len(below) + 1)
    ]
    height = max(below) or 1  # of an almost empty page: of all its text
    inner = range(2, len(below))
    return [page for page in inner if below[page - 1] > EMPTY * height and heads[page - 1] == heads[page]]


def faults(path: str) -> list[str]:
    """Links that lead nowhere, and page numbers that are not those of the pages that they stand for."""
    document, found, contents = Document(path), [], 0
    # The first chapter's page: before it the contents are, each of which ends with a page number.
    first: Any = next((link.leads_to for link in document.links if re.fullmatch(r"1 .+ \d+", " ".join(link.words))), 0)
    for title, page in document.bookmarks:
        if not isinstance(page, int):
            found.append(f"bookmark: {title} leads nowhere")
    for link in document.links:
        text = " ".join(link.words)
        if link.leads_to is None or isinstance(link.leads_to, str) and not re.match("(https?|mailto):", link.leads_to):
            found.append(f"page {link.page}: {text!r} leads nowhere: {link.leads_to}")
            continue
        told = re.search(r"(?:\(|, )p\.\s*(\d+)", text)
        if not told and link.page < first and isinstance(link.leads_to, int):
            told = re.search(r"(?:^|\s)(\d+)$", text)
        if told:
            contents += 1
            if int(told[1]) != link.leads_to:
                found.append(f"page {link.page}: {text!r} stands on page {link.leads_to}")
    if not contents or not first:
        found.append("no page numbers")
    if (empty := partly_empty(path)) and len(empty) > max(3, EMPTIER * max(document.places.values()) / 100):
        found.append(f"a third of these pages is empty: {', '.join(map(str, empty))}")
    pieces = pieces_of(path)
    if (size := size_of_most_letters(pieces, False)) < LEGIBLE:
        found.append(f"most letters are of {size:.1f} points: something is wider than a page")
    if 0 < (size := size_of_most_letters(pieces, True)) < LEGIBLE_CODE:
        found.append(f"most letters of code are of {size:.1f} points")
    if (count := letters_in_a_line(pieces)) and not MEASURE[0] <= count <= MEASURE[1]:
        found.append(f"lines have {count} letters")
    return found


if __name__ == "__main__":
    if tool := missing():
        print(tool, "is not installed")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        made, start = f"{folder}/book.pdf", sys.argv.index("--") + 1
        pages = [pathlib.Path(folder, pathlib.Path(page).name) for page in sys.argv[start:]]
        for page, cut in zip(sys.argv[start:], pages):
            cut.write_text(shortened(pathlib.Path(page).read_text(encoding="utf-8")), encoding="utf-8")
        subprocess.run([*command("bind_pdf"), "--output", made, *sys.argv[1:start], *pages], check=True)
        sys.exit("\n".join(faults(made)[:50]) or 0)
