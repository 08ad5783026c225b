"""compare_newest, on made-up programs."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from measure import cub
from results import result_files, staleness
from shared.tools import command
from weave.lists.list_results import Reader

KEY = "launches:0123456789abcdef source:1123456789abcdef method:2123456789abcdef"
OTHER = KEY.replace("launches:0", "launches:f")
COLUMNS = "variant,kept,cub,way,n,ms,lower_quartile,upper_quartile,samples,remark"
ROWS = (
    "library,10,1,library,8,3,2,4,9,ok",
    "copy,10,1,copy,8,1,1,1,9,ok",
    "last,10,1,passes,8,2,1,3,9,unstable",
    "library,50,1,library,8,5,4,6,9,ok",
    "last,50,1,buckets,8,4,4,4,9,ok",
)

PROGRAM = """\
#!{python}
# {kernels}
import pathlib, sys
if {status}:
    print("why")
    sys.exit({status})
folder = pathlib.Path(sys.argv[sys.argv.index("--output") + 1])
folder.mkdir()
(folder / "machine.txt").write_text("machine: test-gpu\\ngpu: Test\\n")
for word, name in zip(sys.argv, sys.argv[1:]):
    if word == "--only" and name != "sum-absent":
        (folder / (name + ".csv")).write_text({table!r})
"""


class CompareNewestTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.folder / "sum.keys").write_text(f"sum-times {KEY}\nsum-other {KEY}\n")

    def program(
        self,
        name: str = "sum-gpu-3.5.0",
        kernels: str = "_ZN3cub16_V_300500_SM_9006detail1kE",
        rows: tuple[str, ...] = ROWS,
        status: int = 0,
    ) -> Path:
        path = self.folder / name
        table = "\n".join(["# kind: timed", COLUMNS, *rows]) + "\n"
        path.write_text(PROGRAM.format(python=sys.executable, kernels=kernels, table=table, status=status))
        path.chmod(0o755)
        return path

    def compare(self, *programs: Path, only: tuple[str, ...] = ("sum-times",), status: int = 0) -> str:
        chosen = [word for name in only for word in ("--only", name)]
        run = subprocess.run(
            [*command("compare_newest"), "--output", self.folder / "measured", *chosen, *programs],
            capture_output=True,
            text=True,
            env={**os.environ, "WARP_COMMIT": "abc", "WARP_DIRTY": "no"},
        )
        self.assertEqual(run.returncode, status, run.stdout + run.stderr)
        return run.stdout + run.stderr

    def record(self, name: str = "sum-newest") -> result_files.Result:
        return result_files.read_record(self.folder / "measured" / "test-gpu" / f"{name}.csv")

    def test_versions_are_those_that_were_compiled(self) -> None:
        for kernels, versions in (
            ("_ZN3cub17CUB_300001_SM_9006detail1kE", ["3.0.1"]),
            ("_ZN3cub17CUB_300001_SM_8606detail1kE _ZN3cub16_V_301203_SM_9006detail1kE", ["3.0.1", "3.12.3"]),
            ("_ZN3cub6detail1kE", []),
        ):
            self.assertEqual(cub.versions(self.program(kernels=kernels)), versions)

    def test_a_record_has_the_library_and_ours_of_each_version(self) -> None:
        self.compare(self.program(), self.program("sum-gpu-3.4.3", "_ZN3cub16_V_300403_SM_9006detail1kE"))
        record = self.record()
        self.assertEqual(record.columns[:5], ["experiment", "version", "variant", "n", "about"])
        rows = [
            ["library", "8", "10", "3", "2", "4", "9", "ok"],
            ["library", "8", "50", "5", "4", "6", "9", "ok"],
            ["last", "8", "10", "2", "1", "3", "9", "unstable"],
            ["last", "8", "50", "4", "4", "4", "9", "ok"],
        ]
        self.assertEqual(record.rows, [["sum-times", version, *row] for version in ("3.5.0", "3.4.3") for row in rows])
        self.assertEqual(record.header["commit"], "abc")
        self.assertEqual(record.header["gpu"], "Test")
        self.assertEqual(record.header["command"], "compare_newest sum-gpu-3.5.0 sum-gpu-3.4.3")
        folders = ["--from", f"{self.folder}/measured", "--to", f"{self.folder}/recorded"]
        subprocess.run([*command("record"), *folders], check=True, stdout=subprocess.DEVNULL)
        self.assertTrue((self.folder / "recorded" / "test-gpu" / "sum-newest.csv").is_file())

    def test_each_chapter_has_a_record_of_its_experiments(self) -> None:
        (self.folder / "sum-up.keys").write_text(f"sum-up-times {OTHER}\n")
        self.compare(self.program(), self.program("sum-up-gpu-3.5.0"), only=("sum-up-times", "sum-times"))
        self.assertEqual({row[0] for row in self.record().rows}, {"sum-times"})
        self.assertEqual({row[0] for row in self.record("sum-up-newest").rows}, {"sum-up-times"})

    def test_it_rests_on_its_experiments_with_the_toolkit_s_cub(self) -> None:
        self.compare(self.program())
        record = self.record()
        source = OTHER.replace("source:1", "source:f")
        for keys, cause in (
            ({"sum-times": KEY, "sum-other": OTHER, "sum-twice": OTHER}, None),
            ({"sum-times": OTHER}, None),
            ({"sum-times": KEY.replace("source:1", "source:f")}, None),
            ({"sum-times": source}, "code changed"),
            ({"sum-times": KEY.replace("method:2", "method:f")}, "timing method changed"),
            ({"sum-other": KEY}, "the program has no such experiment any more"),
        ):
            with self.subTest(keys):
                key = Reader.key_of(record, "sum-newest", keys)
                self.assertEqual(staleness.why_outdated(record.header, key), cause)

    def test_what_is_no_comparison_is_not_kept(self) -> None:
        for program, why in (
            (self.program(kernels=""), "kernels of no version of CUB"),
            (self.program("sum-gpu-1", "_ZN3cub3V_1_SM_1 _ZN3cub3V_2_SM_1"), "kernels of 0.0.1 and 0.0.2 of CUB"),
            (self.program("sum-gpu-2", rows=ROWS[:4]), "sum-times has not one row of the library for each"),
            (self.program("sum-gpu-3", rows=(*ROWS, ROWS[0])), "sum-times has not one row of the library for each"),
            (self.program("sum-gpu-4", rows=ROWS[:2]), "sum-times has not one row of the library for each"),
            (self.program("sum-gpu-5", status=3), "ended with status 3:\nwhy"),
        ):
            with self.subTest(why):
                self.assertIn(why, self.compare(program, status=1))
        self.assertIn("did not measure sum-absent", self.compare(self.program(), only=("sum-absent",), status=1))
        self.assertIn("why", self.compare(self.program(status=77), status=77))
        self.assertFalse((self.folder / "measured").exists())


if __name__ == "__main__":
    unittest.main()
