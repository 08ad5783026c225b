"""Tests of how files of a build are written."""

import os
import pathlib
import tempfile
import unittest
from unittest import mock

from shared import output


class Writing(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.path = self.folder / "made.js"

    def test_a_file_is_written_only_if_its_text_changes(self) -> None:
        self.assertTrue(output.write_if_changed(self.path, "one\n"))
        os.utime(self.path, (1, 1))
        self.assertFalse(output.write_if_changed(self.path, "one\n"))
        self.assertEqual(self.path.stat().st_mtime, 1)
        self.assertTrue(output.write_if_changed(self.path, "two\n"))
        self.assertEqual(self.path.read_text(), "two\n")
        self.assertEqual(os.listdir(self.folder), ["made.js"])

    def test_who_is_stopped_while_writing_leaves_the_file_as_it_was(self) -> None:
        output.write_if_changed(self.path, "one\n")
        with mock.patch("os.replace", side_effect=KeyboardInterrupt), self.assertRaises(KeyboardInterrupt):
            output.write_if_changed(self.path, "two\n")
        self.assertEqual(self.path.read_text(), "one\n")


if __name__ == "__main__":
    unittest.main()
