"""compare_library, on made-up programs."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

COMPARE = Path(__file__).with_name("compare_library")

PROGRAM = """\
#!{python}
import pathlib, sys
folder = pathlib.Path(sys.argv[sys.argv.index("--output") + 1])
(folder / "sum-times.csv").write_text({table!r})
sys.exit({status})
"""


class CompareLibraryTest(unittest.TestCase):
    def compare(self, *rows, status=0, more=()):
        table = "\n".join(["# experiment: sum-times", "variant,n,ms", *rows]) + "\n"
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "sum-gpu"
            program.write_text(PROGRAM.format(python=sys.executable, table=table, status=status))
            program.chmod(0o755)
            run = subprocess.run(
                [sys.executable, COMPARE, program, "sum-times", *more], capture_output=True, text=True
            )
        return run.returncode, run.stdout, run.stderr

    def test_ratios_by_size(self):
        status, out, _ = self.compare("library,8,3", "last,8,2", "last,4,1", "library,4,1", "copy,4,1", "copy,8,1")
        self.assertEqual(status, 0)
        self.assertEqual([line.split()[3] for line in out.splitlines()[1:]], ["1.000", "1.500"])

    def test_part_of_a_baseline(self):
        status, out, _ = self.compare("library,8,3", "last,8,2", "copy,8,1", more=("copy",))
        self.assertEqual((status, out.splitlines()[1].split()[-1]), (0, "0.500"))

    def test_a_variant_that_was_not_measured(self):
        status, _, err = self.compare("last,8,2")
        self.assertEqual(status, 1)
        self.assertIn("nothing was measured of 'library'", err)

    def test_a_size_that_the_library_lacks(self):
        status, _, err = self.compare("last,8,2", "library,4,1")
        self.assertEqual(status, 1)
        self.assertIn("n = 8", err)

    def test_the_program_s_status_is_passed_on(self):
        self.assertEqual(self.compare("last,8,2", status=77)[0], 77)


if __name__ == "__main__":
    unittest.main()
