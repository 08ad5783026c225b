"""measure, run on programs that are shell scripts."""

import re
import shutil
import subprocess
import unittest

from results import result_files
from measure.tests.fakes import KEY, MeasureTest


class Measuring(MeasureTest):
    def test_a_result_says_which_cub_its_program_was_compiled_with(self) -> None:
        self.measure(self.good("one", checks="# _ZN3cub17CUB_300001_SM_9006detail1kE"), self.good("two"))
        self.assertEqual(self.header("one-times.csv")["CUB"], "3.0.1")
        self.assertNotIn("CUB", self.header("two-times.csv"))

    def test_results_are_kept_with_their_provenance(self) -> None:
        program = self.good("one")
        self.driver("580.65")
        status, printed = self.measure(program)
        self.assertEqual(status, 0, printed)
        self.assertEqual(self.kept(), ["test-gpu/machine.txt", "test-gpu/one-times.csv"])
        header = self.header("one-times.csv")
        self.assertRegex(header.pop("date"), r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        self.assertRegex(header.pop("seconds"), r"^\d+\.\d$")
        self.assertRegex(header.pop("checksum"), r"^[0-9a-f]{40}$")
        self.assertEqual(
            header,
            {
                "schema": "2",
                "experiment": "one-times",
                "kind": "timed",
                "machine": "test-gpu",
                "commit": "abc123",
                "dirty": "no",
                "driver": "580.65",
                "command": "one-gpu --measure --only one-times",
                "key": KEY,
                "spread": "0.01",
            },
        )
        text = (self.output / "test-gpu" / "one-times.csv").read_text()
        self.assertTrue(text.endswith("\nn,ms\n1024,0.5\n"), text)

    def test_progress_names_each_experiment_its_place_and_the_time_left(self) -> None:
        programs = self.good("one", "one-a", "one-b"), self.good("two")
        _, printed = self.measure(*programs)
        self.assertIn("[1/3] one-a checks …\n[1/3] one-a measures …\n", printed)
        self.assertRegex(printed, r"\[3/3\] two-times measures …, about \d+ s left\n")
        self.assertIn("3 measured, 0 failed, 0 skipped", printed)
        path = self.output / "test-gpu" / "two-times.csv"
        result = result_files.read(path)
        result.header["seconds"] = "900.0"
        path.write_text(result.text())
        _, printed = self.measure(*programs, "--again")
        self.assertRegex(printed, r"\[1/3\] one-a measures …, about 90\d s left\n")

    def test_a_program_makes_its_checks_once_for_all_that_it_times(self) -> None:
        program = self.good("one", "one-a", "one-b", "one-c")
        self.measure(program)
        self.assertEqual(len(self.lines_of(program, "starts")), 1)
        command = "one-gpu --measure --only one-a --only one-b --only one-c"
        self.assertEqual(self.header("one-b.csv")["command"], command)

    def test_an_experiment_that_the_program_leaves_out_is_not_kept(self) -> None:
        program = self.good("one", "one-a", "one-b", needs="[ $each = one-a ] || exit 0")
        status, printed = self.measure(program)
        self.assertEqual(status, 1)
        self.assertIn("one-b FAILED, nothing of it kept: it wrote no one-b.csv", printed)
        self.assertEqual(self.kept(), ["test-gpu/machine.txt", "test-gpu/one-a.csv"])

    def test_what_is_measured_is_not_measured_again(self) -> None:
        program = self.good("one", "one-a", "one-b")
        self.measure(program)
        (self.output / "test-gpu" / "one-b.csv").unlink()
        status, printed = self.measure(program)
        self.assertEqual(status, 0)
        self.assertIn("1 measured before and not again", printed)
        self.assertEqual(self.runs(program), ["one-a", "one-b", "one-b"])
        status, printed = self.measure(program)
        self.assertEqual(status, 0)
        self.assertIn("0 measured, 0 failed", printed)
        self.measure(program, "--again")
        self.measure(program, WARP_AGAIN="yes")
        self.assertEqual(len(self.runs(program)), 7)

    def test_other_code_or_another_method_is_measured_again(self) -> None:
        program = self.good("one")
        for changed, runs in ((("launches",), 1), (("source",), 1), (("method",), 2), (("launches", "source"), 2)):
            with self.subTest(changed):
                program.with_name("one-gpu.runs").unlink(missing_ok=True)
                self.write_keys("one", KEY, ["one-times"])
                self.measure(program, "--again")
                key = KEY
                for part in changed:
                    key = re.sub(f"{part}:....", f"{part}:ffff", key)
                self.write_keys("one", key, ["one-times"])
                self.measure(program)
                self.assertEqual(len(self.runs(program)), runs)

    def test_another_driver_is_measured_again(self) -> None:
        program = self.good("one")
        self.driver("580.65")
        self.measure(program)
        self.driver("590.10")
        self.measure(program)
        self.assertEqual(len(self.runs(program)), 2)
        self.assertEqual(self.header("one-times.csv")["driver"], "590.10")

    def test_another_commit_is_measured_again_only_where_changes_lacked_one(self) -> None:
        program = self.good("one")
        self.measure(program)
        self.measure(program, WARP_COMMIT="def456")
        self.measure(program, WARP_COMMIT="def456", WARP_DIRTY="yes")
        self.assertEqual(len(self.runs(program)), 1)
        self.measure(program, "--again", WARP_DIRTY="yes")
        self.measure(program, WARP_DIRTY="yes")
        self.assertEqual(len(self.runs(program)), 2)
        self.measure(program, WARP_COMMIT="def456")
        self.assertEqual(len(self.runs(program)), 3)

    def test_without_a_key_nobody_knows_and_it_is_measured_again(self) -> None:
        program = self.good("one")
        (self.folder / "one.keys").unlink()
        self.measure(program)
        self.measure(program)
        self.assertEqual(len(self.runs(program)), 2)

    def test_a_damaged_result_is_measured_again(self) -> None:
        program = self.good("one")
        self.measure(program)
        path = self.output / "test-gpu" / "one-times.csv"
        for number, (old, new) in enumerate((("1024,", "1024,,"), ("0.5", "0.4"), ("# checksum", "# sum")), start=2):
            with self.subTest(new):
                path.write_text(path.read_text().replace(old, new))
                self.measure(program)
                self.assertEqual(len(self.runs(program)), number)

    def test_a_second_gpu_is_a_machine_of_its_own(self) -> None:
        program = self.good("one")
        self.measure(program)
        status, printed = self.measure(program, "--device", "1")
        self.assertEqual(status, 0, printed)
        self.assertIn("--device 1", self.lines_of(program, "starts")[1])
        self.assertEqual(
            self.kept(), ["test-gpu-2/machine.txt", "test-gpu-2/one-times.csv", "test-gpu/machine.txt", "test-gpu/one-times.csv"]
        )
        facts = result_files.machine_facts(self.output / "test-gpu-2" / "machine.txt")
        self.assertEqual((facts["machine"], facts["gpu"]), ("test-gpu-2", "Test"))
        self.assertIn("# machine: test-gpu-2\n", (self.output / "test-gpu-2" / "one-times.csv").read_text())
        self.measure(program, WARP_DEVICE="1")
        self.assertEqual(len(self.runs(program)), 2)

    @unittest.skipUnless(shutil.which("git"), "no git")
    def test_the_commit_is_asked_of_git_and_a_record_does_not_make_it_dirty(self) -> None:
        def git(*arguments: str) -> None:
            identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org"]
            subprocess.run(["git", "-C", self.folder, *identity, *arguments], check=True, capture_output=True)

        program = self.good("one")
        (self.folder / ".gitignore").write_text("measured/\n*.runs\n*.starts\n")
        git("init")
        git("add", ".")
        git("commit", "-m", "All")
        git_says = subprocess.check_output(["git", "-C", self.folder, "rev-parse", "HEAD"], text=True)
        record = self.folder / "figures" / "recorded" / "one-times.csv"
        record.parent.mkdir(parents=True)
        record.write_text("n,ms\n1,2\n")
        self.measure(program, WARP_COMMIT="")
        self.assertEqual(self.header("one-times.csv")["commit"], git_says.strip())
        self.assertEqual(self.header("one-times.csv")["dirty"], "no")
        program.write_text(program.read_text() + "# changed\n")
        self.measure(program, "--again", WARP_COMMIT="")
        self.assertEqual(self.header("one-times.csv")["dirty"], "yes")

    def test_without_git_the_commit_is_unknown(self) -> None:
        _, printed = self.measure(self.good("one"), WARP_COMMIT="")
        self.assertIn("WARP_COMMIT", printed)
        self.assertEqual(self.header("one-times.csv")["commit"], "unknown")


if __name__ == "__main__":
    unittest.main()
