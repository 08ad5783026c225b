"""What a chapter's program answers on its command line. Usage: program_test.py PROGRAM-sim"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv.pop()


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, env=os.environ | environment)


class ProgramTest(unittest.TestCase):
    def test_help_is_no_error(self) -> None:
        result = run("--help")
        self.assertEqual(result.returncode, 0)
        self.assertIn("--measure", result.stdout)

    def test_a_wrong_command_line_shows_how_it_is_meant(self) -> None:
        for arguments in (["--nonsense"], ["file"], ["--seed", "x"], ["--seed", "1x"], ["--device"]):
            with self.subTest(arguments):
                result = run(*arguments)
                self.assertEqual(result.returncode, 2)
                self.assertIn("Usage:", result.stderr)

    def test_what_cannot_run_here_is_skipped_with_a_reason(self) -> None:
        for arguments in (["--measure"], ["--profile"], ["--device", "7"], ["--device", "-1"]):
            with self.subTest(arguments):
                result = run(*arguments)
                self.assertEqual(result.returncode, 77)
                self.assertRegex(result.stdout, r"^skipped: \w")

    def test_checks_print_their_seed_and_can_be_repeated(self) -> None:
        result = run("--seed", "42")
        self.assertEqual(result.returncode, 0)
        self.assertTrue(result.stdout.startswith("seed: 42\n"))
        self.assertEqual(result.stdout, run("--seed", "42").stdout)

    def test_counting_writes_the_same_files_each_time(self) -> None:
        with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
            for folder in (first, second):
                self.assertEqual(run("--count", "--output", folder).returncode, 0)
            files = sorted(path.name for path in pathlib.Path(first).iterdir())
            self.assertTrue(files)
            self.assertEqual(files, sorted(path.name for path in pathlib.Path(second).iterdir()))
            for name in files:
                text = pathlib.Path(first, name).read_text()
                if name != "work.log":
                    self.assertTrue(text.startswith(f"# experiment: {name[:-4]}\n# kind: counted\n"))
                self.assertEqual(text, pathlib.Path(second, name).read_text())

    def test_list_names_the_machine_the_checks_and_the_timed_experiments(self) -> None:
        result = run("--list")
        self.assertEqual(result.returncode, 0)
        self.assertRegex(
            result.stdout, r"\Amachine: [a-z0-9-]+\n(check( at length)?: .+\n)+((experiment|profiled): [a-z0-9-]+\n)+\Z"
        )

    def test_one_check_can_be_chosen_and_gets_the_same_data(self) -> None:
        listed = re.findall(r"^check(?: at length)?: (.+)$", run("--list").stdout, re.MULTILINE)
        self.assertGreater(len(listed), 1)
        every = run("--check", "--seed", "42").stdout.splitlines()
        for name in listed:
            alone = run("--check", "--only", name, "--seed", "42")
            self.assertEqual(alone.returncode, 0, alone.stderr)
            line = next(line for line in every if line.startswith(f"ok     {name} ("))
            self.assertEqual(alone.stdout, f"seed: 42\n{line}\n1 checks passed, 0 failed\n")
        alone = run("--check", "--only", listed[0], "--only", "nothing")
        self.assertEqual(alone.returncode, 1)
        self.assertEqual(alone.stderr, "error: no such check: nothing\n")
        self.assertEqual(alone.stdout, "")

    def test_a_rehearsal_is_the_same_each_time_and_makes_no_results(self) -> None:
        texts = []
        for text in ("", "to move the stack" * 50):
            with tempfile.TemporaryDirectory() as folder:
                command = [PROGRAM, "--rehearse", "--output", folder]
                subprocess.run(command, check=True, capture_output=True, env={"SOMETHING": text})
                logs = sorted(pathlib.Path(folder).iterdir())
                self.assertTrue(logs)
                self.assertEqual([path.suffix for path in logs], [".log"] * len(logs))
                texts.append([path.read_text() for path in logs])
        self.assertEqual(*texts)
        self.assertTrue(any("launch 0 grid" in text for text in texts[0]))

    def test_each_experiment_is_rehearsed_as_if_it_were_alone(self) -> None:
        listed = run("--list", REHEARSED="1").stdout
        names = re.findall(r"(?m)^experiment: (\S+)$", listed)
        self.assertIn("scale-asking-again-times", names)

        def logs(*arguments: str) -> dict[str, str]:
            with tempfile.TemporaryDirectory() as folder:
                result = run("--rehearse", "--output", folder, *arguments, REHEARSED="1")
                self.assertEqual(result.returncode, 0, result.stderr)
                return {path.stem: path.read_text() for path in pathlib.Path(folder).iterdir()}

        together = logs()
        self.assertEqual(sorted(together), sorted(names))
        for name in names:
            self.assertEqual(logs("--only", name), {name: together[name]})
        self.assertEqual(together["scale-asking-times"], together["scale-asking-again-times"])
        self.assertEqual(together["scale-dying-times"], "unseen: its rehearsal ended with status -6\n")
        self.assertEqual(together["scale-exiting-times"], "unseen: its rehearsal ended with status 3\n")
        self.assertEqual(together["scale-later-times"], together["scale-times"])

    def test_one_experiment_can_be_chosen(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(run("--count", "--output", folder).returncode, 0)
            names = sorted(path.stem for path in pathlib.Path(folder).glob("*.csv"))
        chosen = next(name for name in names if not name.endswith("-launches"))
        self.assertGreater(len(names), 2)
        with tempfile.TemporaryDirectory() as folder:
            result = run("--count", "--only", chosen, "--output", folder)
            self.assertEqual(result.returncode, 0)
            self.assertEqual([path.stem for path in pathlib.Path(folder).glob("*.csv")], [chosen])
        with tempfile.TemporaryDirectory() as folder:
            both = [name for name in names if not name.endswith("-launches")][:2]
            result = run("--count", "--only", both[1], "--only", both[0], "--output", folder)
            self.assertEqual(result.returncode, 0)
            self.assertEqual(sorted(path.stem for path in pathlib.Path(folder).glob("*.csv")), both)

    def test_an_experiment_that_is_not_there_is_an_error(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for others in ("", "--only scale-counts"):
                result = run("--count", *others.split(), "--only", "nothing", "--output", folder)
                self.assertEqual(result.returncode, 1)
                self.assertIn("no such experiment in this mode: nothing", result.stderr)
                self.assertEqual(list(pathlib.Path(folder).iterdir()), [])

    def test_an_experiment_has_a_name_of_its_own(self) -> None:
        for name, reason in (
            ("scale-counts", "two have this name"),
            ("scale-launches", "results of the whole program"),
            ("scale-counters", "results of the whole program"),
            ("scale-twice", "results of the whole program"),
        ):
            result = run("--count", EXPERIMENT=name)
            self.assertNotEqual(result.returncode, 0, name)
            self.assertIn(f"error: experiment {name}: ", result.stderr)
            self.assertIn(reason, result.stderr)

    def test_launches_are_counted_whatever_the_program_is_called(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            copy = shutil.copy2(PROGRAM, pathlib.Path(folder) / "alone")
            result = subprocess.run([copy, "--count", "--output", folder], capture_output=True, text=True)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertTrue((pathlib.Path(folder) / "alone-launches.csv").is_file())

    def test_a_folder_that_cannot_be_made_is_an_error(self) -> None:
        with tempfile.NamedTemporaryFile() as file:
            result = run("--count", "--output", file.name)
            self.assertEqual(result.returncode, 1)
            self.assertIn("error:", result.stderr)


if __name__ == "__main__":
    unittest.main()
