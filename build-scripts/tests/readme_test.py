"""README's map of the tree is the tree, and what the guide says to edit in the simulator is there.

Usage: readme_test.py SOURCE
"""

import re
import sys
import unittest
from pathlib import Path

SOURCE = Path(sys.argv.pop()) if len(sys.argv) > 1 else Path()
# What is made stands beside the sources in folders that git does not know.
MADE = re.compile(r"build(?!-scripts$)|\.|__pycache__$")


def folders(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.is_dir() and not MADE.match(path.name))


class Map(unittest.TestCase):
    def setUp(self) -> None:
        readme = (SOURCE / "README.md").read_text(encoding="utf-8")
        table = readme[readme.index("## Where things are") :].split("\n\n")[1]
        self.rows = re.findall(r"(?m)^\| `([^`]+)` \| (.*) \|$", table)

    def test_every_folder_of_two_levels_is_on_it(self) -> None:
        first = folders(SOURCE)
        there = {f"{path.relative_to(SOURCE)}/" for path in [*first, *(each for top in first for each in folders(top))]}
        self.assertGreater(len(there), 10)
        self.assertEqual(there - {place for place, _ in self.rows}, set())

    def test_everything_on_it_is_there(self) -> None:
        for place, holds in self.rows:
            with self.subTest(place):
                self.assertTrue((SOURCE / place).exists())
                for inner in re.findall(r"`([\w-]+/)`", holds):
                    self.assertTrue((SOURCE / place / inner).is_dir(), inner)

    def test_folders_that_a_row_opens_up_are_all_there(self) -> None:
        """A row that names one folder of its folder names all but that of the tests."""
        for place, holds in self.rows:
            named = set(re.findall(r"`([\w-]+/)`", holds))
            if named:
                inner = {f"{path.name}/" for path in folders(SOURCE / place)} - {"tests/"}
                self.assertEqual(named, inner, place)

    def test_it_is_of_one_page(self) -> None:
        words = (SOURCE / "README.md").read_text(encoding="utf-8").split()
        self.assertLess(len(words), 1000)


class Additions(unittest.TestCase):
    """The files and folders that the guide names where it says what an addition to the simulator touches."""

    def test_they_are_all_there(self) -> None:
        guide = (SOURCE / "chapters/guide.md").read_text(encoding="utf-8")
        section = re.split(r"(?m)^# ", guide[guide.index("{#sec:adding}") :])[0]
        places = set(re.findall(r"`((?:[\w-]+/)*[\w-]+(?:/|\.[ch]pp))`", section))
        self.assertGreater(len(places), 10)
        self.assertEqual({each for each in places if not (SOURCE / "code/simulator" / each).exists()}, set())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
