"""find_include_cycles, on trees of a few files."""

import subprocess
import tempfile
import unittest
from pathlib import Path

from shared.tools import command

FIND = command("find_include_cycles")


class FindIncludeCycles(unittest.TestCase):
    def found(self, files: dict[str, list[str]], layers: str = "") -> str:
        """What is said of files that include these."""
        with tempfile.TemporaryDirectory() as folder:
            for name, included in files.items():
                path = Path(folder, "code", name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text("// a file\n" + "".join(f'#include "code/{each}"\n' for each in included))
            if layers:
                Path(folder, "code/layers").write_text(layers)
            run = subprocess.run(
                [*FIND, folder, Path(folder, "code")], stdout=subprocess.PIPE, text=True, timeout=60, check=False
            )
            self.assertEqual(run.returncode, 1 if run.stdout else 0)
            return run.stdout.replace(folder + "/", "")

    def test_a_source_belongs_to_its_header(self) -> None:
        self.assertEqual(self.found({"a.hpp": [], "b.hpp": ["a.hpp"], "a.cpp": ["a.hpp"]}), "")
        self.assertEqual(
            self.found({"a.hpp": [], "b.hpp": ["a.hpp"], "a.cpp": ["a.hpp", "b.hpp"]}),
            "code/a.cpp:3: error: in a circle: code/a → code/b → code/a\n",
        )

    def test_long_circles_and_several(self) -> None:
        files: dict[str, list[str]] = {"a.hpp": ["b.hpp"], "b.hpp": ["c.hpp"], "c.hpp": [], "c.cpp": ["a.hpp"]}
        files |= {"x/d.hpp": ["x/e.hpp"], "x/e.hpp": ["x/d.hpp"]}
        said = self.found(files)
        self.assertIn("code/a → code/b → code/c → code/a\n", said)
        self.assertIn("code/x/d → code/x/e → code/x/d\n", said)
        self.assertEqual(said.count("error"), 2)

    def test_tests_are_not_looked_at(self) -> None:
        self.assertEqual(self.found({"c.hpp": [], "tests/a.hpp": ["tests/b.hpp"], "tests/b.hpp": ["tests/a.hpp"]}), "")

    def test_a_folder_in_which_there_is_nothing_to_look_at_is_a_mistake(self) -> None:
        self.assertEqual(self.found({"tests/a.hpp": []}), "code: error: no C++ there\n")

    def test_layers(self) -> None:
        files: dict[str, list[str]] = {"low/a.hpp": ["base.hpp"], "high/b.hpp": ["low/a.hpp", "base.hpp"], "base.hpp": []}
        self.assertEqual(self.found(files, "# upwards\n.\nlow\nhigh\n"), "")
        self.assertEqual(
            self.found(files, ".\nhigh\nlow\n"), "code/high/b.hpp:2: error: code/high/b includes upwards: code/low/a\n"
        )
        self.assertEqual(self.found(files, ".\nhigh\n"), "code/layers:1: error: the folder code/low has no place\n")

    def test_folders_below_one_may_share_its_place(self) -> None:
        files: dict[str, list[str]] = {"low/a.hpp": [], "high/x/b.hpp": ["high/y/c.hpp"], "high/y/c.hpp": ["low/a.hpp"]}
        self.assertEqual(self.found(files, "low\nhigh/\n"), "")
        self.assertIn("code/high/y/c includes upwards: code/low/a", self.found(files, "high/\nlow\n"))
        self.assertIn("the folder code/higher has no place", self.found({**files, "higher/d.hpp": []}, "low\nhigh/\n"))

    def test_a_header_has_a_place_of_its_own(self) -> None:
        files: dict[str, list[str]] = {"top.hpp": ["low/a.hpp"], "low/a.hpp": ["base.hpp"], "base.hpp": []}
        self.assertIn("code/top includes upwards", self.found(files, ".\nlow\n"))
        self.assertEqual(self.found(files, ".\nlow\ntop.hpp\n"), "")

    def test_an_excepted_include_closes_no_circle(self) -> None:
        files = {"low/a.hpp": ["high/b.hpp"], "high/b.hpp": ["low/a.hpp"]}
        self.assertIn("in a circle", self.found(files, ".\nlow\nhigh\n"))
        self.assertEqual(self.found(files, ".\nlow\nhigh\nexcept low/a high/b\n"), "")

    def test_exceptions_are_needed(self) -> None:
        files: dict[str, list[str]] = {"low/a.hpp": ["high/b.hpp"], "high/b.hpp": []}
        order = ".\nlow\nhigh\nexcept low/a high/b\n"
        self.assertEqual(self.found(files, order), "")
        self.assertEqual(
            self.found({"low/a.hpp": [], "high/b.hpp": []}, order), "code/layers:4: error: nothing needs the exception\n"
        )
        self.assertIn("code/layers:2: error: neither", self.found(files, ".\nlow high\n"))


if __name__ == "__main__":
    unittest.main()
