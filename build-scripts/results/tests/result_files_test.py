"""Records that are damaged, edited, foreign or hostile, and why a whole one is outdated."""

import re
import tempfile
import unittest
from collections.abc import Iterable, Mapping
from pathlib import Path

from results import result_files, staleness

KEY = "launches:0123456789abcdef source:1123456789abcdef method:2123456789abcdef"
HEADER = {
    "schema": "2",
    "experiment": "one-times",
    "kind": "timed",
    "machine": "test-gpu",
    "key": KEY,
    "host processor": "Xeon(R) E5 @ 2.40GHz",
}


class Fields(unittest.TestCase):
    def test_what_is_a_number_is_one_and_whole_where_it_is(self) -> None:
        whole = {
            "7": 7,
            "-7": -7,
            "+7": 7,
            "007": 7,
            "0x1F": 31,
            "1e3": 1000,
            "5.": 5,
            "-0.0": 0,
            "9007199254740993": 9007199254740993,
        }
        for field, value in {**whole, "2.50": 2.5, ".5": 0.5, "1e300": 1e300}.items():
            with self.subTest(field):
                found = result_files.number(field)
                self.assertEqual((found, type(found)), (value, type(value)))

    def test_all_else_is_text(self) -> None:
        for field in ["", "1 2", *"- inf nan 1e999 1,5 0x 0x1p4 1.2.3 4x \u0667 1_000 2026-01-02".split()]:
            with self.subTest(field):
                self.assertEqual(result_files.number(field), field)


class ResultsTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "test-gpu" / "one-times.csv"
        self.path.parent.mkdir()
        self.whole = result_files.Result(HEADER, ["variant", "n", "ms"], [["8 bytes: two; twice", "4", "0.5"]]).text()

    def assert_damaged(self, text: bytes | str, pattern: str) -> None:
        self.path.write_bytes(text if isinstance(text, bytes) else text.encode())
        with self.assertRaisesRegex(result_files.Damaged, f"^{re.escape(str(self.path))}{pattern}"):
            result_files.read_record(self.path)

    def sealed(self, header: Mapping[str, str] = HEADER, columns: Iterable[str] = ("n",), row: Iterable[str] = ("1",)) -> str:
        return result_files.Result({**HEADER, **header}, list(columns), [list(row)]).text()

    def test_what_is_written_is_read(self) -> None:
        self.path.write_text(self.whole)
        found = result_files.read_record(self.path)
        self.assertEqual(found.header.pop("checksum"), result_files.checksum(self.whole))
        self.assertEqual(found.header, HEADER)
        self.assertEqual(found.rows, [["8 bytes: two; twice", "4", "0.5"]])
        self.assertEqual(found.text(), self.whole)

    def test_any_byte_that_is_changed_or_cut_is_noticed(self) -> None:
        data = self.whole.encode()
        checksum_line = range(data.index(b"# checksum"), data.index(b"variant"))
        for i, byte in enumerate(data):
            for changed in (data[:i] + bytes([byte ^ 1]) + data[i + 1 :], data[:i] + data[i + 1 :], data[:i]):
                self.path.write_bytes(changed)
                try:
                    header = result_files.read_record(self.path).header
                except result_files.Damaged:
                    continue
                # What is left without a schema is a record of the old format, which is never current.
                self.assertEqual(staleness.why_outdated(header, KEY), "recorded in an older format", changed)
                self.assertTrue(b"schema: 2\n" not in changed or i in checksum_line, changed)

    def test_an_edit_by_hand_is_told_with_its_line(self) -> None:
        self.assert_damaged(self.whole.replace("0.5", "0.4"), r":7: not what was measured")
        self.assert_damaged(self.whole.replace("timed", "counted"), r":7: not what was measured")
        self.assert_damaged(re.sub("# checksum.*\n", "", self.whole), r":1: has a schema and no checksum")

    def test_another_schema_is_refused(self) -> None:
        for schema in ("1", "3", "two", ""):
            self.assert_damaged(self.sealed({"schema": schema}), ":1: of schema")
        self.assert_damaged("# kind: timed\n" + self.whole.replace("# kind: timed\n", ""), ":2: of schema 2")

    def test_what_was_measured_twice_rests_on_what_was_measured(self) -> None:
        def key(launches: str, source: str = "1") -> str:
            return f"launches:{launches * 16} source:{source * 16} method:{'2' * 16}"

        then = {"one-a": key("a"), "one-blocks": key("b"), "one-c": key("c")}
        now = {
            f"one-{name}": key(launches, "3")
            for name, launches in (("new", "d"), ("a", "a"), ("newer", "e"), ("blocks", "b"), ("c", "c"))
        }
        now |= {"one-twice": key("f", "3"), "one-counters": key("9", "3")}
        header = {**HEADER, "key": staleness.key_of_repetition(then, then) or ""}

        def rests_on(keys: dict[str, str], rows: set[str]) -> bool:
            return not all(staleness.why_outdated(header, key) for key in staleness.keys_of_repetitions(keys, rows))

        self.assertTrue(rests_on(now, {"one-a", "one-c"}), "one-blocks takes no time")
        self.assertTrue(rests_on(now, set(then)))
        self.assertFalse(rests_on({**now, "one-c": key("0", "3")}, {"one-a", "one-c"}))
        self.assertFalse(rests_on({**now, "one-blocks": key("0", "3")}, {"one-a", "one-c"}))
        self.assertFalse(rests_on({name: now[name] for name in now if name != "one-c"}, {"one-a", "one-c"}))
        self.assertEqual(list(staleness.keys_of_repetitions({}, {"one-a"})), [])

    def test_twice_the_same_is_refused(self) -> None:
        self.assert_damaged(self.whole + self.whole, r":\d+: ")
        self.assert_damaged(self.whole.replace("# kind", "# experiment: one-times\n# kind"), ":3: says its experiment")
        self.assert_damaged(self.sealed(columns=("n", "n"), row=("1", "1")), ":8: two columns")

    def test_a_table_must_be_whole(self) -> None:
        self.assert_damaged(self.whole.replace(",0.5", ""), ":9: 2 fields under 3 columns")
        self.assert_damaged(self.whole.replace(",ms", ",ms\n# more: 1"), ":9: not a comment")
        self.assert_damaged(self.whole[: self.whole.index("8 bytes")], ":8: no rows")
        self.assert_damaged("", ":1: no rows")
        self.assert_damaged(b"# a: b\n\xff\xfe", ":2: not UTF-8")

    def test_nothing_but_plain_text_is_a_field_a_column_or_a_fact(self) -> None:
        for wrong in ("<b>", "a & b", "`code`", "**bold**", "[link](x)", '"quoted"', "$x$", "\\n", "a|b"):
            with self.subTest(wrong):
                self.assert_damaged(self.sealed(row=(wrong,)), ":9: .* cannot be a field")
                self.assert_damaged(self.sealed(columns=(wrong,)), ":8: .* cannot be the name of a column")
        for wrong in ("<script>", "a & b", "`code`", "a\x07b"):
            self.assert_damaged(self.sealed({"gpu": wrong}), r":\d+: signs that its gpu cannot have")

    def test_a_machine_cannot_be_named_out_of_its_folder(self) -> None:
        for name in ("../test-gpu", "..", "a/b", ".hidden", "Test", ""):
            self.assert_damaged(self.sealed({"machine": name}), ":4: .* cannot name a machine")
        self.assert_damaged(self.sealed({"machine": "other-gpu"}), ":4: measured on another machine")
        self.assert_damaged(self.sealed({"experiment": "two-times"}), ":2: calls itself experiment 'two-times'")

    def test_a_machines_facts_are_sealed_too(self) -> None:
        path = self.path.with_name("machine.txt")
        whole = result_files.seal_machine("machine: test\ngpu: Test 1\n", "test-2")
        path.write_text(whole)
        facts = result_files.machine_facts(path)
        self.assertEqual((facts["machine"], facts["gpu"]), ("test-2", "Test 1"))
        for text, pattern in (
            (whole.replace("Test 1", "Test 2"), ":4: not what was measured"),
            (whole.replace("schema: 2", "schema: 9"), ":1: of schema 9"),
            (whole.replace("gpu: Test 1", "gpu"), ":3: not of the form"),
            (result_files.seal_machine("machine: x\n", "../x"), ":2: .* cannot name a machine"),
            (result_files.seal_machine("gpu: <b>\n", "x"), ":2: signs"),
            ("gpu: Test\n", ":1: no line 'machine: NAME'"),
        ):
            path.write_text(text)
            with self.assertRaisesRegex(result_files.Damaged, f"^{re.escape(str(path))}{pattern}"):
                result_files.machine_facts(path)
        path.write_text("machine: test\ngpu: Test 1\n")
        self.assertEqual(result_files.machine_name(path), "test")

    def test_a_description_is_of_its_folder_s_machine(self) -> None:
        path = self.path.with_name("machine.txt")
        path.write_text(result_files.seal_machine("machine: x\n", "test-gpu"))
        self.assertEqual(result_files.machine_facts(path, "test-gpu")["machine"], "test-gpu")
        path.write_text(result_files.seal_machine("machine: x\n", "other-gpu"))
        with self.assertRaisesRegex(result_files.Damaged, ":2: describes another machine, 'other-gpu'"):
            result_files.machine_facts(path, "test-gpu")

    def test_the_program_that_made_a_result(self) -> None:
        chapters = ["scan", "global-scan", "scan-more"]
        for experiment, program in (
            ("scan", "scan"),
            ("scan-first", "scan"),
            ("scan-more-times", "scan-more"),
            ("scanner-x", None),
            ("global-scan-sizes", "global-scan"),
            ("copy", None),
        ):
            self.assertEqual(result_files.program_of(experiment, chapters), program)

    def test_old_records_and_counted_ones_can_be_read(self) -> None:
        self.path.write_text("# experiment: one-times\n# key: 0123\nn,ms\n1,a < b\n")
        self.assertEqual(result_files.read_record(self.path).rows, [["1", "a < b"]])

    def test_why_a_record_is_outdated(self) -> None:
        def why(now: str | None, **header: str) -> str | None:
            return staleness.why_outdated({**HEADER, **header}, now)

        self.assertIsNone(why(KEY))
        self.assertIsNone(why(KEY.replace("launches:0", "launches:f")))
        self.assertIsNone(why(KEY.replace("source:1", "source:f")))
        other_code = KEY.replace("launches:0", "launches:f").replace("source:1", "source:f")
        self.assertEqual(why(other_code), "code changed")
        self.assertEqual(why(KEY.replace("method:2", "method:f")), "timing method changed")
        self.assertEqual(why(KEY.replace("method:2", "method:f"), kind="profiled"), "other counters are read")
        self.assertEqual(why(None), "the program has no such experiment any more")
        self.assertEqual(why(KEY, key="0123456789abcdef"), "it does not say which code made it")
        self.assertEqual(staleness.why_outdated({"key": KEY}, KEY), "recorded in an older format")


if __name__ == "__main__":
    unittest.main()
