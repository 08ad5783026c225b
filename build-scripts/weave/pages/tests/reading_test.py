"""Reads the woven book as a reader does, by clicking and typing. Usage: reading_test.py FOLDER [unittest arguments]"""

import pathlib
import re
import unittest
from typing import Any

from weave.tests import reader
from weave.tests.reader import PHONE, Reader

FOLDER = pathlib.Path()

# Of code in a narrow window: pieces that are wider than their place, lines of which nothing stands in their first row, and
# how far to the right broken lines go on.
BROKEN_LINES = """() => {
  const wide = [...document.querySelectorAll("pre")].filter(pre => pre.scrollWidth > pre.clientWidth).map(pre => pre.textContent);
  const late = [], hang = [], lines = [...document.querySelectorAll("pre code > *")];
  for (const line of lines) {
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT), range = document.createRange(), rows = [];
    for (let text; (text = walker.nextNode()); ) {
      const start = text.data.search(/\\S/);
      if (start < 0 || text.parentNode.closest(".sign")) continue;
      range.setStart(text, start);
      range.setEnd(text, text.data.trimEnd().length);
      rows.push(...range.getClientRects());
    }
    if (!rows.length) continue;
    const first = rows[0], last = rows[rows.length - 1];
    if (first.top > line.getBoundingClientRect().top + first.height) late.push(line.textContent);
    if (last.top > first.bottom - 2) hang.push(last.left - first.left);
  }
  return { all: lines.length, wide, late, hang };
}"""


class ReadingTest(unittest.TestCase):
    browser: Any
    texts: dict[str, str]

    @classmethod
    def setUpClass(cls) -> None:
        cls.browser = cls.enterClassContext(reader.chromium())
        cls.texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.html"))}

    def reader(self, **options: Any) -> Reader:
        """A reader whose pages must neither ask the network for anything nor complain."""
        visitor = self.enterContext(Reader(self.browser, FOLDER, **options))
        self.addCleanup(lambda: self.assertEqual((visitor.asked, visitor.complaints), ([], [])))
        return visitor

    def page_with(self, markup: str) -> str:
        """The lightest page that holds some markup."""
        found = [name for name, text in self.texts.items() if markup in text]
        return str(min(found, key=lambda name: len(self.texts[name])) if found else self.skipTest(f"no page has {markup}"))

    def test_the_theme_follows_the_system_and_the_button_and_is_remembered(self) -> None:
        visitor = self.reader(theme="dark")
        page = visitor.open("index.html")
        dark = visitor.colour()
        button = page.get_by_role("button", name="Theme")
        button.click()
        self.assertIn("light", button.inner_text())
        light = visitor.colour()
        self.assertNotEqual(light, dark)
        visitor.open("scoreboard.html")
        self.assertEqual(visitor.colour(), light)
        page.get_by_role("button", name="Theme").press("Enter")
        self.assertEqual(visitor.colour(), dark)

    def test_figures_follow_the_theme(self) -> None:
        name, found = self.page_with('<div class="picture"'), []
        for theme in ("light", "dark"):
            page = self.reader(theme=theme).open(name)
            found.append(page.locator(".picture svg").first.evaluate("element => getComputedStyle(element).color"))
        self.assertNotEqual(*found)

    def test_contents_on_a_phone_open_and_close(self) -> None:
        page = self.reader(size=PHONE).open(self.page_with('class="unfold"'))
        contents = page.locator("#contents")
        self.assertFalse(contents.is_visible())
        page.get_by_role("link", name="Contents", exact=True).first.click()
        self.assertTrue(contents.is_visible())
        contents.locator("ol ol a").first.click()
        self.assertFalse(contents.is_visible())
        self.assertTrue(page.url.split("#")[1])

    def test_contents_stand_beside_the_text_on_a_wide_page(self) -> None:
        page = self.reader().open(self.page_with('class="unfold"'))
        beside, text = page.locator("#contents").bounding_box(), page.locator("main").bounding_box()
        self.assertLessEqual(beside["x"] + beside["width"], text["x"] + 1)
        self.assertEqual(page.locator("#contents [aria-current=page]").count(), 1)

    def test_the_contents_mark_the_section_that_is_read(self) -> None:
        page = self.reader().open(max(self.texts, key=lambda name: self.texts[name].count("<h2 id=")))
        for place in (1, -2):
            heading = page.locator("main > h2[id]").nth(place)
            name = heading.get_attribute("id")
            heading.evaluate("heading => heading.scrollIntoView()")
            page.wait_for_selector(f"#contents [aria-current=location][href='#{name}']")
            self.assertEqual(page.locator("#contents [aria-current=location]").count(), 1)
            entry, pane = (page.locator(each).bounding_box() for each in ("#contents [aria-current=location]", "#contents"))
            self.assertGreaterEqual(entry["y"], pane["y"])
            self.assertLessEqual(entry["y"] + entry["height"], pane["y"] + pane["height"])

    def test_on_a_phone_the_contents_open_at_the_section_that_is_read(self) -> None:
        page = self.reader(size=PHONE).open(max(self.texts, key=lambda name: self.texts[name].count("<h2 id=")))
        page.locator("main > h2[id]").nth(-2).evaluate("heading => heading.scrollIntoView()")
        page.wait_for_selector("#contents [aria-current=location]", state="attached")
        page.get_by_role("link", name="Contents", exact=True).first.click()
        entry = page.locator("#contents [aria-current=location]").bounding_box()
        self.assertTrue(0 <= entry["y"] < PHONE["height"], entry)

    def test_the_book_s_name_fits_a_phone(self) -> None:
        page = self.reader(size=PHONE).open(self.page_with('name="machines"'))
        self.assertLessEqual(*page.locator(".home").evaluate("home => [home.scrollWidth, home.clientWidth]"))

    def test_the_choice_of_machines_fits_a_phone(self) -> None:
        for width in (320, 390):
            page = self.reader(size={"width": width, "height": 800}).open(self.page_with('name="machines"'))
            page.locator(".machine-choice summary").click()
            for each in page.locator(".machine-panel :is(label, select)").all():
                box = each.bounding_box()
                self.assertGreaterEqual(box["x"], 0)
                self.assertLessEqual(box["x"] + box["width"], width)

    def test_a_program_s_pieces_stand_side_by_side(self) -> None:
        name = next((each for each, text in self.texts.items() if f'id="file-{each.removesuffix(".html")}.cu"' in text), "")
        if not name:
            self.skipTest("no page has a program")
        found = (
            self.reader()
            .open(name)
            .locator('.chunk[id^="file-"]')
            .last.evaluate(
                """chunk => {
            const named = [...chunk.querySelectorAll("pre code > span")].filter(line => line.querySelector(":scope > a.reference"));
            const blank = line => line?.nextElementSibling?.textContent === "\\n" && line.nextElementSibling.checkVisibility();
            const pairs = named.slice(1).filter((line, place) => named[place].nextElementSibling.nextElementSibling === line);
            return [pairs.length, new Set(named.map(line => line.offsetLeft)).size, pairs.filter(line => blank(line.previousElementSibling
              .previousElementSibling)).length, chunk.querySelector("pre").scrollWidth - chunk.querySelector("pre").clientWidth];
        }"""
            )
        )
        self.assertGreater(found[0], 3)
        self.assertGreater(found[1], 1)
        self.assertEqual(found[2:], [0, 0])

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

    def test_the_head_of_a_long_table_stays_in_view(self) -> None:
        page = self.reader().open(
            max(self.texts, key=lambda name: max((each.count("<tr") for each in self.texts[name].split("<table>")), default=0))
        )
        table = page.locator(".fits table").first
        bar = page.locator(".bar").bounding_box()
        for row in table.locator("tbody tr").all()[4::5]:
            row.evaluate("row => scrollTo(0, row.getBoundingClientRect().top + scrollY - 200)")
            head = table.locator("thead").bounding_box()
            self.assertAlmostEqual(
                head["y"], bar["y"] + bar["height"] + 4, delta=130 if row == table.locator("tbody tr").nth(4) else 2
            )

    def test_the_first_column_stays_where_a_table_scrolls(self) -> None:
        page = self.reader(size={"width": 320, "height": 800}).open(self.page_with('<figure class="table"'))
        wide = page.locator(".table .scroll >> visible=true").evaluate_all(
            "all => all.findIndex(each => each.scrollWidth > each.clientWidth + 60)"
        )
        self.assertGreaterEqual(wide, 0)
        scroll = page.locator(".table .scroll >> visible=true").nth(wide)
        scroll.evaluate("each => { each.scrollLeft = 60; }")
        self.assertGreaterEqual(scroll.locator("tbody th").first.bounding_box()["x"], scroll.bounding_box()["x"] - 1)

    def test_wide_tables_fit_a_wide_window(self) -> None:
        visitor, cut = self.reader(), {}
        for name, text in self.texts.items():
            if '<figure class="table"' in text:
                for number, over in (
                    visitor.open(name)
                    .locator("figure.table .scroll >> visible=true")
                    .evaluate_all("all => all.map(each => [each.closest('figure').id, each.scrollWidth - each.clientWidth])")
                ):
                    if over > 1:
                        cut[name, number] = over
        self.assertLessEqual(len(cut), 1, cut)

    def test_the_scoreboard_shows_the_claims_that_are_asked_for(self) -> None:
        for size in (reader.WIDE, PHONE):
            page = self.reader(size=size).open(self.page_with("scoreboard.js"))
            rows = page.locator("tr[data-verdicts] >> visible=true")
            everything = rows.count()
            self.assertEqual(page.locator(".figures dl >> visible=true").count(), 0)
            self.assertEqual(
                page.locator(".scroll:has(tr[data-verdicts])").evaluate_all(
                    "all => all.filter(each => each.scrollWidth > each.clientWidth + 1).length"
                ),
                0,
            )
            page.get_by_label("machines disagree").check()
            for verdicts in rows.evaluate_all("all => all.map(row => row.dataset.verdicts)"):
                self.assertGreater(len(verdicts.split()), 1)
            self.assertLess(rows.count(), everything)
            page.get_by_label("refuted").check()
            self.assertEqual(
                page.locator("main > h2:not(#sources) >> visible=true").count(),
                page.locator("main > .scroll:has(tr[data-verdicts]) >> visible=true").count(),
            )
            page.get_by_label("all (").check()
            self.assertEqual(rows.count(), everything)

    def test_the_keyboard_skips_to_the_text(self) -> None:
        page = self.reader().open(self.page_with('class="unfold"'))
        page.keyboard.press("Tab")
        self.assertTrue(page.get_by_role("link", name="Skip to the text").is_visible())
        page.keyboard.press("Enter")
        self.assertEqual(page.evaluate("document.activeElement.id"), "text")

    def test_code_scrolls_by_keyboard(self) -> None:
        page = self.reader(size={"width": 700, "height": 800}).open(self.page_with('class="unfold"'))
        wide = page.locator("pre").evaluate_all("all => all.findIndex(pre => pre.scrollWidth > pre.clientWidth + 40)")
        self.assertGreaterEqual(wide, 0)
        code = page.locator("pre").nth(wide)
        code.focus()
        self.assertNotEqual(code.evaluate("element => getComputedStyle(element).outlineStyle"), "none")
        address = page.url
        for _ in range(5):
            page.keyboard.press("ArrowRight")
        page.wait_for_function("element => element.scrollLeft > 0", arg=code.element_handle())
        self.assertEqual(page.url, address)

    def test_code_fits_a_phone(self) -> None:
        visitor, count = self.reader(size=PHONE), 0
        for width in (320, 360, 390):
            visitor.page.set_viewport_size({"width": width, "height": 800})
            page = visitor.open(self.page_with("<ins class="))
            page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
            found = page.evaluate(BROKEN_LINES)
            self.assertGreater(found["all"], 10)
            self.assertEqual((found["wide"], found["late"]), ([], []), width)
            self.assertGreater(min(found["hang"]), 0, width)
            count += len(found["hang"])
        self.assertGreater(count, 30)

    def test_a_page_can_be_used_at_400_per_cent(self) -> None:
        small = {"width": 320, "height": 256}
        page = self.reader(size=small).open(self.page_with('class="box quiz"'))
        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 320)
        page.get_by_role("link", name="Contents", exact=True).first.click()
        last = page.locator("#contents ol ol a").last
        last.click()
        self.assertEqual(page.url.split("#")[1], last.get_attribute("href")[1:])
        answer = page.locator(".quiz .wrong summary").first
        answer.click()
        self.assertTrue(page.locator(".quiz .wrong > div").first.is_visible())
        page.locator(".chunk .show-links").first.click()
        self.assertEqual(page.locator(".chunk .show-links").first.get_attribute("aria-pressed"), "true")
        page.get_by_role("button", name="Search").click()
        page.keyboard.type("warp")
        found = page.locator(".search-results a").nth(5)
        found.scroll_into_view_if_needed()
        box = found.bounding_box()
        self.assertTrue(0 <= box["y"] and box["y"] + box["height"] <= 256, box)
        page.get_by_role("button", name="Close", exact=True).click()
        self.assertFalse(page.locator("dialog.search").is_visible())

    def test_paper_has_all_of_the_code_and_nothing_to_click(self) -> None:
        page = self.reader(size={"width": 640, "height": 900}).open(self.page_with('class="unfold"'))
        shown = "all => all.filter(each => each.checkVisibility()).length"
        for selector in (".bar", ".copy", ".show-links", "#contents"):
            page.emulate_media(media="screen")
            self.assertGreater(page.locator(selector).evaluate_all(shown) or selector == "#contents", 0, selector)
            page.emulate_media(media="print")
            self.assertEqual(page.locator(selector).evaluate_all(shown), 0, selector)
        self.assertEqual(
            page.locator(".chunk > pre").evaluate_all("all => all.filter(pre => pre.scrollWidth > pre.clientWidth).length"), 0
        )

    def test_a_figure_s_data_is_a_table(self) -> None:
        for scripts in (True, False):
            page = self.reader(scripts=scripts).open(self.page_with('class="figure-data"'))
            data = page.locator(".figure-data").first
            figure = data.locator("xpath=ancestor::figure")
            number = figure.locator(".caption-number").inner_text().strip(" .").replace("\u00a0", " ")
            self.assertIn(number.lower(), data.inner_text().lower())
            self.assertFalse(data.locator("table").first.is_visible())
            data.locator("summary").press("Enter")
            self.assertTrue(data.locator("table").first.is_visible())
            self.assertGreater(data.locator("tbody tr").count(), 1)
            self.assertEqual(data.locator("table").count(), data.locator(".scroll[tabindex='0'][aria-label]").count())

    def test_a_figure_s_data_is_saved_as_csv(self) -> None:
        page = self.reader().open(self.page_with('class="figure-data"'))
        data = page.locator(".figure-data >> visible=true").first
        data.locator("summary").click()
        button = data.locator(".save").first
        with page.expect_download() as saved:
            button.click()
        self.assertEqual(f"Save {saved.value.suggested_filename}", button.get_attribute("aria-label"))
        lines = pathlib.Path(saved.value.path()).read_text().splitlines()
        table = data.locator("table").first
        self.assertEqual(len(lines), table.locator("tr").count())
        self.assertEqual(len(lines[0].split(",")), table.locator("thead th").count())

    def test_arrows_turn_to_the_chapters_before_and_after(self) -> None:
        name = next(name for name, text in self.texts.items() if 'rel="prev"' in text and 'rel="next"' in text)
        page = self.reader().open(name)
        here, links = page.url, {rel: page.locator(f"a[rel={rel}]").get_attribute("href") for rel in ("prev", "next")}
        for key, rel, back in (("ArrowRight", "next", "ArrowLeft"), ("ArrowLeft", "prev", "ArrowRight")):
            with page.expect_navigation():
                page.keyboard.press(key)
            self.assertTrue(page.url.endswith(links[rel]))
            page.wait_for_load_state()
            with page.expect_navigation():
                page.keyboard.press(back)
            self.assertEqual(page.url, here)
            page.wait_for_load_state()

    def test_a_chunk_unfolds_to_its_final_code(self) -> None:
        for scripts in (True, False):
            page = self.reader(scripts=scripts).open(self.page_with('class="unfold"'))
            unfold = page.locator(".unfold").first
            self.assertFalse(unfold.locator("pre").is_visible())
            unfold.locator("summary").click()
            self.assertTrue(unfold.locator("pre").is_visible())
            self.assertNotRegex(unfold.locator("pre").inner_text(), r"\u27E8[\w-]+\u27E9")

    def test_links_lead_from_part_to_part_of_a_chunk(self) -> None:
        page = self.reader().open(self.page_with('class="chunk-next"'))
        following = page.locator(".chunk-next >> visible=true").first
        chunk = following.locator("xpath=ancestor::div[contains(@class, 'chunk')]")
        name, anchor = chunk.locator(".chunk-name").inner_text(), chunk.get_attribute("id")
        following.click()
        target = page.locator("#" + page.url.split("#")[1])
        self.assertEqual(target.locator(".chunk-name").inner_text(), name)
        target.locator(".chunk-previous").click()
        self.assertEqual(page.url.split("#")[1], anchor)

    def test_a_reference_in_code_leads_to_its_chunk(self) -> None:
        page = self.reader().open(self.page_with('class="unfold"'))
        reference = page.locator("pre a.reference").first
        name = reference.inner_text()
        reference.click()
        self.assertEqual(page.locator("#" + page.url.split("#")[1] + " .chunk-name").inner_text(), name)

    def test_a_name_leads_to_its_definition_and_uses(self) -> None:
        page = self.reader().open(self.page_with("names.html#name-"))
        name = page.locator('.chunk-foot a[href^="names.html#name-"]').first
        chunk = name.locator("xpath=ancestor::div[@id]").get_attribute("id")
        back = page.url.split("/")[-1] + "#" + chunk
        with page.expect_navigation():
            name.click()
        entry = page.locator("#" + page.url.split("#")[1])
        self.assertTrue(entry.is_visible())
        self.assertGreater(entry.locator("xpath=following-sibling::dd[1]").locator(f'.defined a[href="{back}"]').count(), 0)

    def test_a_step_shows_what_changed(self) -> None:
        page = self.reader().open(self.page_with("<ins class="))
        colours = {
            tag: page.locator(f"pre.step {tag}").first.evaluate("line => getComputedStyle(line).backgroundColor")
            for tag in ("ins", "del")
        }
        self.assertNotEqual(colours["ins"], colours["del"])
        self.assertTrue(page.locator("pre.step ins").first.inner_text().startswith("+"))

    # Steps: the text of each line that changed, with the words that are marked in it, and whether it is dimmed.
    STEPS = """([name, ...steps]) => {
      const code = lines => lines.map(line => `<${line[0]} class="i0"><span class="sign">${line[0] === "ins" ? "+" : "-"}</span><span class="rest">`
        + `${line[1]}\n</span></${line[0]}>`).join("");
      return load("changes.js").then(() => steps.map(lines => {
        const pre = make("pre", { class: "code step" });
        pre.innerHTML = `<code>${code(lines)}</code>`;
        document.querySelector("main").append(pre);
        changes.mark(pre);
        const ranges = ["removed-words", "added-words"].flatMap(each => [...CSS.highlights.get(each)]);
        return [...pre.querySelectorAll("ins, del")].map(line => [ranges.filter(range => line.contains(range.startContainer))
          .map(range => range.startContainer.data.slice(range.startOffset, range.endOffset)), line.matches(".minor")]);
      }));
    }"""

    def test_a_step_marks_the_words_that_changed(self) -> None:
        page = self.reader().open(self.page_with("<ins class="))
        found = page.evaluate(
            self.STEPS,
            [
                "",
                [("del", "for (int d = n; d > 0; d /= 2) {"), ("ins", "for (int d = n; d > 32; d /= 2) {")],
                [("del", "sum = first(a, b);"), ("ins", "entirely = different[x] + 7;")],
                [("del", "old(x);"), ("ins", "new_name(x);"), ("del", "y = old(z) + 1;"), ("ins", "y = new_name(z) + 1;")],
                [("del", 'a(b); <span class="co">// slow</span>'), ("ins", 'a(b); <span class="co">// quick</span>')],
                [("ins", "only(added);")],
            ],
        )
        self.assertEqual(
            found,
            [
                [[["0"], False], [["32"], False]],
                [[[], False], [[], False]],
                [[["old"], True], [["new_name"], True], [["old"], True], [["new_name"], True]],
                [[["slow"], True], [["quick"], True]],
                [[[], False]],
            ],
        )
        # In the book's own steps, too, once they come near.
        page = self.reader().open(max(self.texts, key=lambda name: self.texts[name].count("<del class=")))
        for step in page.locator("pre.step >> visible=true").all():
            step.scroll_into_view_if_needed()
        page.wait_for_function("CSS.highlights.get('added-words')?.size > 0")

    def copied(self, page: Any, chunk: Any) -> str:
        chunk.locator("button.copy").click()
        page.wait_for_function("button => button.textContent === 'Copied'", arg=chunk.locator("button.copy").element_handle())
        return str(page.evaluate("navigator.clipboard.readText()"))

    def test_code_is_copied_clean(self) -> None:
        permissions = {"permissions": ["clipboard-read", "clipboard-write"]}
        page = self.reader(**permissions).open(self.page_with('class="unfold"'))
        page.bring_to_front()
        plain = page.locator(".chunk:not(:has(a.reference)):not(:has(.step))").first
        self.assertEqual(self.copied(page, plain), plain.locator("pre").text_content())
        unfolding = page.locator(".chunk:has(.unfold)").first
        self.assertEqual(self.copied(page, unfolding), unfolding.locator(".unfold pre").text_content())
        page = self.reader(**permissions).open(self.page_with("<ins class="))
        page.bring_to_front()
        step = page.locator(".chunk:has(pre.step)").first
        lines = [line[1:] for line in step.locator("pre.step code > :not(del, .elided)").all_text_contents()]
        self.assertEqual(self.copied(page, step), re.sub(r"\u27e8([\w-]+)\u27e9", r"// \1", "".join(lines)))

    def test_code_that_is_selected_is_copied_clean(self) -> None:
        page = self.reader(permissions=["clipboard-read", "clipboard-write"]).open(self.page_with('class="unfold"'))
        page.bring_to_front()
        chunk = page.locator(".chunk[id]:not(:has(a.reference)):not(:has(.step))").first
        chunk.locator(".show-links").click()
        chunk.locator("pre").evaluate("pre => getSelection().selectAllChildren(pre)")
        page.keyboard.press("ControlOrMeta+c")
        code = chunk.locator("pre").text_content()
        self.assertEqual(page.evaluate("navigator.clipboard.readText()").strip("\n"), code.strip("\n"))

    def line_at(self, page: Any, chunk: Any) -> list[tuple[Any, ...]]:
        """Numbers and texts of the lines of a chunk that are marked."""
        return [
            tuple(found)
            for found in chunk.locator("pre").first.evaluate(
                """pre => [...pre.querySelectorAll("code > :not(del)")]
            .map((line, place) => [place + 1, line.textContent, line]).filter(([, , line]) => line.matches(".marked"))
            .map(([place, text]) => [place, text])"""
            )
        ]

    def test_a_line_has_a_link_which_marks_it(self) -> None:
        visitor = self.reader()
        page = visitor.open(self.page_with('class="unfold"'))
        chunk = page.locator(".chunk[id]").nth(1)
        anchor, lines = chunk.get_attribute("id"), chunk.locator("pre code > *").first.evaluate(
            "line => line.parentNode.children.length"
        )
        chunk.locator("pre").first.hover()
        chunk.locator(".line-link").nth(1).click()
        self.assertEqual(page.url.split("#")[1], anchor + "-L2")
        marked = self.line_at(page, chunk)
        self.assertEqual([number for number, _ in marked], [2])
        self.assertNotEqual(
            chunk.locator(".marked").evaluate("line => getComputedStyle(line).backgroundColor"), "rgba(0, 0, 0, 0)"
        )
        chunk.locator(".line-link").nth(lines - 1).click(modifiers=["Shift"])
        page.wait_for_function("count => document.querySelectorAll('.marked').length === count", arg=lines - 1)
        self.assertEqual(page.url.split("#")[1], f"{anchor}-L2-L{lines}")
        self.assertEqual([number for number, _ in self.line_at(page, chunk)], list(range(2, lines + 1)))
        address = page.url.split("/")[-1].replace(f"L2-L{lines}", "L2")
        page = visitor.open("index.html") and visitor.open(address)
        self.assertEqual(self.line_at(page, page.locator(f"#{anchor}")), marked)
        self.assertTrue(
            page.locator(".marked").evaluate(
                "line => { const box = line.getBoundingClientRect(); return box.top > 40 && box.bottom < innerHeight; }"
            )
        )

    def test_the_lines_of_a_step_are_those_that_it_leaves(self) -> None:
        name = self.page_with("<del class=")
        page = self.reader().open(name)
        chunk = page.locator(".chunk[id]:has(pre.step del)").first
        chunk.locator("pre.step").hover()
        self.assertEqual(chunk.locator("pre.step del .line-link").count(), 0)
        count = chunk.locator("pre.step code > :not(del, .elided)").count()
        self.assertEqual(
            chunk.locator("pre.step .line-link").evaluate_all("all => all.map(link => link.dataset.line)"),
            [str(number + 1) for number in range(count)],
        )

    def test_a_name_in_code_leads_to_the_line_that_defines_it(self) -> None:
        visitor = self.reader()
        page = visitor.open(self.page_with('src="definitions/'))
        page.locator("pre").first.scroll_into_view_if_needed()
        for code in page.locator("pre").all():
            code.evaluate("code => code.scrollIntoView()")
            if page.locator('pre .name[href^="#"]').count():
                break
        name = page.locator('pre .name[href^="#"]').first
        word = name.inner_text()
        name.hover()
        page.locator(".preview").wait_for()
        self.assertIn(word, page.locator(".preview").inner_text())
        name.click()
        marked = page.locator(".marked")
        self.assertRegex(marked.text_content(), rf"\b{word}\b")
        itself = marked.locator(".name", has_text=re.compile(rf"^{word}$")).first
        self.assertEqual(itself.get_attribute("href"), "names.html#name-" + word)
        with page.expect_navigation():
            itself.click()
        self.assertEqual(page.locator("dt:target code").inner_text(), word)

    def test_the_keyboard_stops_at_links_in_code_where_it_is_asked_to(self) -> None:
        visitor = self.reader()
        page = visitor.open(self.page_with('src="definitions/'))
        chunk = page.locator(".chunk[id]").first
        links = chunk.locator("pre").first.locator(".line-link")
        button = chunk.get_by_role("button", name="Links")
        chunk.scroll_into_view_if_needed()
        links.first.wait_for(state="attached")
        self.assertEqual(links.first.get_attribute("tabindex"), "-1")
        button.focus()
        page.keyboard.press("Enter")
        self.assertEqual(button.get_attribute("aria-pressed"), "true")
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        self.assertTrue(links.first.evaluate("link => link === document.activeElement"))
        self.assertEqual(links.first.get_attribute("aria-label"), "Line 1")
        page.keyboard.press("Enter")
        self.assertEqual([number for number, _ in self.line_at(page, chunk)], [1])
        self.assertEqual(visitor.violations(["target-size", "link-name", "color-contrast"]), [])
        button.click()
        self.assertEqual(chunk.locator('pre a[tabindex="0"]').count(), 0)

    def test_the_program_lies_beside_the_page(self) -> None:
        page = self.reader().open(self.page_with('class="program"'))
        link = page.get_by_role("link", name="The program of this chapter as one file")
        program = FOLDER / link.get_attribute("href")
        self.assertRegex(program.read_text(encoding="utf-8"), r"(?s)^// .*nvcc -std=c\+\+20.*int main\(")

    def test_answers_are_folded(self) -> None:
        for scripts in (True, False):
            page = self.reader(scripts=scripts).open(self.page_with('class="answer"'))
            answer = page.locator("details.answer").first
            self.assertFalse(answer.locator("> div").is_visible())
            answer.locator("summary").first.press("Enter")
            self.assertTrue(answer.locator("> div").is_visible())

    def test_the_program_is_folded(self) -> None:
        for scripts in (True, False):
            page = self.reader(scripts=scripts).open(self.page_with("<summary>Show this section"), folded=True)
            fold = page.locator("main > details.folded").first
            chunk = fold.locator(".chunk").first
            self.assertFalse(chunk.is_visible())
            fold.locator("> summary").press("Enter")
            self.assertTrue(chunk.is_visible())

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

    def test_books_on_one_host_remember_apart_and_what_was_stored_before_they_did_counts(self) -> None:
        visitor, name = self.reader(), self.page_with('class="box quiz"')
        page = visitor.open(name)
        theme, heading = "document.documentElement.dataset.theme", page.locator("main > h2[id]").first.get_attribute("id")
        page.evaluate(
            """([page, heading]) => {
            localStorage.setItem("theme", "dark");
            localStorage.setItem("progress", JSON.stringify({ [page]: { read: [heading], of: { read: 9, answered: 0, done: 0 } } }));
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
            {key: stored.get(key) for key in ("Another book/theme", "Another book/progress", "progress")},
            {"Another book/theme": "light", "Another book/progress": "{}", "progress": None},
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

    def test_a_name_in_code_shows_what_defines_it(self) -> None:
        page = self.reader().open(self.page_with('"chunk-foot">Used in'))
        name = page.evaluate_handle(
            """async () => {
          for (const pre of document.querySelectorAll("main > .chunk > pre.code")) {
            pre.scrollIntoView({ block: "center" });
            await new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)));
            const name = pre.querySelector("a.name:not([href^='names.html'])");
            if (name) return name;
          }
        }"""
        ).as_element()
        name.hover()
        preview = page.locator(".preview")
        preview.wait_for()
        code = page.evaluate("name => bookDefinitions.filter(each => each[0] === name).map(each => each[4])", name.inner_text())
        self.assertIn(preview.locator("pre").text_content(), code)
        self.assertRegex(preview.inner_text(), r"defined in [\dA-Z]+\.\d+")
        page.keyboard.press("Escape")
        self.assertEqual(preview.count(), 0)

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

    def test_keys_are_not_stolen(self) -> None:
        page = self.reader().open(self.page_with('class="unfold"'))
        address = page.url
        page.locator("pre").first.focus()
        for key in ("ArrowLeft", "ArrowRight", "s", "/", "j", "k"):
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

    def test_search_finds_words_names_and_what_is_misspelt(self) -> None:
        page = self.reader().open(self.page_with("search.js"))
        page.get_by_role("button", name="Search").click()
        field = page.get_by_role("searchbox", name="Search the book")
        for words, text in (("divergnce", "diverg"), ("__shfl_down_sync", "__shfl_down_sync"), ("reconverging", "reconverge")):
            field.fill("")
            page.wait_for_function("!document.querySelector('.search-results li')")
            field.press_sequentially(words)
            page.wait_for_selector(".search-results li")
            self.assertIn(text, page.locator(".search-snippet mark").first.inner_text().lower())

    def test_search_by_keyboard_leads_to_another_chapter(self) -> None:
        page = self.reader(size=PHONE).open(self.page_with("search.js"))
        page.keyboard.press("/")
        page.keyboard.type("transpose")
        page.wait_for_selector(".search-results li")
        for key in ("ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp", "ArrowDown"):
            page.keyboard.press(key)
        link = page.locator(".search-results a").first
        self.assertTrue(link.evaluate("link => link === document.activeElement"))
        address = link.get_attribute("href")
        with page.expect_navigation():
            page.keyboard.press("Enter")
        self.assertTrue(page.url.endswith(address))
        page.keyboard.press("/")
        page.keyboard.press("Escape")
        self.assertFalse(page.locator("dialog.search").is_visible())

    def found(self, page: Any, asked: str) -> list[tuple[Any, ...]]:
        """Address, title and place of what the search finds, which is open."""
        field = page.get_by_role("searchbox", name="Search the book")
        field.fill("")
        page.wait_for_function(
            "!document.querySelector('.search-results li') && !document.querySelector('.search-status').textContent"
        )
        field.fill(asked)
        page.wait_for_function(
            "document.querySelector('.search-results li') || document.querySelector('.search-status').textContent"
        )
        return [
            tuple(each)
            for each in page.locator(".search-results li").evaluate_all(
                "all => all.map(li => [li.querySelector('a').getAttribute('href'), li.querySelector('a').textContent, li.children[1].textContent])"
            )
        ]

    def test_search_knows_what_others_say_signs_phrases_and_numbers(self) -> None:
        page = self.reader().open(self.page_with("search.js"))
        page.keyboard.press("Control+k")
        self.assertTrue(any("Scan" in where for _, _, where in self.found(page, "prefix sum")[:5]))
        self.assertIn("this book says scan", page.locator(".search-status").inner_text())
        self.assertGreater(len(self.found(page, "<<<")), 3)
        self.assertIn("<<<", page.locator(".search-snippet mark").first.inner_text())
        loose, strict = self.found(page, "bank conflict"), self.found(page, '"bank conflict"')
        self.assertGreater(len(loose), len(strict))
        self.assertGreater(len(strict), 0)
        # What explains comes before what looks back.
        self.assertTrue(loose[0][2].startswith("Chapter"), loose[0])
        for kind, number in (("Figure", "fig"), ("Table", "tbl")):
            text = next(each for each in self.texts.values() if f'id="{number}-' in each)
            asked = re.findall(rf'id="{number}-.*?class="caption-number">({kind}[^<]*?)\.<', text, re.DOTALL)[0].replace(
                "\u00a0", " "
            )
            (hit,) = self.found(page, asked)
            self.assertEqual((hit[1], f"#{number}-" in hit[0]), (asked, True))
        self.assertEqual(self.found(page, "Figure 99.99"), [])
        self.assertEqual(page.locator(".search-status").inner_text(), "The book has no Figure 99.99.")

    def test_search_offers_definitions(self) -> None:
        page = self.reader().open(self.page_with("search.js"))
        page.keyboard.press("/")
        self.assertTrue(self.found(page, "__global__"))
        name = page.evaluate("bookDefinitions.find(each => each[0].includes('_'))")
        href, title, where = self.found(page, name[0])[0]
        self.assertEqual((title, where), (name[0], f"{name[1]}, defined in {name[3]}"))
        page.locator(".search-results a").first.click()
        page.wait_for_selector(".marked")
        self.assertIn(title, page.locator(".marked").inner_text())

    def test_search_says_what_only_looks_alike(self) -> None:
        page = self.reader().open(self.page_with("search.js"))
        page.keyboard.press("/")
        self.assertTrue(self.found(page, "divergnce"))
        self.assertIn("nothing has \u201cdivergnce\u201d", page.locator(".search-status").inner_text())

    def test_snippets_are_of_whole_words(self) -> None:
        page = self.reader().open(self.page_with("search.js"))
        page.keyboard.press("/")
        self.found(page, "barrier")
        for snippet, text in page.locator(".search-results li").evaluate_all(
            """all => all.map(li => [
                li.querySelector(".search-snippet").textContent.replace(/^\u2026 | \u2026$/g, ""),
                bookSections.find(each => each[0] === li.querySelector("a").getAttribute("href"))?.[3]])"""
        )[:8]:
            if text is not None:
                place = text.index(snippet)
                self.assertIn((text[:place] + " ")[-1 if not place else place - 1], " ")
                self.assertIn((text + " ")[place + len(snippet)], " ")

    def test_where_the_search_leads_what_was_sought_is_marked(self) -> None:
        page = self.reader().open(self.page_with("search.js"))
        marks = "() => [...(CSS.highlights.get('sought') ?? [])].map(range => range.startContainer.data.slice(range.startOffset, range.endOffset))"
        page.keyboard.press("/")
        self.found(page, "divergence")
        with page.expect_navigation():
            page.locator(".search-results a[href*='#sec-']").first.click()
        page.wait_for_function("CSS.highlights.get('sought')?.size > 0")
        self.assertEqual({each.lower()[:7] for each in page.evaluate(marks)}, {"diverge"})
        page.keyboard.press("Escape")
        self.assertEqual(page.evaluate(marks), [])
        page.reload()
        page.wait_for_load_state()
        self.assertEqual(page.evaluate(marks), [])

    def test_search_says_when_it_finds_nothing_and_is_accessible(self) -> None:
        for theme in ("light", "dark"):
            visitor = self.reader(theme=theme)
            page = visitor.open(self.page_with("search.js"))
            page.keyboard.press("/")
            page.keyboard.type("zzzzqqqq")
            page.wait_for_function("document.querySelector('.search-status').textContent === '0 sections'")
            page.get_by_role("searchbox").fill("warp")
            page.wait_for_selector(".search-results li")
            page.evaluate("document.querySelector('main').remove()")
            self.assertEqual(visitor.violations(["color-contrast", "label", "list", "aria-dialog-name", "link-name"]), [])

    def test_without_motion_nothing_moves(self) -> None:
        page = self.reader(reduced_motion="reduce").open(self.page_with('class="unfold"'))
        moving = page.evaluate(
            """[...document.querySelectorAll("*")].map(e => getComputedStyle(e)).filter(s =>
            parseFloat(s.transitionDuration) > 0 || s.animationName !== "none" || s.scrollBehavior === "smooth").length"""
        )
        self.assertEqual(moving, 0)


if __name__ == "__main__":
    FOLDER = reader.folder(__doc__)
    unittest.main()
