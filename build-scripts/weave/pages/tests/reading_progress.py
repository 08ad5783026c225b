"""Tests of what pages fold, ask, remember and show on demand."""

import re

from weave.pages.tests.reading import ReadingTest
from weave.tests import reader


class Answers(ReadingTest):
    def test_claims_are_folded_and_a_mark_opens_them(self) -> None:
        for scripts in (True, False):
            page = self.reader(scripts=scripts).open(self.page_with('class="claims"'), folded=True)
            claims = page.locator(".claims details.folded")
            self.assertFalse(claims.locator("ol").is_visible())
            self.assertRegex(claims.locator("summary").inner_text(), r"^Show (the claim|all \d+ claims)$")
            if scripts:
                mark = page.locator("main > p a.verdict >> visible=true").first
                mark.click()
                self.assertTrue(page.locator(f"[id='{mark.get_attribute('href')[1:]}']").is_visible())
            else:
                claims.locator("summary").click()
                self.assertTrue(claims.locator("ol").is_visible())

    def test_answers_are_folded(self) -> None:
        for scripts in (True, False):
            page = self.reader(scripts=scripts).open(self.page_with('class="answer"'))
            answer = page.locator("details.answer").first
            self.assertFalse(answer.locator("> div").is_visible())
            answer.locator("summary").first.press("Enter")
            self.assertTrue(answer.locator("> div").is_visible())

    def test_a_link_into_a_fold_opens_it(self) -> None:
        path = self.page_with("<summary>Show this section")
        visitor = self.reader()
        page = visitor.open(path, folded=True)
        anchor = page.locator("details.folded .chunk[id]").first.get_attribute("id")
        for address in (anchor, f"{anchor}-L1"):
            with self.subTest(address=address):
                visitor.open("index.html")
                page = visitor.open(f"{path}#{address}", folded=True)
                self.assertTrue(page.locator(f'[id="{anchor}"]').is_visible())
        visitor.open("index.html")
        page = visitor.open(path, folded=True)
        fold = page.locator("main > details.folded").first
        for _ in range(2):
            page.evaluate(
                "anchor => { const link = document.createElement('a'); link.href = '#' + anchor;"
                " document.body.append(link); link.click(); }",
                anchor,
            )
            page.wait_for_function("document.querySelector('details.folded').open")
            fold.locator("> summary").press("Enter")
            self.assertFalse(page.locator(f'[id="{anchor}"]').is_visible())

    def test_a_quiz_tells_why_an_answer_is_wrong(self) -> None:
        for scripts in (True, False):
            page = self.reader(scripts=scripts).open(self.page_with('class="box quiz"'))
            quiz = page.locator(".quiz").first
            self.assertEqual(quiz.locator(".judgement:visible").count(), 0)
            wrong, right = quiz.locator(".choice.wrong").first, quiz.locator(".choice.right")
            wrong.locator("summary").press("Enter")
            self.assertTrue(wrong.locator("> div").inner_text().startswith("No. "))
            self.assertFalse(right.locator("> div").is_visible())
            right.locator("summary").press("Space")
            self.assertTrue(right.locator("> div").inner_text().startswith("Right. "))

    def test_every_chapter_asks_questions(self) -> None:
        few = {
            name: count
            for name, text in self.texts.items()
            if re.search(r'<p class="chapter-number"><span>Chapter', text) and (count := text.count('class="box quiz"')) < 2
        }
        self.assertEqual(few, {})

    def test_progress_is_remembered_shown_and_forgotten(self) -> None:
        visitor, name = self.reader(), self.page_with('class="box quiz"')
        page = visitor.open("index.html")
        self.assertEqual(page.locator(".forget, .progress, .read").count(), 0)
        page = visitor.open(name)
        self.assertEqual(page.locator(".forget, .progress, .read").count(), 0)
        page.locator(".quiz .wrong summary").first.click()
        self.assertEqual(page.locator(".answered").count(), 0)
        page.locator(".quiz .right summary").first.click()
        page.locator(".answered").wait_for()
        page.locator(".exercise .done input").first.check()
        heading = page.locator("main > h2[id]").nth(1)
        heading.evaluate("heading => heading.scrollIntoView({ block: 'end' })")
        page.locator("#contents .read").wait_for()
        self.assertEqual(
            page.locator("#contents .read").get_attribute("href"), "#" + page.locator("main > h2[id]").first.get_attribute("id")
        )
        page = visitor.open("index.html")
        questions, exercises = (self.texts[name].count(mark) for mark in ('class="box quiz"', 'class="box exercise"'))
        shown = page.locator(".book-contents .progress").inner_text()
        self.assertRegex(
            shown, rf"^1 of \d+ sections read, 1 of {questions} questions? answered, 1 of {exercises} exercises? done$"
        )
        self.assertEqual(page.locator(".book-contents .read").count(), 1)
        page = visitor.open(name)
        self.assertTrue(page.locator(".exercise .done input").first.is_checked())
        self.assertEqual(page.locator(".answered").count(), 1)
        page = visitor.open("index.html")
        page.on("dialog", lambda dialog: dialog.accept())
        page.get_by_role("button", name="Forget").last.click()
        self.assertEqual(page.locator(".forget, .progress, .read").count(), 0)
        page = visitor.open(name)
        self.assertEqual(page.locator(".answered, .progress").count(), 0)
        self.assertFalse(page.locator(".exercise .done input").first.is_checked())

    def test_a_link_to_a_section_does_not_mark_the_one_before_it(self) -> None:
        page = self.reader().open("trapezoid-3.html#sec-library")
        page.wait_for_timeout(2500)
        self.assertEqual(page.locator("#contents .read").count(), 0)

    def test_books_on_one_host_remember_apart(self) -> None:
        visitor, name = self.reader(), self.page_with('class="box quiz"')
        page = visitor.open(name)
        theme, heading = "document.documentElement.dataset.theme", page.locator("main > h2[id]").first.get_attribute("id")
        page.evaluate(
            """([page, heading]) => {
            const book = document.documentElement.dataset.book;
            localStorage.setItem(`${book}/theme`, "dark");
            localStorage.setItem(`${book}/progress`,
              JSON.stringify({ [page]: { read: [heading], of: { read: 9, answered: 0, done: 0 } } }));
            localStorage.setItem("theme", "light");
            localStorage.setItem("Another book/theme", "light");
            localStorage.setItem("Another book/progress", "{}");
        }""",
            [name.removesuffix(".html"), heading],
        )
        page = visitor.open(name)
        self.assertEqual(page.evaluate(theme), "dark")
        self.assertEqual(page.locator("#contents .read").get_attribute("href"), "#" + heading)
        page.get_by_role("button", name="Theme").click()
        page.on("dialog", lambda dialog: dialog.accept())
        page.get_by_role("button", name="Forget").click()
        page = visitor.open(name)
        self.assertIsNone(page.evaluate(theme))
        self.assertEqual(page.locator("#contents .read").count(), 0)
        stored = page.evaluate("Object.fromEntries(Object.entries(localStorage))")
        self.assertEqual(
            {key: stored.get(key) for key in ("theme", "Another book/theme", "Another book/progress")},
            {"theme": "light", "Another book/theme": "light", "Another book/progress": "{}"},
        )
        self.assertEqual(stored[page.evaluate("document.documentElement.dataset.book") + "/theme"], "auto")

    def test_without_scripts_nothing_speaks_of_progress(self) -> None:
        page = self.reader(scripts=False).open(self.page_with('class="box quiz"'))
        self.assertEqual(page.locator(".forget, .progress, .done, .answered, .copy, .show-links").count(), 0)

    def test_a_cross_reference_leads_to_what_it_names(self) -> None:
        page = self.reader().open(self.page_with('class="crossref" href="#fig-'))
        reference = page.locator('a.crossref[href^="#fig-"]').first
        name = reference.inner_text()
        reference.click()
        caption = page.locator("#" + page.url.split("#")[1] + " .caption-number").inner_text()
        self.assertEqual(caption.split("\n")[0].strip(" ."), name)

    def test_a_reference_shows_what_it_leads_to(self) -> None:
        page = self.reader().open(self.page_with('class="crossref" href="#tbl-'))
        reference = page.locator('main > p a.crossref[href^="#tbl-"]').first
        reference.hover()
        preview = page.locator(".preview")
        preview.wait_for()
        self.assertIn(reference.inner_text().replace("\u00a0", " "), preview.inner_text().replace("\u00a0", " "))
        self.assertEqual(preview.locator("[href], [tabindex], button").count(), 0)
        page.keyboard.press("Escape")
        self.assertEqual(preview.count(), 0)
        page.mouse.move(0, 0)
        page.locator("main").focus()
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.matches('a.crossref[href^=\"#\"]')"):
                break
        preview.wait_for()
        page.keyboard.press("Tab")
        self.assertEqual(page.locator(".preview").count(), 0)

    def test_a_reference_to_another_chapter_s_code_shows_it(self) -> None:
        page = self.reader().open("trapezoid-2.html")
        page.locator('main > p a[href^="trapezoid-1.html#chunk-"]').first.hover()
        page.locator(".preview pre").wait_for()

    def test_a_mark_of_a_claim_shows_its_figures(self) -> None:
        page = self.reader().open(self.page_with('class="claims"'), folded=True)
        mark = page.locator("main > p a.verdict >> visible=true").first
        mark.scroll_into_view_if_needed()
        mark.hover()
        preview = page.locator(".preview")
        preview.wait_for()
        self.assertGreater(preview.locator(".verdicts tr").count(), 0)
        self.assertTrue(preview.locator("code").first.inner_text())
        self.assertEqual(preview.locator("[href], [tabindex], [id], button").count(), 0)
        self.assertIsNone(mark.get_attribute("title"))

    def test_an_aid_answers_and_has_a_text_without_scripts(self) -> None:
        name = self.page_with("data-aid=")
        page = self.reader().open(name)
        aid = page.locator("[data-aid]").first
        before = aid.inner_text()
        control = aid.locator("select, input").first
        if control.evaluate("control => control.tagName") == "SELECT":
            control.select_option(index=1)
        else:
            control.press("ArrowRight")
        self.assertNotEqual(aid.inner_text(), before)
        page = self.reader(scripts=False).open(name)
        self.assertTrue(page.locator(".aid .aid-fallback").first.inner_text().strip())

    @reader.only_chromium("there a slash finds on the page, and so takes the keys that follow")
    def test_keys_are_not_stolen(self) -> None:
        page = self.reader().open(self.page_with('class="unfold"'))
        address = page.url
        page.locator("pre").first.focus()
        for key in ("ArrowLeft", "ArrowRight", "s", "j", "k"):
            page.keyboard.press(key)
        self.assertEqual(page.url, address)
        self.assertEqual(page.evaluate("document.activeElement.tagName"), "PRE")
        page.locator("main").focus()
        page.keyboard.press("/")
        self.assertTrue(page.locator("dialog.search").is_visible())

    def test_keys_are_not_stolen_from_who_selects(self) -> None:
        page = self.reader().open(self.page_with('class="unfold"'))
        page.locator("main > p").first.evaluate("text => getSelection().selectAllChildren(text)")
        page.keyboard.press("/")
        self.assertFalse(page.locator("dialog.search").is_visible())
        page.evaluate("getSelection().removeAllRanges()")
        page.keyboard.press("/")
        self.assertTrue(page.locator("dialog.search").is_visible())
