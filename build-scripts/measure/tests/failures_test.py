"""Tests of what `measure` does where programs, machines and disks fail."""

import os
import resource
import shlex
import signal
import subprocess
import time
import unittest

from results import result_files
from measure.tests.fakes import MEASURE, MeasureTest


class Failures(MeasureTest):
    def test_what_follows_a_failure_is_measured_by_another_process(self) -> None:
        """A result counts once the next one has begun, or the program ended well: errors are told late."""
        for fault in ("exit 1", "kill -SEGV $$"):
            with self.subTest(fault):
                then = f"[ $each != one-b ] || {{ echo too late; {fault}; }}"
                program = self.good("one", "one-a", "one-b", "one-c", "one-d", then=then)
                status, printed = self.measure(program, "--again")
                self.assertEqual(status, 1)
                self.assertRegex(printed, r"\[2/4\] one-b FAILED, nothing of it kept: ended(.*\n)+ +too late")
                self.assertIn("3 measured, 1 failed", printed)
                self.assertEqual(self.kept(), ["test-gpu/machine.txt"] + [f"test-gpu/one-{each}.csv" for each in "acd"])
                self.assertIn("--only one-c --only one-d", self.lines_of(program, "starts")[-1])
                self.assertNotIn("one-a", self.lines_of(program, "starts")[-1])

    def test_a_full_disk_leaves_no_half_file(self) -> None:
        def nearly_full() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (150, 150))

        program = self.good("one")
        status, printed = self.measure(program, limit=nearly_full)
        self.assertEqual(status, 1)
        self.assertIn("FAILED, nothing of it kept", printed)
        self.assertEqual(self.kept(), [])
        self.assertEqual(self.measure(program)[0], 0)

    def test_a_file_system_without_room_leaves_no_half_file(self) -> None:
        """One of our own, which the second experiment fills up once."""
        mount = ["unshare", "--map-root-user", "--mount", "sh", "-c"]
        try:
            subprocess.run([*mount, f"mount -t tmpfs none '{self.folder}'"], check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError) as error:
            self.skipTest(f"cannot mount a file system: {error}")
        filled = '[ $each != one-b ] || [ -e "$0.filled" ] || { : > "$0.filled"; until [ -e "$folder/../../test-gpu/one-a.csv" ]; do sleep 0.05; done; head -c 1M /dev/zero > "$folder/rest"; }'
        program = self.good("one", "one-a", "one-b", "one-c", needs=f'echo "$each"; {filled}')
        self.output.mkdir()
        measure = shlex.join(map(str, [*MEASURE, "--output", self.output, "--source", self.folder, program]))
        script = f"mount -t tmpfs -o size=64k none '{self.output}'"
        for name in ("first", "second"):
            script += f"; {measure}; echo status $?; cp -r '{self.output}' '{self.folder / name}'"
        environment = {**os.environ, "WARP_COMMIT": "abc123", "WARP_DIRTY": "no"}
        printed = subprocess.run([*mount, script], capture_output=True, text=True, env=environment).stdout
        self.assertRegex(printed, r"\[2/3\] one-b FAILED.*No space(.*\n)*1 measured, 2 failed(.*\n)*status 1\n")
        self.assertRegex(printed, r"1 measured before(.*\n)*2 measured, 0 failed(.*\n)*status 0\n")
        for name, kept in (("first", "a"), ("second", "abc")):
            folder = self.folder / name
            files = sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
            self.assertEqual(files, ["test-gpu/machine.txt", *(f"test-gpu/one-{each}.csv" for each in kept)])
            for path in folder.rglob("*.csv"):
                self.assertEqual(result_files.read_record(path).rows, [["1024", "0.5"]])

    def test_a_kill_leaves_what_was_finished_and_the_next_run_clears_up(self) -> None:
        program = self.good("one", "one-a", "one-b", then='[ $each != one-b ] || [ -e "$0.fast" ] || exec sleep 60')
        process = self.start(program)
        for line in process.stdout or ():
            if "one-b measures" in line:
                break
        time.sleep(0.3)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=30)
        self.assertTrue(list(self.output.glob(".unfinished-*")))
        (self.folder / "one-gpu.fast").touch()
        self.assertEqual(self.measure(program)[0], 0)
        self.assertEqual(self.runs(program), ["one-a", "one-b", "one-b"])
        self.assertEqual(self.kept(), ["test-gpu/machine.txt", "test-gpu/one-a.csv", "test-gpu/one-b.csv"])
        self.assertEqual(list(self.output.glob(".unfinished-*")), [])

    def test_a_failing_check_keeps_nothing_of_that_program_alone(self) -> None:
        wrong = self.good("wrong", "wrong-a", "wrong-b", checks='echo "sum differs"; exit 1')
        status, printed = self.measure(wrong, self.good("one"))
        self.assertEqual(status, 1)
        self.assertIn("sum differs", printed)
        self.assertIn("wrong-b FAILED, nothing of it kept: its program failed before it", printed)
        self.assertIn("1 measured, 2 failed", printed)
        self.assertEqual(len(self.lines_of(wrong, "starts")), 1)
        self.assertEqual(self.kept(), ["test-gpu/machine.txt", "test-gpu/one-times.csv"])

    def test_a_failing_measurement_keeps_nothing_and_leaves_what_was(self) -> None:
        program = self.good("one")
        self.measure(program)
        before = (self.output / "test-gpu" / "one-times.csv").read_text()
        self.good("one", then="exit 1")
        status, _ = self.measure(program, "--again")
        self.assertEqual(status, 1)
        self.assertEqual((self.output / "test-gpu" / "one-times.csv").read_text(), before)
        self.assertEqual(self.kept(), ["test-gpu/machine.txt", "test-gpu/one-times.csv"])

    def test_a_crash_is_named(self) -> None:
        status, printed = self.measure(self.program("crash", "kill -SEGV $$\n"))
        self.assertEqual(status, 1)
        self.assertIn("SIGSEGV", printed)

    def test_results_that_are_no_table_are_refused(self) -> None:
        for text in (
            "",
            "n,ms\\n",
            "n,ms\\n1,2,3\\n",
            "# experiment: other\\nn,ms\\n1,2\\n",
            "n,n\\n1,2\\n",
            "n,ms\\n1,<b>2</b>\\n",
            "# gpu: <script>\\nn,ms\\n1,2\\n",
        ):
            with self.subTest(text):
                program = self.good("one", then=f"printf '{text}' > $folder/one-times.csv")
                status, printed = self.measure(program)
                self.assertEqual(status, 1, printed)
                self.assertEqual(self.kept(), [])

    def test_a_machine_cannot_be_named_out_of_the_folder(self) -> None:
        program = self.good("one")
        program.write_text(program.read_text().replace("test-gpu", "../outside"))
        status, printed = self.measure(program)
        self.assertEqual(status, 1)
        self.assertIn("cannot name a machine", printed)
        self.assertFalse((self.folder / "outside").exists())

    def test_an_experiment_cannot_be_named_out_of_the_folder(self) -> None:
        status, printed = self.measure(self.good("one", "../one-times"))
        self.assertEqual(status, 1)
        self.assertIn("what it lists", printed)

    def test_an_experiment_that_cannot_run_here_is_skipped_by_name(self) -> None:
        needs = '[ $each = one-old ] || { echo "skipped: $each needs 9.0"; continue; }'
        for experiments in (("one-new", "one-old"), ("one-old", "one-new"), ("one-new", "one-newer", "one-old")):
            with self.subTest(experiments):
                program = self.good("one", *experiments, needs=needs)
                status, printed = self.measure(program, "--again")
                self.assertEqual(status, 0)
                self.assertIn("one-new skipped: needs 9.0", printed)
                self.assertEqual(self.kept(), ["test-gpu/machine.txt", "test-gpu/one-old.csv"])
        program = self.good("new", "new-a", "new-b", needs=needs, then="exit 1")
        status, printed = self.measure(program)
        self.assertIn("new-b skipped: needs 9.0", printed)

    def test_what_cannot_run_here_is_skipped_by_name(self) -> None:
        script = 'echo "skipped: needs compute capability 9.0"; exit 77\n'
        status, printed = self.measure(self.program("new", script), self.good("one"))
        self.assertEqual(status, 0)
        self.assertIn("new-gpu skipped: needs compute capability 9.0", printed)

    def test_without_a_gpu_nothing_is_measured_and_it_says_so(self) -> None:
        status, printed = self.measure(self.program("one", 'echo "no CUDA GPU"; exit 77\n'))
        self.assertEqual(status, 77)
        self.assertIn("nothing was measured", printed)
        self.assertEqual(self.kept(), [])

    def test_an_interruption_leaves_finished_programs_whole(self) -> None:
        slow = self.good("slow", "slow-a", "slow-times", then="[ $each = slow-a ] || exec sleep 60")
        for interruption in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(interruption.name):
                process = self.start(self.good("one"), slow, "--again")
                for line in process.stdout or ():
                    if "slow-times measures" in line:
                        break
                time.sleep(0.3)
                process.send_signal(interruption)
                printed, _ = process.communicate(timeout=30)
                self.assertEqual(process.returncode, 130, printed)
                self.assertIn("kept: one-times, slow-a", printed)
                self.assertEqual(self.kept(), ["test-gpu/machine.txt", "test-gpu/one-times.csv", "test-gpu/slow-a.csv"])


if __name__ == "__main__":
    unittest.main()
