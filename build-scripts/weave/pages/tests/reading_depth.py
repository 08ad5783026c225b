"""Tests of the two depths of a page: to read, and everything."""

from typing import Any

from weave.pages.tests.reading import ReadingTest
from weave.tests import reader
from weave.tests.reader import PHONE

AUDIT = ".chunk-foot, .provenance .audit"
SEEN = "all => all.filter(each => each.checkVisibility()).length"


class Depth(ReadingTest):
    def whole(self) -> str:
        """A page with all that depends on the depth."""
        found = [
            name
            for name, text in self.texts.items()
            if all(each in text for each in ('class="folded checks"', 'class="chunk-foot"', 'class="audit"', 'id="claims"'))
        ]
        return min(found, key=lambda name: len(self.texts[name]))

    def closed(self, page: Any) -> int:
        return int(page.locator("details.folded:not([open])").count())

    def test_what_only_checks_is_folded_until_it_is_asked_for_and_the_choice_is_kept(self) -> None:
        visitor = self.reader()
        page = visitor.open(self.whole(), folded=True)
        self.assertGreater(self.closed(page), 1)
        self.assertEqual(page.locator(AUDIT).evaluate_all(SEEN), 0)
        button = page.get_by_role("button", name="Depth: read")
        button.press("Enter")
        self.assertEqual(self.closed(page), 0)
        self.assertGreater(page.locator(AUDIT).evaluate_all(SEEN), 5)
        page = visitor.open(self.whole(), folded=True)
        self.assertEqual(self.closed(page), 0)
        page.get_by_role("button", name="Depth: everything").click()
        page.reload()
        self.assertGreater(self.closed(page), 1)

    def test_nothing_moves_where_one_reads(self) -> None:
        page = self.reader().open(self.whole(), folded=True)
        heading = page.locator("main > h2[id]").nth(3)
        heading.evaluate("heading => heading.scrollIntoView()")
        before = heading.bounding_box()["y"]
        page.keyboard.press("e")
        self.assertEqual(self.closed(page), 0)
        page.wait_for_timeout(100)
        self.assertAlmostEqual(heading.bounding_box()["y"], before, delta=2)

    def test_without_scripts_all_is_there_and_folds_open_by_hand(self) -> None:
        page = self.reader(scripts=False).open(self.whole(), folded=True)
        self.assertGreater(page.locator(AUDIT).evaluate_all(SEEN), 5)
        fold = page.locator("main > details.folded").first
        fold.locator("> summary").press("Enter")
        self.assertTrue(fold.locator(".chunk").first.is_visible())
        # Within it no code is folded once more.
        self.assertEqual(fold.locator(".checks:not([open])").count(), 0)

    def test_a_link_opens_code_that_checks(self) -> None:
        name = self.whole()
        page = self.reader().open(name, folded=True)
        chunk = page.locator(".chunk:has(> .checks:not([open]))").first.get_attribute("id")
        for address in (chunk, f"{chunk}-L2"):
            page = self.reader().open(f"{name}#{address}", folded=True)
            self.assertTrue(page.locator(f"[id='{chunk}'] pre").first.is_visible())
        self.assertEqual(page.locator(".marked").count(), 1)

    @reader.only_chromium("paper cannot be shown on the screen")
    def test_paper_has_what_is_open(self) -> None:
        page = self.reader().open(self.whole(), folded=True)
        page.emulate_media(media="print")
        heads = page.locator("main > h2:has(+ .folded), .claims h2, .chunk:has(> .checks:not([open]))")
        self.assertGreater(heads.count(), 2)
        self.assertEqual(heads.evaluate_all(SEEN), 0)
        page.evaluate("depth.choose('everything')")
        self.assertGreater(heads.evaluate_all(SEEN), 1)
        self.assertTrue(page.locator(".claims ol").is_visible())

    def test_on_a_phone_the_depth_is_chosen_in_the_contents(self) -> None:
        page = self.reader(size=PHONE).open(self.whole(), folded=True)
        page.get_by_role("link", name="Contents", exact=True).first.click()
        page.locator("#contents .depth").click()
        self.assertEqual(self.closed(page), 0)
        self.assertEqual(page.locator("#contents .depth").inner_text(), "Depth: everything")
