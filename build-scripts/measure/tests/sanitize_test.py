"""sanitize with programs and a compute-sanitizer that are made up here."""

import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import unittest

from shared.tools import command

PROGRAM = """\
    #!{python}
    import os, sys, time
    if "--list" in sys.argv:
        if os.environ.get("NO_GPU"):
            print("skipped: no CUDA device (none)")
            sys.exit(77)
        print("machine: test-gpu")
        print("check: sums are right")
        print("check: sums, again")
        print("check at length: a thousand times")
        print("experiment: loom-times")
        sys.exit(int(os.environ.get("LIST_FAILS", "0")))
    assert sys.argv[1:3] == ["--check", "--only"]
    check = sys.argv[3]
    if check == os.environ.get("SLOW"): time.sleep(60)
    print("said of", check, sys.argv[4:])
    sys.exit(1 if check == os.environ.get("FAILING") else 0)
"""
SANITIZER = """\
    #!{python}
    import os, subprocess, sys
    words = sys.argv[1:]
    tool = words[words.index("--tool") + 1]
    at = next(i for i, word in enumerate(words) if word.endswith("loom-gpu"))
    assert (words[2:4] == ["--report-api-errors", "no"]) == (tool == "memcheck")
    status = subprocess.run(words[at:]).returncode
    if tool + ":" + words[at + 3] == os.environ.get("FAULT"):
        print("========= Invalid __global__ read of size 4 bytes")
        status = int(words[words.index("--error-exitcode") + 1])
    sys.exit(status)
"""


class SanitizeTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.program = self.script("loom-gpu", PROGRAM)
        self.script("compute-sanitizer", SANITIZER)

    def script(self, name: str, text: str) -> pathlib.Path:
        path = self.folder / name
        path.write_text(textwrap.dedent(text).format(python=sys.executable))
        path.chmod(0o755)
        return path

    def sanitize(self, *arguments: str, **settings: str) -> tuple[int, str]:
        # Nothing else is in PATH, lest a real compute-sanitizer be found.
        run = subprocess.run(
            [*command("sanitize"), *arguments, self.program],
            env={"PATH": str(self.folder), **settings},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        return run.returncode, run.stdout

    def lines(self, printed: str) -> list[str]:
        return sorted(line.rpartition(" (")[0] for line in printed.splitlines()[:-1])

    def test_each_check_runs_by_itself_under_each_tool(self) -> None:
        status, printed = self.sanitize()
        self.assertEqual(status, 0, printed)
        self.assertEqual(
            self.lines(printed),
            [
                "clean   memcheck   loom-gpu: sums are right",
                "clean   memcheck   loom-gpu: sums, again",
                "clean   racecheck  loom-gpu: sums are right",
                "clean   racecheck  loom-gpu: sums, again",
            ],
        )
        self.assertTrue(printed.endswith("4 clean, 0 found, 0 failed, 0 cut off\n"), printed)

    def test_checks_at_length_and_tools_can_be_chosen(self) -> None:
        status, printed = self.sanitize("--at-length", "--tool", "synccheck", "--jobs", "1")
        self.assertEqual(status, 0, printed)
        self.assertEqual(len(self.lines(printed)), 3)
        self.assertIn("clean   synccheck  loom-gpu: a thousand times", printed)

    def test_what_is_found_is_told_and_is_no_success(self) -> None:
        status, printed = self.sanitize(FAULT="racecheck:sums, again")
        self.assertEqual(status, 1, printed)
        self.assertIn("found   racecheck  loom-gpu: sums, again", printed)
        self.assertIn("    ========= Invalid __global__ read of size 4 bytes", printed)
        self.assertTrue(printed.endswith("3 clean, 1 found, 0 failed, 0 cut off\n"), printed)

    def test_a_check_that_fails_is_no_success(self) -> None:
        status, printed = self.sanitize("--tool", "memcheck", FAILING="sums are right")
        self.assertEqual(status, 1, printed)
        self.assertIn("failed  memcheck   loom-gpu: sums are right", printed)
        self.assertIn("    said of sums are right []", printed)

    def test_a_check_that_takes_too_long_is_cut_off_and_is_no_success(self) -> None:
        status, printed = self.sanitize("--tool", "memcheck", "--limit", "2", SLOW="sums, again")
        self.assertEqual(status, 1, printed)
        self.assertIn("cut off memcheck   loom-gpu: sums, again", printed)
        self.assertTrue(printed.endswith("1 clean, 0 found, 0 failed, 1 cut off\n"), printed)

    def test_seed_and_device_are_handed_on(self) -> None:
        status, printed = self.sanitize("--tool", "memcheck", "--seed", "7", "--device", "1", FAILING="sums, again")
        self.assertEqual(status, 1, printed)
        self.assertIn("said of sums, again ['--seed', '7', '--device', '1']", printed)

    def test_where_nothing_can_run_it_is_skipped_with_a_reason(self) -> None:
        self.assertEqual(self.sanitize(NO_GPU="1"), (77, "skipped: no CUDA device (none)\n"))
        os.remove(self.folder / "compute-sanitizer")
        self.assertEqual(self.sanitize(), (77, "skipped: NVIDIA's compute-sanitizer is not in PATH\n"))

    def test_a_program_that_does_not_list_its_checks_is_an_error(self) -> None:
        status, printed = self.sanitize(LIST_FAILS="3")
        self.assertEqual(status, 1)
        self.assertIn("error: loom-gpu --list failed", printed)


if __name__ == "__main__":
    unittest.main()
