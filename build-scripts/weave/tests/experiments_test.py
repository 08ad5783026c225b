"""Turns the knobs of every experiment in Chromium, and holds what its page shows against the simulator's native library.

Usage: experiments_test.py FOLDER LIBRARY [unittest arguments]
With EXPERIMENT=CHAPTER/NAME in the environment, of that one alone; SEED=NUMBER repeats a run.
"""

import base64
import os
import pathlib
import random
import re
import struct
import sys
import time
import unittest
from fractions import Fraction

from book.tools import ROOT
from weave.tests import reader
from weave.tests.reader import PHONE, RULES_OF_COLOUR, Reader

sys.path.append(str(ROOT / "code/simulator/tests/page"))
import native  # noqa: E402

FOLDER, LIBRARY = pathlib.Path(), pathlib.Path()
MOST = 36  # values of a knob that are all tried; of more, the ends and some
MIXED = 12  # settings in which all knobs are turned at random
MOST_FAULTS = 6  # that a page tells
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
  const request = experiments.request(name, settings);
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

FORMATS = {"Float32Array": "f", "Float64Array": "d", "Int32Array": "i", "Uint32Array": "I", "Uint8Array": "B"}
RATIOS = {
    "sectors per load request": ("global_load_sectors", "global_load_requests"),
    "sectors per store request": ("global_store_sectors", "global_store_requests"),
    "wavefronts per shared load": ("shared_load_wavefronts", "shared_load_requests"),
    "wavefronts per shared store": ("shared_store_wavefronts", "shared_store_requests"),
    "lanes per instruction": ("thread_instructions", "warp_instructions"),
}


def total(launches: list[dict]) -> dict[str, int]:
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
    @classmethod
    def setUpClass(cls) -> None:
        print(f"SEED={SEED}")
        cls.browser = cls.enterClassContext(reader.chromium())
        cls.library = native.Simulator(LIBRARY)
        cls.places = [
            (path.name, *found)
            for path in sorted(FOLDER.glob("*.html"))
            for found in re.findall(r'<section class="aid" id="([^"]+)" data-experiment="([^"]+)"', path.read_text(encoding="utf-8"))
            if found[1] == os.environ.get("EXPERIMENT", found[1])
        ]

    def opened(self, page_name: str, anchor: str, **options):
        visitor = self.enterContext(Reader(self.browser, FOLDER, **options))
        self.addCleanup(lambda: self.assertEqual((visitor.asked, visitor.complaints), ([], [])))
        page = visitor.open(page_name)
        page.locator(f"#{anchor} .experiment-open").click()
        self.wait(page, anchor)
        return visitor, page

    def wait(self, page, anchor: str) -> None:
        page.wait_for_selector(f"#{anchor} .experiment[aria-busy=false]", timeout=60_000)

    def settings(self, page, name: str, dice: random.Random):
        """Each knob through its range, the others as at first; then all of them at random."""
        knobs = page.evaluate("name => experiments.get(name).described.knobs", name)
        every = {}
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

    def check(self, seen: dict) -> dict:
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
                    self.assertLessEqual(abs(Fraction(shown.replace(",", "")) - Fraction(over, under)), Fraction(1, 200), name)
            else:
                self.assertEqual(int(shown.replace(",", "")), counts[name], name)
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
                        self.assertEqual(found["faults"] - set(mistake.get("perhaps", [])), set(mistake["faults"]), seen["verdict"])
                        if mistake["wrong"] != "perhaps":
                            self.assertEqual(found["wrong"], mistake["wrong"], seen["verdict"])
                    count += 1
            print(f"{name}: {count} settings in {time.monotonic() - began:.0f} s")

    def test_the_first_setting_is_right(self) -> None:
        for page_name, anchor, _ in self.places:
            with self.subTest(anchor):
                _, page = self.opened(page_name, anchor)
                self.assertEqual(page.locator(f"#{anchor} .experiment-verdict.right").count(), 1)

    def test_nothing_is_loaded_before_it_is_asked_for(self) -> None:
        for page_name, anchor, _ in self.places:
            visitor = self.enterContext(Reader(self.browser, FOLDER))
            asked: list[str] = []
            visitor.page.on("request", lambda request: asked.append(request.url))  # noqa: B023
            page = visitor.open(page_name)
            page.wait_for_timeout(200)
            self.assertEqual([url for url in asked if "/experiments/" in url or url.startswith("blob:")], [])
            button = page.locator(f"#{anchor} .experiment-open")
            kilobytes = int(re.search(r"loads ([\d,]+) kB", button.inner_text())[1].replace(",", ""))
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
            self.assertEqual(page.evaluate(SEEN, [anchor, name])["settings"],
                             page.evaluate("name => experiments.defaults(name)", name))

    def test_a_run_that_takes_too_long_is_stopped_and_the_next_one_runs(self) -> None:
        page_name, anchor, _ = self.places[0]
        _, page = self.opened(page_name, anchor)
        page.evaluate("simulation.bound = 0")
        page.locator(f"#{anchor} .experiment-foot button").click()
        page.locator(f"#{anchor} .experiment-verdict.stopped").wait_for()
        self.assertIn("Stopped", page.locator(f"#{anchor} .experiment-verdict").inner_text())
        page.evaluate("simulation.bound = 10_000")
        page.locator(f"#{anchor} .experiment-foot button").click()
        page.locator(f"#{anchor} .experiment-verdict.right").wait_for()

    def test_the_first_warp_can_be_stepped_through(self) -> None:
        for page_name, anchor, name in self.places:
            if self.playable(page_name, anchor):
                with self.subTest(anchor):
                    _, page = self.opened(page_name, anchor)
                    page.locator(f"#{anchor} .experiment-steps summary").click()
                    player = page.locator(f"#{anchor} .player")
                    player.locator(".player-words").wait_for()
                    self.assertRegex(player.locator(".player-count").inner_text(), r"^1 / \d+$")
                    self.assertEqual(player.locator(".player-code .now").count(), 1)

    def playable(self, page_name: str, anchor: str) -> bool:
        _, page = self.opened(page_name, anchor)
        return page.evaluate("name => experiments.get(name).described.traced !== 'none'",
                             page.locator(f"#{anchor}").get_attribute("data-experiment"))

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
                chunk, line = re.fullmatch(r"#(.+?)(?:-L(\d+))?", href).groups()
                lines = page.evaluate("""id => [...document.getElementById(id)
                    .querySelectorAll("code > :is(span, ins):not(.elided)")].map(each => each.textContent)""", chunk)
                self.assertIn(re.sub(r"\s", "", code), [re.sub(r"^\+|\s", "", each) for each in (lines[int(line) - 1 :][:1] if line else lines)])
                led += 1
                break
        if any("mistake" in path.read_text() for path in (ROOT / "code/experiments").glob("*/*.js")):
            self.assertGreater(led, 0)

    def test_it_is_accessible_and_fits_a_phone(self) -> None:
        for page_name, anchor, _ in self.places:
            with self.subTest(anchor):
                visitor, page = self.opened(page_name, anchor, size=PHONE)
                for summary in page.locator(f"#{anchor} summary").all()[:2]:
                    summary.click()
                page.wait_for_timeout(300)
                page.evaluate("""id => document.querySelector("main").replaceChildren(
                    document.querySelector("main h1"), document.getElementById(id))""", anchor)
                self.assertEqual(visitor.violations(), [])
                page.emulate_media(color_scheme="dark")
                self.assertEqual(visitor.violations(RULES_OF_COLOUR), [])
                for width in (360, 390, 700):
                    page.set_viewport_size({"width": width, "height": 800})
                    self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)

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
