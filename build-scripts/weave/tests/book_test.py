"""Checks the woven book. Usage: book_test.py FOLDER [--strict] [unittest arguments]"""

import gzip
import html
import json
import pathlib
import re
import sys
import tempfile
import unittest
from collections.abc import Callable
from typing import Any

from weave import embed_fonts
from weave.tests import pages, validator

FOLDER = pathlib.Path()
STRICT = False

# Without a GPU's results, or without gnuplot, these are known to be absent; a strict build has them all.
EXCUSED = re.compile(r"\??\s*(missing (result|row|column|figure): |claim cannot be tested)")


class BookTest(unittest.TestCase):
    pages: dict[str, Any]

    @classmethod
    def setUpClass(cls) -> None:
        cls.pages = pages.read(FOLDER)

    def assert_none(self, find: Callable[..., Any]) -> None:
        """`find` gives the faults of a page: there must be none on any."""
        found = {name: faults for name, page in self.pages.items() if (faults := find(page))}
        self.assertEqual(found, {})

    def test_there_is_a_front_page_and_a_chapter(self) -> None:
        self.assertIn("index.html", self.pages)
        self.assertGreater(len(self.pages), 1)

    def test_every_page_has_title_language_and_landmarks(self) -> None:
        self.assert_none(lambda page: not page.title.strip())
        self.assert_none(lambda page: page.language != "en")
        self.assert_none(lambda page: not page.description)
        self.assert_none(lambda page: page.landmarks.count("main") != 1 or "nav" not in page.landmarks)

    def test_elements_are_nested(self) -> None:
        self.assert_none(lambda page: page.unbalanced)

    def test_ids_are_unique(self) -> None:
        self.assert_none(pages.duplicate_ids)

    def test_links_lead_somewhere(self) -> None:
        self.assertEqual(pages.broken_links(self.pages, FOLDER), [])

    def test_code_of_experiments_leads_to_the_chapter(self) -> None:
        paths = {path.stem: path for path in (FOLDER / "experiments").glob("*-*.js")}
        self.assert_none(lambda page: [each for each in page.experiments if each.replace("/", "-") not in paths])
        for path in paths.values():
            compiled = json.loads(re.findall(r'experiments\.compiled\("[^"]*", (\{.*\})\);', path.read_text())[0])
            page = self.pages[compiled["file"].removesuffix(".md") + ".html"]
            anchors = {re.sub(r"-L\d+$", "", href[1:]) for _, _, href in compiled["code"] if href}
            self.assertTrue(anchors, path.name)
            self.assertEqual(anchors - set(page.ids), set(), path.name)

    def test_no_page_is_large(self) -> None:
        sizes = {name: len(gzip.compress((FOLDER / name).read_bytes())) for name in self.pages}
        self.assertEqual({name: size for name, size in sizes.items() if size > 150_000}, {})

    def test_the_fonts_have_every_character(self) -> None:
        # Formulas have a font with a table of their own.
        markup = re.compile(r"<(math|script)\b.*?</\1>|<[^>]*>", re.DOTALL)
        texts = [html.unescape(markup.sub("", (FOLDER / name).read_text(encoding="utf-8"))) for name in self.pages]
        texts += [path.read_text(encoding="utf-8") for path in FOLDER.glob("*.js")]
        self.assertEqual(set("".join(texts)) - embed_fonts.characters() - {"\n", "\t"}, set())

    def test_nothing_is_loaded_from_elsewhere(self) -> None:
        self.assert_none(pages.remote_loads)
        for style in FOLDER.glob("*.css"):
            self.assertNotRegex(style.read_text(), r"@import|url\(\s*['\"]?(https?:)?//")

    def test_headings_are_in_order(self) -> None:
        self.assert_none(pages.heading_faults)

    def test_pictures_and_regions_have_names(self) -> None:
        self.assert_none(lambda page: page.images_without_text)
        self.assert_none(lambda page: page.unnamed_regions)
        self.assert_none(lambda page: page.scrolling_without_focus)

    def test_nothing_is_missing(self) -> None:
        self.assert_none(lambda page: [mark for mark in page.missing if STRICT or not EXCUSED.match(mark)])

    @unittest.skipUnless(validator.command(), "the Nu HTML checker, or Java for it, is missing")
    def test_pages_are_valid_and_others_are_told(self) -> None:
        """The checker starts once: most of its time is that of its first pages."""
        with tempfile.TemporaryDirectory() as folder:
            wrong, headless = (pathlib.Path(folder, name) for name in ("wrong.html", "headless.html"))
            wrong.write_text("<!DOCTYPE html><html lang=en><title>T</title><main><p><table aria-lable=x></table></main><a/>")
            headless.write_text('<!DOCTYPE html><html lang="en"><title>T</title><h1>T</h1><section><p>x</p></section>')
            found = validator.faults([*(FOLDER / name for name in self.pages), wrong, headless])
        self.assertEqual([fault for fault in found if folder not in fault], [])
        self.assertGreater(sum("wrong.html" in fault for fault in found), 1)
        self.assertTrue(any("headless.html" in fault and "Section lacks heading" in fault for fault in found), found)


if __name__ == "__main__":
    arguments = sys.argv[1:]
    STRICT = "--strict" in arguments
    arguments = [argument for argument in arguments if argument != "--strict"]
    if not arguments:
        sys.exit(__doc__)
    FOLDER = pathlib.Path(arguments[0]).resolve()
    unittest.main(argv=[sys.argv[0], *arguments[1:]])
