"""key: what changes it and what does not."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

KEY = Path(__file__).with_name("key")

PROGRAM = r"""#line 12 "chapters/one.md"
// The sum of a warp.
__global__ void sum(float* x) {
  /* lanes */ x[0] += 1'000;  // one lane's
  const char* url = "http://example.org/*"; char slash = '"';
  const char* raw = R"(// kept
#line 3
)";
}
"""


class KeyTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def key(self, text, *arguments, flags=("-O3",)):
        (self.folder / "one.cu").write_text(text)
        command = [sys.executable, KEY, self.folder / "one.cu", *arguments, "--", *flags]
        run = subprocess.run(command, capture_output=True, text=True, check=True)
        self.assertRegex(run.stdout, r"^[0-9a-f]{16}\n$")
        return run.stdout

    def assert_same(self, old, new):
        self.assertIn(old, PROGRAM)
        self.assertEqual(self.key(PROGRAM), self.key(PROGRAM.replace(old, new)))

    def assert_other(self, old, new):
        self.assertIn(old, PROGRAM)
        self.assertNotEqual(self.key(PROGRAM), self.key(PROGRAM.replace(old, new)))

    def test_comments_lines_and_layout_make_no_difference(self):
        self.assert_same("one lane's", "no lane's")
        self.assert_same("/* lanes */ ", "/* of\nmany\nlines */ ")
        self.assert_same("  // one lane's", "")
        self.assert_same("// The sum of a warp.\n", "// Don't.\n\n\n")
        self.assert_same('#line 12 "chapters/one.md"', '#line 99 "chapters/two.md"')
        self.assert_same('#line 12 "chapters/one.md"\n', "")
        self.assert_same("  const char* url", "\tconst  char* url")

    def test_code_makes_a_difference(self):
        self.assert_other("+= 1'000", "+= 1'001")
        self.assert_other("x[0] += 1", "x[0]; += 1")
        self.assert_other("float* x", "floatx")

    def test_literals_are_code(self):
        self.assert_other("//example.org/*", "//example.org/")
        self.assert_other("http://example", "http://  example")
        self.assert_other("// kept", "//  kept")
        self.assert_other("#line 3", "#line 4")
        self.assert_other("'\"'", "'//'")

    def test_flags_make_a_difference(self):
        self.assertNotEqual(self.key(PROGRAM), self.key(PROGRAM, flags=("-O2",)))
        self.assertNotEqual(self.key(PROGRAM, flags=("-a", "b")), self.key(PROGRAM, flags=("-a b",)))

    def test_included_and_added_files_count(self):
        program = '#include "part.cuh"\n#include <vector>\n#include "absent.h"\n' + PROGRAM
        part = self.folder / "headers" / "part.cuh"
        added = self.folder / "timing.hpp"
        part.parent.mkdir()
        arguments = ("--search", part.parent, "--with", added)

        def key(part_text, added_text):
            part.write_text(part_text)
            added.write_text(added_text)
            return self.key(program, *arguments)

        before = key('#include "part.cuh"  // itself\nint a;\n', "int b;\n")
        self.assertEqual(before, key('#include "part.cuh"\n\nint a;\n', "int b;  // more\n"))
        self.assertNotEqual(before, key('#include "part.cuh"\nint c;\n', "int b;\n"))
        self.assertNotEqual(before, key('#include "part.cuh"\nint a;\n', "int c;\n"))


if __name__ == "__main__":
    unittest.main()
