"""Contrast of the book's colours, light and dark, by the formula of WCAG 2."""

import re
import unittest

from weave.tests import fixture

TEXT = ("ink", "faint", "link", "madder", "indigo", "weld", "verdigris", "plum", "code-number", "code-string", "code-comment")
GROUNDS = ("paper", "raised")
CHANGED = ("added", "removed", "warning")


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return float(0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2])


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


class Colours(unittest.TestCase):
    themes: list[dict[str, str]]

    @classmethod
    def setUpClass(cls) -> None:
        style = (fixture.PAGES / "styles/1-colours.css").read_text()
        found = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", style)
        cls.themes = [{name: pair[theme] for name, *pair in found} for theme in (0, 1)]

    def weak(
        self, names: list[str] | tuple[str, ...] | tuple[str], grounds: tuple[str, str, str] | tuple[str, str], least: float
    ) -> list[str]:
        return [
            f"{name} on {ground}: {ratio:.2f}"
            for colours in self.themes
            for name in names
            for ground in grounds
            if (ratio := contrast(colours[name], colours[ground])) < least
        ]

    def test_the_formula(self) -> None:
        self.assertAlmostEqual(contrast("#ffffff", "#000000"), 21)
        self.assertAlmostEqual(contrast("#777777", "#ffffff"), 4.48, places=2)

    def test_text(self) -> None:
        self.assertEqual(self.weak(TEXT, GROUNDS, 4.5), [])

    def test_changed_lines(self) -> None:
        self.assertEqual(self.weak(TEXT, CHANGED, 4.5), [])

    def test_marks(self) -> None:
        self.assertEqual(self.weak(("ink",), ("warning", "added-word", "removed-word"), 4.5), [])

    def test_lines_of_figures_and_focus(self) -> None:
        self.assertEqual(self.weak([f"series-{i}" for i in range(1, 7)] + ["focus"], GROUNDS, 3), [])

    def test_names_of_series_in_figures(self) -> None:
        self.assertEqual(self.weak([f"series-{i}" for i in range(1, 7)], ("paper", "raised"), 4.5), [])


if __name__ == "__main__":
    unittest.main()
