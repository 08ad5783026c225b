"""Tests of what leads to experiments and away from them, and of how they fit a page."""

import random
from typing import Any

from weave.pages.tests.experiments import MOST_ORDERS, SEEN, SMALL, TURN, ExperimentsTest
from weave.tests.reader import PHONE, Reader


class LinkChecks(ExperimentsTest):
    """Asked of every experiment by experiments_tour.py."""

    def check_link(self, page: Any, anchor: str, name: str, dice: random.Random) -> None:
        """A link to a setting restores it."""
        settings = dice.choice(list(self.settings(page, name, dice)))
        page.evaluate(TURN, [anchor, settings])
        before = page.evaluate(SEEN, [anchor, name])
        link = page.locator(f"#{anchor} .experiment-foot a").get_attribute("href")
        with Reader(self.browser, self.folder) as visitor:
            other = visitor.open(page.url.rpartition("/")[2].partition("#")[0] + link)
            self.wait(other, anchor)
            after = other.evaluate(SEEN, [anchor, name])
            for part in ("settings", "verdict", "faults", "state"):
                self.assertEqual(after[part], before[part])
            self.assertEqual(visitor.complaints, [])

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
        page.evaluate(
            """id => document.querySelectorAll(`#${id} .experiment > details:not(.experiment-race),
            #${id} :is(.experiment-orders, .experiment-race div) details`).forEach(each => { each.open = true; })""",
            anchor,
        )
        page.wait_for_timeout(300)

    def check_on_a_phone(self, visitor: Reader, anchor: str) -> None:
        """With everything open it is accessible, and fits."""
        page = visitor.page
        page.set_viewport_size(PHONE)
        self.open_all(page, anchor)
        page.evaluate(
            """id => document.querySelector("main").replaceChildren(
            document.querySelector("main h1"), document.getElementById(id))""",
            anchor,
        )
        self.assertEqual(visitor.faults_on_a_phone(), [])


class Links(ExperimentsTest):
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

    def test_without_scripts_there_is_a_sentence(self) -> None:
        for page_name in sorted({page_name for page_name, _, _ in self.places}):
            with Reader(self.browser, self.folder, scripts=False) as visitor:
                page = visitor.open(page_name)
                for anchor in (anchor for name, anchor, _ in self.places if name == page_name):
                    self.assertIn("where scripts do", page.locator(f"#{anchor}").inner_text())
                    self.assertEqual(page.locator(f"#{anchor} button").count(), 0)
