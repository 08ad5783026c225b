"""Tests of how C++ is read. Its words and definitions are tested where keys are made of them."""

import pathlib
import tempfile
import unittest

from shared import source_code


class Includes(unittest.TestCase):
    def test_includes_with_quotes_count_however_they_are_laid_out(self) -> None:
        for line in ('#include "a/b.hpp"', '  #  include\t"a/b.hpp"  // why', '#include"a/b.hpp"'):
            self.assertEqual(source_code.included(line), "a/b.hpp", line)
        for line in ("#include <a/b.hpp>", '// #include "a/b.hpp"', '#included "a/b.hpp"', "int a;", ""):
            self.assertEqual(source_code.included(line), "", line)

    def test_a_header_is_the_first_that_is_there(self) -> None:
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        first, second = folder / "first", folder / "second"
        for path in (first / "both.hpp", second / "both.hpp", second / "one.hpp"):
            path.parent.mkdir(exist_ok=True)
            path.write_text("")
        self.assertEqual(source_code.header('#include "both.hpp"', [first, second]), first / "both.hpp")
        self.assertEqual(source_code.header('#include "one.hpp"', [first, second]), second / "one.hpp")
        self.assertIsNone(source_code.header('#include "none.hpp"', [first, second]))
        self.assertIsNone(source_code.header("int a;", [first, second]))


class Code(unittest.TestCase):
    def test_comments_and_layout_are_no_code(self) -> None:
        text = 'int  a; // "one"\n\n#line 7 "x"\n/* two\n*/ auto b = "// no";\n'
        self.assertEqual(source_code.code(text), ["int a;", 'auto b = "// no";'])


if __name__ == "__main__":
    unittest.main()
