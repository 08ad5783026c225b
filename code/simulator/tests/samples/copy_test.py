#!/usr/bin/env python3
"""A program's folder is copied, and what lies around it is there."""

import pathlib
import tempfile
import unittest

from programs_test import copy


class Copy(unittest.TestCase):
    def copied(self, place: str) -> None:
        with tempfile.TemporaryDirectory() as scratch:
            checkout, to = pathlib.Path(scratch) / "checkout", pathlib.Path(scratch) / "to"
            folder = checkout / place
            folder.mkdir(parents=True)
            (folder / "main.cu").write_text("the program")
            (folder.parent / "common.h").write_text("beside it")
            (checkout / "data").mkdir()
            (checkout / "data" / "input").write_text("at the top")
            to.mkdir()
            copied = copy(checkout, pathlib.Path(place), to)
            self.assertEqual(copied, to / place)
            (copied / "main.cu").write_text("edited")
            self.assertEqual((folder / "main.cu").read_text(), "the program")
            self.assertEqual((copied.parent / "common.h").read_text(), "beside it")
            self.assertEqual((to / "data" / "input").read_text(), "at the top")

    def test_a_folder(self) -> None:
        self.copied("cuda/nn")

    def test_a_folder_that_is_called_as_one_above_it(self) -> None:
        self.copied("cuda/lud/cuda")

    def test_a_folder_at_the_top(self) -> None:
        self.copied("cuda")


if __name__ == "__main__":
    unittest.main()
