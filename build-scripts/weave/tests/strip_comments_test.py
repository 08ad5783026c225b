"""Tests what is left of scripts without comments. Usage: strip_comments_test.py"""

import unittest

from weave import strip_comments


class StripComments(unittest.TestCase):
    def test_only_comments_with_lines_of_their_own_are_left_out(self) -> None:
        text = '// The page\'s.\n"use strict";\n\n  /**\n   * Adds.\n   * @param {number} a\n   */\n  const a = "// no"; // yes\n  /* b */ b();\n'
        self.assertEqual(strip_comments.stripped(text), '"use strict";\n\n  const a = "// no"; // yes\n  /* b */ b();\n')

    def test_two_comments_leave_what_stands_between_them(self) -> None:
        self.assertEqual(strip_comments.stripped("/** a */\na();\n/** b */\nb();\n"), "a();\nb();\n")

    def test_types_are_left_out(self) -> None:
        text = "const f = (/** @type {Map<string, {}>} */ a, b) => /** @type {number} */ (a); /* c */\n/** @type {A} */\nlet d;\n"
        self.assertEqual(strip_comments.stripped(text), "const f = (a, b) => (a); /* c */\nlet d;\n")

    def test_a_sheet_has_no_comments_and_no_indentation(self) -> None:
        text = '/* Of\n\n two lines. */\na b,\n  c:hover {\n  color: red; margin: 0 /* none */;\n  content: "a  b";\n}\n@media print {\n  a\n  b { }\n}\n'
        self.assertEqual(
            strip_comments.sheet(text), 'a b,c:hover {color: red; margin: 0 ;content: "a  b";}@media print {a b { }}\n'
        )
        with self.assertRaisesRegex(ValueError, "^2: "):
            strip_comments.sheet('a {\n content: "/* no */"; }')

    def test_a_text_that_looks_like_a_comment_is_an_error(self) -> None:
        with self.assertRaisesRegex(ValueError, "^3: "):
            strip_comments.stripped("// `\nconst text = `\n// of the text\n`;\n")


if __name__ == "__main__":
    unittest.main()
