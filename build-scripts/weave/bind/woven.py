"""Woven pages as trees, to be bound into an EPUB or printed as one document."""

import re
import xml.etree.ElementTree as tree
from collections.abc import Callable
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
# HTML does not tell capitals from others, XML does.
CAPITALS = {name.lower(): name for name in ("viewBox", "preserveAspectRatio", "clipPath", "textLength", "lengthAdjust",
            "gradientUnits", "gradientTransform", "linearGradient", "radialGradient", "patternUnits", "markerWidth",
            "markerHeight", "refX", "refY")}  # fmt: skip
# What a page has for the screen alone.
LEFT_OUT = {"aid", "anchor", "author", "bar", "contents", "program", "skip", "turns"}
# Spaces as wide as a digit and as a point, which keep the decimal points of a column below one another.
ROOM = "\u2007\u2008"


@dataclass
class Page:
    """A page's name, its title as text, its number ("3", "A", or ""), and its main element."""

    name: str
    title: str
    number: str
    main: tree.Element

    def heading(self) -> str:
        """The title with the number before it; that of an appendix is told from the title's words."""
        number = f"Appendix {self.number}." if self.number.isalpha() else self.number
        return f"{number} {self.title}".strip()

    def sections(self) -> list[tuple[str, str]]:
        """Anchor and title of each section of the second level."""
        return [(each.attrib["id"], text_of(each)) for each in self.main.iter("h2") if each.get("id")]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.builder = tree.TreeBuilder()
        self.builder.start("root", {})

    def handle_starttag(self, tag: str, pairs: list[tuple[str, str | None]]) -> None:
        attributes = {CAPITALS.get(name, name): name if value is None else value for name, value in pairs}
        self.builder.start(CAPITALS.get(tag, tag), attributes)
        if tag in VOID:
            self.builder.end(tag)

    def handle_startendtag(self, tag: str, pairs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, pairs)
        if tag not in VOID:
            self.builder.end(CAPITALS.get(tag, tag))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self.builder.end(CAPITALS.get(tag, tag))

    def handle_data(self, data: str) -> None:
        self.builder.data(data)


def found(element: tree.Element, path: str) -> tree.Element:
    """What every page has at that path."""
    inner = element.find(path)
    if inner is None:
        raise ValueError(f"there is no {path}")
    return inner


def text_of(element: tree.Element) -> str:
    return " ".join("".join(element.itertext()).split())


def _drop(parent: tree.Element, unwanted: Callable[[tree.Element], bool]) -> None:
    """Takes out the children that are unwanted, however deep; what follows them stays."""
    before = None
    for child in list(parent):
        if unwanted(child):
            tail = child.tail or ""
            if before is None:
                parent.text = (parent.text or "") + tail
            else:
                before.tail = (before.tail or "") + tail
            parent.remove(child)
        else:
            _drop(child, unwanted)
            before = child


def _is_for_the_screen(element: tree.Element) -> bool:
    classes = set(element.get("class", "").split())
    return (
        element.tag in ("script", "nav")
        and "book-contents" not in classes
        or "hidden" in element.attrib
        or bool(classes & LEFT_OUT)
    )


def _names_a_piece(line: tree.Element) -> bool:
    return re.fullmatch("\u27e8[^\u27e9]*\u27e9", "".join(line.itertext()).strip()) is not None


def _close_up(main: tree.Element) -> None:
    """Takes the blank lines out of code between lines that only name a piece: a program's may fill a page."""
    for code in main.iter("code"):
        lines = list(code)
        for before, line, after in zip(lines, lines[1:], lines[2:]):
            if not "".join(line.itertext()).strip() and _names_a_piece(before) and _names_a_piece(after):
                code.remove(line)


def _say_once(main: tree.Element) -> None:
    """Has claims in a row say but once where a machine's figures come from, if that is the same."""
    said: dict[tuple[str, str], str] = {}
    for claims in (each for each in main.iter("section") if each.get("class") == "claims"):
        for row in claims.iter("tr"):
            machine = row.find("th")
            for line in (each for each in row.iter("div") if each.get("class") == "provenance"):
                text = text_of(line)
                kind, colon, _ = text.partition(":")
                key = (text_of(machine) if machine is not None else "", kind)
                if colon and said.get(key) == text:
                    line[:], line.text = [], kind + " as above."
                elif colon:
                    said[key] = text


def set_signs(main: tree.Element) -> None:
    """Sets the signs of remarks into the cells of tables, close to their numbers."""
    for cell in (each for each in main.iter() if each.tag in ("td", "th")):
        if "data-sign" not in cell.attrib:
            continue
        sign = tree.Element("sup", {"class": "sign"})
        sign.text = cell.attrib.pop("data-sign")
        shown = [child for child in cell if child.get("class") != "unseen"]
        if not shown:
            text = cell.text or ""
            cell.text = text.rstrip(ROOM)
            sign.tail = text[len(cell.text) :]
        cell.insert(len(shown), sign)


def width_in_letters(table: tree.Element) -> int:
    """How many letters a row of a table has room for if nothing is broken, two between columns."""
    widths = [[len(text_of(cell)) for cell in row if cell.get("colspan") is None] for row in table.iter("tr")]
    columns = max(map(len, widths), default=0)
    return sum(2 + max(row[i] for row in widths if i < len(row)) for i in range(columns))


def read(path: Path) -> Page:
    """A page without what only a screen can show."""
    reader = _Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    reader.close()
    reader.builder.end("root")
    main = found(reader.builder.close(), ".//main")
    _drop(main, _is_for_the_screen)
    _close_up(main)
    _say_once(main)
    main.attrib.pop("tabindex", None)
    number = main.find(".//p[@class='chapter-number']")
    return Page(path.stem, text_of(found(main, ".//h1")), text_of(number).split()[-1] if number is not None else "", main)


def colours(styles: Path) -> dict[str, str]:
    """The book's colours by their names, those of the light."""
    pairs = re.findall(
        r"--([\w-]+):\s*(?:light-dark\(\s*([^,]+),[^;]*|var\(--([\w-]+)\)|([^;]+));", styles.read_text(encoding="utf-8")
    )
    found = {name: light or plain for name, light, _, plain in pairs}
    return found | {name: found.get(other, "inherit") for name, _, other, _ in pairs if other}


def written(element: tree.Element) -> str:
    """XML that browsers and readers of EPUB take."""
    return tree.tostring(element, encoding="unicode")
