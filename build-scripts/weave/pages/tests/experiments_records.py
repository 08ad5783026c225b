"""Tests of what was recorded on GPUs, beside the counts of the simulator."""

import csv
import functools
import pathlib
import re
from fractions import Fraction
from typing import Any

from shared.tools import ROOT
from weave.pages.tests.experiments import RATIOS, SEEN, TURN, ExperimentsTest, value_of

MACHINES = ["nvidia-h200", "nvidia-h100-80gb-hbm3"]


@functools.cache
def rows_of(path: pathlib.Path) -> list[dict[str, str]]:
    return list(csv.DictReader(line for line in path.read_text().splitlines() if not line.startswith("#")))


class RecordChecks(ExperimentsTest):
    """Asked of every experiment by experiments_tour.py."""

    def record(self, machine: str, wanted: dict[str, Any]) -> dict[str, str] | None:
        """A row of what was recorded, read by itself."""
        for folder in (self.folder.parent / "measured", ROOT / "figures/recorded"):
            path = folder / machine / f"{wanted['result']}.csv"
            if path.is_file():
                fits = [
                    row for row in rows_of(path) if all(row[column] == str(value) for column, value in wanted["where"].items())
                ]
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

    def show_both_machines(self, page: Any) -> None:
        page.evaluate(
            """machines => ["machine", "compare"].forEach((id, i) => {
          const select = document.getElementById(id);
          // A page without recorded numbers has no choice.
          if (!select) return;
          select.value = machines[i];
          select.dispatchEvent(new Event("change"));
        })""",
            MACHINES,
        )

    def check_records(self, page: Any, anchor: str, name: str, settings: dict[str, Any]) -> None:
        """What GPUs take, shown beside the present settings, is what was recorded."""
        outdated, wanted, has = page.evaluate(
            """([name, k]) => {
              const { described, compiled } = experiments.get(name);
              const outdated = Object.entries(compiled.records).map(([machine, all]) =>
                [machine, Object.values(all).some(each => each.outdated)]);
              return [Object.fromEntries(outdated), (described.recorded?.(k) ?? []).filter(Boolean), "records" in described];
            }""",
            [name, settings],
        )
        found = {machine: [row for each in wanted if (row := self.record(machine, each))] for machine in MACHINES}
        shown = self.recorded(page, anchor)
        if not any(found.values()):
            self.assertEqual(shown, [])
            said = page.locator(f"#{anchor} .experiment-recorded").inner_text()
            self.assertEqual("is not recorded" in said, has)
            return
        self.assertEqual(shown[0], ["recorded", "H200", "H100"])
        for column, machine in enumerate(MACHINES, start=1):
            cells = [(row[0], row[column].partition(" (outdated: ")) for row in shown[1:]]
            self.assertLessEqual(any(mark for _, (_, mark, _) in cells), outdated[machine])
            self.met["recorded numbers"] += self.check_recorded([(label, text) for label, (text, _, _) in cells], found[machine])

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
        counters = [(*label.split(", "), value_of(text)) for label, text in shown if not label.startswith("time")]
        for row in rows:
            for label, launched, text in counters if "ms" not in row else []:
                grid, block = (re.sub("(x1)+$", "", row[extent]) for extent in ("grid", "block"))
                self.assertEqual(launched, f"{grid} {'block' if grid == '1' else 'blocks'} of {block}")
                if label in RATIOS:
                    over, under = (int(row[each]) for each in RATIOS[label])
                    self.assertLessEqual(abs(Fraction(text) - Fraction(over, under)), Fraction(1, 200), label)
                else:
                    self.assertEqual(text, row[label.replace(" ", "_")])
        return len(times) + len(counters)


class Records(RecordChecks):
    def test_a_number_and_its_unit_stay_together_on_a_phone(self) -> None:
        page_name, anchor, _ = self.place("transpose/tile")
        _, page = self.opened(page_name, anchor, size={"width": 360, "height": 800})
        lines = page.locator(f"#{anchor} .experiment-recorded td").evaluate_all(
            """all => all.map(cell => {
              const whole = document.createRange(), { firstChild: text } = cell;
              whole.setStart(text, 0);
              whole.setEnd(text, text.data.search(/ |$/));
              return [text.data, new Set([...whole.getClientRects()].map(each => each.top)).size];
            })"""
        )
        self.assertTrue(lines)
        for text, count in lines:
            self.assertEqual(count, 1, text)

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
