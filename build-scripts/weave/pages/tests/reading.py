"""What tests share that read the woven book as a reader does, by clicking and typing."""

import pathlib
import sys
import unittest
from typing import Any

from weave.tests import reader
from weave.tests.reader import Reader


class ReadingTest(unittest.TestCase):
    browser: Any
    folder: pathlib.Path
    texts: dict[str, str]

    def reader(self, **options: Any) -> Reader:
        """A reader whose pages must neither ask the network for anything nor complain."""
        visitor = self.enterContext(Reader(self.browser, self.folder, **options))
        self.addCleanup(lambda: self.assertEqual((visitor.asked, visitor.complaints), ([], [])))
        return visitor

    def saved(self, button: Any) -> tuple[str, str]:
        """The name of the file that a button saves, and its text."""
        if not reader.IN_FIREFOX:
            with button.page.expect_download() as saved:
                button.click()
            return str(saved.value.suggested_filename), pathlib.Path(saved.value.path()).read_text(encoding="utf-8")
        # Of Firefox, Playwright is not told that something was saved.
        button.page.evaluate(
            """() => { HTMLAnchorElement.prototype.click = function () {
              window.saved = fetch(this.href).then(found => found.text()).then(text => [this.download, text]);
            }; }"""
        )
        button.click()
        name, text = button.page.evaluate("saved")
        return name, text

    def page_with(self, markup: str) -> str:
        """The lightest page that holds some markup."""
        found = [name for name, text in self.texts.items() if markup in text]
        return str(min(found, key=lambda name: len(self.texts[name])) if found else self.skipTest(f"no page has {markup}"))


def run(usage: str, *modules: str) -> None:
    """Runs the tests of modules with one browser, on the folder of pages that the command line names."""
    ReadingTest.folder = reader.folder(usage)
    ReadingTest.texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(ReadingTest.folder.glob("*.html"))}
    with reader.chosen() as ReadingTest.browser:
        unittest.main(module=None, argv=[*sys.argv, *modules])
