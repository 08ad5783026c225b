"""Tests of programs as one file. Usage: bundle_test.py NVCC FOLDER, which holds the chapters' programs"""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from shared.tools import command

BUNDLE = command("bundle")
NVCC = FOLDER = ""


class Bundle(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def write(self, path: str, text: str) -> pathlib.Path:
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
        return place

    def bundle(self, *programs: pathlib.Path, library: list[pathlib.Path] = []) -> subprocess.CompletedProcess[str]:
        options: list[str | pathlib.Path] = [
            "--output",
            self.folder / "made",
            "--listing",
            self.folder / "listing",
            "--depfile",
            self.folder / "made.d",
            "--search",
            self.folder / "library",
        ]
        for path in library:
            options += ["--library", path]
        return subprocess.run([*BUNDLE, *options, *programs], capture_output=True, text=True)

    def made(self) -> list[str]:
        return sorted(path.name for path in self.folder.glob("made/*"))

    def test_each_header_stands_once_where_it_is_needed_first(self) -> None:
        self.write("library/one.hpp", '#pragma once\n#include "two.hpp"\nint one;\n')
        self.write("library/two.hpp", "#pragma once\nint two;\n")
        program = self.write("p.cu", '#line 3 "p.md"\n#include <cstdio>\n#include "two.hpp"\n#include "one.hpp"\nint main() {}\n')
        source = self.write("library/one.cpp", '#include "one.hpp"\n// quote: x\nint three;\n// end quote\n')
        self.assertEqual(self.bundle(program, library=[source]).returncode, 0)
        lines = (self.folder / "made/p.cu").read_text().splitlines()
        code = [line for line in lines if line and not line.startswith("//")]
        self.assertEqual(code, ["#include <cstdio>", "int two;", "int one;", "int main() {}", "int three;"])

    def test_the_head_names_the_lines_of_what_the_chapter_shows(self) -> None:
        self.write("library/one.hpp", "#pragma once\nint one;\n")
        source = self.write("library/one.cpp", "int three;\n")
        for program in ('#include "one.hpp"\n\nint two;\n\nint main() {}\n', "int two;\nint main() {}\n"):
            self.assertEqual(self.bundle(self.write("p.cu", program), library=[source]).returncode, 0)
            lines = (self.folder / "made/p.cu").read_text().splitlines()
            first, last = map(int, re.findall(r"the lines (\d+) to (\d+)", "\n".join(lines))[0])
            self.assertEqual((lines[first - 1], lines[last - 1]), ("int two;", "int main() {}"))

    def test_a_header_that_is_not_there_is_told_and_nothing_is_written(self) -> None:
        run = self.bundle(self.write("p.cu", '#include "gone.hpp"\n'))
        self.assertEqual(run.returncode, 1)
        self.assertRegex(run.stderr, r"p\.cu: cannot find gone\.hpp")
        self.assertEqual(self.made(), [])

    def test_a_program_that_is_no_more_goes(self) -> None:
        one, two = self.write("one.cu", "int one;\n"), self.write("two.cu", "int two;\n")
        self.bundle(one, two)
        self.assertEqual(self.made(), ["one.cu", "two.cu"])
        self.bundle(two)
        self.assertEqual(self.made(), ["two.cu"])
        self.assertEqual((self.folder / "listing").read_text(), "two.cu\n")

    def test_plain_nvcc_compiles_a_chapter_s_program_far_from_the_book(self) -> None:
        shortest = min(pathlib.Path(FOLDER).glob("*.cu"), key=lambda path: path.stat().st_size)
        copy = self.write("alone/program.cu", shortest.read_text())
        first_lines = copy.read_text().splitlines()[:3]
        options = next(line for line in first_lines if "nvcc" in line).split()[2:-3]
        run = subprocess.run([NVCC, *options, copy.name, "-o", "program"], cwd=copy.parent, capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stderr)
        run = subprocess.run([copy.with_name("program"), "--help"], cwd=copy.parent, capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("--check", run.stdout)


if __name__ == "__main__":
    NVCC, FOLDER = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1])
