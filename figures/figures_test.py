"""The pictures of this build, each with its machine: figures_test.py PICTURES SOURCE BUILD MACHINE NAME…"""

import re
import sys
import unittest
import xml.etree.ElementTree as tree
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

PICTURES, SOURCE, BUILD = (Path(each) for each in sys.argv[1:4])
NAMES = sys.argv[5:]
MACHINE = sys.argv[4]
SVG = "{http://www.w3.org/2000/svg}"


def wanted(name: str) -> list[str]:
    script = (SOURCE / "figures" / f"{name}.gp").read_text(encoding="utf-8")
    return " ".join(re.findall("^# data:(.*)", script, re.MULTILINE)).split()


def are_there(results: list[str], machine: str) -> bool:
    folders = [
        BUILD / "code/counted",
        BUILD / "measured" / machine,
        SOURCE / "figures/recorded" / machine,
        SOURCE / "figures/published",
    ]
    return all(any((folder / f"{result}.csv").is_file() for folder in folders) for result in results)


class FiguresTest(unittest.TestCase):
    def each(self, look: Callable[..., Any]) -> None:
        for name in NAMES:
            with self.subTest(figure=name):
                text = (PICTURES / f"{name}.svg").read_text(encoding="utf-8")
                look(name, text, tree.fromstring(text))

    def test_each_is_an_svg_that_fits_any_width(self) -> None:
        def look(_: str, text: str, root: Element) -> None:
            self.assertEqual(root.tag, f"{SVG}svg")
            self.assertRegex(root.get("viewBox", ""), r"^0 0 560 \d+$")
            self.assertEqual((root.get("width"), root.get("height")), ("100%", None))
            self.assertLess(len(text), 40_000)

        self.each(look)

    def narrow(self, name: str) -> str | None:
        """The picture for narrow columns, as text, or None."""
        description = (PICTURES / f"{name}.lua").read_text(encoding="utf-8")
        found = re.search(r'\["narrow"\] = "((?:[^"\\]|\\.)*)"\}$', description.strip())
        return None if not found else re.sub(r"\\(.)", lambda escaped: {"n": "\n"}.get(escaped[1], escaped[1]), found[1])

    def test_for_narrow_columns_letters_are_large(self) -> None:
        for name in NAMES:
            with self.subTest(figure=name):
                text = self.narrow(name)
                self.assertEqual(text is not None, are_there(wanted(name), MACHINE))
                if text is None:
                    continue
                root = tree.fromstring(text)
                self.assertRegex(root.get("viewBox", ""), r"^0 0 380 \d+$")
                self.assertLess(len(text), 40_000)
                for each in root.iter(f"{SVG}text"):
                    self.assertGreaterEqual(float(each.get("font-size", 14)), 12)
                    if x := each.get("x"):
                        self.assertTrue(0 < float(x) < 380, x)

    def test_each_says_what_is_missing_and_nothing_else(self) -> None:
        def look(name: str, text: str, root: Element) -> None:
            lacking = [each for each in wanted(name) if not are_there([each], MACHINE)]
            self.assertEqual(re.findall(r"missing result: ([\w-]+)", text), lacking)
            self.assertEqual('class="missing"' in text, bool(lacking))
            if not lacking:
                # A path may be many shapes.
                self.assertGreater(sum(max(1, each.get("d", "").count("M")) for each in root.iter()), 25)

        self.each(look)

    def test_all_text_of_each_begins_within_its_frame(self) -> None:
        def look(_: str, text: str, root: Element) -> None:
            height = float(root.get("viewBox", "").split()[3])
            for each in root.iter(f"{SVG}text"):
                if x := each.get("x"):
                    self.assertTrue(0 < float(x) < 560, x)
                    self.assertTrue(0 < float(each.get("y", 0)) < height, each.get("y"))

        self.each(look)

    def test_no_scripts_references_or_colours_of_their_own(self) -> None:
        def look(_: str, text: str, root: Element) -> None:
            self.assertNotRegex(text, "<script|href|url\\(| id=|<image")
            for element in root.iter():
                for paint in ("fill", "stroke"):
                    self.assertIn(element.get(paint), (None, "none", "currentColor"))
                if colour := element.get("color"):
                    self.assertRegex(element.get("style", ""), rf"^color:var\(--[\w-]+,{colour}\)$")

        self.each(look)


class TraceTest(unittest.TestCase):
    """The numbers in the lanes are sums that the trace's first values really have."""

    def lanes(self, name: str, result: str) -> list[list[int]]:
        if not are_there([result], MACHINE):
            self.skipTest(f"no {result}")
        root = tree.parse(PICTURES / f"{name}.svg").getroot()
        numbers = [each for each in root.iter(f"{SVG}text") if re.fullmatch(r"\d+", each.text or "")]
        found: dict[float, list[tuple[float, int]]] = {}
        for each in numbers:
            found.setdefault(float(each.attrib["y"]), []).append((float(each.attrib["x"]), int(each.text or "")))
        heading, *rows = [[value for _, value in sorted(row)] for _, row in sorted(found.items())]
        self.assertEqual(heading, list(range(8)))
        self.assertEqual(len(rows), 4)
        self.assertEqual(rows[0], [3, 1, 4, 1, 5, 9, 2, 6])
        return rows

    def test_shuffle_tree(self) -> None:
        rows = self.lanes("trapezoid-2-shuffle-tree", "trapezoid-2-shuffle-trace")
        for distance, before, after in zip((4, 2, 1), rows, rows[1:]):
            sources = [lane + distance if lane + distance < 8 else lane for lane in range(8)]
            self.assertEqual(after, [before[lane] + before[sources[lane]] for lane in range(8)])

    def test_dissemination(self) -> None:
        rows = self.lanes("trapezoid-2-dissemination", "trapezoid-2-dissemination-trace")
        for distance, before, after in zip((4, 2, 1), rows, rows[1:]):
            self.assertEqual(after, [before[lane] + before[(lane + distance) % 8] for lane in range(8)])
        self.assertEqual(rows[-1], [31] * 8)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
