"""measure, run on programs that are shell scripts."""

import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from collections.abc import Callable
from pathlib import Path

from book import results
from book.tools import command

MEASURE = command("measure")

KEY = "launches:0123456789abcdef source:1123456789abcdef method:2123456789abcdef"

# Says each experiment that it times, so that a test can count them.
GOOD = """\
if [ "$1" = --list ]; then
  echo 'machine: test-gpu'
  for each in {experiments}; do echo "experiment: $each"; done
  exit 0
fi
[ "$1" = --measure ] || exit 2
for folder; do :; done
echo "$*" >> "$0.starts"
{checks}
printf 'machine: test-gpu\\ngpu: Test\\n' > "$folder/machine.txt"
chosen=
while [ $# -gt 0 ]; do
  [ "$1" != --only ] || chosen="$chosen $2"
  shift
done
for each in $chosen; do
  {needs}
  echo "$each"
  echo "$each" >> "$0.runs"
  printf '# kind: timed\\n# spread: 0.01\\nn,ms\\n1024,0.5\\n' > "$folder/$each.csv"
  {then}
done
"""


class MeasureTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.output = self.folder / "measured"

    def program(self, name: str, text: str) -> Path:
        path = self.folder / f"{name}-gpu"
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(0o755)
        return path

    def good(self, name: str, *experiments: str, checks: str = ":", needs: str = ":", then: str = ":") -> Path:
        """A program that times `experiments`; its code has a key.

        The scripts `checks` stand before all of them, `needs` before each, and `then` after it.
        """
        names = " ".join(experiments or [f"{name}-times"])
        self.write_keys(name, KEY, names.split())
        return self.program(name, GOOD.format(experiments=names, checks=checks, needs=needs, then=then))

    def write_keys(self, name: str, key: str, experiments: list[str]) -> None:
        (self.folder / f"{name}.keys").write_text("".join(f"{each} {key}\n" for each in experiments))

    def runs(self, program: Path) -> list[str]:
        """The experiments that were timed, in order."""
        return self.lines_of(program, "runs")

    def lines_of(self, program: Path, suffix: str) -> list[str]:
        path = program.with_name(f"{program.name}.{suffix}")
        return path.read_text().splitlines() if path.exists() else []

    def driver(self, version: str) -> None:
        """Puts an nvidia-smi that tells this version before all others."""
        path = self.folder / "bin" / "nvidia-smi"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\necho {version}\necho {version}\n")
        path.chmod(0o755)

    def start(self, *programs: Path | str, limit: Callable[[], None] | None = None, **settings: str) -> subprocess.Popen[str]:
        environment = {key: value for key, value in os.environ.items() if not key.startswith("WARP_")}
        path = f"{self.folder / 'bin'}:{os.environ['PATH']}"
        return subprocess.Popen(
            [*MEASURE, "--output", self.output, "--source", self.folder, *programs],
            env={**environment, "WARP_COMMIT": "abc123", "WARP_DIRTY": "no", "PATH": path, **settings},
            preexec_fn=limit,
            start_new_session=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def measure(self, *programs: Path | str, limit: Callable[[], None] | None = None, **settings: str) -> tuple[int, str]:
        """The exit status and all that was printed."""
        process = self.start(*programs, limit=limit, **settings)
        printed, _ = process.communicate(timeout=60)
        return process.returncode, printed

    def kept(self) -> list[str]:
        """Every file under the output folder, unfinished ones too."""
        return sorted(str(path.relative_to(self.output)) for path in self.output.rglob("*") if path.is_file())

    def header(self, name: str) -> dict[str, str]:
        lines = (self.output / "test-gpu" / name).read_text().splitlines()
        return dict(line[2:].split(": ", 1) for line in lines if line.startswith("# "))

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
        result = results.read(path)
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
        facts = results.machine_facts(self.output / "test-gpu-2" / "machine.txt")
        self.assertEqual((facts["machine"], facts["gpu"]), ("test-gpu-2", "Test"))
        self.assertIn("# machine: test-gpu-2\n", (self.output / "test-gpu-2" / "one-times.csv").read_text())
        self.measure(program, WARP_DEVICE="1")
        self.assertEqual(len(self.runs(program)), 2)

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
                self.assertEqual(results.read_record(path).rows, [["1024", "0.5"]])

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
