"""Lighthouse's audits of the woven book, made by hand. Usage: audits_test.py FOLDER [unittest arguments]"""

import gzip
import pathlib
import re
import tempfile
import unittest

import audits
import reader
from reader import PHONE, Reader

FOLDER = pathlib.Path()
# Bytes of a chapter with all that it loads, compressed, but for its figures.
HEAVIEST = 150_000


class AuditsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.browser = cls.enterClassContext(reader.chromium())

    def test_every_page_passes(self) -> None:
        found = {}
        with Reader(self.browser, FOLDER, size=PHONE) as visitor:
            for path in sorted(FOLDER.glob("*.html")):
                page = visitor.open(path.name)
                if faults := audits.found(page, path.read_text(encoding="utf-8")):
                    found[path.name] = faults
            self.assertEqual((found, visitor.complaints, visitor.asked), ({}, [], []))

    def test_each_audit_finds_faults(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "bad.html").write_text(audits.BAD)
            with Reader(self.browser, pathlib.Path(folder), size=PHONE) as visitor:
                page = visitor.open("bad.html")
                page.wait_for_function("below.previousElementSibling.tagName === 'DIV'")
                self.assertEqual(set(audits.AUDITS) - set(audits.found(page, audits.BAD)), set())

    def test_no_page_is_heavy(self) -> None:
        weights = {}
        with Reader(self.browser, FOLDER) as visitor:
            loaded: list[str] = []
            visitor.page.on("request", lambda request: loaded.append(request.url))
            for path in sorted(FOLDER.glob("*.html")):
                loaded.clear()
                visitor.open(path.name)
                files = {pathlib.Path(re.sub(r"^file://|[?#].*", "", url)) for url in loaded if url.startswith("file:")}
                self.assertIn(path, files)
                pieces = [re.sub(rb"(?s)<svg.*?</svg>", b"", each.read_bytes()) for each in files]
                weights[path.name] = sum(len(gzip.compress(piece)) for piece in pieces)
        self.assertEqual({name: weight for name, weight in weights.items() if weight > HEAVIEST}, {})


if __name__ == "__main__":
    FOLDER = reader.folder(__doc__)
    unittest.main()
