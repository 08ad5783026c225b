"""What tests share that run kernels in the pages as a reader does."""

import base64
import collections
import contextlib
import os
import pathlib
import random
import re
import struct
import sys
import time
import unittest
from collections.abc import Iterator
from typing import Any

import native
from weave.tests import reader
from weave.tests.reader import Reader

MOST = 36  # values of a knob that are all tried; of more, the ends and some
MIXED = 12  # settings in which all knobs are turned at random
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


def differing(found: bytes, wanted: bytes, kind: str) -> list[int]:
    """The elements that are not as they should be."""
    letter = FORMATS[kind]
    one, other = ([value for (value,) in struct.iter_unpack("<" + letter, each)] for each in (found, wanted))
    assert len(one) == len(other)
    return [i for i, (a, b) in enumerate(zip(one, other)) if a != b and not (a != a and b != b)]


class ExperimentsTest(unittest.TestCase):
    browser: Any

    folder: pathlib.Path

    library: native.Simulator

    places: list[tuple[Any, ...]]

    maxDiff = None

    def opened(self, page_name: str, anchor: str, **options: Any) -> Any:
        """The page in which the experiment is open; the one before it is closed, for each takes its time."""
        self.last.pop_all().close()
        visitor = self.last.enter_context(Reader(self.browser, self.folder, **options))
        self.addCleanup(lambda: self.assertEqual((visitor.asked, visitor.complaints), ([], [])))
        page = visitor.open(page_name)
        page.locator(f"#{anchor} .experiment-open").click()
        self.wait(page, anchor)
        return visitor, page

    def setUp(self) -> None:
        self.last = self.enterContext(contextlib.ExitStack())
        self.met: collections.Counter[str] = collections.Counter()  # what a tour of all experiments came across

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

    def place(self, name: str) -> tuple[Any, ...]:
        for place in self.places:
            if place[2] == name:
                return place
        self.skipTest("another experiment is looked at")

    def race(self, page: Any, anchor: str) -> list[Any]:
        """The buttons of who can run next."""
        page.wait_for_selector(f"#{anchor} .experiment-race[aria-busy=false]")
        found: list[Any] = page.locator(f"#{anchor} .experiment-race button[data-warp]:not([aria-disabled=true])").all()
        return found


def run(usage: str, *modules: str) -> None:
    """Runs the tests of modules with one browser, on the pages and the library that the command line names."""
    ExperimentsTest.folder = reader.folder(usage)
    if len(sys.argv) < 2:
        sys.exit(usage)
    ExperimentsTest.library = native.Simulator(pathlib.Path(sys.argv.pop(1)))
    ExperimentsTest.places = [
        (path.name, *found)
        for path in sorted(ExperimentsTest.folder.glob("*.html"))
        for found in re.findall(r'<section class="aid" id="([^"]+)" data-experiment="([^"]+)"', path.read_text(encoding="utf-8"))
        if found[1] == os.environ.get("EXPERIMENT", found[1])
    ]
    print(f"SEED={SEED}")
    with reader.chosen() as ExperimentsTest.browser:
        unittest.main(module=None, argv=[*sys.argv, *modules])
