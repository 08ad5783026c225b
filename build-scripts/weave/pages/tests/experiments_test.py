"""Turns the knobs of every experiment in Chromium, and holds what its page shows against the simulator's native library.

Usage: experiments_test.py FOLDER LIBRARY [unittest arguments], where PYTHONPATH names code/simulator/tests/page
With EXPERIMENT=CHAPTER/NAME in the environment, of that one alone; SEED=NUMBER repeats a run.
"""

import base64
import contextlib
import csv
import os
import pathlib
import random
import re
import struct
import sys
import time
import unittest
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import native
from shared.tools import ROOT
from weave.tests import reader
from weave.tests.reader import PHONE, Reader, only_chromium

FOLDER, LIBRARY = pathlib.Path(), pathlib.Path()
MOST = 36  # values of a knob that are all tried; of more, the ends and some
MIXED = 12  # settings in which all knobs are turned at random
MOST_FAULTS = 6  # that a page tells
MOST_ORDERS = 150  # that are tried
# Settings whose orders are tried besides.
SMALL: dict[str, list[dict[str, Any]]] = {
    "trapezoid-1/updates": [
        {"n": 4, "block": 1},
        {"n": 3, "block": 1, "way": "*sum += f(x)"},
        {"n": 4, "block": 1, "way": "*sum += f(x)"},
        {"n": 65, "block": 32, "way": "*sum += f(x)"},
        {"n": 200, "block": 1},
    ],
    "warps/lock": [
        {"threads": 1, "blocks": 2},
        {"threads": 1, "blocks": 2, "fences": False},
        {"threads": 2, "blocks": 2, "fences": False},
    ],
    "scan/steps": [{"barriers": False}, {"arrays": "one"}, {"arrays": "one", "n": 40, "barriers": False}],
}
SEED = int(os.environ.get("SEED") or time.time_ns() % 1_000_000)

# Sets knobs as a reader does, and waits for what comes of that.
TURN = """async ([id, settings]) => {
  const aid = document.getElementById(id), body = aid.querySelector(".experiment");
  for (const [name, value] of Object.entries(settings)) {
    const input = document.getElementById(`${id}-${name}`);
    if (input.type === "checkbox") input.checked = value;
    else input.value = value;
    input.dispatchEvent(new Event(input.matches("select, [type=checkbox]") ? "change" : "input", { bubbles: true }));
  }
  while (body.getAttribute("aria-busy") !== "false") await new Promise(done => setTimeout(done, 2));
}"""

# What a page shows, what it asked the simulator for, and what its description says of the setting.
SEEN = """([id, name]) => {
  const aid = document.getElementById(id), text = selector => aid.querySelector(selector).textContent;
  const encoded = bytes => { let all = ""; for (const byte of bytes) all += String.fromCharCode(byte); return btoa(all); };
  const query = aid.querySelector(".experiment-foot a").getAttribute("href").split("?")[1];
  const { described } = experiments.get(name), settings = knobs.read(query, described.knobs, experiments.defaults(name));
  const request = experiments.request(name, settings, {}, experiments.get(name).compiled.ptx);
  request.arrays = request.arrays.map(each => ({ ...each, bytes: encoded(each.bytes) }));
  const reference = Object.entries(described.reference(settings, described.memory(settings))).map(([array, wanted]) =>
    [array, wanted.constructor.name, encoded(new Uint8Array(wanted.buffer))]);
  return {
    settings, request, reference, mistake: (described.mistake && described.mistake(settings)) || null,
    state: aid.querySelector(".experiment-verdict").className.split(" ")[1], verdict: text(".experiment-verdict"),
    faults: [...aid.querySelectorAll(".experiment-faults li")].map(each => each.textContent),
    counts: Object.fromEntries([...aid.querySelectorAll("[data-count]")].map(row =>
      [row.dataset.count, row.querySelector("td").textContent])),
  };
}"""

# What the reader asks for besides the present setting: a request with more for each launch, and what must come out.
ASKED = """([id, name, extras]) => {
  const aid = document.getElementById(id);
  const encoded = bytes => { let all = ""; for (const byte of bytes) all += String.fromCharCode(byte); return btoa(all); };
  const query = aid.querySelector(".experiment-foot a").getAttribute("href").split("?")[1];
  const { described, compiled } = experiments.get(name), settings = knobs.read(query, described.knobs, experiments.defaults(name));
  const request = experiments.request(name, settings, extras, compiled.ptx);
  request.arrays = request.arrays.map(each => ({ ...each, bytes: encoded(each.bytes) }));
  const reference = Object.entries(described.reference(settings, described.memory(settings))).map(([array, wanted]) =>
    [array, wanted.constructor.name, encoded(new Uint8Array(wanted.buffer))]);
  return { request, reference };
}"""

FORMATS = {"Float32Array": "f", "Float64Array": "d", "Int32Array": "i", "Uint32Array": "I", "Uint8Array": "B"}
RATIOS = {
    "sectors per load request": ("global_load_sectors", "global_load_requests"),
    "sectors per store request": ("global_store_sectors", "global_store_requests"),
    "wavefronts per shared load": ("shared_load_wavefronts", "shared_load_requests"),
    "wavefronts per shared store": ("shared_store_wavefronts", "shared_store_requests"),
    "lanes per instruction": ("thread_instructions", "warp_instructions"),
}


def value_of(shown: str) -> str:
    """A number's digits without the spaces between them."""
    return shown.replace("\u202f", "")


def total(launches: list[dict[str, Any]]) -> dict[str, int]:
    """What several launches did."""
    counts: dict[str, int] = {}
    for launch in launches:
        for name, count in launch["counts"].items():
            is_maximum = name == "atomic_max_same_address"
            counts[name] = max(counts.get(name, 0), count) if is_maximum else counts.get(name, 0) + count
    return counts


def differing(found: bytes, wanted: bytes, kind: str) -> list[int]:
    """The elements that are not as they should be."""
    letter = FORMATS[kind]
    one, other = ([value for (value,) in struct.iter_unpack("<" + letter, each)] for each in (found, wanted))
    assert len(one) == len(other)
    return [i for i, (a, b) in enumerate(zip(one, other)) if a != b and not (a != a and b != b)]


class ExperimentsTest(unittest.TestCase):
    browser: Any
    library: native.Simulator
    places: list[tuple[Any, ...]]
    maxDiff = None

    @classmethod
    def setUpClass(cls) -> None:
        print(f"SEED={SEED}")
        cls.browser = cls.enterClassContext(reader.chosen())
        cls.library = native.Simulator(LIBRARY)
        cls.places = [
            (path.name, *found)
            for path in sorted(FOLDER.glob("*.html"))
            for found in re.findall(
                r'<section class="aid" id="([^"]+)" data-experiment="([^"]+)"', path.read_text(encoding="utf-8")
            )
            if found[1] == os.environ.get("EXPERIMENT", found[1])
        ]

    def opened(self, page_name: str, anchor: str, **options: Any) -> Any:
        """The page in which the experiment is open; the one before it is closed, for each takes its time."""
        self.last.pop_all().close()
        visitor = self.last.enter_context(Reader(self.browser, FOLDER, **options))
        self.addCleanup(lambda: self.assertEqual((visitor.asked, visitor.complaints), ([], [])))
        page = visitor.open(page_name)
        page.locator(f"#{anchor} .experiment-open").click()
        self.wait(page, anchor)
        return visitor, page

    def setUp(self) -> None:
        self.last = self.enterContext(contextlib.ExitStack())

    def wait(self, page: Any, anchor: str) -> None:
        page.wait_for_selector(f"#{anchor} .experiment[aria-busy=false]", timeout=60_000)

    def settings(self, page: Any, name: str, dice: random.Random) -> Iterator[Any]:
        """Each knob through its range, the others as at first; then all of them at random."""
        knobs = page.evaluate("name => experiments.get(name).described.knobs", name)
        every: dict[str, list[Any]] = {}
        for knob, described in knobs.items():
            if "from" in described:
                values = list(range(described["from"], described["to"] + 1))
                if len(values) > MOST:
                    values = sorted({values[0], values[1], values[-1], *dice.sample(values, 9)})
            else:
                values = described.get("options") or [False, True]
            every[knob] = values
        every["schedule"] = ["forward", "reverse", "random", "starve", "lockstep"]
        first = {knob: described["value"] for knob, described in knobs.items()} | {"schedule": "forward"}
        yield first
        for knob, values in every.items():
            for value in values:
                yield first | {knob: value}
        for _ in range(MIXED):
            mixed = {knob: dice.choice(values) for knob, values in every.items()}
            yield mixed | ({"seed": dice.randint(1, 999)} if mixed["schedule"] == "random" else {})

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
            self.assertIn(fault["message"], text)
            self.assertIn("thread (" + ",".join(map(str, fault["thread"])) + ")", text)
        self.assertEqual(len(seen["faults"]), min(len(faults), MOST_FAULTS + 1))
        wrong = {}
        for name, kind, wanted in seen["reference"]:
            if places := differing(reply["outputs"][name], base64.b64decode(wanted), kind):
                wrong[name] = places
        for name, places in list(wrong.items())[:1]:
            self.assertIn(f"{name}[{places[0]}] ", seen["verdict"])
            if len(places) > 1:
                self.assertIn(f"; {len(places)} of its ", seen["verdict"])
        grave = {fault["kind"] for fault in faults if not fault["benign"]}
        state = "wrong" if wrong or reply["status"] == "failed" else "lucky" if grave else "right"
        self.assertEqual(seen["state"], state, seen["verdict"])
        return {"faults": grave, "wrong": bool(wrong)}

    def test_there_are_experiments(self) -> None:
        if "EXPERIMENT" in os.environ:
            self.skipTest("one alone is looked at")
        packed = {path.stem for path in (FOLDER / "experiments").glob("*-*.js")}
        self.assertEqual({name.replace("/", "-") for _, _, name in self.places}, packed)
        self.assertGreater(len(packed), 0)

    def test_every_setting_shows_what_the_native_simulator_finds_and_what_is_expected(self) -> None:
        dice = random.Random(SEED)
        for page_name, anchor, name in self.places:
            _, page = self.opened(page_name, anchor)
            page.evaluate("id => { document.querySelector(`#${id} .experiment-rest`).open = true; }", anchor)
            page.wait_for_selector(f"#{anchor} .experiment-rest tbody", state="attached")
            count, began = 0, time.monotonic()
            for settings in self.settings(page, name, dice):
                with self.subTest(name, **settings):
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
                        self.assertEqual(
                            found["faults"] - set(mistake.get("perhaps", [])), set(mistake["faults"]), seen["verdict"]
                        )
                        if mistake["wrong"] != "perhaps":
                            self.assertEqual(found["wrong"], mistake["wrong"], seen["verdict"])
                    if not count:
                        self.assertEqual(seen["state"], "right", "at first")
                    count += 1
            print(f"{name}: {count} settings in {time.monotonic() - began:.0f} s")

    def ask(self, page: Any, anchor: str, name: str, extras: dict[str, Any]) -> tuple[dict[str, Any], list[Any]]:
        """What the native library answers to the present setting, and what must come out."""
        asked = page.evaluate(ASKED, [anchor, name, extras])
        request = asked["request"]
        request["arrays"] = [each | {"bytes": base64.b64decode(each["bytes"])} for each in request["arrays"]]
        return self.library.answer(request), asked["reference"]

    def state(self, reply: dict[str, Any], reference: list[Any]) -> str:
        """How a run is judged."""
        wrong = any(differing(reply["outputs"][name], base64.b64decode(wanted), kind) for name, kind, wanted in reference)
        if wrong or reply["status"] == "failed":
            return "wrong"
        return "lucky" if any(not fault["benign"] for launch in reply["launches"] for fault in launch["faults"]) else "right"

    def explored(self, page: Any, anchor: str) -> str:
        page.locator(f"#{anchor} .experiment-orders button").first.click()
        page.wait_for_selector(f"#{anchor} .experiment-orders[aria-busy=false]", timeout=60_000)
        return str(page.locator(f"#{anchor} .experiment-orders .experiment-verdict").inner_text())

    def test_orders_come_to_what_they_come_to_in_the_native_simulator(self) -> None:
        dice, states = random.Random(SEED), set()
        for page_name, anchor, name in self.places:
            _, page = self.opened(page_name, anchor)
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
                    states.add(self.check_orders(page, anchor, name, words))
        if "EXPERIMENT" not in os.environ:
            self.assertEqual(states, {"right", "lucky", "wrong", "not tried"})

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
        if state == "right":
            self.assertEqual(steps, [])
        else:
            self.assertEqual(steps, shown if len(shown) <= 120 else shown[:60] + shown[-60:])
        return state

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

    def edit(self, page: Any, anchor: str, change: Any) -> str:
        """Has the PTX changed and run; the verdict."""
        area = page.locator(f"#{anchor} .code-editor textarea")
        if not area.is_visible():
            page.locator(f"#{anchor} .code-editor summary").click()
        area.fill(change(area.input_value()))
        page.locator(f"#{anchor} .code-editor button", has_text="Run what I edited").click()
        self.wait(page, anchor)
        return str(page.locator(f"#{anchor} .experiment > .experiment-verdict").first.inner_text())

    def selected(self, page: Any, anchor: str) -> str:
        return str(
            page.evaluate(
                """id => {
          const area = document.querySelector(`#${id} textarea`);
          return document.activeElement === area ? area.value.slice(area.selectionStart, area.selectionEnd) : "";
        }""",
                anchor,
            )
        )

    def place(self, name: str) -> tuple[Any, ...]:
        for place in self.places:
            if place[2] == name:
                return place
        self.skipTest("another experiment is looked at")

    def test_the_ptx_can_be_edited(self) -> None:
        page_name, anchor, _ = self.place("scan/steps")
        visitor, page = self.opened(page_name, anchor)
        faults, area = page.locator(f"#{anchor} .experiment-faults").first, page.locator(f"#{anchor} textarea")
        back = page.locator(f"#{anchor} .code-editor button", has_text="Back to nvcc's")
        # Without a barrier there is a race.
        self.edit(page, anchor, lambda text: re.sub(r"\n\tbar\.sync.*", "", text))
        self.assertIn("race in shared memory", faults.inner_text())
        self.assertIn("edited", page.locator(f"#{anchor} .experiment-launch").inner_text())
        barriers = page.locator(f"#{anchor} [data-count=barriers] td").first
        self.assertEqual(barriers.inner_text(), "0")
        page.locator(f"#{anchor} .hood summary").click()
        self.assertIn("Of PTX that you edited there is no machine code", page.locator(f"#{anchor} .hood .hint").inner_text())
        # The edit stays where knobs turn, but with its kernel.
        page.evaluate(TURN, [anchor, {"n": 50}])
        self.assertIn("race in shared memory", faults.inner_text())
        page.evaluate(TURN, [anchor, {"arrays": "one", "block": 32, "n": 20}])
        self.assertNotEqual(barriers.inner_text(), "0")
        self.assertIn("as nvcc made it", page.locator(f"#{anchor} .code-editor label").inner_text())
        self.assertIn("bar.sync", area.input_value())
        page.evaluate(TURN, [anchor, {"arrays": "two", "block": 64, "n": 64}])
        self.assertIn("race in shared memory", faults.inner_text())
        self.assertIn("as you edited it", page.locator(f"#{anchor} .code-editor label").inner_text())
        # No link has it.
        link = page.locator(f"#{anchor} .experiment-foot a").get_attribute("href")
        other = self.enterContext(Reader(self.browser, FOLDER)).open(page_name + link)
        self.wait(other, anchor)
        self.assertEqual(other.locator(f"#{anchor} .experiment > .experiment-verdict.right").count(), 1)
        back.click()
        self.wait(page, anchor)
        self.assertEqual(page.locator(f"#{anchor} .experiment > .experiment-verdict.right").count(), 1)
        self.assertIn("bar.sync", area.input_value())
        self.assertNotIn("edited", page.locator(f"#{anchor} .experiment-launch").inner_text())

    def test_what_is_wrong_with_edited_ptx_is_told_with_its_line(self) -> None:
        page_name, anchor, _ = self.place("scan/steps")
        _, page = self.opened(page_name, anchor)
        errors, area = page.locator(f"#{anchor} .code-errors"), page.locator(f"#{anchor} textarea")
        # Not to be parsed; and what is not known of an instruction, which the parser leaves to whoever runs it.
        self.assertIn("It was not run", self.edit(page, anchor, lambda text: text.replace("bar.sync \t0;", "bar.sync \t0", 1)))
        line = self.selected(page, anchor)
        number = int(re.findall(r"Line (\d+)", errors.inner_text())[0])
        self.assertEqual(line, area.input_value().split("\n")[number - 1])
        # It is found missing where the next statement begins.
        lines = area.input_value().split("\n")
        self.assertIn(lines.index("\tbar.sync \t0"), range(number - 3, number))
        page.locator(f"#{anchor} .code-editor button", has_text="Back to nvcc's").click()
        self.wait(page, anchor)
        self.edit(page, anchor, lambda text: text.replace("st.shared.u32", "st.sharde.u32", 1))
        self.assertIn("st.sharde.u32", self.selected(page, anchor))
        self.assertIn("modifier '.sharde' not supported", errors.inner_text())
        self.assertEqual(page.locator(f"#{anchor} textarea[aria-invalid=true]").count(), 1)
        self.edit(page, anchor, lambda text: text.replace("st.sharde.u32", "st.shared.u32"))
        self.assertEqual(errors.locator("li").count(), 0)
        self.assertEqual(page.locator(f"#{anchor} .experiment > .experiment-verdict.right").count(), 1)
        for nonsense in ("", "hello", ".version 9.0\n.target sm_90\n.address_size 64\n"):
            self.assertIn("It was not run", self.edit(page, anchor, lambda _, text=nonsense: text))

    def test_edited_ptx_that_never_ends_is_stopped(self) -> None:
        page_name, anchor, _ = self.place("scan/steps")
        _, page = self.opened(page_name, anchor)
        loop = "\tbar.sync \t0;\nAGAIN: bra AGAIN;"
        verdict = self.edit(page, anchor, lambda text: text.replace("\tbar.sync \t0;", loop, 1))
        self.assertRegex(verdict, "ended with an error: deadlock|Stopped")
        page.evaluate("simulation.bound = 1000")
        page.locator(f"#{anchor} .experiment-orders button").first.click()
        page.wait_for_selector(f"#{anchor} .experiment-orders[aria-busy=false] .experiment-verdict.stopped", timeout=60_000)
        page.locator(f"#{anchor} .code-editor button", has_text="Back to nvcc's").click()
        page.wait_for_selector(f"#{anchor} .experiment > .experiment-verdict.right")

    def test_every_line_of_machine_code_has_its_line_of_the_source(self) -> None:
        for page_name, anchor, name in self.places:
            _, page = self.opened(page_name, anchor)
            with self.subTest(name):
                compiled = page.evaluate("name => experiments.get(name).compiled", name)
                if "machine" not in compiled:
                    self.skipTest("the build had no nvdisasm")
                self.assertEqual(sorted(compiled["machine"]["kernels"]), sorted(compiled["kernels"].values()))
                lines = {number for number, _, _ in compiled["code"]}
                for kernel, made in compiled["machine"]["kernels"].items():
                    instructions = [(line, text) for line, text in made["code"] if not text.endswith(":")]
                    self.assertEqual([text for line, text in instructions if line not in lines], [], kernel)
                    self.assertIn("EXIT", [text.rpartition(" ")[2] for _, text in instructions])
                    self.assertGreater(made["registers"], 0)

    def test_what_was_made_of_a_line_is_marked(self) -> None:
        dice = random.Random(SEED)
        for page_name, anchor, name in self.places:
            _, page = self.opened(page_name, anchor)
            with self.subTest(name):
                hood = page.locator(f"#{anchor} .hood")
                hood.locator("summary").click()
                columns = hood.locator("[role=listbox]")
                columns.first.wait_for()
                used = [
                    set(column.locator("[data-line]").evaluate_all("all => all.map(each => each.dataset.line)"))
                    for column in columns.all()
                ]
                # What was compiled comes of the source, and a line that came to nothing is none that one can point at.
                self.assertEqual(used[0], set().union(*used[1:]))
                seen = """([hood, line]) => {
                  const options = [...hood.querySelectorAll("[role=option]")];
                  const wrong = options.filter(each => (each.dataset.line === line) !== (each.getAttribute("aria-selected") === "true"));
                  const isSeen = list => {
                    const active = list.getAttribute("aria-activedescendant"), frame = list.getBoundingClientRect();
                    const marked = active ? document.getElementById(active) : list.querySelector("[aria-selected=true]");
                    return !marked || (marked.getBoundingClientRect().top >= frame.top - 1 && marked.getBoundingClientRect().bottom <= frame.bottom + 1);
                  };
                  return [wrong.length, [...hood.querySelectorAll("[role=listbox]")].every(isSeen)];
                }"""
                for column in columns.all():
                    option = dice.choice(column.locator("[data-line]").all())
                    option.click()
                    self.assertEqual(page.evaluate(seen, [hood.element_handle(), option.get_attribute("data-line")]), [0, True])
                columns.nth(1).focus()
                page.keyboard.press("Home")
                first = columns.nth(1).locator("[data-line]").first
                self.assertEqual(columns.nth(1).get_attribute("aria-activedescendant"), first.get_attribute("id"))
                for _ in range(3):
                    page.keyboard.press("ArrowDown")
                active = page.locator(f"#{columns.nth(1).get_attribute('aria-activedescendant')}")
                self.assertEqual(page.evaluate(seen, [hood.element_handle(), active.get_attribute("data-line")]), [0, True])

    def race(self, page: Any, anchor: str) -> list[Any]:
        """The buttons of who can run next."""
        page.wait_for_selector(f"#{anchor} .experiment-race[aria-busy=false]")
        found: list[Any] = page.locator(f"#{anchor} .experiment-race button[data-warp]:not([aria-disabled=true])").all()
        return found

    def raced(self, page: Any, anchor: str, name: str) -> None:
        """What the race shows is what the native library finds for its order."""
        warps = page.evaluate(
            "id => [...document.querySelectorAll(`#${id} .experiment-race li[data-warp]`)].map(each => Number(each.dataset.warp))",
            anchor,
        )
        reply, reference = self.ask(page, anchor, name, {"order": {"warps": warps, "finish": False}})
        replay, race = reply["launches"][0]["replay"], page.locator(f"#{anchor} .experiment-race")
        self.assertEqual((len(replay["steps"]), replay["error"]), (len(warps), ""))
        for array, kind, _ in reference:
            (value,) = struct.unpack("<" + FORMATS[kind], reply["outputs"][array])
            self.assertIn(f"{array}[0] is {value:g}", race.locator(".experiment-memory").inner_text())
        self.assertEqual(
            [
                button["state"]
                for button in page.evaluate(
                    """id => [...document.querySelectorAll(`#${id} .experiment-race button[data-warp]`)].map(
            each => ({ state: each.getAttribute("aria-disabled") === "false" ? "ready" : / has ended$/.test(each.textContent) ? "ended" : "waits" }))""",
                    anchor,
                )
            ],
            replay["warps"],
        )
        if replay["over"]:
            self.assertEqual(race.locator(f".experiment-verdict.{self.state(reply, reference)}").count(), 1)

    def test_the_reader_loses_an_update_and_not_with_atomics(self) -> None:
        dice = random.Random(SEED)
        page_name, anchor, name = self.place("trapezoid-1/updates")
        _, page = self.opened(page_name, anchor)
        race = page.locator(f"#{anchor} .experiment-race")
        race.locator("summary").first.click()
        self.assertEqual(len(self.race(page, anchor)), 3)
        for warp in (0, 1, 1, 0):
            race.locator("button[data-warp]").nth(warp).click()
            self.race(page, anchor)
            self.raced(page, anchor, name)
        self.assertIn("over the 5 of block 1, which is lost", race.locator(".experiment-order").inner_text())
        race.locator("button", has_text="Take a step back").click()
        self.race(page, anchor)
        self.assertNotIn("lost", race.locator(".experiment-order").inner_text())
        self.assertIn("is 5", race.locator(".experiment-memory").inner_text())
        self.raced(page, anchor, name)
        for way in ("*sum += f(x)", "atomicAdd(sum, f(x))"):
            page.evaluate(TURN, [anchor, {"way": way}])
            for _ in range(3):
                race.locator("button", has_text="Start again").click()
                while buttons := self.race(page, anchor):
                    dice.choice(buttons).click()
                self.raced(page, anchor, name)
                if way.startswith("atomic"):
                    self.assertEqual(race.locator(".experiment-verdict.right").count(), 1)
        page.evaluate(TURN, [anchor, {"n": 60}])
        self.assertEqual(race.locator("button[data-warp]").count(), 0)
        self.assertIn("this setting has 59", race.inner_text())

    def test_the_reader_takes_turns_at_a_lock(self) -> None:
        dice = random.Random(SEED)
        page_name, anchor, name = self.place("warps/lock")
        _, page = self.opened(page_name, anchor)
        page.locator(f"#{anchor} .experiment-race summary").first.click()
        for _ in range(3):
            page.locator(f"#{anchor} .experiment-race button", has_text="Start again").click()
            while buttons := self.race(page, anchor):
                dice.choice(buttons).click()
                self.race(page, anchor)
                self.raced(page, anchor, name)

    def has(self, page: Any, name: str, part: str) -> bool:
        """Does its description have such a part?"""
        return bool(page.evaluate("([name, part]) => part in experiments.get(name).described", [name, part]))

    def record(self, machine: str, wanted: dict[str, Any]) -> dict[str, str] | None:
        """A row of what was recorded, read by itself."""
        for folder in (FOLDER.parent / "measured", ROOT / "figures/recorded"):
            path = folder / machine / f"{wanted['result']}.csv"
            if path.is_file():
                rows = csv.DictReader(line for line in path.read_text().splitlines() if not line.startswith("#"))
                fits = [row for row in rows if all(row[column] == str(value) for column, value in wanted["where"].items())]
                place = wanted.get("nth", 0)
                return fits[place] if place < len(fits) else None
        return None

    def recorded(self, page: Any, anchor: str) -> list[list[str]]:
        found: list[list[str]] = page.evaluate(
            """id => [...document.querySelectorAll(`#${id} .experiment-recorded tr`)].map(row =>
            [...row.cells].map(cell => cell.textContent))""",
            anchor,
        )
        return found

    def test_what_gpus_take_is_what_was_recorded(self) -> None:
        dice, held, machines = random.Random(SEED), 0, ["nvidia-h200", "nvidia-h100-80gb-hbm3"]
        for page_name, anchor, name in self.places:
            _, page = self.opened(page_name, anchor)
            page.evaluate(
                """machines => ["machine", "compare"].forEach((id, i) => {
              const select = document.getElementById(id);
              select.value = machines[i];
              select.dispatchEvent(new Event("change"));
            })""",
                machines,
            )
            outdated = page.evaluate(
                """name => Object.fromEntries(Object.entries(experiments.get(name).compiled.records).map(([machine, all]) =>
                [machine, Object.values(all).some(each => each.outdated)]))""",
                name,
            )
            for settings in dice.sample(list(self.settings(page, name, dice)), 20 if self.has(page, name, "recorded") else 2):
                page.evaluate(TURN, [anchor, settings])
                wanted = page.evaluate(
                    """([name, k]) => (experiments.get(name).described.recorded?.(k) ?? []).filter(Boolean)""", [name, settings]
                )
                found = {machine: [row for each in wanted if (row := self.record(machine, each))] for machine in machines}
                shown = self.recorded(page, anchor)
                with self.subTest(name, **settings):
                    if not any(found.values()):
                        self.assertEqual(shown, [])
                        said = page.locator(f"#{anchor} .experiment-recorded").inner_text()
                        self.assertEqual("is not recorded" in said, self.has(page, name, "records"))
                        continue
                    self.assertEqual(shown[0], ["recorded", *machines])
                    for column, machine in enumerate(machines, start=1):
                        cells = [(row[0], row[column].partition(" (outdated: ")) for row in shown[1:]]
                        self.assertLessEqual(any(mark for _, (_, mark, _) in cells), outdated[machine])
                        held += self.check_recorded([(label, text) for label, (text, _, _) in cells], found[machine])
        if "EXPERIMENT" not in os.environ:
            self.assertGreater(held, 50)

    def check_recorded(self, shown: list[tuple[str, str]], rows: list[dict[str, str]]) -> int:
        """Every number is that of a row; the number of these."""
        times = [
            float(text.split()[0]) / (1 if text.endswith("ms") else 1000)
            for label, text in shown
            if label.startswith("time") and text != "not recorded"
        ]
        wanted = [float(row["ms"]) for row in rows if "ms" in row]
        self.assertEqual(len(times), len(wanted))
        for one, other in zip(times, wanted):
            self.assertAlmostEqual(one / other, 1, delta=0.006)
        counters = [(label.partition(",")[0], value_of(text)) for label, text in shown if not label.startswith("time")]
        for row in rows:
            for label, text in counters if "ms" not in row else []:
                if label in RATIOS:
                    over, under = (int(row[each]) for each in RATIOS[label])
                    self.assertLessEqual(abs(Fraction(text) - Fraction(over, under)), Fraction(1, 200), label)
                else:
                    self.assertEqual(text, row[label.replace(" ", "_")])
        return len(times) + len(counters)

    def test_recorded_counters_of_the_same_launch_are_those_of_the_simulator(self) -> None:
        page_name, anchor, name = self.place("warps/strided")
        _, page = self.opened(page_name, anchor)
        for settings in [{"stride": stride, "offset": 0} for stride in (1, 2, 7, 8, 31, 32)] + [
            {"stride": 3, "offset": 5},
            {"block": 128, "stride": 1, "offset": 0},
        ]:
            page.evaluate(TURN, [anchor, {"n": 1024, "block": 256} | settings])
            counts = page.evaluate(SEEN, [anchor, name])["counts"]
            rows = {label.partition(",")[0].replace(" ", "_"): text for label, text in self.recorded(page, anchor)[1:]}
            if settings.get("offset") == 5 or "block" in settings:
                self.assertEqual(rows, {})
            else:
                self.assertRegex(rows["time"], "[µm]s$")
                for count in ("global_load_requests", "global_load_sectors", "global_store_sectors"):
                    self.assertEqual(rows[count], counts[count], (settings, count))
        page_name, anchor, name = self.place("transpose/tile")
        _, page = self.opened(page_name, anchor)
        for layout in ("padding 0", "padding 1", "swizzled"):
            page.evaluate(TURN, [anchor, {"rows": 32, "columns": 32, "layout": layout}])
            counts = page.evaluate(SEEN, [anchor, name])["counts"]
            rows = {label.partition(",")[0].replace(" ", "_"): text for label, text in self.recorded(page, anchor)[1:]}
            for count in ("shared_load_requests", "shared_load_wavefronts"):
                self.assertEqual(rows[count], counts[count], (layout, count))

    @only_chromium("nothing tells which files a page loads")
    def test_nothing_is_loaded_before_it_is_asked_for(self) -> None:
        for page_name, anchor, _ in self.places:
            visitor = self.enterContext(Reader(self.browser, FOLDER))
            asked: list[str] = []
            visitor.page.on("request", lambda request: asked.append(request.url))  # noqa: B023
            page = visitor.open(page_name)
            page.wait_for_timeout(200)
            self.assertEqual([url for url in asked if "/experiments/" in url or url.startswith("blob:")], [])
            button = page.locator(f"#{anchor} .experiment-open")
            kilobytes = int(value_of(re.findall(r"loads ([\d\u202f]+) kB", button.inner_text())[0]))
            button.click()
            self.wait(page, anchor)
            loaded = [FOLDER / "experiments" / url.rpartition("/")[2] for url in asked if "/experiments/" in url]
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
                visitor = self.enterContext(Reader(self.browser, FOLDER))
                other = visitor.open(page_name + link)
                self.wait(other, anchor)
                after = other.evaluate(SEEN, [anchor, name])
                for part in ("settings", "verdict", "faults", "state"):
                    self.assertEqual(after[part], before[part])
                self.assertEqual(visitor.complaints, [])

    def test_a_link_that_says_nonsense_gives_the_first_setting(self) -> None:
        for page_name, anchor, name in self.places[:1]:
            visitor = self.enterContext(Reader(self.browser, FOLDER))
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

    def test_the_first_warp_can_be_stepped_through(self) -> None:
        for page_name, anchor, name in self.places:
            _, page = self.opened(page_name, anchor)
            if not self.playable(page, name):
                continue
            with self.subTest(anchor):
                page.locator(f"#{anchor} .experiment-steps summary").click()
                player = page.locator(f"#{anchor} .player")
                player.locator(".player-words").wait_for()
                self.assertRegex(player.locator(".player-count").inner_text(), r"^1 / \d+$")
                self.assertEqual(player.locator(".player-code .now").count(), 1)

    def playable(self, page: Any, name: str) -> bool:
        return bool(page.evaluate("name => experiments.get(name).described.traced !== 'none'", name))

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
            visitor = self.enterContext(Reader(self.browser, FOLDER, scripts=False))
            page = visitor.open(page_name)
            self.assertIn("where scripts do", page.locator(f"#{anchor}").inner_text())
            self.assertEqual(page.locator(f"#{anchor} button").count(), 0)


if __name__ == "__main__":
    FOLDER = reader.folder(__doc__)
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    LIBRARY = pathlib.Path(sys.argv.pop(1))
    unittest.main()
