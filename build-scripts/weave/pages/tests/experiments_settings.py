"""Tests of what experiments show of each setting."""

import base64
import os
import re
from fractions import Fraction
from typing import Any

from shared.tools import ROOT
from weave.pages.tests.experiments import RATIOS, SEEN, TURN, ExperimentsTest, differing, value_of

MOST_FAULTS = 6  # that a page tells


def maxima() -> set[str]:
    """The counts that do not add up over launches."""
    return set(re.findall(r"(?m)^  Y\((\w+)\)", (ROOT / "code" / "simulator" / "counts.hpp").read_text(encoding="utf-8")))


def total(launches: list[dict[str, Any]]) -> dict[str, int]:
    """What several launches did."""
    counts: dict[str, int] = {}
    for launch in launches:
        for name, count in launch["counts"].items():
            counts[name] = max(counts.get(name, 0), count) if name in maxima() else counts.get(name, 0) + count
    return counts


class SettingChecks(ExperimentsTest):
    """Asked of every experiment by experiments_tour.py."""

    def check(self, seen: dict[str, Any]) -> dict[str, Any]:
        """What is shown is what the native library finds. Returns the kinds of faults, and whether results are wrong."""
        request = seen["request"]
        request["arrays"] = [each | {"bytes": base64.b64decode(each["bytes"])} for each in request["arrays"]]
        reply = self.library.answer(request)
        self.assertIn(reply["status"], ("completed", "failed"), reply["message"])
        counts = total(reply["launches"])
        self.assertGreaterEqual(set(seen["counts"]), set(counts))
        for name, shown in seen["counts"].items():
            if name in RATIOS:
                over, under = (counts[each] for each in RATIOS[name])
                if under == 0:
                    self.assertEqual(shown, "–", name)
                else:
                    self.assertLessEqual(abs(Fraction(value_of(shown)) - Fraction(over, under)), Fraction(1, 200), name)
            else:
                self.assertEqual(int(value_of(shown)), counts[name], name)
        faults = [fault for launch in reply["launches"] for fault in launch["faults"]]
        for text, fault in zip(seen["faults"], faults[:MOST_FAULTS]):
            self.assertIn(fault["kind"], text)
            # A page names no lines of a file that its reader does not have.
            # In the page without lines, and with elements of arrays in the place of addresses.
            for part in re.split(
                r" (?:at|of) [\w./-]+\.(?:md|cu|cuh|hpp|ptx):\d+|(?:address|shared address|at) 0x[0-9a-f]+", fault["message"]
            ):
                self.assertIn(part, text)
            self.assertIn("thread (" + ",".join(map(str, fault["thread"])) + ")", text)
        self.assertEqual(len(seen["faults"]), min(len(faults), MOST_FAULTS + 1))
        wrong = {}
        for name, kind, wanted in seen["reference"]:
            if places := differing(reply["outputs"][name], base64.b64decode(wanted), kind):
                wrong[name] = places
        for name, places in list(wrong.items())[:1]:
            self.assertIn(f"{name}[{places[0]}] ", seen["verdict"])
            if len(places) > 1:
                self.assertRegex(seen["verdict"], rf"; ({len(places)} of its \d+|all of its {len(places)}|both of its) elements")
        grave = {fault["kind"] for fault in faults if not fault["benign"]}
        state = "wrong" if wrong or reply["status"] == "failed" else "lucky" if grave else "right"
        self.assertEqual(seen["state"], state, seen["verdict"])
        return {"faults": grave, "wrong": bool(wrong)}

    def check_setting(self, page: Any, anchor: str, name: str, settings: dict[str, Any], is_first: bool) -> None:
        """A setting shows what the native simulator finds, and what the experiment's description expects."""
        page.evaluate(TURN, [anchor, settings])
        seen = page.evaluate(SEEN, [anchor, name])
        shown = {knob: value for knob, value in settings.items() if knob != "seed"}
        if shown["schedule"] == "random":
            shown["schedule"] = f"random:{settings.get('seed', 1)}"
        self.assertEqual(seen["settings"], shown)
        found, mistake = self.check(seen), seen["mistake"]
        if not mistake:
            self.assertEqual(found, {"faults": set(), "wrong": False}, seen["verdict"])
        else:
            self.assertEqual(found["faults"] - set(mistake.get("perhaps", [])), set(mistake["faults"]), seen["verdict"])
            if mistake["wrong"] != "perhaps":
                self.assertEqual(found["wrong"], mistake["wrong"], seen["verdict"])
        if is_first:
            self.assertEqual(seen["state"], "right", "at first")

    def leads_to_its_line(self, page: Any, anchor: str) -> bool:
        """Is there a fault of the chapter's own code? Then it has a link to the line in the page that it names."""
        if not page.evaluate("id => document.querySelector(`#${id} .experiment-faults a`) !== null", anchor):
            return False
        link = page.locator(f"#{anchor} .experiment-faults a").first
        code, href = link.inner_text(), link.get_attribute("href")
        chunk, line = re.findall(r"^#(.+?)(?:-L(\d+))?$", href)[0]
        lines = page.evaluate(
            """id => [...document.getElementById(id)
            .querySelectorAll("code > :is(span, ins):not(.elided)")].map(each => each.textContent)""",
            chunk,
        )
        self.assertIn(
            re.sub(r"\s", "", code), [re.sub(r"^\+|\s", "", each) for each in (lines[int(line) - 1 :][:1] if line else lines)]
        )
        return True


class Settings(ExperimentsTest):
    def test_there_are_experiments(self) -> None:
        if "EXPERIMENT" in os.environ:
            self.skipTest("one alone is looked at")
        packed = {path.stem for path in (self.folder / "experiments").glob("*-*.js")}
        self.assertEqual({name.replace("/", "-") for _, _, name in self.places}, packed)
        self.assertGreater(len(packed), 0)

    def test_faults_name_elements_instead_of_addresses(self) -> None:
        page_name, anchor, _ = self.place("first-program/add")
        _, page = self.opened(page_name, anchor)
        page.locator(f"#{anchor}-bound").uncheck()
        page.locator(f"#{anchor} .experiment-faults li").first.wait_for()
        said = page.locator(f"#{anchor} .experiment-faults").first.inner_text()
        self.assertIn("reads 4 bytes at a[1000], just past the end of the 4000 bytes of a", said)
        self.assertNotIn("0x", said)

    def test_a_number_out_of_range_is_told_while_it_stands_there(self) -> None:
        page_name, anchor, name = self.place("first-program/add")
        _, page = self.opened(page_name, anchor)
        field = page.locator(f"#{anchor}-n")
        hint = page.locator(f"#{field.get_attribute('aria-describedby')}")
        self.assertEqual((hint.inner_text(), field.get_attribute("aria-invalid")), ("", "false"))
        field.fill("5000")
        self.assertEqual((hint.inner_text(), field.get_attribute("aria-invalid")), ("Whole numbers from 1 to 2000.", "true"))
        field.blur()
        self.assertEqual((hint.inner_text(), field.input_value()), ("", "2000"))

    def test_the_order_is_explained(self) -> None:
        page_name, anchor, _ = self.place("scan/steps")
        _, page = self.opened(page_name, anchor)
        select = page.locator(f"#{anchor}-schedule")
        for order in ("starve", "forward"):
            select.select_option(order)
            hint = page.locator(f"#{select.get_attribute('aria-describedby')}")
            self.assertEqual(hint.inner_text(), "one warp waits until no other can go on" if order == "starve" else "")

    def test_a_run_that_takes_too_long_is_stopped_and_the_next_one_runs(self) -> None:
        page_name, anchor, _ = self.places[0]
        _, page = self.opened(page_name, anchor)
        page.evaluate("simulation.bound = 0")
        page.locator(f"#{anchor} .experiment-foot button").click()
        page.locator(f"#{anchor} .experiment > .experiment-verdict.stopped").wait_for()
        self.assertIn("Stopped", page.locator(f"#{anchor} .experiment > .experiment-verdict").inner_text())
        page.evaluate("simulation.bound = 10_000")
        page.locator(f"#{anchor} .experiment-foot button").click()
        page.locator(f"#{anchor} .experiment > .experiment-verdict.right").wait_for()
