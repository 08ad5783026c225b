"""Tests of runs in all orders."""

import random
import re
import time
from typing import Any

from weave.pages.tests.experiments import MOST_ORDERS, SMALL, TURN, ExperimentsTest, value_of


class OrderChecks(ExperimentsTest):
    """Asked of every experiment by experiments_tour.py."""

    def check_all_orders(self, page: Any, anchor: str, name: str, dice: random.Random) -> None:
        """Orders come to what they come to in the native simulator."""
        page.evaluate("simulation.exploring = simulation.bound = 60_000")
        page.evaluate("([name, most]) => { experiments.get(name).described.explored = most; }", [name, MOST_ORDERS])
        all_settings = [each for each in self.settings(page, name, dice) if each["schedule"] == "forward"]
        first, mistakes = all_settings[0], [
            each
            for each in all_settings
            if page.evaluate("([name, k]) => Boolean(experiments.get(name).described.mistake?.(k))", [name, each])
        ]
        for settings in [
            first,
            *dice.sample(mistakes, min(3, len(mistakes))),
            *dice.sample(all_settings, 2),
            *SMALL.get(name, []),
        ]:
            with self.subTest(name, **settings):
                page.evaluate(TURN, [anchor, first | settings])
                words = self.explored(page, anchor)
                self.met[f"orders {self.check_orders(page, anchor, name, words)}"] += 1

    def check_orders(self, page: Any, anchor: str, name: str, words: str) -> str:
        """The words hold what the native library finds. Returns the worst that there is."""
        reply, reference = self.ask(page, anchor, name, {"explore": MOST_ORDERS})
        found = reply["launches"][0]["exploration"]
        if not found["executions"]:
            self.assertIn("Not tried: " + found["incomplete"], words)
            return "not tried"
        counted = {"right": 0, "lucky": 0, "wrong": 0}
        worst: tuple[int, int, list[int]] = (0, 0, [])
        for outcome in found["outcomes"]:
            warps = outcome["warps"]
            again, _ = self.ask(page, anchor, name, {"order": {"warps": warps, "finish": True}})
            state = self.state(again, reference)
            counted[state] += outcome["executions"]
            switches = sum(one != other for one, other in zip(warps, warps[1:]))
            worst = max(worst, (["right", "lucky", "wrong"].index(state) + 1, -switches, warps), key=lambda each: each[:2])
        left = found["executions"] - sum(counted.values())
        state = ["right", "lucky", "wrong"][worst[0] - 1]
        numbers = [int(value_of(each)) for each in re.findall(r"\b\d[\d\u202f]*(?= (?:orders|is|are|leaves?|was|were))", words)]
        if found["executions"] > 1:
            self.assertEqual(numbers[0], found["executions"], words)
            if counted["right"] == found["executions"]:
                self.assertIn("all agree, and are right", words)
            elif found["executions"] in counted.values():
                self.assertIn({"wrong": "all leave a wrong", "lucky": "all are right by luck"}[state], words)
            else:
                self.assertEqual(
                    numbers[1:], [each for each in (counted["wrong"], counted["lucky"], counted["right"], left) if each], words
                )
        else:
            self.assertRegex(words, "One order stands for all|There is one warp")
        self.assertEqual(bool(found["incomplete"]), "were tried" in words, words)
        whole = page.locator(f"#{anchor} .experiment-orders .experiment-verdict.{state}")
        self.assertEqual(whole.count(), 1, words)
        # The order that is shown is the worst, with the fewest switches: who made each of its steps.
        steps = page.evaluate(
            """id => [...document.querySelectorAll(`#${id} .experiment-orders li[data-warp]`)].map(each =>
            Number(each.dataset.warp))""",
            anchor,
        )
        shown = [warp % 6 for warp in worst[2]]
        if state == "right" or found["executions"] == 1:  # which the run itself has told
            self.assertEqual(steps, [])
        else:
            self.assertEqual(steps, shown if len(shown) <= 120 else shown[:60] + shown[-60:])
        return state


class Orders(ExperimentsTest):
    def test_orders_are_bounded_and_can_be_stopped(self) -> None:
        if "trapezoid-1/updates" not in (name for _, _, name in self.places):
            self.skipTest("another experiment is looked at")
        page_name, anchor, name = next(place for place in self.places if place[2] == "trapezoid-1/updates")
        _, page = self.opened(page_name, anchor)
        page.evaluate("name => { experiments.get(name).described.explored = 1e9; }", name)
        page.evaluate(TURN, [anchor, {"n": 40, "block": 1}])
        words, stop = (
            page.locator(f"#{anchor} .experiment-orders {each}") for each in (".experiment-verdict", "button:nth-of-type(2)")
        )
        page.evaluate("simulation.exploring = 60_000; simulation.bound = 60_000")
        page.locator(f"#{anchor} .experiment-orders button").first.click()
        page.wait_for_function(
            """id => /[1-9] orders so far/.test(document.querySelector(`#${id} .experiment-orders .experiment-verdict`).textContent)""",
            arg=anchor,
        )
        stop.click()
        page.wait_for_selector(f"#{anchor} .experiment-orders[aria-busy=false]")
        self.assertRegex(words.inner_text(), r"Stopped\. [\d,]+ orders were tried, none with a fault")
        # Who waits no longer goes on, and so does the page: another setting ends it as well.
        page.locator(f"#{anchor} .experiment-orders button").first.click()
        page.evaluate(TURN, [anchor, {"n": 3}])
        self.assertEqual(page.locator(f"#{anchor} .experiment > .experiment-verdict.right").first.inner_text()[:8], "✓ Right:")
        self.assertIn("There are 2 orders that may differ: all agree", self.explored(page, anchor))
        page.evaluate("simulation.exploring = 200")
        page.evaluate(TURN, [anchor, {"n": 40}])
        began = time.monotonic()
        self.assertRegex(self.explored(page, anchor), r"[\d,]+ orders were tried, and there may be more: all agree")
        self.assertLess(time.monotonic() - began, 20)
        page.evaluate("simulation.exploring = 60_000; simulation.bound = 300")
        self.assertRegex(self.explored(page, anchor), r"Stopped: it did not end within 0.3 s\. [\d,]+ orders were tried")

    def test_one_order_is_told_once(self) -> None:
        page_name, anchor, _ = self.place("first-program/add")
        _, page = self.opened(page_name, anchor)
        page.locator(f"#{anchor} .experiment-flag input").first.click()
        self.wait(page, anchor)
        self.explored(page, anchor)
        orders = page.locator(f"#{anchor} .experiment-orders")
        self.assertIn("One order stands for all", orders.inner_text())
        self.assertEqual(orders.locator(".experiment-found, .experiment-order, .experiment-faults").count(), 0)

    def test_a_setting_of_too_many_warps_says_so_beforehand(self) -> None:
        page_name, anchor, name = self.place("transpose/tile")
        _, page = self.opened(page_name, anchor)
        told = page.locator(f"#{anchor} .experiment-orders .hint").inner_text()
        label, value = re.findall(r"This setting has \d+: choose “(.+)” at (\d+)\.$", told)[0]
        knobs = page.evaluate(
            "name => Object.entries(experiments.get(name).described.knobs).map(([knob, { label }]) => [label, knob])", name
        )
        page.evaluate(TURN, [anchor, {dict(knobs)[label]: int(value)}])
        self.assertIn("of the warps: up to", page.locator(f"#{anchor} .experiment-orders .hint").inner_text())
