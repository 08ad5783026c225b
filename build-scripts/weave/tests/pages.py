"""Reads HTML pages and finds what is wrong with them."""

import pathlib
import re
import urllib.parse
from html.parser import HTMLParser

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
LOADING = {("link", "href"), ("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src"), ("use", "href")}


class Page(HTMLParser):
    """ids, links, headings, loaded addresses, marks and structure of one page."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.experiments: list[str] = []
        self.headings: list[tuple[int, str]] = []
        self.missing: list[str] = []
        self.landmarks: list[str] = []
        self.images_without_text: list[str] = []
        self.unnamed_regions: list[str] = []
        self.scrolling_without_focus: list[str] = []
        self.unbalanced: list[str] = []
        self.language = ""
        self.title = ""
        self.description = ""
        self._open: list[tuple[str, dict[str, str]]] = []
        self.feed(text)
        self.close()
        self.unbalanced += [f"<{tag}> is never closed" for tag, _ in self._open]

    def handle_starttag(self, tag: str, pairs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in pairs}
        if tag not in VOID and not self._in("svg") and not self._in("math"):
            self._open.append((tag, attributes))
        elif tag in ("svg", "math") or (tag not in VOID and (self._in("svg") or self._in("math"))):
            self._open.append((tag, attributes))
        if "id" in attributes:
            self.ids.append(attributes["id"])
        if "data-experiment" in attributes:
            self.experiments.append(attributes["data-experiment"])
        if tag == "a" and "href" in attributes:
            self.links.append(attributes["href"])
        for name, value in attributes.items():
            if (tag, name) in LOADING:
                self.loaded.append(value)
        if tag == "meta" and attributes.get("name") == "description":
            self.description = attributes.get("content", "")
        if tag == "html":
            self.language = attributes.get("lang", "")
        if re.fullmatch("h[1-6]", tag):
            self.headings.append((int(tag[1]), ""))
        if "missing" in attributes.get("class", "").split():
            self.missing.append("")
        if tag in ("main", "nav", "header", "footer"):
            self.landmarks.append(tag)
        if tag == "img" and not attributes.get("alt"):
            self.images_without_text.append(attributes.get("src", ""))
        if tag == "svg" and not (attributes.get("aria-label") or attributes.get("aria-hidden")):
            self.images_without_text.append("svg")
        if attributes.get("role") == "region" and not attributes.get("aria-label"):
            self.unnamed_regions.append(tag)
        if tag == "pre" and attributes.get("tabindex") != "0":
            self.scrolling_without_focus.append(tag)

    def handle_startendtag(self, tag: str, pairs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, pairs)
        if self._open and self._open[-1][0] == tag and tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if not self._open or self._open[-1][0] != tag:
            line, _ = self.getpos()
            self.unbalanced.append(f"line {line}: </{tag}> closes nothing")
            return
        self._open.pop()

    def handle_data(self, data: str) -> None:
        if self._in("title") and not self._in("svg"):
            self.title += data
        for tag, attributes in self._open:
            if re.fullmatch("h[1-6]", tag):
                level, text = self.headings[-1]
                self.headings[-1] = (level, text + data)
            if "missing" in attributes.get("class", "").split():
                self.missing[-1] += data

    def _in(self, tag: str) -> bool:
        return any(name == tag for name, _ in self._open)


def read(folder: pathlib.Path) -> dict[str, Page]:
    return {path.name: Page(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.html"))}


def duplicate_ids(page: Page) -> list[str]:
    return sorted({name for name in page.ids if page.ids.count(name) > 1})


def is_remote(address: str) -> bool:
    return bool(urllib.parse.urlsplit(address).scheme) or address.startswith("//")


def remote_loads(page: Page) -> list[str]:
    return [address for address in page.loaded if is_remote(address) and not address.startswith("data:")]


def broken_links(pages: dict[str, Page], folder: pathlib.Path) -> list[str]:
    """Links within the book that lead nowhere, as "PAGE: ADDRESS"."""
    broken = []
    for name, page in pages.items():
        for address in page.links + page.loaded:
            if is_remote(address):
                continue
            parts = urllib.parse.urlsplit(address)
            target = urllib.parse.unquote(parts.path) or name
            anchor = urllib.parse.unquote(parts.fragment)
            if target in pages:
                if anchor and anchor not in pages[target].ids:
                    broken.append(f"{name}: {address}")
            elif anchor or not (folder / target).is_file():
                broken.append(f"{name}: {address}")
    return broken


def heading_faults(page: Page) -> list[str]:
    """One h1, first; no level left out."""
    levels = [level for level, _ in page.headings]
    faults = []
    if levels.count(1) != 1 or levels[0] != 1:
        faults.append(f"headings begin {levels[:3]} with {levels.count(1)} of level 1")
    for (before, _), (after, text) in zip(page.headings, page.headings[1:]):
        if after > before + 1:
            faults.append(f"level {after} follows level {before}: {text.strip()}")
    return faults
