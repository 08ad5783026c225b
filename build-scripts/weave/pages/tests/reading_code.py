"""Tests of the code on pages: its pieces, steps, names, lines and what is copied of it."""

import re
from typing import Any

from weave.pages.tests.reading import ReadingTest
from weave.tests import reader
from weave.tests.reader import PHONE

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
# Opens them.
ANSWERS = "document.querySelectorAll('.answer').forEach(each => { each.open = true; })"


class Code(ReadingTest):
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

    @reader.only_chromium("paper cannot be shown on the screen")
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

    def test_a_chunk_unfolds_to_its_final_code(self) -> None:
        for scripts in (True, False):
            page = self.reader(scripts=scripts).open(self.page_with('class="unfold"'))
            page.evaluate(ANSWERS)
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
        page.evaluate(ANSWERS)
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
      const code = lines => lines.map(line => `<${line[0]}><span class="sign">${line[0] === "ins" ? "+" : "-"}</span><span class="rest">`
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
        page = self.reader(**permissions).open(max(self.texts, key=lambda name: self.texts[name].count('class="unfold"')))
        page.bring_to_front()
        plain = page.locator(".chunk:not(:has(a.reference)):not(:has(.step))").first
        self.assertEqual(self.copied(page, plain), plain.locator("pre").text_content())
        unfolding = page.locator(".chunk:has(.unfold):has(> pre a.reference):not(.answer *)").first
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

    def test_no_two_buttons_of_code_have_the_same_name(self) -> None:
        page = self.reader().open(max(self.texts, key=lambda name: self.texts[name].count('class="chunk"')))
        for kind in (".copy", ".show-links"):
            names = page.locator(f".chunk:has(> .chunk-head > .chunk-number) > .chunk-head {kind}").evaluate_all(
                "all => all.map(each => each.getAttribute('aria-label'))"
            )
            self.assertEqual(sorted({name for name in names if names.count(name) > 1}), [], kind)

    def test_line_numbers_stand_beside_the_code_and_are_whole(self) -> None:
        name = self.page_with("<del class=")
        for size in ({"width": 360, "height": 740}, reader.WIDE):
            page = self.reader(size=size).open(name)
            chunk = page.locator(".chunk:has(pre.step):has(code > :nth-child(12))").first
            for linked in (False, True):
                if linked:
                    chunk.locator(".show-links").evaluate("button => button.click()")
                chunk.scroll_into_view_if_needed()
                chunk.locator("pre").first.hover()
                chunk.locator(".line-link").first.wait_for(state="attached")
                wrong = chunk.locator("pre").first.evaluate(
                    """pre => [...pre.querySelectorAll("code > :is(span, ins)")].flatMap(line => {
                      const number = line.querySelector(".line-link"), range = document.createRange();
                      if (!number || !line.checkVisibility()) return [];
                      const text = [...line.childNodes].find(node => node !== number && node.textContent.trim());
                      if (!text) return [];
                      range.selectNode(text);
                      const box = number.getBoundingClientRect(), code = range.getBoundingClientRect();
                      return box.left < pre.getBoundingClientRect().left - 0.5 || box.right > code.left - 2 ? [number.dataset.line] : [];
                    })"""
                )
                self.assertEqual(wrong, [], (size, linked))

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
        button = chunk.get_by_role("button", name="Lines")
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
        program = self.folder / link.get_attribute("href")
        self.assertRegex(program.read_text(encoding="utf-8"), r"(?s)^// .*nvcc -std=c\+\+20.*int main\(")

    def test_the_program_is_folded(self) -> None:
        for scripts in (True, False):
            page = self.reader(scripts=scripts).open(self.page_with("<summary>Show this section"), folded=True)
            fold = page.locator("main > details.folded").first
            chunk = fold.locator(".chunk").first
            self.assertFalse(chunk.is_visible())
            fold.locator("> summary").press("Enter")
            self.assertTrue(chunk.is_visible())

    def test_a_name_in_code_shows_what_defines_it(self) -> None:
        visitor, name = self.reader(), None
        # Not every page uses what it defines.
        for page_name in sorted(
            (each for each in self.texts if '"chunk-foot">Used in' in self.texts[each]), key=lambda each: len(self.texts[each])
        ):
            page = visitor.open(page_name)
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
            if name:
                break
        assert name
        name.hover()
        preview = page.locator(".preview")
        preview.wait_for()
        code = page.evaluate("name => bookDefinitions.filter(each => each[0] === name).map(each => each[4])", name.inner_text())
        self.assertIn(preview.locator("pre").text_content(), code)
        self.assertRegex(preview.inner_text(), r"defined in [\dA-Z]+\.\d+")
        page.keyboard.press("Escape")
        self.assertEqual(preview.count(), 0)
