"""Prints woven pages as one PDF, by Chromium: with running heads, bookmarks, and page numbers where it refers to pages.

Usage: bind_pdf --output FILE.pdf --title TITLE --style SHEET.css… PAGE.html…

The first page is the front page; the others follow in their order, those without a number last. The document is
printed several times, for only then is it known on which page things stand (pdfinfo of poppler-utils tells), and
which figures leave the page before them half empty. Where qpdf is installed, it packs the file, to a quarter of its
size.
"""

import argparse
import html
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree
from pathlib import Path

from shared.tools import browser
from weave.bind import answers, floats, verdicts, woven

DOCUMENT = """\
<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" lang="en" xml:lang="en">
<head><title>{title}</title><style>
{style}
</style></head>
<body>
{body}
</body>
</html>
"""
# A running head for each page of the book.
HEAD = """\
@page {name} {{ @top-left {{ content: "{text}"; }} }}
.chapter-{name} {{ page: {name}; }}
"""
# A table with more letters in a row is broader than a page. If its rows have names of so many letters, its head is broken
# and the names are not.
BROAD, NAMED = 110, 15
BLOCKS = {"p", "li", "td", "th", "dd", "figcaption", "section"}
MOVES, PRINTS = 1, 4  # after so many prints figures are moved, and so many there are at most


def anchor_in_whole(page: str, anchor: str) -> str:
    return f"{page}--{anchor}" if anchor and anchor != "top" else page


def prepare_tables(main: tree.Element) -> None:
    for table in main.iter("table"):
        names = [woven.text_of(cell) for row in table.iter("tr") for cell in row if "number" not in cell.get("class", "")]
        if woven.width_in_letters(table) > BROAD and max(map(len, names), default=0) >= NAMED:
            table.set("class", f"{table.get('class', '')} broad".strip())


def prepare_index(main: tree.Element) -> None:
    """Puts each entry of an index with what is said of it into one element, which flows as a paragraph does."""
    for index in (each for each in main.iter("dl") if each.get("class") == "index"):
        entries: list[tree.Element] = []
        for each in list(index):
            index.remove(each)
            if each.tag == "dt":
                entries.append(tree.Element("div"))
            entries[-1].append(each)
        index.extend(entries)


def title_of(entry: tree.Element) -> str:
    """Of an entry in the list of references: what stands after its year."""
    text = " ".join(woven.text_of(entry).split())
    found = re.search(r"(?:\b\d{4}[a-z]?|\bn\.d\.(?:[a-z]\.)?)\.? (“[^”]*”|[^.]+)", text)
    return found[1].replace(".”", "”").rstrip(" ,") if found else text


def add_margin_notes(main: tree.Element) -> None:
    """Names what a paragraph cites beside it, once in each section."""
    titles = {each.get("id", ""): title_of(each) for each in main.iter("div") if each.get("id", "").startswith("ref-")}
    told: set[str] = set()
    for block in main:
        if block.tag == "h2":
            told = set()
        if block.tag != "p":
            continue
        notes = []
        for link in block.iter("a"):
            name = link.get("href", "#")[1:]
            if name not in titles or name in told:
                continue
            told.add(name)
            note = tree.Element("span", {"class": "margin-note"})
            note.text = f"{woven.text_of(link).replace(', n.d.', '').strip()}: {titles[name]}"
            notes.append(note)
        if notes:
            notes[-1].tail, block.text = block.text, None
            block[:0] = notes


def prepare(page: woven.Page, names: set[str]) -> None:
    """Makes a page part of one document: anchors and links are told apart by the page's name, what is folded opens."""
    for parent in page.main.iter():
        for child in [child for child in parent if "unfold" in child.get("class", "").split()]:
            parent.remove(child)
    answers.gather(page.main)
    add_margin_notes(page.main)
    for element in page.main.iter():
        if "id" in element.attrib:
            element.set("id", anchor_in_whole(page.name, element.attrib["id"]))
        for name in ("aria-labelledby", "aria-describedby"):
            if name in element.attrib:
                element.set(name, anchor_in_whole(page.name, element.attrib[name]))
        if element.tag == "details" and {"answer", "figures", "folded"}.intersection(element.get("class", "").split()):
            element.set("open", "open")
        if element.tag == "a" and "href" in element.attrib:
            target, _, anchor = element.attrib["href"].partition("#")
            if not target or target.endswith(".html") and target[:-5] in names:
                element.set("href", "#" + anchor_in_whole(target[:-5] or page.name, anchor))
    prepare_tables(page.main)
    prepare_index(page.main)
    page.main.tag = "section"
    page.main.set("id", page.name)
    page.main.set("class", f"chapter chapter-p-{page.name}")


def references(page: woven.Page) -> list[tree.Element]:
    """The links whose page a reader of paper wants to know: of contents, lists of figures, answers, and into other chapters."""
    lists = [each for each in page.main.iter() if each.tag == "nav" or each.get("class") in ("things", "answered")]
    listed = {id(link) for each in lists for link in each.iter("a")}
    own = re.compile(rf"#{re.escape(page.name)}(--|$)")
    return [
        link
        for link in page.main.iter("a")
        if id(link) in listed or "crossref" in link.get("class", "") and not own.match(link.get("href", ""))
    ]


def text_before(link: tree.Element, above: dict[tree.Element, tree.Element]) -> str:
    """What a link's paragraph says before it."""
    block = link
    while block.tag not in BLOCKS and block in above:
        block = above[block]
    found: list[str] = []

    def is_in(element: tree.Element) -> bool:
        if element is link:
            return True
        found.append(element.text or "")
        for child in element:
            if is_in(child):
                return True
            found.append(child.tail or "")
        return False

    is_in(block)
    return "".join(found)


def add_page_numbers(pages: list[woven.Page], places: dict[str, int]) -> None:
    for page in pages:
        contents = {id(link) for nav in page.main.iter("nav") for link in nav.iter("a")}
        above = {child: element for element in page.main.iter() for child in element}
        for link in references(page):
            number = link.find("span[@class='page-number']")
            if number is None:
                number = tree.SubElement(link, "span", {"class": "page-number"})
            place = str(places.get(link.get("href", "").removeprefix("#")) or "000")
            if id(link) in contents:
                number.text = place
                continue
            before = text_before(link, above)
            # No parentheses within parentheses.
            sign = ", p.\u00a0{}" if before.count("(") > before.count(")") else " (p.\u00a0{})"
            number.text = sign.format(place)


def document(pages: list[woven.Page], title: str, styles: list[Path]) -> str:
    heads = "".join(HEAD.format(name=f"p-{page.name}", text=page.heading().replace('"', "'")) for page in pages[1:])
    style = "\n".join([*(path.read_text(encoding="utf-8") for path in styles), heads])
    body = "\n".join(woven.written(page.main) for page in pages)
    return DOCUMENT.format(title=html.escape(title), style=style.replace("&", "&amp;").replace("<", "&lt;"), body=body)


def print_pages(source: Path, output: Path, draft: bool = False) -> None:
    """Prints a document; a draft without its structure, in two thirds of the time."""
    chromium = browser()
    if not chromium:
        raise FileNotFoundError("the PDF is printed by Chromium, which is not installed")
    command = [
        chromium,
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--no-pdf-header-footer",
        "--disable-pdf-tagging" if draft else "--generate-pdf-document-outline",
        "--timeout=600000",
        f"--print-to-pdf={output}",
        source.as_uri(),
    ]
    with tempfile.TemporaryDirectory() as profile:
        run = subprocess.run([*command, f"--user-data-dir={profile}"], capture_output=True, text=True, timeout=900)
    if not output.is_file():
        raise FileNotFoundError(f"Chromium printed nothing: {run.stderr[-500:]}")


def pack(source: Path, output: Path) -> None:
    if shutil.which("qpdf"):
        subprocess.run(
            ["qpdf", "--object-streams=generate", "--recompress-flate", "--compression-level=9", source, output], check=True
        )
    else:
        shutil.copyfile(source, output)


def print_until_settled(pages: list[woven.Page], options: argparse.Namespace, source: Path, printed: Path) -> None:
    """Prints until no figure is moved any more, and each page number is that of the page it stands for."""
    places: dict[str, int] = {}
    for turn in range(PRINTS):
        add_page_numbers(pages, places)
        source.write_text(document(pages, options.title, options.style), encoding="utf-8")
        printed.unlink(missing_ok=True)
        print_pages(source, printed, draft=turn == 0)
        empty = floats.gaps(printed) if turn < MOVES else {}
        moved = sum(floats.move(page.main, empty) for page in pages)
        before, places = places, {name: page for name, page, _ in floats.destinations(printed)}
        if places == before and not moved:
            break


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--title", required=True)
    parser.add_argument("--style", type=Path, nargs="+", required=True)
    parser.add_argument("pages", type=Path, nargs="+")
    options = parser.parse_args()
    try:
        pages = [woven.read(path) for path in options.pages]
        pages = [pages[0], *sorted(pages[1:], key=lambda page: not page.number)]
        verdicts.send_to_scoreboard(pages)
        for page in pages:
            prepare(page, {page.name for page in pages})
        with tempfile.TemporaryDirectory() as folder:
            source, printed, packed = (Path(folder, name) for name in ("book.xhtml", "book.pdf", "packed.pdf"))
            print_until_settled(pages, options, source, printed)
            pack(printed, packed)
            options.output.write_bytes(packed.read_bytes())
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        print(f"bind_pdf: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
