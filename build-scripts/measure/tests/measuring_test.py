"""Measuring from end to end, on a program that takes the simulator for a GPU.

Usage: measuring_test.py PROGRAM-gpu PROGRAM-sim SCALE.cu
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

from results import result_files, staleness
from shared.tools import command as tool

GPU, SIMULATOR, SOURCE = (pathlib.Path(each).absolute() for each in sys.argv[1:4])

A_STREAM, STREAMS = map(
    int,
    re.findall(
        r"samples_a_stream = (\d+), samples_a_round = (\d+) \* samples_a_stream",
        SOURCE.parent.parent.joinpath("measurement/sampling.hpp").read_text(),
    )[0],
)
LACKING = {
    "scale-on-the-next-gpu-times": "compute capability 99.0, and this GPU has 9.0",
    "scale-with-the-next-toolkit-times": "CUDA 99.0, and this is",
    "scale-in-all-memory-times": "1000000000000000 bytes of the GPU's memory",
    "scale-on-two-gpus-times": "2 GPUs with access to each other, and this machine has 1",
}


class MeasuringTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_tool(self, *command: pathlib.Path | str, kernel: str = "right") -> tuple[int, str]:
        environment = {**os.environ, "KERNEL": kernel, "WARP_COMMIT": "abc", "WARP_DIRTY": "no"}
        run = subprocess.run(command, capture_output=True, text=True, env=environment)
        return run.returncode, run.stdout + run.stderr

    def test_no_time_is_taken_of_a_kernel_that_is_wrong(self) -> None:
        for kernel in ("wrong", "nothing", "early", "launch"):
            with self.subTest(kernel):
                place = self.folder / kernel
                status, printed = self.run_tool(GPU, "--measure", "--output", place, kernel=kernel)
                self.assertEqual(status, 1, printed)
                self.assertIn("failed: cudaErrorInvalid" if kernel == "launch" else "FAILED every element", printed)
                self.assertEqual(list(place.glob("*")), [])
                output = self.folder / "measured"
                status, printed = self.run_tool(*tool("measure"), "--output", output, GPU, kernel=kernel)
                self.assertEqual(status, 1, printed)
                self.assertEqual(list(output.rglob("*.csv")), [])

    def test_a_check_at_length_is_made_for_its_own_sake_alone(self) -> None:
        name = "a thousand times the same"
        status, printed = self.run_tool(GPU)
        self.assertEqual(status, 0, printed)
        self.assertIn(f"ok     {name}", printed)
        self.assertIn("2 checks passed, 0 failed", printed)
        status, printed = self.run_tool(GPU, "--measure", "--only", "scale-times", "--output", self.folder)
        self.assertEqual(status, 0, printed)
        self.assertNotIn(name, printed)
        self.assertIn("1 checks passed, 0 failed", printed)

    def test_what_needs_two_gpus_is_measured_where_there_are_two(self) -> None:
        name = "scale-on-two-gpus-times"
        with unittest.mock.patch.dict(os.environ, SIMULATE_DEVICES="3"):
            status, printed = self.run_tool(GPU, "--measure", "--only", name, "--output", self.folder)
        self.assertEqual(status, 0, printed)
        self.assertIn("# devices: 3\n", self.folder.joinpath(f"{name}.csv").read_text("utf-8"))

    def test_what_is_measured_can_be_recorded_and_is_current(self) -> None:
        keys = GPU.with_name("scale.keys")
        status, printed = self.run_tool(*tool("keys"), "--output", keys, "--source", SOURCE, SIMULATOR, "--")
        self.assertEqual(status, 0, printed)
        measured, recorded = self.folder / "measured", self.folder / "recorded"
        status, printed = self.run_tool(*tool("measure"), "--output", measured, GPU)
        self.assertEqual(status, 0, printed)
        for experiment, reason in LACKING.items():
            self.assertRegex(printed, rf"{experiment} skipped: needs {re.escape(reason)}")
        self.assertIn(f"1 measured, 0 failed, {len(LACKING)} skipped", printed)
        status, printed = self.run_tool(*tool("record"), "--from", measured, "--to", recorded)
        self.assertEqual(status, 0, printed)
        record = result_files.read_record(recorded / "simulator" / "scale-times.csv")
        self.assertIsNone(staleness.why_outdated(record.header, staleness.read_keys(keys)["scale-times"]))
        self.assertEqual(record.header["SM clock MHz"], "not known")
        self.assertEqual(record.header["discarded samples"], "0")
        rows = [dict(zip(record.columns, row)) for row in record.rows]
        self.assertEqual([row["n"] for row in rows], ["1000", "65536"])
        for row in rows:
            self.assertLessEqual(float(row["lower_quartile"]), float(row["ms"]))
            self.assertLessEqual(float(row["ms"]), float(row["upper_quartile"]))
            self.assertGreaterEqual(int(row["samples"]), 5)
            # The launches to warm up are in the default stream, each sample in another one.
            self.assertEqual(int(row["streams"]), 1 + min(-(-int(row["samples"]) // A_STREAM), STREAMS))
            self.assertIn("in-L2", row["remark"])
        status, printed = self.run_tool(*tool("measure"), "--output", measured, GPU)
        self.assertIn("1 measured before and not again", printed)

    def test_measured_twice_it_tells_how_far_the_medians_are_apart(self) -> None:
        status, printed = self.run_tool(*tool("repeat"), "--output", self.folder, GPU)
        self.assertEqual(status, 0, printed)
        record = result_files.read_record(self.folder / "simulator" / "scale-twice.csv")
        self.assertEqual([row[:3] for row in record.rows], [["scale-times", "1", "1000"], ["scale-times", "2", "65536"]])
        for _, _, _, first, second, ratio in record.rows:
            self.assertAlmostEqual(float(second) / float(first), float(ratio), places=4)
        status, printed = self.run_tool(*tool("repeat"), "--output", self.folder / "none", GPU, kernel="wrong")
        self.assertEqual(status, 1)
        self.assertIn("FAILED every element", printed)
        self.assertFalse((self.folder / "none").exists())

    def test_each_kernel_has_a_key_of_its_own(self) -> None:
        """A program whose kernel is another one, though its source is the same."""
        found = set()
        for kernel in ("right", "wrong", "nothing", "early"):
            path = self.folder / f"{kernel}.keys"
            self.run_tool(*tool("keys"), "--output", path, "--source", SOURCE, SIMULATOR, "--", kernel=kernel)
            found.add(re.findall("launches:(.*?) ", staleness.read_keys(path)["scale-times"])[0])
        self.assertEqual(len(found), 4)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
