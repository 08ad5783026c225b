"""Tests of how pages look and fit, on screens of all sizes and on paper."""


from weave.pages.tests.reading import ReadingTest
from weave.tests import reader
from weave.tests.reader import PHONE


class Layout(ReadingTest):
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

    def test_text_labels_and_code_are_set_in_the_fonts_of_the_book(self) -> None:
        page = self.reader().open(max(self.texts, key=lambda name: self.texts[name].count("<pre")))
        if "fonts.css" not in self.texts[page.url.split("/")[-1]]:
            self.skipTest("the book was built without fonts")
        page.evaluate("document.fonts.ready")
        loaded = page.evaluate("[...document.fonts].filter(each => each.status == 'loaded').map(each => each.family)")
        self.assertEqual({each.strip('"') for each in loaded}, {"Weft Text", "Weft Plain", "Weft Code"})

    def test_figures_follow_the_theme(self) -> None:
        name, found = self.page_with('<div class="picture"'), []
        for theme in ("light", "dark"):
            page = self.reader(theme=theme).open(name)
            found.append(page.locator(".picture svg").first.evaluate("element => getComputedStyle(element).color"))
        self.assertNotEqual(*found)

    def test_what_scrolls_has_bars_in_the_page_s_colours(self) -> None:
        page, found = self.reader().open(self.page_with('<div class="picture"')), set()
        for _ in ("one theme", "the other"):
            page.get_by_role("button", name="Theme").click()
            bars = page.evaluate(
                """() => [...document.querySelectorAll("*")].map(each => getComputedStyle(each)).filter(
                each => /auto|scroll/.test(each.overflow)).map(each => each.scrollbarColor)"""
            )
            self.assertGreater(len(bars), 1)
            self.assertNotIn("auto", bars)
            found |= set(bars)
        self.assertEqual(len(found), 2)

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

    @reader.only_chromium("without a screen, no pointer hovers")
    def test_a_map_of_a_long_page_leads_where_one_points(self) -> None:
        visitor = self.reader(size={"width": 1400, "height": 800})
        page = visitor.open(max(self.texts, key=lambda name: self.texts[name].count("<h2 id=")))
        at = page.locator(".map").bounding_box()
        self.assertEqual(at["x"] + at["width"], page.evaluate("document.documentElement.clientWidth"))
        headings = page.locator("main h2:visible")
        self.assertEqual(page.locator(".map-section").count(), headings.count())
        mark = page.locator(".map-section").nth(headings.count() // 2).bounding_box()
        page.mouse.move(at["x"] + 5, mark["y"] + 3)
        heading = headings.nth(headings.count() // 2)
        self.assertIn(page.locator(".map-label").inner_text().split(" ")[-1], heading.inner_text())
        page.mouse.down()
        self.assertTrue(0 < heading.bounding_box()["y"] < 800)
        before = page.locator(".map-view").bounding_box()["y"]
        page.mouse.move(at["x"] + 5, at["y"] + at["height"] - 1)
        page.wait_for_function("before => document.querySelector('.map-view').getBoundingClientRect().top > before", arg=before)
        page.mouse.up()
        for size in (PHONE, {"width": 1100, "height": 800}):
            page.set_viewport_size(size)
            self.assertFalse(page.locator(".map").is_visible())

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

    def test_machines_are_offered_only_where_something_was_measured(self) -> None:
        visitor = self.reader()
        measured = [name for name, text in self.texts.items() if "data-on=" in text]
        for name in ("index.html", min(measured, key=lambda name: len(self.texts[name]))):
            page = visitor.open(name)
            self.assertEqual(page.locator(".machine-choice").count(), int(name in measured), name)
        page.evaluate("memory.remember('machine', JSON.parse(first('meta[name=machines]').content)[1].name)")
        self.assertFalse(visitor.open("index.html").locator(".machine-strip").is_visible())

    def test_the_front_page_and_the_scoreboard_tell_the_same(self) -> None:
        visitor = self.reader()
        glance = (
            visitor.open("index.html")
            .locator("ul.glance li")
            .evaluate_all("all => all.map(each => [first('b', each).textContent, first('.numbers', each).textContent])")
        )
        page = visitor.open("scoreboard.html")
        heads = page.locator("table").first.locator("thead th").all_inner_texts()[1:]
        counted = []
        for row in page.locator("table").first.locator("tbody tr").all():
            name, *counts = row.locator("th, td").all_inner_texts()
            numbers = ", ".join(f"{count} {head}" for count, head in zip(counts, heads) if count != "0")
            counted.append([name.split()[0], numbers])
        self.assertEqual(glance, counted)

    def test_titles_in_the_contents_hang_beside_their_numbers(self) -> None:
        page = self.reader().open(max(self.texts, key=lambda name: self.texts[name].count("<h2 id=")))
        ragged = page.evaluate(
            """all(".contents a:has(> .number)").filter(link => {
              const range = document.createRange(), [number] = link.children;
              range.selectNodeContents(link);
              range.setStartAfter(number);
              const lefts = [...range.getClientRects()].filter(box => box.width > 4).map(box => box.left);
              const edge = number.getBoundingClientRect().right;
              return lefts.some(left => left < edge - 6);
            }).map(link => link.textContent)"""
        )
        self.assertEqual(ragged, [])

    def test_numbers_in_the_contents_stand_apart_from_their_titles(self) -> None:
        """Those of five signs, too."""
        for name in ("reduction.html", "many-gpus.html"):
            joined = (
                self.reader()
                .open(name)
                .evaluate(
                    """all(".contents a:has(> .number)").filter(link => {
                  const title = document.createRange(), text = document.createRange(), [number] = link.children;
                  title.selectNodeContents(link);
                  title.setStartAfter(number);
                  text.selectNodeContents(number);
                  const first = [...title.getClientRects()].filter(box => box.width > 4)[0];
                  return first && first.left < text.getBoundingClientRect().right + 3;
                }).map(link => link.textContent)"""
                )
            )
            self.assertEqual(joined, [])

    def test_on_a_phone_the_theme_is_a_sign(self) -> None:
        page = self.reader(size={"width": 360, "height": 740}).open("index.html")
        button = page.get_by_role("button", name="Theme")
        self.assertTrue(button.locator("svg").is_visible())
        self.assertLess(button.bounding_box()["width"], 40)

    @reader.only_chromium("paper cannot be shown on the screen")
    def test_paper_has_no_controls_and_tells_which_choice_is_right(self) -> None:
        shown = "all => all.filter(each => each.checkVisibility()).length"
        for name, selectors in (
            (self.page_with('class="box quiz"'), (".answer > summary", ".record > summary", ".experiment-open", ".done")),
            ("scoreboard.html", (".filters", ".figures > summary")),
        ):
            page = self.reader().open(name, folded=True)
            page.emulate_media(media="print")
            for selector in selectors:
                self.assertEqual(page.locator(f"main {selector}").evaluate_all(shown), 0, selector)
            told = page.locator(".choices").evaluate_all(
                "all => all.map(each => [getComputedStyle(each, '::after').content, [...each.children].findIndex(li => first('.right', li))])"
            )
            for content, place in told:
                self.assertEqual(content, f'"Right: {"abcdef"[place]}"')
            self.assertTrue(
                all(page.locator(".quiz").evaluate_all("all => all.map(e => getComputedStyle(e).breakInside === 'avoid')"))
            )

    def test_on_a_very_wide_window_the_letters_grow(self) -> None:
        widths = []
        for width in (1600, 2560):
            page = self.reader(size={"width": width, "height": 1200}).open(self.page_with('class="unfold"'))
            widths.append(page.locator("main > p").nth(2).bounding_box()["width"])
        self.assertGreater(widths[1], 1.1 * widths[0])

    def test_what_a_finger_presses_is_large_enough(self) -> None:
        page = self.reader(size=PHONE).open(self.page_with('class="record"'), folded=True)
        small = page.locator("main :is(summary, input[type=range])").evaluate_all(
            "all => all.filter(each => each.checkVisibility() && each.getBoundingClientRect().height < 24).map(each => each.textContent)"
        )
        self.assertEqual(small, [])

    def test_the_choice_of_machines_fits_a_phone(self) -> None:
        for width in (320, 390):
            page = self.reader(size={"width": width, "height": 800}).open(self.page_with("data-on="))
            page.locator(".machine-choice summary").click()
            for each in page.locator(".machine-panel :is(label, select)").all():
                box = each.bounding_box()
                self.assertGreaterEqual(box["x"], 0)
                self.assertLessEqual(box["x"] + box["width"], width)

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
        name, text = self.saved(button)
        self.assertEqual(f"Save {name}", str(button.get_attribute("aria-label")).partition(", the first")[0])
        lines = text.splitlines()
        table = data.locator("table").first
        self.assertEqual(len(lines), table.locator("tr").count())
        self.assertEqual(len(lines[0].split(",")), table.locator("thead th").count())

    def test_a_button_says_where_it_saves_the_first_rows_alone(self) -> None:
        page = self.reader().open(self.page_with("data-first="))
        scroll = page.locator(".figure-data:not([data-on][hidden] *) .scroll[data-first]").first
        scroll.locator("xpath=ancestor::details").locator("summary").click()
        button, rows = scroll.locator("xpath=preceding-sibling::*[1]").locator(".save"), scroll.get_attribute("data-first")
        self.assertEqual(button.inner_text(), f"CSV of {rows} rows")
        self.assertTrue(str(button.get_attribute("aria-label")).endswith(f".csv, the first {rows} rows"))
        _, text = self.saved(button)
        self.assertEqual(len(text.splitlines()), 1 + int(str(rows)))

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

    def test_without_motion_nothing_moves(self) -> None:
        page = self.reader(reduced_motion="reduce").open(self.page_with('class="unfold"'))
        moving = page.evaluate(
            """[...document.querySelectorAll("*")].map(e => getComputedStyle(e)).filter(s =>
            parseFloat(s.transitionDuration) > 0 || s.animationName !== "none" || s.scrollBehavior === "smooth").length"""
        )
        self.assertEqual(moving, 0)
