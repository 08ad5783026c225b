"""Plays the book's traces by clicking and typing. Usage: player_test.py FOLDER [unittest arguments]"""

import json
import pathlib
import re
import unittest
from typing import Any

from weave.tests import reader
from weave.tests.reader import RULES_OF_COLOUR, Reader, only_chromium

FOLDER = pathlib.Path()
SMALL = {"width": 320, "height": 700}
LOW = {"width": 320, "height": 256}  # a laptop's at 400 per cent
DATA = re.compile(r'<div class="player"><script type="application/json">(.*?)</script>', re.DOTALL)

# What a player shows now.
SEEN = """player => ({
  count: player.querySelector(".player-count").textContent,
  cells: player.querySelectorAll(".player-cell.fresh").length,
  touched: player.querySelectorAll(".player-word.touched").length,
  words: player.querySelector(".player-words").textContent,
  label: player.querySelector("svg[role=img]").getAttribute("aria-label"),
  code: (player.querySelector(".player-code .now") || {}).textContent,
})"""
# The same of each step, going on by the button.
SEEN_STEP_BY_STEP = f"""(player, count) => Array.from({{ length: count }}, (_, place) => {{
  if (place > 0) player.querySelector("[aria-label='Step forward']").click();
  return ({SEEN})(player);
}})"""

# Where a player's controls are, however far the page is scrolled between the player's first and last row of pixels: the
# places at which they are not to be seen whole, or cannot be pressed; and what they cover at the player's end.
OUT_OF_REACH = """async player => {
  const controls = player.querySelector(".player-controls"), body = player.querySelector(".player-body");
  const top = document.querySelector(".bar").getBoundingClientRect().bottom, found = [];
  const start = body.getBoundingClientRect().top + scrollY - innerHeight + controls.offsetHeight + 20;
  const end = body.getBoundingClientRect().bottom + scrollY - top - 40 - player.querySelector(".player-table").offsetHeight - controls.offsetHeight;
  for (let place = Math.max(0, start); place <= end; place += 60) {
    scrollTo(0, place);
    const box = controls.getBoundingClientRect(), button = controls.querySelector("button").getBoundingClientRect();
    const there = document.elementFromPoint(button.left + button.width / 2, button.top + button.height / 2);
    if (box.bottom > innerHeight + 1 || box.top < top - 1 || !there || !controls.contains(there)) found.push([place, box.top, box.bottom]);
  }
  const box = controls.getBoundingClientRect();
  for (const other of body.children) {
    const each = other.getBoundingClientRect();
    if (other !== controls && each.height && each.bottom > box.top + 1 && each.top < box.bottom - 1) found.push(other.className);
  }
  return found;
}"""

# The rest of the page is looked at elsewhere, and each step of a player would lay it out; room to scroll remains.
LEAVE_PLAYERS = """() => {
  const main = document.querySelector("main");
  main.replaceChildren(main.querySelector("h1"), ...main.querySelectorAll("figure:has(.player)"));
  main.style.paddingBlock = "100vh";
}"""
# Rows of tables that look like the first are looked at elsewhere, too.
LEAVE_FIRST_ROWS = """() => {
  document.querySelectorAll("tbody tr:nth-child(n + 4)").forEach(row => row.remove());
  scrollTo(0, 0);  // from under the page's head
}"""


class PlayerTest(unittest.TestCase):
    browser: Any
    pages: dict[str, str]

    @classmethod
    def setUpClass(cls) -> None:
        cls.browser = cls.enterClassContext(reader.chosen())
        cls.pages = {
            path.name: text
            for path in sorted(FOLDER.glob("*.html"))
            if '<div class="player">' in (text := path.read_text(encoding="utf-8"))
        }

    def reader(self, **options: Any) -> Reader:
        visitor = self.enterContext(Reader(self.browser, FOLDER, **options))
        self.addCleanup(lambda: self.assertEqual((visitor.asked, visitor.complaints), ([], [])))
        return visitor

    def unfolded(self, visitor: Reader, name: str) -> Any:
        """The page, with those answers open that hold a player."""
        page = visitor.open(name)
        page.evaluate("document.querySelectorAll('details:has(.player)').forEach(each => each.open = true)")
        return page

    def players(self, visitor: Reader, name: str) -> Any:
        """The page with nothing but its players, which are open."""
        page = self.unfolded(visitor, name)
        page.evaluate(LEAVE_PLAYERS)
        for player in page.locator(".player").all():
            player.get_by_role("button", name="Step through this run").click()
            player.locator(".player-count").wait_for()
        return page

    def opened(self, clock: bool = False, **options: Any) -> Any:
        """The first player of the lightest page that has one beside its code (the front page's stands alone), and what it
        plays; with a clock, time passes as the test says."""
        with_code = {name: text for name, text in self.pages.items() if name != "index.html"}
        if not with_code:
            self.skipTest("no page has a player")
        name, text = min(with_code.items(), key=lambda page: len(page[1]))
        visitor = self.reader(**options)
        if clock:
            visitor.page.clock.install(time=0)
        player = self.unfolded(visitor, name).locator(".player").first
        if clock:
            visitor.page.clock.pause_at(3_600_000)
        player.get_by_role("button", name="Step through this run").click()
        player.locator(".player-count").wait_for()
        return visitor.page, player, json.loads(DATA.findall(text)[0])["traces"][0]

    def step(self, player: Any) -> int:
        return int(player.locator(".player-count").inner_text().split("/")[0])

    def test_without_scripts_there_is_the_figure_alone(self) -> None:
        visitor = self.reader(scripts=False)
        for name in self.pages:
            page = visitor.open(name)
            page.evaluate("document.querySelectorAll('details:has(.player)').forEach(each => each.open = true)")
            figures = page.locator("figure:has(.player)")
            self.assertGreater(figures.count(), 0)
            for figure in figures.all():
                self.assertTrue(figure.locator(".picture svg:not(.narrow)").is_visible())
                self.assertEqual(figure.get_by_role("button").count(), 0)

    def test_it_takes_the_figure_s_place_and_gives_it_back(self) -> None:
        page, player, _ = self.opened()
        figure = page.locator("figure:has(.player)").first
        self.assertFalse(figure.locator(".picture").is_visible())
        back = player.get_by_role("button", name="Back to the figure")
        self.assertEqual(back.get_attribute("aria-expanded"), "true")
        back.click()
        self.assertTrue(figure.locator(".picture").is_visible())
        self.assertFalse(player.locator(".player-body").is_visible())

    def test_once_it_is_open_keys_step_at_once(self) -> None:
        page, player, _ = self.opened()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        self.assertEqual(self.step(player), 3)
        page.keyboard.press("ArrowLeft")
        self.assertEqual(self.step(player), 2)

    def test_what_waits_for_its_wavefront_is_seen(self) -> None:
        page, player, trace = self.opened()
        struck = next((place for place, step in enumerate(trace["steps"]) if step.get("space") == "shared"), None)
        if struck is None:
            self.skipTest("the first player shows no shared memory")
        for _ in range(struck):
            page.keyboard.press("ArrowRight")
        faint = player.locator(".player-word.touched").first.evaluate(
            """word => word.getAnimations().flatMap(each =>
            each.effect.getKeyframes()).filter(frame => frame.opacity === "0").length"""
        )
        self.assertEqual(faint, 0)

    @only_chromium("nothing tells which files a page loads")
    def test_a_page_loads_what_plays_when_somebody_asks(self) -> None:
        name, visitor, loaded = min(self.pages, key=lambda name: len(self.pages[name])), self.reader(), []
        visitor.page.on("request", lambda request: loaded.append(request.url.rpartition("/")[2]))
        page = self.unfolded(visitor, name)
        parts = {"trace.js", "stage.js", "player.js"}
        self.assertEqual(parts & set(loaded), set())
        page.locator(".player-open").first.click()
        page.locator(".player-count").first.wait_for()
        self.assertEqual(parts - set(loaded), set())

    def test_nothing_plays_by_itself(self) -> None:
        page, player, _ = self.opened(clock=True)
        page.clock.run_for(10_000)
        self.assertEqual(self.step(player), 1)

    def test_each_step_shows_what_the_trace_says(self) -> None:
        visitor = self.reader()
        for name, text in self.pages.items():
            page = self.players(visitor, name)
            for player, data in zip(page.locator(".player").all(), DATA.findall(text), strict=True):
                trace = json.loads(data)["traces"][0]
                seen = player.evaluate(SEEN_STEP_BY_STEP, len(trace["steps"]))
                for place, step in enumerate(trace["steps"]):
                    with self.subTest(name, step=place + 1):
                        self.check_step(seen[place], trace, place, step)
                forward = player.get_by_role("button", name="Step forward")
                self.assertEqual(forward.get_attribute("aria-disabled"), "true")

    def check_step(self, seen: dict[str, Any], trace: dict[str, Any], place: int, step: dict[str, Any]) -> None:
        self.assertEqual(seen["count"], f"{place + 1} / {len(trace['steps'])}")
        self.assertEqual(seen["cells"], len(step["lanes"]))
        self.assertTrue(seen["words"].startswith(f"Step {place + 1}, "), seen["words"])
        self.assertEqual(seen["label"], seen["words"])
        if "wave" in step:
            waves = max(step["wave"]) + 1
            self.assertIn(f" {waves} wavefront{'s' * (waves > 1)}.", seen["words"])
            touched = {at // 4 + word for at in step["at"] for word in range((step["bytes"] + 3) // 4)}
            self.assertEqual(seen["touched"], len(touched))
        if "sectors" in step:
            self.assertIn(f" {step['sectors']} sector{'s' * (step['sectors'] > 1)}.", seen["words"])
        if step["op"].startswith("st."):
            self.assertIn(f"lane {step['lanes'][0]} writes ", seen["words"])
        if line := step.get("line"):
            code = dict(line for excerpt in reversed(trace["code"]) for line in excerpt)
            self.assertEqual(seen["code"].strip(), code[line].strip())

    def test_steps_forward_back_first_and_by_the_slider(self) -> None:
        _, player, trace = self.opened()
        for button, step in (("Step forward", 2), ("Step forward", 3), ("Step back", 2), ("First step", 1)):
            player.get_by_role("button", name=button).click()
            self.assertEqual(self.step(player), step)
        self.assertEqual(player.get_by_role("button", name="Step back").get_attribute("aria-disabled"), "true")
        slider = player.get_by_role("slider", name="Step")
        slider.press("End")
        self.assertEqual(self.step(player), len(trace["steps"]))
        slider.press("ArrowLeft")
        self.assertEqual(self.step(player), len(trace["steps"]) - 1)
        self.assertRegex(slider.get_attribute("aria-valuetext"), rf"^step {len(trace['steps']) - 1} of {len(trace['steps'])}, ")

    def test_it_plays_to_the_end_and_from_the_start_again(self) -> None:
        page, player, trace = self.opened(clock=True)
        player.get_by_label("Speed").select_option("4")
        player.get_by_role("button", name="Play", exact=True).click()
        self.assertEqual(player.locator(".player-words").get_attribute("aria-live"), "off")
        page.clock.run_for(650)
        self.assertEqual(self.step(player), 3)
        page.clock.run_for(300 * len(trace["steps"]))
        self.assertEqual(self.step(player), len(trace["steps"]))
        self.assertEqual(player.locator(".player-words").get_attribute("aria-live"), "polite")
        player.get_by_role("button", name="Play", exact=True).click()
        player.get_by_role("button", name="Pause").click()
        self.assertLess(self.step(player), len(trace["steps"]))

    def test_keys_play_where_the_focus_is_and_are_stolen_nowhere_else(self) -> None:
        page, player, _ = self.opened()
        stage = player.locator(".player-stage")
        stage.focus()
        for key, step in (
            ("ArrowRight", 2),
            ("ArrowRight", 3),
            ("ArrowLeft", 2),
            ("Alt+ArrowRight", 2),
            ("Shift+ArrowRight", 2),
            ("j", 2),
        ):
            page.keyboard.press(key)
            self.assertEqual(self.step(player), step, key)
        page.keyboard.press(" ")
        player.get_by_role("button", name="Pause").wait_for()
        page.keyboard.press(" ")
        player.get_by_role("button", name="Play", exact=True).wait_for()
        step = self.step(player)
        player.get_by_role("button", name="Step forward").focus()
        page.keyboard.press("ArrowLeft")
        self.assertEqual(self.step(player), max(step - 1, 1))
        step = self.step(player)
        # In the text itself they turn to another chapter: keyboard_test.py.
        for place in (player.locator(".player-code"), player.get_by_label("Speed")):
            place.focus()
            page.keyboard.press("ArrowRight")
            self.assertEqual(self.step(player), step)
        stage.focus()
        page.evaluate("getSelection().selectAllChildren(document.querySelector('figcaption'))")
        page.keyboard.press("ArrowRight")
        self.assertEqual(self.step(player), step)

    def test_what_was_played_stands_in_a_table(self) -> None:
        _, player, trace = self.opened()
        player.get_by_text("The run as a table").click()
        rows = player.locator(".player-table tbody tr")
        self.assertEqual(rows.count(), len(trace["steps"]))
        first = trace["steps"][0]
        cells = rows.first.locator("td").all_inner_texts()
        self.assertEqual(cells[1 + first["lanes"][0]].split(" ")[0], str(first["after"][0]))

    def test_one_of_several_runs_is_chosen(self) -> None:
        for name, text in self.pages.items():
            for place, data in enumerate(DATA.findall(text)):
                traces = json.loads(data)["traces"]
                if len(traces) > 1:
                    player = self.unfolded(self.reader(), name).locator(".player").nth(place)
                    player.get_by_role("button", name="Step through this run").click()
                    player.get_by_role("radio", name=traces[1]["label"]).check()
                    self.assertTrue(player.locator(".player-count").inner_text().endswith(f"/ {len(traces[1]['steps'])}"))
                    return
        self.skipTest("no player has several runs")

    def test_nothing_moves_where_that_is_wished(self) -> None:
        moving = {}
        for wish in ("reduce", "no-preference"):
            page, player, _ = self.opened(reduced_motion=wish)
            player.get_by_role("button", name="Step forward").click()
            moving[wish] = page.evaluate("document.getAnimations().length")
        self.assertEqual(moving["reduce"], 0)
        self.assertGreater(moving["no-preference"], 0)

    def test_it_fits_all_windows_is_within_reach_and_accessible_in_both_themes(self) -> None:
        visitor = self.reader(size=SMALL, reduced_motion="reduce")
        for name in self.pages:
            page = self.players(visitor, name)
            for size in (SMALL, LOW, reader.WIDE):
                page.set_viewport_size(size)
                for place, player in enumerate(page.locator(".player").all()):
                    with self.subTest(name, player=place, **size):
                        self.assertEqual(player.evaluate(OUT_OF_REACH), [])
            for player in page.locator(".player").all():
                player.get_by_role("slider").press("End")
                player.get_by_text("The run as a table").click()
            for size in (SMALL, LOW, reader.WIDE):
                with self.subTest(name, **size):
                    page.set_viewport_size(size)
                    self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), size["width"])
                    if size == SMALL:
                        code = page.locator(".player-code").evaluate_all("all => all.map(e => [e.scrollWidth, e.clientWidth])")
                        self.assertTrue(all(wide <= room for wide, room in code), code)
            page.evaluate(LEAVE_FIRST_ROWS)
            for size, theme, rules in (
                (SMALL, "light", None),
                (reader.WIDE, "light", None),
                (reader.WIDE, "dark", RULES_OF_COLOUR),
            ):
                with self.subTest(name, theme=theme, **size):
                    page.set_viewport_size(size)
                    page.emulate_media(color_scheme=theme)
                    self.assertEqual(visitor.violations(rules), [])

    def test_it_is_no_taller_than_a_window(self) -> None:
        visitor = self.reader()
        for name in self.pages:
            page = self.players(visitor, name)
            head = page.locator(".bar").evaluate("bar => bar.offsetHeight")
            for player in page.locator(".player-body").all():
                with self.subTest(name, player=player.evaluate("each => each.closest('figure').id")):
                    tall = player.evaluate("each => each.offsetHeight - each.querySelector('.player-table').offsetHeight")
                    self.assertLessEqual(tall + head, reader.WIDE["height"])

    def test_a_lane_that_is_tapped_tells_its_value_on_a_phone(self) -> None:
        visitor = self.reader(size=reader.PHONE)
        players = (player for name in self.pages for player in self.players(visitor, name).locator(".player").all())
        player = next(each for each in players if not each.locator(".player-value").count())
        player.locator(".player-cell.fresh").nth(5).click()
        told = player.locator(".player-words").inner_text()
        player.locator("summary").click()
        first = player.locator("tbody tr").first
        first.wait_for()  # a table is filled after its summary has answered the click
        cells = first.locator("td").all_inner_texts()
        lane = re.search(r" (?:Lane|Thread) (\d+): (.+)\.$", told)
        self.assertTrue(lane, told)
        self.assertEqual(lane[2], cells[1 + int(lane[1])])  # type: ignore[index]

    def test_labels_are_whole_and_stay_where_lanes_scroll(self) -> None:
        visitor = self.reader(size=SMALL, reduced_motion="reduce")
        for name in self.pages:
            page = self.players(visitor, name)
            for place, player in enumerate(page.locator(".player").all()):
                player.get_by_role("slider").press("End")
                stage = player.locator(".player-stage")
                for by in (0, 10_000):
                    stage.evaluate("(stage, by) => { stage.scrollLeft = by; stage.dispatchEvent(new Event('scroll')); }", by)
                    cut = stage.evaluate(
                        """stage => { const left = stage.getBoundingClientRect().left - 0.5;
                        return [...stage.querySelectorAll(".player-pinned text")].map(each => each.getBoundingClientRect())
                          .filter(box => box.width && (box.left < left || box.left > left + 130)).length; }"""
                    )
                    with self.subTest(name, player=place, by=by):
                        self.assertEqual(cut, 0)

    def test_what_a_step_does_stands_beside_its_code(self) -> None:
        _, player, _ = self.opened()
        parts = player.locator(".player-body > *").evaluate_all("all => all.map(each => each.className)")
        self.assertEqual(parts.index("player-words"), parts.index("player-code") + 1)

    def test_controls_hide_nothing_that_has_the_focus(self) -> None:
        page, player, _ = self.opened(size=LOW)
        for part in (".player-stage", ".player-table summary"):
            page.evaluate("document.activeElement.blur(), scrollTo(0, 0)")
            player.locator(part).focus()
            top = player.locator(".player-controls").evaluate("e => e.getBoundingClientRect().top")
            box = player.locator(part).bounding_box()
            self.assertTrue(box["y"] < top or box["y"] > top + 20, part)

    def test_the_lettering_is_legible_on_a_phone(self) -> None:
        _, player, _ = self.opened(size=SMALL)
        sizes = player.locator(".player-stage text").evaluate_all(
            "all => all.map(e => parseFloat(getComputedStyle(e).fontSize) * e.getBoundingClientRect().height / e.getBBox().height)"
        )
        self.assertGreaterEqual(min(sizes), 10)


if __name__ == "__main__":
    FOLDER = reader.folder(__doc__)
    unittest.main()
