"""Sessions at a terminal: what they may say, what they do, and their transcripts."""

import tempfile
import unittest
from pathlib import Path

from results import result_files, sessions


def session(text: str, files: dict[str, str] | None = None) -> sessions.Session:
    return sessions.Session("one-run", "simulator", text, files or {})


class Running(unittest.TestCase):
    def test_each_command_is_followed_by_what_it_printed(self) -> None:
        steps = session("echo a; echo b >&2\ncat x.txt\n", {"x.txt": "of x\n"}).run([])
        self.assertEqual(
            [(step.command, step.printed) for step in steps], [("echo a; echo b >&2", ["a", "b"]), ("cat x.txt", ["of x"])]
        )

    def test_a_command_may_take_several_lines(self) -> None:
        steps = session("echo a \\\n  b\n").run([])
        self.assertEqual([(step.command, step.printed) for step in steps], [("echo a \\\n  b", ["a b"])])

    def test_the_folder_is_not_told(self) -> None:
        (step,) = session("echo $PWD/x; pwd\n").run([])
        self.assertEqual(step.printed, ["x", "."])

    def test_commands_are_looked_for_in_the_folders_given(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "own").write_text("#!/bin/sh\necho mine\n")
            Path(folder, "own").chmod(0o755)
            (step,) = session("own\n").run([Path(folder)])
        self.assertEqual(step.printed, ["mine"])

    def test_what_goes_otherwise_than_said_is_told(self) -> None:
        for text, words in (
            ("false\n", "'false' ended with status 1"),
            ("! true\n", "'true' ended with status 0"),
            ("echo a\n# says: b\n", "'echo a' did not say 'b'\n    a"),
            ("seq 300\n", "printed 300 lines"),
            ("# says: b\n", "before any command"),
            ("\n", "no command"),
        ):
            with self.subTest(text=text), self.assertRaisesRegex(sessions.Wrong, f"one-run: .*{words}"):
                session(text).run([])

    def test_a_failure_that_is_expected_passes(self) -> None:
        (step,) = session("! sh -c 'echo a; exit 3'\n# says: a\n").run([])
        self.assertEqual((step.command, step.printed), ("sh -c 'echo a; exit 3'", ["a"]))


class Keys(unittest.TestCase):
    def test_it_is_of_the_text_and_of_the_files_that_it_names(self) -> None:
        key = session("cat x.cu\n", {"x.cu": "1", "y.cu": "2"}).key()
        self.assertEqual(key, session("cat x.cu\n", {"x.cu": "1", "y.cu": "3"}).key())
        for other in (session("cat x.cu\n", {"x.cu": "2"}), session("cat ./x.cu\n", {"x.cu": "1"})):
            self.assertNotEqual(key, other.key())
        self.assertNotEqual(key, session("cat x.cu\n", {"x.cu": "1"}).key("another tool"))


class Finding(unittest.TestCase):
    def test_sessions_of_both_kinds_are_found_with_the_files_around_them(self) -> None:
        with tempfile.TemporaryDirectory() as sources:
            for name, text in (
                ("one/x.cu", '#line 3 "/a/one.md"\nint x;\n'),
                ("one/gpu/b.sh", "true\n"),
                ("one/simulator/a.sh", "true\n"),
            ):
                path = Path(sources, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            found = sessions.find(Path(sources), "one")
        self.assertEqual([(each.name, each.place) for each in found], [("one-gpu-b", "gpu"), ("one-simulator-a", "simulator")])
        self.assertEqual(found[0].files, {"x.cu": "int x;\n"})


class Transcripts(unittest.TestCase):
    STEPS = [sessions.Step("echo a \\\n  b", printed=["a b", "", "> c"]), sessions.Step("true"), sessions.Step("false")]

    def written(self, header: dict[str, str]) -> Path:
        path = Path(self.enterContext(tempfile.TemporaryDirectory()), "t.transcript")
        path.write_text(sessions.Transcript(header, self.STEPS).text(), encoding="utf-8")
        return path

    def test_what_is_written_is_read(self) -> None:
        for header in ({"key": "k"}, {"schema": "2", "machine": "here"}):
            read = sessions.read(self.written(header))
            self.assertEqual({key: read.header[key] for key in header}, header)
            self.assertEqual(
                [(step.command, step.printed) for step in read.steps], [(step.command, step.printed) for step in self.STEPS]
            )

    def test_an_edit_by_hand_is_told(self) -> None:
        path = self.written({"schema": "2"})
        path.write_text(path.read_text().replace("a b", "a d"))
        with self.assertRaisesRegex(result_files.Damaged, "another checksum"):
            sessions.read(path)

    def test_what_is_no_transcript_is_told_with_its_line(self) -> None:
        path = self.written({"key": "k"})
        for text, line in (("$ a\nb\n", 2), ("# key: k\n", 1), ("> a\n", 1)):
            path.write_text(text)
            with self.subTest(text=text), self.assertRaisesRegex(result_files.Damaged, f"t.transcript:{line}: "):
                sessions.read(path)


if __name__ == "__main__":
    unittest.main()
