"""Binds woven pages into an EPUB.

Usage: bind_epub --output FILE.epub --title TITLE --styles COLOURS.css EPUB.css [--subtitle TEXT] [--date DATE] PAGE.html…

The first page is the front page; the others follow in their order, those without a number last.
"""

import argparse
import hashlib
import html
import re
import sys
import textwrap
import uuid
import xml.etree.ElementTree as tree
import zipfile
from pathlib import Path

from weave.bind import woven

DOCUMENT = """\
<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en" xml:lang="en">
<head>
<title>{title}</title>
<link rel="stylesheet" type="text/css" href="book.css"/>
</head>
<body id="top">
{body}
</body>
</html>
"""
PACKAGE = """\
<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:{identifier}</dc:identifier>
<dc:title>{title}</dc:title>
<dc:language>en</dc:language>
{description}<meta property="dcterms:modified">{date}</meta>
<meta property="schema:accessMode">textual</meta>
<meta property="schema:accessMode">visual</meta>
<meta property="schema:accessModeSufficient">textual</meta>
<meta property="schema:accessibilityFeature">alternativeText</meta>
<meta property="schema:accessibilityFeature">MathML</meta>
<meta property="schema:accessibilityFeature">structuralNavigation</meta>
<meta property="schema:accessibilityFeature">tableOfContents</meta>
<meta property="schema:accessibilityHazard">none</meta>
<meta property="schema:accessibilitySummary">Figures have descriptions, formulas are MathML, all text can be read aloud.</meta>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="style" href="book.css" media-type="text/css"/>
<item id="cover-image" href="cover.svg" media-type="image/svg+xml" properties="cover-image"/>
<item id="cover" href="cover.xhtml" media-type="application/xhtml+xml"/>
{manifest}
</manifest>
<spine>
<itemref idref="cover"/>
{spine}
</spine>
</package>
"""
# The title on woven cloth.
COVER = """\
<?xml version="1.0" encoding="utf-8"?>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 1600" width="1200" height="1600">
<title>{title}</title>
<defs><pattern id="weave" width="80" height="80" patternUnits="userSpaceOnUse">
<path fill="{indigo}" d="M0 0h40v40h-40zM40 40h40v40h-40z"/><path fill="{madder}" d="M40 0h40v40h-40zM0 40h40v40h-40z"/>
</pattern></defs>
<path fill="url(#weave)" d="M0 0h1200v1600h-1200z"/><path fill="{paper}" d="M0 400h1200v560h-1200z"/>
<text x="80" y="640" font-family="serif" font-size="{size:.0f}" font-weight="bold" fill="{ink}">{title}</text>
{subtitle}</svg>
"""
CONTAINER = """\
<?xml version="1.0" encoding="utf-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
"""


# Tables with more columns than these are set small on a small screen, with more letters in a row on any.
MANY, BROAD = 5, 72


def prepare_tables(main: tree.Element) -> None:
    # Readers of EPUB may not do what a style sheet says of signs.
    woven.set_signs(main)
    for table in main.iter("table"):
        many = any(len(row) > MANY for row in table.iter("tr"))
        marks = {
            "many": many,
            "broad": many and woven.width_in_letters(table) > BROAD,
            "signed": table.find(".//sup[@class='sign']") is not None,
        }
        names = [table.get("class"), *(name for name, holds in marks.items() if holds)]
        if any(names):
            table.set("class", " ".join(filter(None, names)))


def in_epub(page: woven.Page, names: set[str], colours: dict[str, str]) -> str:
    """The page's XHTML: links lead to the pages of the EPUB, colours stand by their values."""
    for link in page.main.iter("a"):
        target, mark, anchor = link.get("href", "").partition("#")
        if target.endswith(".html") and target[:-5] in names:
            link.set("href", f"{target[:-5]}.xhtml{mark}{anchor}")
    prepare_tables(page.main)
    for region in page.main.iter():
        region.attrib.pop("tabindex", None)
        for name in [name for name in region.attrib if name.startswith("data-")]:
            del region.attrib[name]
    page.main.tag = "div"
    page.main.set("class", "page")
    body = re.sub(r"var\(--([\w-]+)\)", lambda found: colours.get(found[1], "inherit"), woven.written(page.main))
    return DOCUMENT.format(title=html.escape(page.title), body=body)


def navigation(pages: list[woven.Page], title: str) -> str:
    items = []
    for page in pages:
        sections = "".join(
            f'<li><a href="{page.name}.xhtml#{anchor}">{html.escape(text, quote=False)}</a></li>\n'
            for anchor, text in page.sections()
        )
        inner = f"\n<ol>\n{sections}</ol>\n" if sections and page.number else ""
        items.append(f'<li><a href="{page.name}.xhtml">{html.escape(page.heading(), quote=False)}</a>{inner}</li>\n')
    body = f'<nav epub:type="toc" id="toc"><h1>Contents</h1>\n<ol>\n{"".join(items)}</ol>\n</nav>'
    return DOCUMENT.format(title=html.escape(title), body=body)


def cover(options: argparse.Namespace, colours: dict[str, str]) -> dict[str, str]:
    """The picture, and a page that shows it."""
    lines = textwrap.wrap(options.subtitle, 44)
    subtitle = "".join(
        f'<text x="80" y="{740 + 56 * i}" font-family="serif" font-size="44" font-style="italic" fill="{colours["faint"]}">'
        f"{html.escape(line)}</text>\n"
        for i, line in enumerate(lines)
    )
    # A letter is about half as broad as high.
    size = min(150, 1040 / (0.56 * max(1, len(options.title))))
    used = {name: colours[name] for name in ("indigo", "madder", "paper", "ink")}
    picture = COVER.format(title=html.escape(options.title), subtitle=subtitle, size=size, **used)
    image = f'<p class="cover"><img src="cover.svg" alt="Cover: {html.escape(options.title)}"/></p>'
    return {"cover.svg": picture, "cover.xhtml": DOCUMENT.format(title=html.escape(options.title), body=image)}


def properties(text: str) -> str:
    found = [name for name, mark in (("mathml", "<math"), ("svg", "<svg")) if mark in text]
    return f' properties="{" ".join(found)}"' if found else ""


def bind(pages: list[woven.Page], options: argparse.Namespace) -> dict[str, str]:
    """All files of the EPUB but its first, by their names."""
    colours = woven.colours(options.styles[0])
    sheet = re.sub(r"var\(--([\w-]+)\)", lambda found: colours[found[1]], options.styles[1].read_text(encoding="utf-8"))
    names = {page.name for page in pages}
    contents = navigation(pages, options.title)
    files = {f"{page.name}.xhtml": in_epub(page, names, colours) for page in pages}
    manifest = "\n".join(
        f'<item id="{name[:-6]}" href="{name}" media-type="application/xhtml+xml"{properties(text)}/>'
        for name, text in files.items()
    )
    spine = "\n".join(f'<itemref idref="{page.name}"/>' for page in pages)
    digest = hashlib.sha1("".join(files.values()).encode()).digest()
    description = f"<dc:description>{html.escape(options.subtitle)}</dc:description>\n" if options.subtitle else ""
    package = PACKAGE.format(
        identifier=uuid.UUID(bytes=digest[:16], version=5),
        title=html.escape(options.title),
        description=description,
        date=options.date,
        manifest=manifest,
        spine=spine,
    )
    book = {"package.opf": package, "nav.xhtml": contents, "book.css": sheet, **cover(options, colours), **files}
    return {"META-INF/container.xml": CONTAINER} | {f"book/{name}": text for name, text in book.items()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--title", required=True)
    parser.add_argument("--subtitle", default="")
    parser.add_argument("--date", default="2000-01-01T00:00:00Z")
    parser.add_argument("--styles", type=Path, nargs=2, required=True, metavar=("COLOURS.css", "EPUB.css"))
    parser.add_argument("pages", type=Path, nargs="+")
    options = parser.parse_args()
    pages = [woven.read(path) for path in options.pages]
    files = bind([pages[0], *sorted(pages[1:], key=lambda page: not page.number)], options)
    unfinished = options.output.with_name(options.output.name + ".unfinished")
    with zipfile.ZipFile(unfinished, "w") as archive:
        # The first file tells what this is, and is not compressed.
        for name, text, method in [
            ("mimetype", "application/epub+zip", zipfile.ZIP_STORED),
            *((name, text, zipfile.ZIP_DEFLATED) for name, text in files.items()),
        ]:
            archive.writestr(zipfile.ZipInfo(name), text.encode(), compress_type=method)
    unfinished.replace(options.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
