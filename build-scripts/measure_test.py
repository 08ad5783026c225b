"""measure, run on programs that are shell scripts."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

MEASURE = Path(__file__).with_name("measure")

GOOD = """\
case "$1" in
  --check) exit 0 ;;
  --measure)
    printf 'machine: test-gpu\\ngpu: Test\\n' > "$3/machine.txt"
    printf '# kind: timed\\n# spread: 0.01\\nn,ms\\n1024,0.5\\n' > "$3/{name}-times.csv" ;;
esac
"""


class MeasureTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.output = self.folder / "measured"

    def program(self, name, text):
        path = self.folder / f"{name}-gpu"
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(0o755)
        return path

    def good(self, name):
        return self.program(name, GOOD.format(name=name))

    def start(self, *programs, **settings):
        environment = {key: value for key, value in os.environ.items() if not key.startswith("WARP_")}
        return subprocess.Popen(
            [sys.executable, MEASURE, "--output", self.output, "--source", self.folder, *programs],
            env={**environment, "WARP_COMMIT": "abc123", "WARP_DIRTY": "no", **settings},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def measure(self, *programs, **settings):
        """The exit status and all that was printed."""
        process = self.start(*programs, **settings)
        printed, _ = process.communicate(timeout=60)
        return process.returncode, printed

    def kept(self):
        """Every file under the output folder, unfinished ones too."""
        return sorted(
            str(path.relative_to(self.output)) for path in self.output.rglob("*") if path.is_file()
        )

    def header(self, name):
        lines = (self.output / "test-gpu" / name).read_text().splitlines()
        return dict(line[2:].split(": ", 1) for line in lines if line.startswith("# "))

    def test_results_are_kept_with_their_provenance(self):
        program = self.good("one")
        (self.folder / "one.key").write_text("0123456789abcdef\n")
        status, printed = self.measure(program)
        self.assertEqual(status, 0, printed)
        self.assertEqual(self.kept(), ["test-gpu/machine.txt", "test-gpu/one-times.csv"])
        header = self.header("one-times.csv")
        self.assertRegex(header.pop("date"), r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        self.assertEqual(
            header,
            {
                "experiment": "one-times",
                "kind": "timed",
                "machine": "test-gpu",
                "commit": "abc123",
                "dirty": "no",
                "command": "one-gpu --measure",
                "key": "0123456789abcdef",
                "spread": "0.01",
            },
        )
        text = (self.output / "test-gpu" / "one-times.csv").read_text()
        self.assertTrue(text.endswith("\nn,ms\n1024,0.5\n"), text)

    def test_progress_names_each_program_and_its_place(self):
        _, printed = self.measure(self.good("one"), self.good("two"))
        self.assertIn("[1/2] one-gpu checks", printed)
        self.assertIn("[2/2] two-gpu measures", printed)
        self.assertIn("2 measured, 0 failed, 0 skipped", printed)

    def test_a_failing_check_keeps_nothing_of_that_program_alone(self):
        wrong = self.program("wrong", 'echo "sum differs"; [ "$1" != --check ] || exit 1\n' + GOOD)
        status, printed = self.measure(wrong, self.good("one"))
        self.assertEqual(status, 1)
        self.assertIn("sum differs", printed)
        self.assertEqual(self.kept(), ["test-gpu/machine.txt", "test-gpu/one-times.csv"])

    def test_a_failing_measurement_keeps_nothing_and_leaves_what_was(self):
        program = self.good("one")
        self.measure(program)
        before = (self.output / "test-gpu" / "one-times.csv").read_text()
        self.program("one", GOOD.format(name="one").replace("0.5", "9.9") + "exit 1\n")
        status, _ = self.measure(program)
        self.assertEqual(status, 1)
        self.assertEqual((self.output / "test-gpu" / "one-times.csv").read_text(), before)
        self.assertEqual(self.kept(), ["test-gpu/machine.txt", "test-gpu/one-times.csv"])

    def test_a_crash_is_named(self):
        status, printed = self.measure(self.program("crash", "kill -SEGV $$\n"))
        self.assertEqual(status, 1)
        self.assertIn("SIGSEGV", printed)

    def test_results_that_are_no_table_are_refused(self):
        for text in ("", "n,ms\\n", "n,ms\\n1,2,3\\n", "# experiment: other\\nn,ms\\n1,2\\n"):
            with self.subTest(text):
                script = GOOD.format(name="one") + f"[ \"$1\" = --check ] || printf '{text}' > $3/one-times.csv\n"
                status, printed = self.measure(self.program("one", script))
                self.assertEqual(status, 1, printed)
                self.assertEqual(self.kept(), [])

    def test_a_machine_cannot_be_named_out_of_the_folder(self):
        script = GOOD.format(name="one").replace("test-gpu", "../outside")
        status, printed = self.measure(self.program("one", script))
        self.assertEqual(status, 1)
        self.assertIn("cannot name a machine", printed)
        self.assertFalse((self.folder / "outside").exists())

    def test_what_cannot_run_here_is_skipped_by_name(self):
        script = 'echo "needs compute capability 9.0"; exit 77\n'
        status, printed = self.measure(self.program("new", script), self.good("one"))
        self.assertEqual(status, 0)
        self.assertIn("new-gpu skipped: needs compute capability 9.0", printed)

    def test_without_a_gpu_nothing_is_measured_and_it_says_so(self):
        status, printed = self.measure(self.program("one", 'echo "no CUDA GPU"; exit 77\n'))
        self.assertEqual(status, 77)
        self.assertIn("nothing was measured", printed)
        self.assertEqual(self.kept(), [])

    def test_an_interruption_leaves_finished_programs_whole(self):
        slow = self.program("slow", GOOD.format(name="slow") + '[ "$1" = --check ] || exec sleep 60\n')
        for interruption in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(interruption.name):
                process = self.start(self.good("one"), slow)
                for line in process.stdout:
                    if "slow-gpu measures" in line:
                        break
                time.sleep(0.3)
                process.send_signal(interruption)
                printed, _ = process.communicate(timeout=30)
                self.assertEqual(process.returncode, 130, printed)
                self.assertIn("kept: one-gpu", printed)
                self.assertEqual(self.kept(), ["test-gpu/machine.txt", "test-gpu/one-times.csv"])

    @unittest.skipUnless(shutil.which("git"), "no git")
    def test_the_commit_is_asked_of_git_and_a_record_does_not_make_it_dirty(self):
        def git(*arguments):
            identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org"]
            subprocess.run(
                ["git", "-C", self.folder, *identity, *arguments], check=True, capture_output=True
            )

        program = self.good("one")
        (self.folder / ".gitignore").write_text("measured/\n")
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
        self.measure(program, WARP_COMMIT="")
        self.assertEqual(self.header("one-times.csv")["dirty"], "yes")

    def test_without_git_the_commit_is_unknown(self):
        _, printed = self.measure(self.good("one"), WARP_COMMIT="")
        self.assertIn("WARP_COMMIT", printed)
        self.assertEqual(self.header("one-times.csv")["commit"], "unknown")


if __name__ == "__main__":
    unittest.main()
