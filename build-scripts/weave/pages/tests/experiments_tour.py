"""What is asked of every experiment: each is opened once, for most of the time goes into that."""

import os
import random
import re
import time
from typing import Any

from shared.tools import ROOT
from weave.pages.tests import experiments_code as code
from weave.pages.tests import experiments_links as links
from weave.pages.tests import experiments_orders as orders
from weave.pages.tests import experiments_records as records
from weave.pages.tests import experiments_settings as outcomes
from weave.pages.tests import experiments_turns as turns
from weave.pages.tests.experiments import SEED, value_of
from weave.tests.reader import IN_FIREFOX, Reader

# Hides all of a page but an experiment and what it stands in.
ALONE = """id => {
  for (let each = document.getElementById(id); each.tagName !== "MAIN"; each = each.parentElement)
    for (const other of each.parentElement.children) if (other !== each) other.hidden = true;
}"""


class Tour(code.CodeChecks, links.LinkChecks, orders.OrderChecks, records.RecordChecks, outcomes.SettingChecks, turns.StepChecks):
    def load(self, visitor: Reader, page_name: str, anchor: str) -> Any:
        """The page in which the experiment is open, of which nothing was loaded before it was asked for."""
        asked: list[str] = []
        visitor.page.on("request", lambda request: asked.append(request.url))
        page = visitor.open(page_name)
        page.wait_for_timeout(200)
        button = page.locator(f"#{anchor} .experiment-open")
        kilobytes = int(value_of(re.findall(r"loads ([\d\u202f]+) kB", button.inner_text())[0]))
        # Firefox does not tell which files a page loads.
        self.assertEqual([url for url in asked if "/experiments/" in url or url.startswith("blob:")], [])
        button.click()
        self.wait(page, anchor)
        loaded = [self.folder / "experiments" / url.rpartition("/")[2] for url in asked if "/experiments/" in url]
        if not IN_FIREFOX:
            self.assertAlmostEqual(sum(path.stat().st_size for path in loaded) / 1000, kilobytes, delta=2)
        return page

    def turn(self, page: Any, anchor: str, name: str, dice: random.Random) -> None:
        """Turns all knobs through their ranges, and asks of each setting what may be asked of every one."""
        page.evaluate("id => { document.querySelector(`#${id} .experiment-rest`).open = true; }", anchor)
        page.wait_for_selector(f"#{anchor} .experiment-rest tbody", state="attached")
        self.show_both_machines(page)
        began, has_led = time.monotonic(), False
        every = list(self.settings(page, name, dice))
        for count, settings in enumerate(every):
            with self.subTest(name, **settings):
                self.check_setting(page, anchor, name, settings, is_first=not count)
                self.check_records(page, anchor, name, settings)
                has_led = has_led or self.leads_to_its_line(page, anchor)
        self.met["links of faults"] += has_led
        print(f"{name}: {len(every)} settings in {time.monotonic() - began:.0f} s")

    def test_each_experiment(self) -> None:
        dice = random.Random(SEED)
        for page_name, anchor, name in self.places:
            with self.subTest(name), Reader(self.browser, self.folder) as visitor:
                page = self.load(visitor, page_name, anchor)
                with self.subTest(name, asked="the machine code"):
                    self.check_machine_code(page, name)
                with self.subTest(name, asked="steps of the first warp"):
                    self.check_steps_of_the_first_warp(page, anchor, name)
                with self.subTest(name, asked="under the hood"):
                    self.check_hood(page, anchor, dice)
                # The rest of the page has been seen beside it, and need not be laid out anew for each setting.
                page.evaluate(ALONE, anchor)
                self.turn(page, anchor, name, dice)
                with self.subTest(name, asked="a link"):
                    self.check_link(page, anchor, name, dice)
                self.check_all_orders(page, anchor, name, dice)
                with self.subTest(name, asked="a phone"):
                    self.check_on_a_phone(visitor, anchor)
                self.assertEqual((visitor.asked, visitor.complaints), ([], []))
        if "EXPERIMENT" not in os.environ:
            self.assertGreater(self.met["recorded numbers"], 50)
            for state in ("right", "lucky", "wrong", "not tried"):
                self.assertGreater(self.met[f"orders {state}"], 0, state)
            if any("mistake" in path.read_text() for path in (ROOT / "code/experiments").glob("*/*.js")):
                self.assertGreater(self.met["links of faults"], 0)
