"""Tests of keys, and of previews by touch and in the margin."""

import re
from typing import Any

from weave.pages.tests.reading import ReadingTest
from weave.tests.reader import PHONE


class Keys(ReadingTest):
    def long_page(self) -> str:
        return max(self.texts, key=lambda name: self.texts[name].count("<h2 id="))

    def top(self, page: Any, place: int) -> float:
        return float(page.locator("main > h2[id]").nth(place).evaluate("heading => heading.getBoundingClientRect().top"))

    def test_n_and_p_go_from_section_to_section(self) -> None:
        page = self.reader().open(self.long_page(), folded=True)
        bar = page.locator(".bar").bounding_box()["height"]
        first = page.evaluate(
            "all('main :is(h1, h2, h3)').filter(each => each.checkVisibility()).indexOf(first('main > h2[id]'))"
        )
        for _ in range(first):
            page.keyboard.press("n")
        # Firefox moves the page once more, by less than a pixel.
        page.wait_for_timeout(200)
        self.assertAlmostEqual(self.top(page, 0), bar + 17, delta=4)
        before = page.evaluate("scrollY")
        page.mouse.move(640, 400)
        page.mouse.wheel(0, 150)
        page.wait_for_function("at => scrollY > at + 100", arg=before)
        page.wait_for_timeout(500)
        page.keyboard.press("p")
        self.assertAlmostEqual(self.top(page, 0), bar + 17, delta=4)
        for _ in range(first):
            page.keyboard.press("p")
        self.assertEqual(page.evaluate("scrollY"), 0)

    def test_a_dialog_lists_the_keys(self) -> None:
        page = self.reader().open(self.long_page())
        page.keyboard.press("?")
        dialog = page.get_by_role("dialog", name="Keys")
        told = dialog.inner_text()
        for key in ("n", "p", "e", "/", "Ctrl+K", "?", "Esc"):
            self.assertIn(f"\n{key}", "\n" + told.replace(" or ", "\n"))
        at = page.evaluate("scrollY")
        page.keyboard.press("n")
        self.assertEqual(page.evaluate("scrollY"), at)
        page.keyboard.press("Escape")
        self.assertEqual(page.get_by_role("dialog").count(), 0)
        page.get_by_role("button", name="Keys").click()
        self.assertTrue(dialog.is_visible())
        dialog.get_by_role("button", name="Close").press("Enter")
        self.assertFalse(dialog.is_visible())
        # Where there is no chapter before, no key leads there.
        page = self.reader().open("index.html")
        page.keyboard.press("?")
        self.assertNotIn("previous chapter", page.get_by_role("dialog").inner_text())

    def test_keys_go_on_after_a_control_was_used_but_not_where_text_is_typed(self) -> None:
        page = self.reader().open(self.long_page())
        page.get_by_role("button", name="Keys").click()
        page.keyboard.press("Escape")
        self.assertEqual(page.evaluate("document.activeElement.className"), "open-keys")
        at = page.evaluate("scrollY")
        page.keyboard.press("n")
        page.wait_for_function("at => scrollY > at", arg=at)
        at = page.evaluate("scrollY")
        page.keyboard.press("/")
        page.get_by_role("dialog").get_by_role("searchbox").press_sequentially("nnp?")
        self.assertEqual(page.evaluate("scrollY"), at)
        self.assertEqual(page.get_by_role("dialog", name="Keys").count(), 0)

    def test_arrows_turn_pages_after_a_control_was_used_that_does_not_need_them(self) -> None:
        page = self.reader().open(self.page_with('rel="next"'))
        page.get_by_role("button", name="Keys").click()
        page.keyboard.press("Escape")
        with page.expect_navigation():
            page.keyboard.press("ArrowRight")
        page = self.reader().open(self.page_with('class="box quiz"'))
        address = page.url
        page.evaluate("document.body.insertAdjacentHTML('beforeend', '<input type=range><select><option>1<option>2</select>')")
        for control in ("body > input[type=range]", "body > select"):
            page.locator(control).focus()
            page.keyboard.press("ArrowRight")
            self.assertEqual(page.url, address)

    def test_the_list_of_keys_is_accessible(self) -> None:
        visitor = self.reader()
        page = visitor.open("index.html")
        page.keyboard.press("?")
        self.assertEqual(visitor.violations(), [])

    def test_a_tap_shows_what_a_link_leads_to_and_a_second_one_follows_it(self) -> None:
        page = self.reader(size=PHONE, has_touch=True).open(self.page_with('<a class="crossref" href="#'))
        links = page.locator('main > p > a.crossref[href^="#"]')
        links.first.tap()
        preview = page.locator(".preview")
        preview.wait_for()
        self.assertIn("Tap once more", preview.inner_text())
        page.wait_for_timeout(400)
        self.assertEqual((preview.count(), "#" in page.url), (1, False))
        links.first.tap()
        page.wait_for_url("**#*")
        self.assertEqual(preview.count(), 0)

    def test_a_reference_to_another_chapter_shows_how_the_section_begins(self) -> None:
        page = self.reader().open(
            next(name for name, text in self.texts.items() if re.search(r'crossref" href="[\w-]+\.html#sec-', text))
        )
        link = page.locator('main > p > a.crossref[href*=".html#sec-"]').first
        link.scroll_into_view_if_needed()
        link.hover()
        preview = page.locator(".preview")
        preview.wait_for()
        number = link.inner_text().split()[-1]
        self.assertTrue(preview.inner_text().startswith(number), preview.inner_text())
        self.assertGreater(len(preview.inner_text()), 80)

    def test_what_is_in_view_is_outlined_and_not_shown_once_more(self) -> None:
        page = self.reader(size={"width": 1600, "height": 1400}).open(self.page_with('class="crossref" href="#tbl-'))
        link = page.locator('main > p a.crossref[href^="#tbl-"]').first
        target = page.locator(link.get_attribute("href"))
        link = link.element_handle()
        page.evaluate("([link, target]) => target.after(link)", [link, target.element_handle()])
        target.evaluate("element => element.scrollIntoView({ block: 'center' })")
        link.hover()
        page.locator(".pointed").wait_for()
        self.assertEqual(page.locator(".preview").count(), 0)
        page.keyboard.press("Escape")
        self.assertEqual(page.locator(".pointed").count(), 0)

    def test_on_a_wide_window_a_short_preview_stands_in_the_margin(self) -> None:
        page = self.reader(size={"width": 1600, "height": 900}).open(self.page_with('class="crossref" href="#sec-'))
        link = page.locator('main > p a.crossref[href^="#sec-"]').first
        link.hover()
        preview = page.locator(".preview")
        preview.wait_for()
        block = link.locator("xpath=ancestor::p").bounding_box()
        self.assertGreater(preview.bounding_box()["x"], block["x"] + block["width"])
        self.assertLessEqual(preview.bounding_box()["x"] + preview.bounding_box()["width"], 1600)
