"""Uses the aids of the woven pages, by keyboard and in a narrow window. Usage: aids_test.py FOLDER [unittest arguments]"""

import pathlib
import re
import unittest
from typing import Any

from weave.tests import reader
from weave.tests.reader import RULES_OF_COLOUR, Reader

FOLDER = pathlib.Path()
NARROW = {"width": 320, "height": 800}

# Leaves of the page its title and its aids, which have answered before.
ALONE = """() => {
  const main = document.querySelector("main");
  main.replaceChildren(main.querySelector("header.title"), ...main.querySelectorAll("[data-aid]"));
  main.querySelectorAll("details").forEach(each => { each.open = true; });
}"""


# Of a piece of code, but for what is added to each line.
CODE = """pre => { const copy = pre.cloneNode(true); copy.querySelectorAll(".line-link").forEach(each => each.remove()); return copy.textContent; }"""


class AidsTest(unittest.TestCase):
    browser: Any
    pages: dict[str, list[str]]

    @classmethod
    def setUpClass(cls) -> None:
        cls.browser = cls.enterClassContext(reader.chromium())
        texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.html"))}
        cls.pages = {name: re.findall(r'data-aid="(\w+)"', text) for name, text in texts.items() if "data-aid=" in text}

    def reader(self, **options: Any) -> Reader:
        """A reader whose pages must neither ask the network for anything nor complain."""
        visitor = self.enterContext(Reader(self.browser, FOLDER, **options))
        self.addCleanup(lambda: self.assertEqual((visitor.asked, visitor.complaints), ([], [])))
        return visitor

    def aid(self, name: str, **options: Any) -> Any:
        """The aid of that name, on its page."""
        page = self.reader(**options).open(next(page for page, aids in self.pages.items() if name in aids))
        page.evaluate(ALONE)
        return page.locator(f'[data-aid="{name}"]')

    def choose(self, aid: Any, **choices: str | int) -> None:
        """Sets controls, named as the aid names them."""
        for name, value in choices.items():
            control = aid.locator(f'[id$="-{name}"]')
            kind = control.evaluate("control => control.type")
            if kind == "checkbox":
                control.set_checked(bool(value))
            elif kind == "select-one":
                control.select_option(str(value))
            else:
                control.fill(str(value))

    def column(self, aid: Any, head: str) -> list[str]:
        """What a column of the aid's table says."""
        heads = aid.locator("thead th").all_inner_texts()
        found: list[str] = aid.locator(f"tbody tr > :nth-child({heads.index(head) + 1})").all_inner_texts()
        return found

    def test_all_controls_answer_to_keys(self) -> None:
        self.assertGreater(len(self.pages), 1)
        for name, aids in self.pages.items():
            page = self.reader().open(name)
            page.evaluate(ALONE)
            found = page.locator("[data-aid]").all()
            self.assertEqual(len(found), len(aids))
            for each, aid in zip(aids, found):
                before = aid.inner_text()
                answered = []
                for control in aid.locator(":is(input, select):enabled").all():
                    state = "control => control.type === 'checkbox' ? control.checked : control.value"
                    value = control.evaluate(state)
                    control.focus()
                    for key in (
                        (" ",) if control.get_attribute("type") == "checkbox" else ("ArrowRight", "ArrowLeft", "ArrowLeft")
                    ):
                        if control.evaluate(state) == value:
                            control.press(key)
                    self.assertNotEqual(control.evaluate(state), value, (each, control.get_attribute("id")))
                    answered.append(aid.inner_text() != before)
                self.assertIn(True, answered)

    def test_aids_are_accessible_and_fit_a_narrow_window(self) -> None:
        for name in self.pages:
            visitor = self.reader(size=NARROW)
            page = visitor.open(name)
            page.evaluate(ALONE)
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), NARROW["width"], name)
            self.assertEqual(visitor.violations(), [], name)
            page.emulate_media(color_scheme="dark")
            self.assertEqual(visitor.violations(RULES_OF_COLOUR), [], name)

    def test_without_scripts_a_sentence_stands_for_each(self) -> None:
        for name, aids in self.pages.items():
            page = self.reader(scripts=False).open(name)
            for text in page.locator("[data-aid] .aid-fallback").all_inner_texts():
                self.assertTrue(text.strip().endswith("."))
            self.assertEqual(page.locator("[data-aid] .aid-fallback").count(), len(aids))

    def test_coalescing_and_occupancy_have_tables(self) -> None:
        aid = self.aid("coalescing")
        self.choose(aid, stride=8)
        self.assertEqual((len(set(self.column(aid, "Sector"))), len(set(self.column(aid, "Line")))), (32, 8))
        self.assertIn("touches 32 sectors in 8 lines", aid.locator(".aid-words").inner_text())
        self.choose(aid, size=16, width=4, part=3, stride=1)
        self.assertEqual(self.column(aid, "Address")[:2], ["12", "28"])
        self.choose(aid, size=8)
        self.assertEqual(self.column(aid, "Address")[:2], ["4", "12"])
        self.choose(aid, size=4)
        self.assertTrue(aid.locator('[id$="-part"]').is_disabled())
        aid = self.aid("occupancy")
        self.assertEqual(self.column(aid, "Warps"), ["10"] * 4)
        self.assertEqual(self.column(aid, "Of blocks"), ["0–4"] * 4)

    def test_banks_say_in_words_and_in_a_table_what_they_show(self) -> None:
        aid = self.aid("banks")
        words = aid.locator(".aid-words")
        for padding, wavefronts, lanes in ((0, "32", 32), (1, "1", 0), (2, "2", 32)):
            self.choose(aid, padding=padding)
            self.assertIn(f"takes {wavefronts} wavefront", words.inner_text())
            self.assertEqual(max(map(int, self.column(aid, "Wavefront"))), int(wavefronts))
            self.assertEqual(self.column(aid, "Conflict").count("yes"), lanes)
            self.assertEqual(aid.locator("svg .aid-access").count(), 32)
            self.assertEqual(aid.locator("svg").get_attribute("aria-label"), words.inner_text())
        self.choose(aid, along="rows", padding=0, size=16)
        self.assertIn("in 4 parts, each of 8 lanes", words.inner_text())
        self.assertEqual(self.column(aid, "Bank")[:2], ["0–3", "4–7"])

    def test_divergence_says_in_words_and_in_a_table_what_it_shows(self) -> None:
        aid = self.aid("divergence")
        words = aid.locator(".aid-words")
        self.choose(aid, k=16, a=4, b=4)
        self.assertRegex(words.inner_text(), "issues 9 instructions, in 3 regions. .* 56\u00a0%")
        self.assertEqual(self.column(aid, "These are"), ["0–15", "16–31", "0–31"])
        self.assertEqual(aid.locator("svg .aid-access").count(), 64)
        self.assertEqual(aid.locator("svg").get_attribute("aria-label"), words.inner_text())
        self.choose(aid, condition="lane % k == 0", k=30)
        self.assertEqual(self.column(aid, "These are")[:2], ["0, 30", "1–29, 31"])
        self.choose(aid, condition="lane < k", k=32)
        self.assertIn("issues 5 instructions, in 2 regions", words.inner_text())
        self.choose(aid, code="a loop of lane % k + 1 rounds", a=1)
        self.assertEqual(self.column(aid, "Active lanes"), [*map(str, range(32, 0, -1)), "32"])
        off = aid.locator(":is(input, select):disabled").evaluate_all("all => all.map(each => each.id.split('-').pop())")
        self.assertEqual(off, ["condition", "mask", "rounds", "b"])

    def test_ladders_show_bar_code_and_picture_of_each_rung(self) -> None:
        ladders = [name for name, aids in self.pages.items() if "ladder" in aids]
        self.assertGreater(len(ladders), 0)
        for name in ladders:
            page = self.reader().open(name)
            for aid in page.locator('[data-aid="ladder"]').all():
                self.check_ladder(name, page, aid)
            ids = page.evaluate("[...document.querySelectorAll('[id]')].map(each => each.id)")
            self.assertEqual(len(ids), len(set(ids)), name)

    def check_ladder(self, name: str, page: Any, aid: Any) -> None:
        items, words, slider = aid.locator("ol > li"), aid.locator(".aid-words"), aid.locator("input")
        times = [
            float(value) for value in items.locator(".value:visible").evaluate_all("all => all.map(each => each.dataset.value)")
        ]
        self.assertEqual(len(times), items.count(), name)
        slider.focus()
        for place, time in enumerate(times):
            with self.subTest(name, rung=place):
                item, code = items.nth(place), aid.locator(".rung pre")
                links = item.locator("a").evaluate_all("all => all.map(each => each.getAttribute('href'))")
                marked = items.evaluate_all("all => all.map(each => each.getAttribute('aria-current'))")
                self.assertEqual([at for at, mark in enumerate(marked) if mark], [place])
                self.assertEqual(code.evaluate(CODE), page.locator(f"{links[0]} pre").first.evaluate(CODE))
                self.assertEqual(aid.locator(".rung svg:visible").count(), len(links) - 1)
                for region in aid.locator(".rung [role=region]").all():
                    called = f", on the ladder ‘{aid.get_attribute('aria-label')}’"
                    self.assertTrue((region.get_attribute("aria-label") or "").endswith(called))
                share = item.evaluate("item => parseFloat(item.style.getPropertyValue('--share'))")
                # A bar beside which all others would be slivers is broken.
                most, following = sorted(times)[-1], sorted(times)[-2]
                is_broken = len(times) > 2 and most > 5 * following
                whole = 1.25 * following if is_broken else most
                self.assertAlmostEqual(share, 100 * min(1, time / whole), places=3)
                self.assertEqual(item.evaluate("item => item.classList.contains('broken')"), is_broken and time == most)
                said = words.inner_text()
                self.assertTrue(said.startswith(f"{place + 1} of {len(times)}: {item.locator('a').first.inner_text()}, "), said)
                if place:
                    ratio = times[place - 1] / time
                    self.assertIn(
                        f"{max(ratio, 1 / ratio):.2f} times as {'fast' if ratio >= 1 else 'long'} as the rung before", said
                    )
            slider.press("ArrowRight")
        box = items.first.bounding_box()
        items.first.click(position={"x": box["width"] - 3, "y": box["height"] - 3})
        self.assertEqual(slider.input_value(), "0")

    def test_overlap_says_in_words_and_in_a_table_what_it_shows(self) -> None:
        aid = self.aid("overlap")
        words = aid.locator(".aid-words")
        self.assertIn("done after 9.5 units of time. In one piece it would take 14, 1.47 times", words.inner_text())
        self.assertEqual(self.column(aid, "Copy out")[-1], "8.5 to 9.5")
        self.assertEqual(aid.locator("svg .aid-warp").count(), 3 * 4)
        self.assertEqual(aid.locator("svg").get_attribute("aria-label"), words.inner_text())
        self.choose(aid, engines=1)
        self.assertIn("done after 14 units", words.inner_text())
        self.choose(aid, order="stage by stage")
        self.assertIn("done after 12 units", words.inner_text())
        self.assertRegex(words.inner_text(), "The busiest engine, copies, works for 12, 100\u00a0%")
        self.choose(aid, pieces=32, streams=8)
        self.assertEqual(self.column(aid, "Stream"), [str(1 + piece % 8) for piece in range(32)])


if __name__ == "__main__":
    FOLDER = reader.folder(__doc__)
    unittest.main()
