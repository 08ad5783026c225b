"""Woven pages as trees, to be bound into an EPUB or printed as one document."""

import re
import xml.etree.ElementTree as tree
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


@dataclass
class Page:
    """A page's name, its title as text, its number ("3", "A", or ""), and its main element."""

    name: str
    title: str
    number: str
    main: tree.Element

    def sections(self) -> list[tuple[str, str]]:
        """Anchor and title of each section of the second level."""
        return [(each.get("id"), text_of(each)) for each in self.main.iter("h2") if each.get("id")]


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


def text_of(element: tree.Element) -> str:
    return " ".join("".join(element.itertext()).split())


def _drop(parent: tree.Element, unwanted) -> None:
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
    return element.tag in ("script", "nav") and "book-contents" not in classes or "hidden" in element.attrib or bool(
        classes & LEFT_OUT
    )


def read(path: Path) -> Page:
    """A page without what only a screen can show."""
    reader = _Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    reader.close()
    reader.builder.end("root")
    main = reader.builder.close().find(".//main")
    _drop(main, _is_for_the_screen)
    main.attrib.pop("tabindex", None)
    number = main.find(".//p[@class='chapter-number']")
    return Page(path.stem, text_of(main.find(".//h1")), text_of(number).split()[-1] if number is not None else "", main)


def colours(styles: Path) -> dict[str, str]:
    """The book's colours by their names, those of the light."""
    pairs = re.findall(r"--([\w-]+):\s*(?:light-dark\(\s*([^,]+),[^;]*|var\(--([\w-]+)\)|([^;]+));", styles.read_text(encoding="utf-8"))
    found = {name: light or plain for name, light, _, plain in pairs}
    return found | {name: found.get(other, "inherit") for name, _, other, _ in pairs if other}


def written(element: tree.Element) -> str:
    """XML that browsers and readers of EPUB take."""
    return tree.tostring(element, encoding="unicode")
