"""record, on folders of made-up results."""

import subprocess
import tempfile
import unittest
from pathlib import Path

from results import result_files, sessions
from shared.tools import command

RECORD = command("record")

HEADER = {
    "schema": "2",
    "experiment": "one-times",
    "kind": "timed",
    "machine": "test-gpu",
    "date": "2026-01-02T03:04:05Z",
    "commit": "abc123",
    "dirty": "no",
    "command": "one-gpu --measure",
    "key": "0123456789abcdef",
}


class RecordTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.measured = Path(folder.name) / "measured"
        self.recorded = Path(folder.name) / "recorded"

    def result(
        self, name: str = "one-times", folder: str = "test-gpu", table: str = "n,ms\n1,2\n", **changes: str | None
    ) -> None:
        header: dict[str, str | None] = {**HEADER, "experiment": name, "machine": folder, **changes}
        place = self.measured / folder
        place.mkdir(parents=True, exist_ok=True)
        (place / "machine.txt").write_text(result_files.seal_machine("machine: x\n", folder))
        comments = "".join(f"# {key}: {value}\n" for key, value in header.items() if value is not None)
        seal = f"# checksum: {result_files.checksum(comments + table)}\n" if "schema" in comments else ""
        (place / f"{name}.csv").write_text(comments + seal + table)

    def record(self, *machines: str) -> tuple[int, str]:
        run = subprocess.run([*RECORD, "--from", self.measured, "--to", self.recorded, *machines], capture_output=True, text=True)
        return run.returncode, run.stdout + run.stderr

    def files(self) -> list[str]:
        return sorted(str(path.relative_to(self.recorded)) for path in self.recorded.rglob("*") if path.is_file())

    def test_what_fewer_gpus_gave_takes_no_place_of_what_more_gave(self) -> None:
        self.result(devices="4")
        self.assertEqual(self.record()[0], 0)
        kept = (self.recorded / "test-gpu" / "one-times.csv").read_text()
        self.result("one-other")
        for fewer in ("2", None):
            self.result(devices=fewer)
            status, printed = self.record()
            self.assertEqual(status, 1)
            self.assertIn(f"test-gpu/one-times.csv: measured on {fewer or 1} GPUs, and ", printed)
            self.assertIn("test-gpu/one-times.csv on 4\n", printed)
            self.assertEqual(self.files(), ["test-gpu/machine.txt", "test-gpu/one-times.csv"])
            self.assertEqual((self.recorded / "test-gpu" / "one-times.csv").read_text(), kept)
        for more in ("4", "8"):
            self.result(devices=more)
            self.assertEqual(self.record()[0], 0)

    def test_all_machines_are_copied_as_they_are_and_named(self) -> None:
        self.result()
        self.result(folder="other-gpu")
        status, printed = self.record()
        self.assertEqual(status, 0, printed)
        expected = [f"{m}-gpu/{f}" for m in ("other", "test") for f in ("machine.txt", "one-times.csv")]
        self.assertEqual(self.files(), expected)
        for name in self.files():
            self.assertIn(str(self.recorded / name), printed)
            self.assertEqual((self.recorded / name).read_text(), (self.measured / name).read_text())

    def test_transcripts_are_copied_and_looked_at(self) -> None:
        self.result()
        path = self.measured / "test-gpu" / "one-run.transcript"
        header = {"schema": "2", "transcript": "one-run", "date": "d", "commit": "c", "dirty": "no", "key": "k"}
        for machine, printed in (("test-gpu", "recorded"), ("other-gpu", "does not say its machine")):
            path.write_text(sessions.Transcript({**header, "machine": machine}, [sessions.Step("ls")]).text())
            status, said = self.record()
            self.assertIn(printed, said)
            self.assertEqual(status, 0 if machine == "test-gpu" else 1)
        self.assertIn("test-gpu/one-run.transcript", self.files())
        path.write_text(path.read_text().replace("ls", "rm"))
        self.assertIn("another checksum", self.record()[1])

    def test_a_machine_can_be_chosen(self) -> None:
        self.result()
        self.result(folder="other-gpu")
        self.record("other-gpu")
        self.assertEqual(self.files(), ["other-gpu/machine.txt", "other-gpu/one-times.csv"])

    def test_records_of_other_experiments_stay(self) -> None:
        self.result("one-times")
        self.record()
        (self.measured / "test-gpu" / "one-times.csv").unlink()
        self.result("two-times")
        self.record()
        self.assertIn("test-gpu/one-times.csv", self.files())
        self.assertIn("test-gpu/two-times.csv", self.files())

    def test_a_result_without_provenance_is_refused_with_all_the_rest(self) -> None:
        for key in ("schema", "key", "commit", "date", "machine", "command", "dirty"):
            for value in (None, "unknown") if key not in ("schema", "machine") else (None,):
                with self.subTest(key=key, value=value):
                    self.result("good-times")
                    self.result("one-times", "test-gpu", "n,ms\n1,2\n", **{key: value})
                    status, printed = self.record()
                    self.assertEqual(status, 1)
                    self.assertRegex(printed, rf"one-times\.csv: does not say its .*{key}")
                    self.assertEqual(self.files(), [])

    def test_every_fault_is_named_in_one_run(self) -> None:
        self.result("one-times", key=None)
        self.result("two-times", table="n,ms\n1\n")
        self.result("three-times", machine="other")
        _, printed = self.record()
        for name in ("one-times", "two-times.csv:12:", "three-times"):
            self.assertIn(name, printed)

    def test_a_copied_folder_is_not_another_machine(self) -> None:
        self.result()
        text = result_files.seal_machine("machine: x\n", "other-gpu")
        (self.measured / "test-gpu" / "machine.txt").write_text(text)
        status, printed = self.record()
        self.assertEqual(status, 1)
        self.assertIn("describes another machine", printed)

    def test_what_was_edited_by_hand_is_refused(self) -> None:
        self.result()
        for name, old, new in (("one-times.csv", "1,2", "1,1"), ("machine.txt", "test-gpu", "test-gpv")):
            path = self.measured / "test-gpu" / name
            text = path.read_text()
            path.write_text(text.replace(old, new))
            status, printed = self.record()
            self.assertEqual(status, 1)
            self.assertRegex(printed, rf"{name}:\d+: not what was measured")
            self.assertEqual(self.files(), [])
            path.write_text(text)

    def test_a_machine_cannot_be_named_out_of_the_folder(self) -> None:
        self.result()
        status, printed = self.record("../measured/test-gpu")
        self.assertEqual(status, 1)
        self.assertIn("cannot name a machine", printed)

    def test_nothing_measured(self) -> None:
        status, printed = self.record()
        self.assertEqual(status, 1)
        self.assertIn("nothing was measured", printed)

    def test_a_changed_tree_is_said(self) -> None:
        self.result(dirty="yes")
        status, printed = self.record()
        self.assertEqual(status, 0)
        self.assertIn("with changes", printed)


if __name__ == "__main__":
    unittest.main()
