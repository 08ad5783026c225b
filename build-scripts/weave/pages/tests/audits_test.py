"""Looks at every page of the woven book in a browser, which loads each once. Usage: audits_test.py FOLDER [unittest arguments]

Asked is what Lighthouse and axe-core ask, and that pages fit all windows, figures can be read and numbers stand in columns.
"""

import gzip
import pathlib
import re
import tempfile
import unittest
from typing import Any

from weave.pages.tests import audits
from weave.tests import reader
from weave.tests.reader import PHONE, RULES_OF_COLOUR, WIDE, Reader

FOLDER = pathlib.Path()
# Bytes of a chapter with all that it loads, compressed, but for its figures.
HEAVIEST, HEAVIEST_FONTS = 150_000, 200_000
WIDTHS = [320, 390, 768, 1030, 1200, 1280]

# Columns of numbers: how many there are, and those whose whole parts do not all end at the same place.
CROOKED_COLUMNS = """() => {
  let count = 0;
  const crooked = [];
  for (const table of document.querySelectorAll("main figure.table table")) {
    const columns = {};
    for (const cell of table.querySelectorAll("tbody .number")) {
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), places = [];
      for (let text; (text = walker.nextNode()); ) places.push(...[...text.data].map((letter, place) => [text, place]));
      const end = places.map(([text, place]) => text.data[place]).join("").search(/[0-9](?![0-9\u202f])/);
      if (end < 0 || !cell.checkVisibility()) continue;
      const [text, place] = places[end], range = document.createRange();
      range.setStart(text, place);
      range.setEnd(text, place + 1);
      (columns[cell.cellIndex] ||= []).push([cell.textContent, range.getBoundingClientRect().right]);
    }
    for (const column of Object.values(columns)) {
      const places = column.map(([, right]) => right);
      count += column.length > 1;
      if (Math.max(...places) - Math.min(...places) > 0.7) crooked.push([table.closest("figure").id, column]);
    }
  }
  return [count, crooked];
}"""

# Of each figure: its name, whether it scrolls, and how large its smallest letters are.
LETTERS = """() => [...document.querySelectorAll("figure .picture svg")].filter(each => each.checkVisibility()).map(each => [
  each.closest("figure").id, each.closest(".picture").scrollWidth > each.closest(".picture").clientWidth + 1,
  Math.min(...[...each.querySelectorAll("text")].map(text => {
    const at = text.getScreenCTM();
    return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(at.a, at.b);
  }))])"""

# Opens what is folded, but for code, which looks the same when unfolded; and leaves some of what is the same many times,
# for axe-core looks at each element, most of the time for its colours: the first pieces of code, the first figures, whose
# names are their svg's, the first records and claims, and the first rows of tables.
PREPARE = """() => {
  document.querySelectorAll("details:not(.unfold)").forEach(each => each.open = true);
  [...document.querySelectorAll(".code:not(.step) code")].slice(5).forEach(code => code.textContent = code.textContent);
  [...document.querySelectorAll(".picture svg")].slice(2).forEach(picture => picture.replaceChildren());
  [...document.querySelectorAll(".step code")].slice(2).forEach(code => [...code.children].slice(9).forEach(line => line.remove()));
  [...document.querySelectorAll(".record dl")].slice(2).forEach(record => record.remove());
  document.querySelectorAll("tbody tr:nth-child(n + 6), .claims ol > li:nth-child(n + 6)").forEach(each => each.remove());
}"""


class AuditsTest(unittest.TestCase):
    """Visits all pages, and then tells what was seen: what each test is about, by page."""

    browser: Any
    seen: dict[str, dict[str, Any]]

    @classmethod
    def setUpClass(cls) -> None:
        cls.browser = cls.enterClassContext(reader.chromium())
        cls.seen = {}
        for path in sorted(FOLDER.glob("*.html")):
            with Reader(cls.browser, FOLDER, size=PHONE) as visitor:
                cls.seen[path.name] = cls.look(visitor, path.name)

    @staticmethod
    def look(visitor: Reader, name: str) -> dict[str, Any]:
        """What is to be seen on a page, by the question that it answers."""
        loaded: list[str] = []
        visitor.page.on("request", lambda request: loaded.append(request.url))
        page = visitor.open(name)
        seen: dict[str, Any] = {"audits": audits.found(page, (FOLDER / name).read_text(encoding="utf-8"))}
        seen["loaded"] = {pathlib.Path(re.sub(r"^file://|[?#].*", "", url)) for url in loaded if url.startswith("file:")}

        def at(width: int, script: str, theme: str = "light") -> Any:
            page.set_viewport_size({"width": width, "height": 800})
            page.emulate_media(color_scheme=theme)
            return page.evaluate(script)

        seen["widths"] = {width: at(width, "document.documentElement.scrollWidth") for width in WIDTHS}
        seen["columns"] = page.evaluate(CROOKED_COLUMNS)
        seen["next"] = page.locator("a[rel=next]").evaluate_all("all => all.map(link => link.pathname.split('/').pop())")
        seen["chapters"] = page.locator("#contents .chapters > li > a").evaluate_all(
            "all => all.map(a => a.pathname.split('/').pop())"
        )
        page.evaluate("document.querySelectorAll('details.answer').forEach(each => each.open = true)")
        seen["letters"] = [
            (width, theme, *each)
            for width, theme in ((360, "light"), (360, "dark"), (500, "light"))
            for each in at(width, LETTERS, theme)
        ]
        page.set_viewport_size(WIDE)
        page.evaluate(PREPARE)
        seen["violations"] = visitor.violations()
        page.emulate_media(color_scheme="dark")
        seen["violations in the dark"] = visitor.violations(RULES_OF_COLOUR)
        seen["complaints"] = visitor.complaints + visitor.asked
        return seen

    def assert_none(self, find: Any) -> None:
        """`find` gives the faults in what was seen of a page: there must be none on any."""
        found = {name: faults for name, seen in self.seen.items() if (faults := find(seen))}
        self.assertEqual(found, {})

    def test_every_page_passes(self) -> None:
        self.assert_none(lambda seen: seen["audits"])
        self.assert_none(lambda seen: seen["complaints"])

    def test_every_page_is_accessible_and_in_the_dark_its_colours_are(self) -> None:
        self.assert_none(lambda seen: seen["violations"])
        self.assert_none(lambda seen: seen["violations in the dark"])

    def test_no_page_scrolls_sideways(self) -> None:
        self.assert_none(lambda seen: {width: taken for width, taken in seen["widths"].items() if taken > width})

    def test_no_page_is_heavy(self) -> None:
        fonts = FOLDER / "fonts.css"
        weights = {}
        for name, seen in self.seen.items():
            self.assertIn(FOLDER / name, seen["loaded"])
            # The fonts come once for all pages.
            pieces = [re.sub(rb"(?s)<svg.*?</svg>", b"", each.read_bytes()) for each in seen["loaded"] if each != fonts]
            weights[name] = sum(len(gzip.compress(piece)) for piece in pieces)
        self.assertEqual({name: weight for name, weight in weights.items() if weight > HEAVIEST}, {})
        if fonts.exists():
            self.assertLess(len(gzip.compress(fonts.read_bytes())), HEAVIEST_FONTS)

    def test_letters_of_figures_can_be_read_on_a_phone(self) -> None:
        self.assertGreater(sum(len(seen["letters"]) for seen in self.seen.values()), 0)
        self.assert_none(lambda seen: [each for each in seen["letters"] if each[4] < 9.9 or each[3] and each[0] == 360])

    def test_numbers_in_tables_stand_with_their_points_below_one_another(self) -> None:
        self.assertGreater(sum(seen["columns"][0] for seen in self.seen.values()), 1)
        self.assert_none(lambda seen: seen["columns"][1])

    def test_pages_are_turned_from_the_first_to_the_last(self) -> None:
        turned: list[str] = []
        name = "index.html"
        while following := self.seen[name]["next"]:
            name = following[0]
            self.assertNotIn(name, turned)
            turned.append(name)
        self.assertEqual(turned, self.seen[name]["chapters"])

    def test_each_audit_finds_faults(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "bad.html").write_text(audits.BAD)
            with Reader(self.browser, pathlib.Path(folder), size=PHONE) as visitor:
                page = visitor.open("bad.html")
                page.wait_for_function("below.previousElementSibling.tagName === 'DIV'")
                self.assertEqual(set(audits.AUDITS) - set(audits.found(page, audits.BAD)), set())

    def test_violations_are_found(self) -> None:
        with Reader(self.browser, FOLDER) as visitor:
            page = visitor.open("index.html")
            page.evaluate(
                """document.querySelector("main").innerHTML += "<img src='x.png'>" + "<p>Black.</p>".repeat(9)
                + "<p style='color: #888'>Pale.</p><p style='background: #777'>Dark.</p>";"""
            )
            found = visitor.violations()
            self.assertTrue(any(each.startswith("image-alt: ") for each in found), found)
            self.assertEqual(sum(each.startswith("color-contrast: ") for each in found), 2, found)


if __name__ == "__main__":
    FOLDER = reader.folder(__doc__)
    unittest.main()
