"""Tests of what a figure's data shows when it is explored, beside its table."""

import json
import re
from typing import Any

from weave.pages.tests.reading import ReadingTest
from weave.tests import reader
from weave.tests.fixture import lua

DIGITS = str.maketrans("\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079", "0123456789")
# The rows of the table that is shown first, by their columns.
ROWS = """figure => {
  const table = [...figure.querySelectorAll(".figure-data")].find(each => !each.closest("[hidden]")).querySelector("table");
  const heads = [...table.querySelectorAll("thead th")].map(each => each.textContent);
  const valueOf = cell => cell.dataset.v ?? cell.textContent.replace(/\\s/g, "");
  return [...table.querySelectorAll("tbody tr")].map(row => Object.fromEntries([...row.cells].map((cell, c) => [heads[c], valueOf(cell)])));
}"""


class Plots(ReadingTest):
    def explored(self, **options: Any) -> Any:
        """A figure of times against n, explored."""
        series = r'(?s)<figure class="figure" id="(fig-sizes)"[^>]*>(?:(?!</figure>).)*>variant</th><th[^>]*>n</th><th[^>]*>ms'
        found = {name: re.search(series, text) for name, text in self.texts.items() if "h100" in text}
        name = next(name for name, each in found.items() if each)
        page = self.reader(**options).open(name, folded=True)
        figure = page.locator("#fig-sizes")
        figure.get_by_role("button", name="Explore").click()
        figure.locator(".plot-line").first.wait_for(state="attached")
        return figure

    def test_scripts_show_numbers_as_the_weaver_does(self) -> None:
        values = [0, 7, -7, 999, 1024, -1024, 9999, 10000, 32768, -65536, 1048576, 123456789, 0.25, 1.5, 10000.5, -0.5]
        shown = "for _, value in ipairs({%s}) do io.write(number.show(value, value %% 1 == 0 and '%%d' or '%%.7g'), '\\n') end"
        woven = lua("local number = require('results.number')\n" + shown % ", ".join(map(str, values))).splitlines()
        page = self.reader().open("index.html")
        self.assertEqual(page.evaluate("values => values.map(value => numberShown(value))", values), woven)

    def lines(self, figure: Any) -> int:
        return int(figure.locator(".plot-line").count())

    def chosen(self, figure: Any) -> Any:
        """What leaves those rows that are shown: where numbers besides the axis tell them apart, one is chosen."""
        selects = figure.locator(".plot-controls p:has(select)").evaluate_all(
            "all => all.map(each => [each.querySelector('label').textContent, each.querySelector('select').value])"
        )
        return lambda rows: [row for row in rows if all(name not in row or row[name] == value for name, value in selects)]

    def choose(self, figure: Any, label: str, value: str) -> None:
        figure.get_by_label(label).select_option(value)

    def test_the_keyboard_tells_each_value_with_its_quartiles(self) -> None:
        figure = self.explored()
        rows = figure.evaluate(ROWS)
        self.choose(figure, "Show", "time")
        series = figure.locator(".plot-series label").all_inner_texts()
        names = figure.locator(".plot-series input").evaluate_all("all => all.map(each => each.value)")
        self.assertEqual(set(names), {row["variant"] for row in rows})
        kept = self.chosen(figure)
        own = sorted((row for row in kept(rows) if row["variant"] == names[0]), key=lambda row: float(row["n"]))
        figure.locator(".plot-stage").focus()
        for row in own:
            figure.page.keyboard.press("ArrowRight")
            told = figure.locator(".plot-said").inner_text()
            self.assertTrue(told.startswith(series[0].strip() + ", number of "), told)
            found = re.search(r": ([\d.]+) ms(?: \(quartiles ([\d.]+) and ([\d.]+)\))?$", told)
            self.assertTrue(found, told)
            for value, column in zip(found.groups() if found else (), ("ms", "lower_quartile", "upper_quartile")):
                if value:
                    self.assertAlmostEqual(float(value) / float(row[column]), 1, delta=6e-4)
        figure.page.keyboard.press("ArrowDown")
        self.assertTrue(figure.locator(".plot-said").inner_text().startswith(series[1].strip()))

    def test_the_pointer_tells_a_value_and_a_finger_too(self) -> None:
        figure = self.explored()
        point = figure.locator(".plot-line circle").nth(2)
        point.hover(force=True)
        self.assertRegex(figure.locator(".plot-said").inner_text(), r" n = .*: [\d.]+ ")

    def test_series_go_and_come_back(self) -> None:
        figure = self.explored()
        boxes = figure.locator(".plot-series input")
        for box in boxes.all():
            box.check()
        before = self.lines(figure)
        self.assertEqual(before, boxes.count())
        boxes.first.uncheck()
        self.assertEqual(self.lines(figure), before - 1)
        for box in boxes.all()[1:]:
            box.uncheck()
        self.assertIn("choose a series", figure.locator(".plot-said").inner_text())
        boxes.first.check()
        self.assertEqual(self.lines(figure), 1)

    def test_a_series_is_100_per_cent_of_itself(self) -> None:
        figure = self.explored()
        series = figure.locator(".plot-series label").all_inner_texts()
        names = figure.locator(".plot-series input").evaluate_all("all => all.map(each => each.value)")
        called = {label.strip(): name for label, name in zip(series, names)}
        name = names[0]
        self.choose(figure, "Show", name)
        figure.locator(".plot-stage").focus()
        for _ in range(4):
            figure.page.keyboard.press("ArrowRight")
            self.assertRegex(figure.locator(".plot-said").inner_text(), r": 100 %")
        figure.page.keyboard.press("ArrowDown")
        told = figure.locator(".plot-said").inner_text()
        rows = self.chosen(figure)(figure.evaluate(ROWS))
        other = called[told.split(", number of")[0]]
        share = float(re.search(r": ([\d.]+) %", told)[1])  # type: ignore[index]
        ns = sorted({float(row["n"]) for row in rows if row["variant"] == other})
        times = {row["variant"]: float(row["ms"]) for row in rows if float(row["n"]) == ns[3]}
        self.assertAlmostEqual(share, 100 * times[name] / times[other], delta=0.06 * share / 100 + 0.05)

    def test_scales_are_switched_and_another_machine_lies_over_the_first(self) -> None:
        figure = self.explored()
        places = "all => all.map(each => each.getAttribute('cx'))"
        before = figure.locator(".plot-line circle").evaluate_all(places)
        self.choose(figure, "Horizontal scale", "linear")
        self.assertNotEqual(figure.locator(".plot-line circle").evaluate_all(places), before)
        count = self.lines(figure)
        figure.get_by_label("Beside").select_option(index=1)
        self.assertEqual(self.lines(figure), 2 * count)
        self.assertEqual(figure.locator(".plot-line.second").count(), count)

    def test_data_stay_where_they_are_while_machines_are_compared_and_after(self) -> None:
        figure = self.explored()
        page = figure.page
        page.evaluate("all('.figure-data').forEach(each => { each.open = true; })")
        tables = figure.locator(".figure-data .scroll")
        self.assertEqual(figure.locator(".figure-data .scroll:visible").count(), 1)
        page.locator(".machine-choice summary").click()
        page.get_by_label("beside those of").select_option(index=2)
        self.assertEqual(figure.locator(".figure-data .scroll:visible").count(), tables.count())
        page.get_by_label("beside those of").select_option(index=0)
        self.assertEqual(figure.locator(".figure-data .scroll:visible").count(), 1)

    def test_heights_begin_at_zero_where_they_are_alike(self) -> None:
        figure = self.explored()
        self.choose(figure, "Vertical scale", "linear")
        self.assertIn("0", figure.locator(".plot-stage text").all_text_contents())

    def own_result(self, figure: Any) -> tuple[str, str]:
        """The name of the figure's first result, and a record in which everything took twice as long."""
        name = str(figure.locator(".plot-controls label code").inner_text()).removesuffix(".csv")
        rows = figure.evaluate(ROWS)
        lines = [",".join(rows[0])] + [
            ",".join(str(2 * float(row[each])) if each == "ms" else row[each] for each in row) for row in rows
        ]
        return name, f"# schema: 2\n# experiment: {name}\n# gpu: NVIDIA Abacus\n" + "\n".join(lines) + "\n"

    def test_what_a_page_has_saved_lies_over_the_rest(self) -> None:
        figure = self.explored()
        count = self.lines(figure)
        figure.page.evaluate("all('.figure-data').forEach(each => { each.open = true; })")
        name, text = self.saved(figure.locator(".figure-data .save:visible").first)
        figure.locator("input[type=file]").set_input_files({"name": name, "mimeType": "text/csv", "buffer": text.encode()})
        figure.locator(".plot-line.second").first.wait_for(state="attached")
        self.assertEqual(self.lines(figure), 2 * count)

    def test_what_the_reader_measured_lies_over_the_rest(self) -> None:
        figure = self.explored()
        self.choose(figure, "Show", "time")
        count = self.lines(figure)
        name, text = self.own_result(figure)
        figure.locator("input[type=file]").set_input_files({"name": "mine.csv", "mimeType": "text/csv", "buffer": text.encode()})
        figure.locator(".plot-line.second").first.wait_for(state="attached")
        self.assertEqual(self.lines(figure), 2 * count)
        self.assertEqual(figure.locator(".plot-said").inner_text(), "Dashed: NVIDIA Abacus, from mine.csv.")
        stage, times = figure.locator(".plot-stage"), []
        stage.focus()
        for key in ("ArrowRight", *["ArrowDown"] * count):
            figure.page.keyboard.press(key)
            told = figure.locator(".plot-said").inner_text()
            times.append((told, float(re.search(r": ([\d.]+) ms", told)[1])))  # type: ignore[index]
        self.assertAlmostEqual(times[-1][1] / times[0][1], 2, delta=2e-3)
        self.assertIn("on NVIDIA Abacus, mine.csv", times[-1][0])
        self.choose(figure, "Beside", "")
        self.assertEqual(self.lines(figure), count)

    def test_a_result_can_be_dropped(self) -> None:
        figure = self.explored()
        _, text = self.own_result(figure)
        figure.get_by_role("button", name="Back to the figure").click()
        # Anywhere on the figure, though its plot is closed: otherwise the browser would open the file.
        taken = figure.locator("figcaption").first.evaluate(
            """(place, text) => { const data = new DataTransfer(); data.items.add(new File([text], 'mine.csv'));
            return ['dragover', 'drop'].map(name => !place.dispatchEvent(
              new DragEvent(name, { dataTransfer: data, bubbles: true, cancelable: true }))); }""",
            text,
        )
        self.assertEqual(taken, [True, True])
        figure.locator(".plot-line.second").first.wait_for(state="attached")
        self.assertTrue(figure.locator(".plot").is_visible())

    def without_times(self, text: str) -> str:
        """A result in whose first row there is no time."""
        lines = text.splitlines()
        head = next(k for k, line in enumerate(lines) if not line.startswith("#"))
        row = lines[head + 1].split(",")
        row[lines[head].split(",").index("ms")] = "abc"
        return "\n".join([*lines[: head + 1], ",".join(row), *lines[head + 2 :]]) + "\n"

    def test_another_result_or_none_is_told_and_changes_nothing(self) -> None:
        figure = self.explored()
        count = self.lines(figure)
        name, text = self.own_result(figure)
        for wrong, words in (
            ("a poem", f"This is no result of a program of this book; the figure shows {name}"),
            (text.replace(name, "tea-leaves"), "This is a result of tea-leaves; the figure shows "),
            (text.replace(",ms", ",minutes"), f"This result of {name} has no column ms"),
            (text[:-20], f"This result of {name} is cut off"),
            (self.without_times(text), f"This result of {name} has no time in its row 1: \u201cabc\u201d."),
            ("\n".join(text.split("\n")[:4]), f"This result of {name} is cut off"),
        ):
            figure.locator("input[type=file]").set_input_files(
                {"name": "mine.csv", "mimeType": "text/csv", "buffer": wrong.encode()}
            )
            figure.page.wait_for_function(
                "([place, words]) => place.textContent.startsWith(words)",
                arg=[figure.locator(".plot-said").element_handle(), words],
            )
            self.assertEqual(self.lines(figure), count)

    def test_no_button_where_nothing_varies(self) -> None:
        page = self.reader().open(self.page_with("where <code>n == 2^28</code>"))
        alone = page.locator("figure.figure:has-text('where n == 2^28')").filter(has=page.locator(".figure-data"))
        self.assertEqual(alone.first.locator(".plot-open").count(), 0)
        for figure in page.locator("figure:has(.plot-open)").all():
            figure.locator(".plot-open").click()
            figure.locator(".plot-line").first.wait_for(state="attached", timeout=3000)

    def test_the_figure_comes_back(self) -> None:
        figure = self.explored()
        self.assertFalse(figure.locator(".picture").first.is_visible())
        figure.get_by_role("button", name="Back to the figure").click()
        self.assertTrue(figure.locator(".picture").first.is_visible())
        self.assertFalse(figure.locator(".plot").is_visible())

    def test_the_button_and_the_plot_are_named_after_the_figure(self) -> None:
        figure = self.explored()
        name = figure.locator(".caption-number").inner_text().strip().rstrip(".")
        button = figure.locator(".plot-open")
        self.assertEqual(
            (button.inner_text(), button.get_attribute("aria-label")), ("Back to the figure", f"Back to the figure, {name}")
        )
        self.assertEqual(figure.locator(".plot-stage").get_attribute("aria-label"), f"{name}, plot")

    def test_a_figure_is_named_by_its_caption_alone(self) -> None:
        page = self.reader().open(self.page_with('<details class="figure-data">'))
        for figure in page.locator("figure.figure").all():
            name = page.locator(f"[id='{figure.get_attribute('aria-labelledby')}']").inner_text()
            self.assertTrue(name.startswith("Figure"), name)
            self.assertNotIn("Measured:", name)

    def test_it_begins_with_what_the_figure_shows(self) -> None:
        visitor = self.reader()
        for name in (name for name, text in self.texts.items() if "data-explore=" in text):
            page = visitor.open(name)
            for figure in page.locator("figure[data-explore]:has(.plot-open)").all():
                with self.subTest(name, figure=figure.get_attribute("id")):
                    self.begins_with_the_figure(figure)

    def test_no_figure_begins_with_what_it_does_not_show(self) -> None:
        visitor = self.reader()
        for name in (name for name, text in self.texts.items() if 'class="figure-data"' in text):
            found = visitor.open(name, folded=True).locator("figure:has(.plot-open):not([data-explore])")
            self.assertEqual((name, found.evaluate_all("all => all.map(each => each.id)")), (name, []))

    def begins_with_the_figure(self, figure: Any) -> None:
        told = json.loads(figure.get_attribute("data-explore") or "")
        picture = figure.locator(".picture svg:not(.narrow)").first
        words = re.sub(r"\s+", "", "".join(picture.locator("text").all_text_contents()))
        # The axis is named as in the figure, and so are the series.
        for each in (*([told["x"]] if "x" in told else []), *(label for _, label in told.get("series", {}).values())):
            self.assertIn(re.sub(r"\s+", "", each).translate(DIGITS), words)
        figure.locator(".plot-open").click()
        figure.locator(".plot-line").first.wait_for(state="attached")
        lettering = figure.locator(".plot-stage text").all_text_contents()
        self.assertEqual("x" in told, told.get("x") in lettering)
        self.assertIn(told["unit"], lettering)
        figure.locator(".plot-stage").focus()
        figure.page.keyboard.press("ArrowRight")
        unit = re.escape(told["unit"].split(", ")[-1])
        self.assertRegex(figure.locator(".plot-said").inner_text(), rf": [\d.]+( × 10\S+)? {unit}( \(|$)")
        self.assertEqual("x" not in told, "not of this plot" in figure.locator(".plot-note").inner_text())
        shown = figure.locator(".plot-series label:has(input:checked)").all_inner_texts()
        if "x" in told or "series" in told:
            self.assertEqual([each.strip() for each in shown], [label for _, label in told.get("series", {}).values()])
        self.assertEqual(figure.locator(".plot-series input").count() == 1, False)

    def test_no_point_lies_above_the_highest_tick(self) -> None:
        figure = self.explored()
        highest = """stage => Math.min(...[...stage.querySelectorAll("text[text-anchor=end]")].map(each => Number(each.getAttribute("y")) - 4))"""
        for scale in ("linear", "log"):
            self.choose(figure, "Vertical scale", scale)
            top = figure.locator(".plot-stage").evaluate(highest)
            points = figure.locator(".plot-line circle").evaluate_all("all => all.map(each => Number(each.getAttribute('cy')))")
            self.assertGreaterEqual(min(points), top - 0.5)

    def test_it_fits_a_phone_and_is_accessible(self) -> None:
        for theme in ("light", "dark"):
            figure = self.explored(size={"width": 360, "height": 800}, theme=theme)
            self.assertLessEqual(figure.page.evaluate("document.documentElement.scrollWidth"), 360)
            figure.page.evaluate(
                "id => { const figure = document.getElementById(id), main = document.querySelector('main');"
                " main.replaceChildren(main.querySelector('h1'), figure); }",
                figure.get_attribute("id"),
            )
            with_axe = reader.Reader.__new__(reader.Reader)
            with_axe.page = figure.page
            self.assertEqual(with_axe.violations(), [])
