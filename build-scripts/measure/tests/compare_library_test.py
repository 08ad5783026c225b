"""compare_library, on made-up programs."""

import subprocess
import sys
import tempfile
import unittest
from collections.abc import Iterable
from pathlib import Path

from shared.tools import command

COMPARE = command("compare_library")

PROGRAM = """\
#!{python}
# _ZN3cub16_V_300500_SM_9006detail1kE
import pathlib, sys
folder = pathlib.Path(sys.argv[sys.argv.index("--output") + 1])
(folder / "sum-times.csv").write_text({table!r})
sys.exit({status})
"""


class CompareLibraryTest(unittest.TestCase):
    def compare(
        self, *rows: str, columns: str = "variant,n,ms", status: int = 0, more: Iterable[str] = ()
    ) -> tuple[int, str, str]:
        table = "\n".join(["# experiment: sum-times", columns, *rows]) + "\n"
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "sum-gpu"
            program.write_text(PROGRAM.format(python=sys.executable, table=table, status=status))
            program.chmod(0o755)
            more = [str(program) if word == "SAME" else word for word in more]
            run = subprocess.run([*COMPARE, program, "sum-times", *more], capture_output=True, text=True)
        return run.returncode, run.stdout, run.stderr

    def test_ratios_by_size(self) -> None:
        status, out, _ = self.compare("library,8,3", "last,8,2", "last,4,1", "library,4,1", "copy,4,1", "copy,8,1")
        self.assertEqual(status, 0)
        self.assertEqual([line.split()[3] for line in out.splitlines()[1:]], ["1.000", "1.500"])

    def test_part_of_a_baseline(self) -> None:
        status, out, _ = self.compare("library,8,3", "last,8,2", "copy,8,1", more=("copy",))
        self.assertEqual((status, out.splitlines()[1].split()[-1]), (0, "0.500"))

    def test_other_programs_follow_with_their_versions_of_the_library(self) -> None:
        status, out, _ = self.compare("library,8,3", "last,8,2", "copy,8,1", more=("copy", "--also", "SAME"))
        lines = out.splitlines()
        self.assertEqual((status, lines[0], lines[:3]), (0, "beside CUB 3.5.0", lines[3:]))

    def test_a_variant_that_was_not_measured(self) -> None:
        status, _, err = self.compare("last,8,2")
        self.assertEqual(status, 1)
        self.assertIn("nothing was measured of 'library'", err)

    def test_a_size_that_the_library_lacks(self) -> None:
        status, _, err = self.compare("last,8,2", "library,4,1")
        self.assertEqual(status, 1)
        self.assertIn("n = 8", err)

    def test_further_columns_tell_cases_apart(self) -> None:
        status, out, _ = self.compare(
            "library,8,50,6,5",
            "last,8,50,2,1",
            "last,8,10,1,1",
            "library,8,10,2,2",
            "last,16,10,1,1",
            "library,16,10,4,4",
            columns="variant,n,kept,ms,lower_quartile",
        )
        self.assertEqual(status, 0)
        rows = [line.split() for line in out.splitlines()]
        self.assertEqual(rows[0][:2], ["n", "kept"])
        self.assertEqual(
            [row[:2] + row[4:] for row in rows[1:]], [["8", "10", "2.000"], ["8", "50", "3.000"], ["16", "10", "4.000"]]
        )

    def test_a_case_that_the_library_lacks(self) -> None:
        status, _, err = self.compare("last,8,50,2", "library,8,10,4", columns="variant,n,kept,ms")
        self.assertEqual(status, 1)
        self.assertIn("'library' at n = 8, kept = 50", err)

    def test_a_case_that_was_measured_twice(self) -> None:
        status, _, err = self.compare("last,8,2", "last,8,3", "library,8,4")
        self.assertEqual(status, 1)
        self.assertIn("'last' was measured twice at n = 8", err)

    def test_a_column_that_is_missing(self) -> None:
        status, _, err = self.compare("last,8,2", columns="variant,size,ms")
        self.assertEqual(status, 1)
        self.assertIn("no column 'n'", err)

    def test_the_program_s_status_is_passed_on(self) -> None:
        self.assertEqual(self.compare("last,8,2", status=77)[0], 77)


if __name__ == "__main__":
    unittest.main()
