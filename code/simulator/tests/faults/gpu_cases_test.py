#!/usr/bin/env python3
"""What compute-sanitizer's last words are read as."""

import unittest

from gpu_cases import errors_in


class LastWords(unittest.TestCase):
    def test_hazards_are_warnings_and_errors(self) -> None:
        words = "========= RACECHECK SUMMARY: 100 hazards displayed (3 errors, 128 warnings)\n"
        self.assertEqual(errors_in(words), "131")
        self.assertEqual(errors_in("========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)"), "1")

    def test_errors(self) -> None:
        self.assertEqual(
            errors_in("========= LEAK SUMMARY: 8 bytes leaked in 2 allocations\n========= ERROR SUMMARY: 17 errors"), "17"
        )
        self.assertEqual(errors_in("========= ERROR SUMMARY: 1 error"), "1")

    def test_no_word(self) -> None:
        self.assertEqual(errors_in("Segmentation fault"), "crashed")


if __name__ == "__main__":
    unittest.main()
