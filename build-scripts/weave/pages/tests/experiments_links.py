"""Tests of what leads to experiments and away from them, and of how they fit a page."""

import random
import re
from typing import Any

from shared.tools import ROOT
from weave.pages.tests.experiments import MOST_ORDERS, SEED, SEEN, SMALL, TURN, ExperimentsTest, value_of
from weave.tests.reader import PHONE, Reader, only_chromium


class Links(ExperimentsTest):
    @only_chromium("nothing tells which files a page loads")
    def test_nothing_is_loaded_before_it_is_asked_for(self) -> None:
        for page_name, anchor, _ in self.places:
            visitor = self.enterContext(Reader(self.browser, self.folder))
            asked: list[str] = []
            visitor.page.on("request", lambda request: asked.append(request.url))  # noqa: B023
            page = visitor.open(page_name)
            page.wait_for_timeout(200)
            self.assertEqual([url for url in asked if "/experiments/" in url or url.startswith("blob:")], [])
            button = page.locator(f"#{anchor} .experiment-open")
            kilobytes = int(value_of(re.findall(r"loads ([\d\u202f]+) kB", button.inner_text())[0]))
            button.click()
            self.wait(page, anchor)
            loaded = [self.folder / "experiments" / url.rpartition("/")[2] for url in asked if "/experiments/" in url]
            self.assertAlmostEqual(sum(path.stat().st_size for path in loaded) / 1000, kilobytes, delta=2)
            self.assertEqual(visitor.asked, [])

    def test_a_link_to_a_setting_restores_it(self) -> None:
        dice = random.Random(SEED)
        for page_name, anchor, name in self.places:
            with self.subTest(anchor):
                _, page = self.opened(page_name, anchor)
                settings = dice.choice(list(self.settings(page, name, dice)))
                page.evaluate(TURN, [anchor, settings])
                before = page.evaluate(SEEN, [anchor, name])
                link = page.locator(f"#{anchor} .experiment-foot a").get_attribute("href")
                visitor = self.enterContext(Reader(self.browser, self.folder))
                other = visitor.open(page_name + link)
                self.wait(other, anchor)
                after = other.evaluate(SEEN, [anchor, name])
                for part in ("settings", "verdict", "faults", "state"):
                    self.assertEqual(after[part], before[part])
                self.assertEqual(visitor.complaints, [])

    def test_a_link_that_says_nonsense_gives_the_first_setting(self) -> None:
        for page_name, anchor, name in self.places[:1]:
            visitor = self.enterContext(Reader(self.browser, self.folder))
            page = visitor.open(f"{page_name}#{anchor}?stride=-7&n=1e99&block=33&schedule=random:0&__proto__=1&constructor=2")
            self.wait(page, anchor)
            self.assertEqual(
                page.evaluate(SEEN, [anchor, name])["settings"], page.evaluate("name => experiments.defaults(name)", name)
            )

    def test_a_number_out_of_range_becomes_the_nearest(self) -> None:
        page_name, anchor, name = self.place("warps/strided")
        _, page = self.opened(page_name, anchor)
        knob, described = next(
            (knob, each)
            for knob, each in page.evaluate("name => Object.entries(experiments.get(name).described.knobs)", name)
            if "from" in each
        )
        field = page.locator(f"#{anchor}-{knob}")
        for typed, held in (("99999999", described["to"]), ("-5", described["from"]), ("", described["from"])):
            field.fill(typed)
            field.blur()
            self.wait(page, anchor)
            self.assertEqual(field.input_value(), str(held))
            self.assertIn(
                f"{knob}={held}" if held != described["value"] else "",
                page.locator(f"#{anchor} .experiment-foot a").get_attribute("href"),
            )

    def test_faults_lead_to_their_lines(self) -> None:
        """A fault of the chapter's own code has a link to the line in the page that it names."""
        led = 0
        dice = random.Random(SEED)
        for page_name, anchor, name in self.places:
            _, page = self.opened(page_name, anchor)
            for settings in self.settings(page, name, dice):
                page.evaluate(TURN, [anchor, settings])
                link = page.locator(f"#{anchor} .experiment-faults a").first
                if not link.count():
                    continue
                code, href = link.inner_text(), link.get_attribute("href")
                chunk, line = re.findall(r"^#(.+?)(?:-L(\d+))?$", href)[0]
                lines = page.evaluate(
                    """id => [...document.getElementById(id)
                    .querySelectorAll("code > :is(span, ins):not(.elided)")].map(each => each.textContent)""",
                    chunk,
                )
                self.assertIn(
                    re.sub(r"\s", "", code),
                    [re.sub(r"^\+|\s", "", each) for each in (lines[int(line) - 1 :][:1] if line else lines)],
                )
                led += 1
                break
        if any("mistake" in path.read_text() for path in (ROOT / "code/experiments").glob("*/*.js")):
            self.assertGreater(led, 0)

    def open_all(self, page: Any, anchor: str) -> None:
        """With what goes wrong, where that is possible, and an order that breaks it."""
        name = page.locator(f"#{anchor}").get_attribute("data-experiment")
        page.evaluate("([name, most]) => { experiments.get(name).described.explored = most; }", [name, MOST_ORDERS])
        flags = page.locator(f"#{anchor} .experiment-flag input")
        if flags.count():
            flags.first.click()
        else:
            page.evaluate(TURN, [anchor, next(iter(SMALL.get(name, [])[2:]), {})])
        self.wait(page, anchor)
        self.explored(page, anchor)
        race = page.locator(f"#{anchor} .experiment-race summary")
        if race.count():
            race.first.click()
            self.race(page, anchor)[0].click()
            self.race(page, anchor)
            self.wait(page, anchor)
            self.explored(page, anchor)
        for summary in page.locator(
            f"#{anchor} .experiment > :not(.experiment-race) > summary, #{anchor} :is(.experiment-orders, .experiment-race div) summary"
        ).all():
            summary.click()
        page.wait_for_timeout(300)

    def test_it_is_accessible_and_fits_a_phone(self) -> None:
        for page_name, anchor, _ in self.places:
            with self.subTest(anchor):
                visitor, page = self.opened(page_name, anchor, size=PHONE)
                self.open_all(page, anchor)
                page.evaluate(
                    """id => document.querySelector("main").replaceChildren(
                    document.querySelector("main h1"), document.getElementById(id))""",
                    anchor,
                )
                self.assertEqual(visitor.faults_on_a_phone(), [])

    def test_without_scripts_there_is_a_sentence(self) -> None:
        for page_name, anchor, _ in self.places:
            visitor = self.enterContext(Reader(self.browser, self.folder, scripts=False))
            page = visitor.open(page_name)
            self.assertIn("where scripts do", page.locator(f"#{anchor}").inner_text())
            self.assertEqual(page.locator(f"#{anchor} button").count(), 0)
