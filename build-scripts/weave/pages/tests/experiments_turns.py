"""Tests of runs in which the reader says which warp goes on, and of steps."""

import random
import re
import struct
from typing import Any

from weave.pages.tests.experiments import FORMATS, SEED, TURN, ExperimentsTest


class StepChecks(ExperimentsTest):
    """Asked of every experiment by experiments_tour.py."""

    def check_steps_of_the_first_warp(self, page: Any, anchor: str, name: str) -> None:
        if not self.playable(page, name):
            return
        summary = page.locator(f"#{anchor} .experiment-steps > summary")
        summary.click()
        player = page.locator(f"#{anchor} .player")
        player.locator(".player-words").wait_for()
        self.assertRegex(player.locator(".player-count").inner_text(), r"^1 / \d+$")
        self.assertEqual(player.locator(".player-code .now").count(), 1)
        summary.click()

    def playable(self, page: Any, name: str) -> bool:
        return bool(page.evaluate("name => experiments.get(name).described.traced !== 'none'", name))


class Turns(ExperimentsTest):
    def raced(self, page: Any, anchor: str, name: str) -> None:
        """What the race shows is what the native library finds for its order."""
        warps = page.evaluate(
            "id => [...document.querySelectorAll(`#${id} .experiment-race li[data-warp]`)].map(each => Number(each.dataset.warp))",
            anchor,
        )
        reply, reference = self.ask(page, anchor, name, {"order": {"warps": warps, "finish": False}})
        replay, race = reply["launches"][0]["replay"], page.locator(f"#{anchor} .experiment-race")
        self.assertEqual((len(replay["steps"]), replay["error"]), (len(warps), ""))
        memory = race.locator(".experiment-memory").inner_text()
        for array, kind, _ in reference:
            values = [value for (value,) in struct.iter_unpack("<" + FORMATS[kind], reply["outputs"][array])]
            is_empty = not reply["outputs"][array].strip(b"\xff")
            some = "nothing yet" if is_empty else ", ".join(f"{value:g}" for value in values[:16])
            self.assertIn(f"{array}[0] is {values[0]:g}" if len(values) == 1 else f"{array} holds {some}", memory)
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

    def test_without_a_barrier_the_reader_has_a_warp_read_too_soon_and_with_it_not(self) -> None:
        dice = random.Random(SEED)
        # The warp that goes wrong if it goes first.
        for name, knob, first in (
            ("reduction/addressing", "barriers", 0),
            ("scan/steps", "barriers", 1),
            ("trapezoid-3/block-sum", "barrier", 0),
            ("compaction/ranks", "barrier", 1),
        ):
            if name not in (place[2] for place in self.places):
                continue
            page_name, anchor, name = self.place(name)
            _, page = self.opened(page_name, anchor)
            race = page.locator(f"#{anchor} .experiment-race")
            race.locator("summary").first.click()
            with self.subTest(name):
                while buttons := self.race(page, anchor):
                    at_first = [each for each in buttons if each.get_attribute("data-warp") == str(first)]
                    (at_first or buttons)[0].click()
                self.raced(page, anchor, name)
                self.assertEqual(race.locator(":scope > .experiment-verdict.wrong").count(), 1)
                self.assertIn("nobody has written", race.locator(".experiment-order").inner_text())
                for barrier in (False, True):
                    page.evaluate(TURN, [anchor, {knob: barrier}])
                    race.locator("button", has_text="Start again").click()
                    while buttons := self.race(page, anchor):
                        dice.choice(buttons).click()
                    self.raced(page, anchor, name)
                    self.assertEqual(
                        "no barrier in between" in race.locator(".experiment-order").inner_text(),
                        "race in shared memory" in race.inner_text(),
                    )
                    if barrier:
                        self.assertEqual(race.locator(":scope > .experiment-verdict.right").count(), 1)

    def stepped(self, page: Any, anchor: str, held_back: set[int], room: int, dice: random.Random) -> list[str]:
        """Lets blocks go on at random, but for some that are held back while others can; what the buttons say in the end."""
        race = page.locator(f"#{anchor} .experiment-race")
        race.locator("select").select_option(str(room))
        race.locator("button", has_text="Start again").click()
        while buttons := self.race(page, anchor):
            words = {int(re.findall(r"block (\d+)", each.inner_text())[0]): each for each in buttons}
            if not words.keys() - held_back:
                break
            words[dice.choice(sorted(words.keys() - held_back))].click()
        return [str(each) for each in race.locator("button[data-warp]").all_inner_texts()]

    def check_steps(self, page: Any, anchor: str, name: str, said: list[str]) -> dict[str, Any]:
        """The buttons and the board hold what the native library finds for the order."""
        warps = page.evaluate(
            "id => [...document.querySelectorAll(`#${id} .experiment-race li[data-warp]`)].map(each => Number(each.dataset.warp))",
            anchor,
        )
        reply, _ = self.ask(page, anchor, name, {"order": {"warps": warps, "finish": False}})
        replay = reply["launches"][0]["replay"]
        self.assertEqual((len(replay["steps"]), replay["error"]), (len(warps), ""))
        for warp, (state, words) in enumerate(zip(replay["warps"], said, strict=True)):
            expected = {"ended": "has ended", "waits": "waits for", "ready": ""}[state]
            if state == "ready" and warp not in warps:
                expected = "(finds no room|reads tile|draws the ticket)"
            self.assertRegex(words, rf"^block {warp} {expected}")
        board = page.locator(f"#{anchor} .experiment-board tbody tr").all_inner_texts()
        for row in board:
            noun, *cells = row.split("\t")
            notices = struct.unpack(f"<{2 * len(cells)}I", reply["outputs"]["aggregates" if noun == "aggregate" else "prefixes"])
            self.assertEqual(cells, [str(notices[2 * k]) if notices[2 * k + 1] else "–" for k in range(len(cells))])
        return dict(replay)

    def test_a_block_that_is_starved_makes_others_wait_and_one_without_room_for_ever(self) -> None:
        dice = random.Random(SEED)
        page_name, anchor, name = self.place("global-scan/look-back")
        _, page = self.opened(page_name, anchor)
        race = page.locator(f"#{anchor} .experiment-race")
        verdict = race.locator(":scope > .experiment-verdict")
        race.locator("summary").first.click()
        versions = (("looking back", "the aggregate of tile 1", 8), ("a chain", "the inclusive prefix of tile [123]", 1))
        for version, what, room in versions:
            page.evaluate(TURN, [anchor, {"version": version, "tickets": False}])
            # As long as block 1 is held back, the others wait for its tile, and then all goes on.
            said = self.stepped(page, anchor, {1}, 5, dice)
            self.check_steps(page, anchor, name, said)
            self.assertRegex(" ".join(said), rf"block 0 has ended block 1 reads tile 1( block [234] waits for {what}){{3}}$")
            self.assertEqual(
                verdict.inner_text(), "Only block 1 can go on. Until it does, block 2, block 3 and block 4 will wait."
            )
            # Without room for blocks 0 and 1 they wait for ever.
            said = self.stepped(page, anchor, {0, 1}, 3, dice)
            self.check_steps(page, anchor, name, said)
            self.assertIn(
                "Deadlock: block 2, block 3 and block 4 wait for ever, and block 0 and block 1 find no room", verdict.inner_text()
            )
            self.assertEqual(self.race(page, anchor), [])
            race.locator("button", has_text="Take a step back").click()
            self.assertGreater(len(self.race(page, anchor)), 0)
            # With tiles by ticket, it ends whoever goes on.
            page.evaluate(TURN, [anchor, {"tickets": True}])
            said = self.stepped(page, anchor, set(), room, dice)
            self.assertTrue(self.check_steps(page, anchor, name, said)["over"])
            self.assertEqual(race.locator(".experiment-verdict.right").count(), 1)

    def test_steps_name_the_arrays_and_the_kernel_that_runs(self) -> None:
        page_name, anchor, _ = self.place("first-program/add")
        _, page = self.opened(page_name, anchor)
        summary = page.locator(f"#{anchor} .experiment-steps > summary")
        summary.click()
        player = page.locator(f"#{anchor} .player")
        player.locator(".player-words").wait_for()
        labels = player.locator(".player-kind").all_text_contents()
        self.assertEqual(sorted(each for each in labels if each not in ("global", "shared")), ["load a", "load b", "store c"])
        self.assertRegex(player.locator(".player-words").inner_text(), r"lane 1 reads \d+ from [ab]\[1\]")
        page_name, anchor, _ = self.place("reduction/addressing")
        _, page = self.opened(page_name, anchor)
        page.locator(f"#{anchor} .experiment-steps summary").click()
        kernels = page.locator(f"#{anchor} select").first
        for value in kernels.evaluate("select => [...select.options].map(each => each.value)"):
            kernels.select_option(value)
            self.wait(page, anchor)
            page.wait_for_timeout(300)
            launched = page.locator(f"#{anchor} .experiment-launch").inner_text()
            name = re.sub(r"<.*", "", launched).split("::")[-1]
            heads = page.locator(f"#{anchor} .player-code > span").evaluate_all(
                "all => all.map(each => each.textContent).filter(each => each.includes('__global__'))"
            )
            self.assertTrue(heads and all(re.search(rf"\b{name}\(", each) for each in heads), (launched, heads))

    def test_steps_tell_who_reads_from_lanes_that_take_no_part_and_what_was_only_read(self) -> None:
        page_name, anchor, _ = self.place("trapezoid-2/shuffles")
        _, page = self.opened(page_name, anchor)
        page.evaluate(TURN, [anchor, {"way": "sum_of_ones", "n": 20}])
        page.locator(f"#{anchor} .experiment-steps > summary").click()
        words = page.locator(f"#{anchor} .player-words")
        words.wait_for()
        # The ones are floats, though nvcc moves their bits as an integer.
        self.assertIn("lane 0 reads 1 from lane 16 and then holds 2", words.inner_text())
        self.assertIn("But lanes 4 to 15 read from lanes that take no part.", words.inner_text())
        forward = page.locator(f"#{anchor} .player").get_by_role("button", name="Step forward")
        while "atomic" not in words.inner_text():
            told = words.inner_text()
            forward.click()
        self.assertNotIn("then holds", told)
        # Of the last shuffle no later step tells what a lane holds: its boxes say what it has read.
        read = page.locator(f"#{anchor} .player-value.only-read").all_text_contents()
        self.assertEqual((len(read), read[0]), (20, "16"))
