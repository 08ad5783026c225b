"""plot, on small scripts and made-up results."""

import re
import shutil
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as tree
from pathlib import Path
from xml.etree.ElementTree import Element

from shared.tools import command
from draw import drawing, plot

PLOT = command("plot")
SVG = "{http://www.w3.org/2000/svg}"

STYLE = """
set terminal svg size (narrow ? 380 : 560),300 dynamic enhanced font ',14'
set datafile separator comma
set datafile columnheaders
"""
SCRIPT = """# data: one-times two-times
set label 'a < b' at graph 0.5, 0.5 tc rgb series_1
plot one_times using 1:2 with linespoints lc rgb series_1 pt 7 title 'one', \\
  two_times using 1:2 with lines lc rgb ink title 'n^{2}'
"""
TABLE = "# experiment: {}\nn,ms\n1,2\n2,3\n4,5\n"


class Folder(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        for name in ("scripts", "counted", "measured/here", "recorded/here"):
            (self.folder / name).mkdir(parents=True)
        self.write("scripts/shared/style.gp", STYLE)
        self.write("scripts/two.gp", SCRIPT)

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def result(self, folder: str, name: str, table: str = TABLE) -> Path:
        return self.write(f"{folder}/{name}.csv", table.format(name))

    def plot(self, *options: str) -> tuple[int, str]:
        run = subprocess.run(
            [*PLOT, *options, "--made", "counted", "--machine", "here", "--measured", "measured",
             "--recorded", "recorded", "--published", "absent/published", "--output", "two.svg", "--depfile", "two.d",
             "scripts/two.gp"],
            cwd=self.folder, capture_output=True, text=True,
        )  # fmt: skip
        return run.returncode, run.stderr

    def svg(self) -> Element:
        return tree.parse(self.folder / "two.svg").getroot()

    def description(self) -> str:
        return (self.folder / "two.lua").read_text()

    def dependencies(self) -> list[str]:
        target, sources = (self.folder / "two.d").read_text().rstrip("\n").split(": ")
        self.assertEqual(target, "two.svg")
        return sources.split(" ")


class MissingTest(Folder):
    def test_the_picture_names_what_is_missing_and_only_that(self) -> None:
        self.result("recorded/here", "one-times")
        self.assertEqual(self.plot(), (0, ""))
        root = self.svg()
        self.assertEqual([each.text for each in root.iter(f"{SVG}text")], ["missing result: two-times"])
        self.assertEqual(root[0][0].get("class"), "missing")

    def test_strict_makes_it_an_error_and_no_picture(self) -> None:
        status, printed = self.plot("--strict")
        self.assertEqual(status, 1)
        self.assertIn("missing result: one-times, two-times", printed)
        self.assertFalse((self.folder / "two.svg").exists())

    def test_the_folders_where_it_may_appear_are_watched(self) -> None:
        self.result("recorded/here", "one-times")
        self.plot()
        self.assertEqual(
            self.dependencies(),
            [
                "scripts/two.gp",
                "scripts/shared/style.gp",
                str(plot.COLOURS),
                "measured",
                "recorded",
                "measured/here",
                "recorded/here",
                "recorded/here/one-times.csv",
            ],
        )

    def test_a_folder_that_is_not_there_is_watched_through_its_parent(self) -> None:
        (self.folder / "absent").mkdir()
        self.plot()
        self.assertEqual(self.dependencies()[3:], ["measured", "recorded", "measured/here", "recorded/here", "absent"])


@unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is not installed")
class DrawnTest(Folder):
    def setUp(self) -> None:
        super().setUp()
        self.result("counted", "one-times")
        self.result("recorded/here", "two-times")

    def test_the_picture_is_drawn_from_the_first_folder_that_has_the_result(self) -> None:
        self.assertEqual(self.plot(), (0, ""))
        first = (self.folder / "two.svg").read_text()
        self.assertNotIn("missing", first)
        self.result("recorded/here", "one-times", "# experiment: {}\nn,ms\n1,9\n2,1\n")
        self.plot()
        self.assertEqual((self.folder / "two.svg").read_text(), first)
        self.result("measured/here", "two-times", "# experiment: {}\nn,ms\n1,9\n2,1\n")
        self.plot()
        self.assertNotEqual((self.folder / "two.svg").read_text(), first)

    def test_dependencies_are_what_was_read_and_the_folders_before(self) -> None:
        self.plot()
        self.assertEqual(
            self.dependencies(),
            [
                "scripts/two.gp",
                "scripts/shared/style.gp",
                str(plot.COLOURS),
                "measured",
                "recorded",
                "measured/here",
                "recorded/here",
                "counted/one-times.csv",
                "recorded/here/two-times.csv",
            ],
        )

    def test_names_with_spaces_are_escaped_in_the_depfile(self) -> None:
        odd = self.folder / "an odd $place"
        odd.mkdir()
        for name in ("one-times", "two-times"):
            shutil.copy(self.result("recorded/here", name), odd)
        subprocess.run(
            [*PLOT, "--machine", "here", "--measured", "none", "--recorded", "none", "--published",
             odd.name, "--output", "two.svg", "--depfile", "two.d", "scripts/two.gp"], cwd=self.folder, check=True,
        )  # fmt: skip
        self.assertIn(r" an\ odd\ $$place/one-times.csv", (self.folder / "two.d").read_text())

    def test_a_picture_that_stays_the_same_is_not_rewritten(self) -> None:
        self.plot()
        before = (self.folder / "two.svg").stat()
        self.result("counted", "one-times", "# experiment: {}\n# note: another comment\nn,ms\n1,2\n2,3\n4,5\n")
        self.assertEqual(self.plot(), (0, ""))
        after = (self.folder / "two.svg").stat()
        self.assertEqual((before.st_ino, before.st_mtime_ns), (after.st_ino, after.st_mtime_ns))
        self.result("counted", "one-times", "# experiment: {}\nn,ms\n1,9\n2,3\n")
        self.plot()
        self.assertNotEqual((self.folder / "two.svg").stat().st_ino, before.st_ino)

    def test_it_fits_a_page_of_any_width_and_colour(self) -> None:
        self.plot()
        root = self.svg()
        self.assertEqual((root.get("viewBox"), root.get("width")), ("0 0 560 300", "100%"))
        texts = {"".join(each.itertext()): each for each in root.iter(f"{SVG}text")}
        self.assertIn("a < b", texts)
        self.assertIn("n2", texts)
        text = (self.folder / "two.svg").read_text()
        self.assertNotRegex(text, "rgb\\(|black|white|Arial|href| id=|<defs|<title")
        for each in texts.values():
            self.assertEqual(each.get("fill"), "currentColor")
        groups = [each for each in root.iter(f"{SVG}g") if texts["a < b"] in list(each)]
        self.assertEqual(groups[0].get("style"), "color:var(--series-1,#2b4a8f)")
        self.assertIn(texts["one"], list(root[0]), "text in ink stands in no group")

    def test_marks_are_shapes_with_lines_as_wide_as_the_others(self) -> None:
        self.plot()
        marks = [each for each in self.svg().iter() if "scale" in each.get("transform", "")]
        self.assertEqual(len(marks), 4, "three points and the key")
        for mark in marks:
            scale = float(re.findall(r"scale\(([\d.]+)\)", mark.attrib["transform"])[0])
            self.assertAlmostEqual(float(mark.attrib["stroke-width"]) * scale, 1, delta=0.02)

    def test_a_colour_without_a_name_is_an_error(self) -> None:
        self.write("scripts/two.gp", "plot x lc rgb 0x123456")
        status, printed = self.plot()
        self.assertEqual(status, 1)
        self.assertIn("a colour that figures do not have: rgb( 18,  52,  86)", printed)

    def test_gnuplots_own_errors_are_shown_and_nothing_is_written(self) -> None:
        self.write("scripts/two.gp", "plot nothing_of_that_name")
        status, printed = self.plot()
        self.assertEqual(status, 1)
        self.assertIn("plot: scripts/two.gp:", printed)
        self.assertIn("nothing_of_that_name", printed)
        self.assertFalse((self.folder / "two.svg").exists())

    def test_a_damaged_result_is_named_with_its_line(self) -> None:
        self.result("counted", "one-times", "n,ms\n1\n")
        status, printed = self.plot()
        self.assertEqual(status, 1)
        self.assertIn("counted/one-times.csv:2:", printed)


@unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is not installed")
class MachinesTest(Folder):
    """Beside the SVG lie the pictures on other machines, where they differ."""

    def setUp(self) -> None:
        super().setUp()
        self.result("counted", "one-times")
        self.result("recorded/here", "two-times")

    def test_one_machine(self) -> None:
        self.assertEqual(self.plot(), (0, ""))
        start = 'return {["data"] = {"one-times", "two-times"}, ["machines"] = {}'
        self.assertTrue(self.description().startswith(start + ', ["narrow"] = "<svg'))

    def test_it_is_drawn_for_narrow_columns_too_on_each_machine(self) -> None:
        self.result("recorded/there", "two-times", "# experiment: {}\nn,ms\n1,9\n2,1\n")
        self.assertEqual(self.plot(), (0, ""))
        self.assertEqual(self.svg().get("viewBox"), "0 0 560 300")
        self.assertEqual(re.findall(r'viewBox=\\"(.*?)\\"', self.description()), ["0 0 560 300", "0 0 380 300", "0 0 380 300"])
        self.assertRegex(self.description(), r'\["there"\] = \{\["svg"\] = "[^\n]*?", \["narrow"\] = "<svg')

    def test_others_have_a_picture_or_say_what_they_lack(self) -> None:
        self.result("recorded/there", "two-times", "# experiment: {}\nn,ms\n1,9\n2,1\n")
        self.result("recorded/third", "more-times")
        self.assertEqual(self.plot(), (0, ""))
        self.assertRegex(self.description(), r'\["there"\] = \{\["svg"\] = "<svg xmlns=\\"')
        self.assertIn('["third"] = {["lacking"] = "two-times"}', self.description())
        self.assertNotIn('["here"]', self.description())
        self.assertIn("recorded/there/two-times.csv", self.dependencies())

    def test_what_does_not_depend_on_the_machine_is_drawn_once(self) -> None:
        self.result("counted", "two-times")
        self.result("recorded/there", "one-times")
        self.assertEqual(self.plot(), (0, ""))
        self.assertIn('["machines"] = {}', self.description())

    def test_own_results_stand_beside_the_recorded_ones(self) -> None:
        self.result("measured/here", "two-times", "# experiment: {}\nn,ms\n1,9\n2,1\n")
        self.assertEqual(self.plot(), (0, ""))
        self.assertRegex(self.description(), r'\["here~recorded"\] = \{\["svg"\]')

    def test_a_folder_that_cannot_be_a_machine_s(self) -> None:
        self.result("recorded/..x", "two-times")
        status, printed = self.plot()
        self.assertEqual(status, 1)
        self.assertIn("'..x' cannot name a machine", printed)


class DrawingTest(unittest.TestCase):
    NAMES = {"#000000": "ink", "#2b4a8f": "series_1"}

    def page(self, content: str) -> str:
        head = f'<svg viewBox="0 0 9 9" xmlns="{SVG[1:-1]}" xmlns:xlink="http://www.w3.org/1999/xlink">'
        return drawing.for_page(f"{head}{content}</svg>", self.NAMES) or ""

    def test_colours_are_the_light_ones_of_the_page(self) -> None:
        style = ":root {\n  --ink: light-dark(#24211c, #dedad1);\n  --faint: light-dark(#625b4f, #a5a094);\n"
        style += "  --indigo: light-dark(#123456, #98b4f2);\n  --series-1: light-dark(#123456, #98b4f2);\n}\n"
        self.assertEqual(drawing.colours(style), {"#000000": "ink", "#625b4f": "faint", "#123456": "series_1"})
        names = drawing.colours(plot.COLOURS.read_text(encoding="utf-8")).values()
        self.assertEqual(sorted(names), ["faint", "ink", "line", "paper", *(f"series_{number}" for number in range(1, 7))])

    def test_neighbours_with_one_pen_become_one_path(self) -> None:
        made = self.page('<path stroke="black" d="M1.23,4 L5.04,6 "/><path stroke="black" d="M7,8 L9,9"/>')
        self.assertEqual(made.count("<path"), 1)
        self.assertIn('d="M1.2,4 L5,6M7,8 L9,9"', made)

    def test_a_shape_that_is_filled_and_outlined_is_one(self) -> None:
        filling = '<g color="black" fill="currentColor" fill-opacity="0.20"><polygon points="1,4 3,4 3,2 1,2"/></g>'
        outline = '<path stroke="black" stroke-width="1.2" d="M1,4 L1,2 L3,2 L3,4 L1,4 Z"/>'
        made = self.page(filling + outline)
        self.assertIn('<path stroke-width="1.2" fill="currentColor" fill-opacity="0.2" d="M1,4v-2h2v2z"/>', made)
        # Another shape is not, nor one that is open.
        for other in (outline.replace("3", "5"), outline.replace(" L1,4 Z", "")):
            self.assertEqual(self.page(filling + other).count("<path"), 2)

    def test_a_rectangle_is_told_by_its_sides(self) -> None:
        self.assertIn('d="M1,4v-2h2v2z"', self.page('<path stroke="black" d="M1,4 L1,2 L3,2 L3,4 L1,4 Z"/>'))
        self.assertIn('d="M1,4h2.5v-2h-2.5z"', self.page('<path stroke="black" d="M1,4 L3.5,4 L3.5,2 L1,2 L1,4 Z"/>'))
        self.assertIn('d="M1,4 L1,2 L3,1 L3,4 L1,4 Z"', self.page('<path stroke="black" d="M1,4 L1,2 L3,1 L3,4 L1,4 Z"/>'))

    def test_shapes_of_one_colour_are_gathered_where_nothing_lies_between(self) -> None:
        def square(x: int, colour: str) -> str:
            return f'<path stroke="{colour}" d="M{x},0 L{x},3 L{x + 3},3 L{x + 3},0 L{x},0 Z"/>'

        blue = "rgb(43, 74, 143)"
        apart = self.page(square(0, "black") + square(10, blue) + square(20, "black"))
        self.assertIn('d="M0,0v3h3v-3zM20,0v3h3v-3z"', apart)
        crossing = self.page(square(0, "black") + square(2, blue) + square(4, "black"))
        self.assertEqual(crossing.count("<path"), 3)
        self.assertLess(crossing.index("M2,0"), crossing.index("M4,0"))

    def test_what_is_seen_through_is_joined_only_beside_it(self) -> None:
        def filling(x: int) -> str:
            points = f"{x},0 {x},3 {x + 3},3 {x + 3},0"
            return f'<g color="black" fill="currentColor" fill-opacity="0.20"><polygon points="{points}"/></g>'

        self.assertEqual(self.page(filling(0) + filling(3)).count("<path"), 1)
        self.assertEqual(self.page(filling(0) + filling(2)).count("<path"), 2)

    def test_what_paints_nothing_is_left_out(self) -> None:
        made = self.page('<rect fill="none"/><path stroke="black" d="M1,2 "/><g color="white"/>')
        self.assertNotRegex(made, "<rect|<path|<g color")

    def test_text_keeps_a_size_of_its_own(self) -> None:
        def text(size: str) -> str:
            group = f'<g transform="translate(1,2)" fill="black" font-size="{size}"><text><tspan>a</tspan></text></g>'
            return self.page(group).split("currentColor", 1)[1]

        self.assertIn('font-size="11"', text("11.00"))
        self.assertEqual(text("14.00").count("font-size"), text("11.00").count("font-size") - 1)

    def test_an_unknown_element_is_an_error(self) -> None:
        with self.assertRaisesRegex(drawing.Unknown, "<image>"):
            self.page("<image/>")


if __name__ == "__main__":
    unittest.main()
