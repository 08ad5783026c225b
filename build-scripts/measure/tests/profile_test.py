"""profile with programs and an ncu that are made up here, and compare_counters with what it wrote."""

import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import unittest

from results import result_files
from shared.tools import command

KEY = "launches:0123456789abcdef source:1123456789abcdef method:2123456789abcdef"
PROGRAM = """\
    #!{python}
    import pathlib, sys
    if "--list" in sys.argv:
        print("machine: test-gpu")
        sys.exit()
    assert "--profile" in sys.argv
    folder = pathlib.Path(sys.argv[sys.argv.index("--output") + 1])
    (folder / "machine.txt").write_text("machine: test-gpu\\ngpu: Test GPU\\n")
"""
# Has a profiled experiment, too, with a row for each of ROWS launches.
EXPERIMENT = """\
    if "--only" not in sys.argv: sys.exit()
    assert sys.argv[sys.argv.index("--only") + 1] == "loom-traffic"
    rows = [f"{{way}},4096" for way in {ways}]
    (folder / "loom-traffic.csv").write_text("\\n".join(["# experiment: loom-traffic", "way,n", *rows, ""]))
"""
# Prints for two launches what it was asked for; runs the program as ncu would. UNKNOWN is a metric that it
# has never heard of.
NCU = """\
    #!{python}
    import subprocess, sys
    assert sys.argv[sys.argv.index("--clock-control") + 1] == "none"
    assert ("--only" in sys.argv) == ("--profile-from-start" in sys.argv)
    metrics = sys.argv[sys.argv.index("--metrics") + 1].split(",")
    if "{unknown}" in metrics:
        print("==ERROR== Failed to find metric {unknown}")
        sys.exit(1)
    status = subprocess.run(sys.argv[sys.argv.index("--metrics") + 2:]).returncode
    if status: sys.exit(status)
    print("==PROF== Connected to process 1")
    print('"ID","Kernel Name","Block Size","Grid Size","Metric Name","Metric Value"')
    for launch, kernel in enumerate(("void tile<float, 32>(T1 *)", "store(int *)")):
        for metric in metrics:
            value = "1,024" if "_wavefronts" in metric else "1000"
            if "duration" in metric: value = ("1,500", "2,000")[launch]
            if "opcode" in metric: value = "1,007 (BAR.SYNC.DEFER_BLOCKING: 1,002; BAR.RED: 4; IADD3: 1)"
            print(f'"{{launch}}","{{kernel}}","(32, 1, 1)","(4096, 1, 1)","{{metric}}","{{value}}"')
"""


class Folder(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.program = self.script("loom-gpu", PROGRAM)
        (self.folder / "loom.keys").write_text(f"loom-counters {KEY}\n")

    def script(self, name: str, text: str, unknown: str = "nothing") -> pathlib.Path:
        path = self.folder / name
        path.write_text(textwrap.dedent(text).format(python=sys.executable, unknown=unknown))
        path.chmod(0o755)
        return path

    def profile(self, **settings: str) -> subprocess.CompletedProcess[str]:
        # Nothing else is in PATH, lest a real ncu be found.
        return subprocess.run(
            [*command("profile"), "--output", self.folder / "out", self.program],
            env={"PATH": str(self.folder), "WARP_COMMIT": "abc", "WARP_DIRTY": "no", **settings},
            capture_output=True,
            text=True,
        )

    def record(self) -> pathlib.Path:
        return self.folder / "out/test-gpu/loom-counters.csv"


class ProfileTest(Folder):
    def test_counters_get_the_simulators_names(self) -> None:
        self.script("ncu", NCU)
        run = self.profile()
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        record = result_files.read(self.record())
        self.assertEqual(record.header["key"], KEY)
        self.assertEqual(record.header["gpu"], "Test GPU")
        self.assertEqual(record.header["commit"], "abc")
        rows = [dict(zip(record.columns, row)) for row in record.rows]
        self.assertEqual([row["kernel"] for row in rows], ["tile", "store"])
        self.assertEqual(rows[0]["grid"], "4096x1x1")
        self.assertEqual(rows[0]["shared_load_wavefronts"], "1024")
        self.assertEqual(rows[0]["global_atomic_requests"], "2000")  # red and atom together
        self.assertEqual(rows[0]["barriers"], "1006")  # of every kind
        self.assertEqual(rows[0]["shuffles"], "0")
        self.assertEqual(rows[0]["warp_instructions"], "1000")

    def test_a_second_gpu_can_be_profiled_and_is_a_machine_of_its_own(self) -> None:
        self.script("ncu", NCU)
        self.script("loom-gpu", PROGRAM + "    assert sys.argv[-2:] == ['--device', '1'], sys.argv\n")
        run = self.profile(WARP_DEVICE="1")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        record = result_files.read_record(self.folder / "out/test-gpu-2/loom-counters.csv")
        self.assertEqual(record.header["machine"], "test-gpu-2")
        self.assertEqual(result_files.machine_name(self.folder / "out/test-gpu-2/machine.txt"), "test-gpu-2")

    def test_a_metric_that_ncu_does_not_know_is_named_and_left_out(self) -> None:
        self.script("ncu", NCU, unknown="smsp__inst_executed_op_local_ld.sum")
        run = self.profile()
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertIn("without smsp__inst_executed_op_local_ld.sum", run.stdout)
        record = result_files.read(self.record())
        self.assertNotIn("local_loads", record.columns)
        self.assertIn("local_stores", record.columns)

    def test_a_part_of_a_sum_may_be_unknown(self) -> None:
        self.script("ncu", NCU, unknown="smsp__sass_inst_executed_op_ldgsts.sum")
        self.assertEqual(self.profile().returncode, 0)
        record = result_files.read(self.record())
        row = dict(zip(record.columns, record.rows[0]))
        self.assertEqual(row["shared_store_requests"], "1000")

    def test_without_ncu_or_gpu_it_is_skipped_and_says_why(self) -> None:
        run = self.profile()
        self.assertEqual(run.returncode, 77)
        self.assertIn("ncu", run.stdout)
        self.script("ncu", NCU)
        self.script("loom-gpu", '#!{python}\nprint("skipped: no CUDA device")\nraise SystemExit(77)\n')
        run = self.profile()
        self.assertEqual(run.returncode, 77)
        self.assertIn("no CUDA device", run.stdout)
        self.assertFalse(self.record().exists())

    def test_a_program_that_fails_leaves_no_record(self) -> None:
        self.script("ncu", NCU)
        self.script("loom-gpu", "#!{python}\nraise SystemExit(1)\n")
        self.assertEqual(self.profile().returncode, 1)
        self.assertFalse(self.record().exists())


def sealed(table: str, key: str = KEY) -> str:
    """A record in one piece."""
    header = f"# schema: 2\n# key: {key}\n# multiprocessors: 2\n"
    return f"{header}# checksum: {result_files.checksum(header + table)}\n{table}"


class TrafficTest(Folder):
    def with_rows(self, *ways: str) -> subprocess.CompletedProcess[str]:
        listing = PROGRAM.replace('test-gpu")\n        sys', 'test-gpu\\nprofiled: loom-traffic")\n        sys')
        self.assertNotEqual(listing, PROGRAM)
        self.script("loom-gpu", listing + EXPERIMENT.replace("{ways}", repr(ways)))
        (self.folder / "loom.keys").write_text(f"loom-counters {KEY}\nloom-traffic {KEY.replace('d:2', 'd:3')}\n")
        self.script("ncu", NCU)
        return self.profile()

    def traffic(self) -> result_files.Result:
        return result_files.read_record(self.record().with_name("loom-traffic.csv"))

    def test_a_profiled_experiments_rows_get_what_was_read_of_their_launches(self) -> None:
        run = self.with_rows("copy", "turned")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        record = self.traffic()
        self.assertEqual(record.header["kind"], "profiled")
        self.assertEqual(record.header["key"], KEY.replace("d:2", "d:3"))
        self.assertEqual(record.columns[:4], ["way", "n", "ns", "dram_read_bytes"])
        self.assertEqual([row[:4] for row in record.rows], [["copy", "4096", "1500", "1000"], ["turned", "4096", "2000", "1000"]])
        self.assertTrue(self.record().exists())

    def test_equal_rows_become_one_with_the_medians(self) -> None:
        self.assertEqual(self.with_rows("copy", "copy").returncode, 0)
        self.assertEqual([row[:3] + row[-1:] for row in self.traffic().rows], [["copy", "4096", "1750", "2"]])

    def test_rows_and_launches_have_to_be_as_many(self) -> None:
        run = self.with_rows("copy", "turned", "moved")
        self.assertEqual(run.returncode, 1)
        self.assertIn("loom-traffic has 3 rows for 2 launches", run.stdout)
        self.assertFalse(self.record().with_name("loom-traffic.csv").exists())


class CompareTest(Folder):
    def compare(self, counted: str, read: str, key: str = KEY) -> subprocess.CompletedProcess[str]:
        head = "launch,kernel,grid,block,warp_instructions,shared_load_requests,shared_load_wavefronts\n"
        (self.folder / "loom-launches.csv").write_text("# experiment: loom-launches\n" + head + counted)
        head = "launch,kernel,grid,block,shared_load_requests,shared_load_wavefronts\n"
        (self.folder / "loom-counters.csv").write_text(sealed(head + read, key))
        return self.run_comparison()

    def run_comparison(self) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*command("compare_counters")]
            + [self.folder / name for name in ("loom-launches.csv", "loom-counters.csv", "loom.keys", "explained.csv")],
            capture_output=True,
            text=True,
            env={**os.environ},
        )

    def test_equal_requests_and_a_few_more_wavefronts_agree(self) -> None:
        read = "0,other,1x1x1,1x1x1,9,9\n1,tile,1x1x1,32x1x1,100,101\n"
        run = self.compare("0,tile,1x1x1,32x1x1,7,100,100\n", read)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertIn("2 counters compared", run.stdout)

    def test_differences_are_named(self) -> None:
        for read, name in (
            ("0,tile,1x1x1,32x1x1,101,100\n", "shared_load_requests"),
            ("0,tile,1x1x1,32x1x1,100,99\n", "shared_load_wavefronts"),
            ("0,tile,1x1x1,32x1x1,100,102\n", "shared_load_wavefronts"),
            ("0,tile,1x1x1,64x1x1,100,100\n", "no such launch"),
        ):
            with self.subTest(read):
                run = self.compare("0,tile,1x1x1,32x1x1,7,100,100\n", read)
                self.assertEqual(run.returncode, 1)
                self.assertIn(name, run.stdout)

    def test_the_kernels_of_a_library_are_not_compared(self) -> None:
        counted = "0,cub::detail::Sort,1x1x1,32x1x1,7,100,100\n1,tile,1x1x1,32x1x1,7,100,100\n"
        read = "0,cub::Sort,2x1x1,32x1x1,100,100\n1,tile,1x1x1,32x1x1,100,100\n"
        run = self.compare(counted, read)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertIn("2 counters compared", run.stdout)

    def test_lanes_are_compared_but_not_the_number_of_instructions(self) -> None:
        head = "launch,kernel,grid,block,warp_instructions,thread_instructions\n"
        (self.folder / "loom-launches.csv").write_text(head + "0,tile,1x1x1,32x1x1,100,2000\n")
        for read, status in (("50,1040", 0), ("200,4000", 0), ("100,2150", 1), ("100,1850", 1)):
            with self.subTest(read):
                (self.folder / "loom-counters.csv").write_text(sealed(f"{head}0,tile,1x1x1,32x1x1,{read}\n"))
                run = self.run_comparison()
                self.assertEqual(run.returncode, status, run.stdout + run.stderr)

    def test_where_many_blocks_share_a_multiprocessor_there_may_be_more_wavefronts(self) -> None:
        for blocks, status in ((17, 0), (16, 1)):
            launch = f"0,tile,{blocks}x1x1,32x1x1,"
            with self.subTest(blocks):
                self.assertEqual(self.compare(launch + "7,100,100\n", launch + "100,104\n").returncode, status)

    def test_an_explained_difference_is_none_but_has_to_be_there(self) -> None:
        (self.folder / "loom-patterns.csv").write_text("launch,pattern\n0,woven; twice\n")
        explained = self.folder / "explained.csv"
        cases = (
            ("woven*,shared_load_requests,why\n", 101, 0, "0 differ"),
            ("woven*,shared_load_requests,why\n", 100, 1, "explained, but not so: woven*"),
            ("woven*,shared_load_wavefronts,why\n", 101, 1, "launch 0 (woven; twice): shared_load_requests"),
            ("spun,shared_load_requests,why\n", 101, 1, "shared_load_requests"),
        )
        for reasons, requests, status, words in cases:
            with self.subTest(reasons, requests=requests):
                explained.write_text("pattern,counter,reason\n" + reasons)
                read = f"0,tile,1x1x1,32x1x1,{requests},100\n"
                run = self.compare("0,tile,1x1x1,32x1x1,7,100,100\n", read)
                self.assertEqual(run.returncode, status, run.stdout + run.stderr)
                self.assertIn(words, run.stdout)

    def test_other_code_is_not_compared(self) -> None:
        row = "0,tile,1x1x1,32x1x1,100,100\n"
        other = KEY.replace("s:0", "s:f").replace("e:1", "e:f")
        self.assertEqual(self.compare("0,tile,1x1x1,32x1x1,7,100,100\n", row, other).returncode, 77)


if __name__ == "__main__":
    unittest.main()
