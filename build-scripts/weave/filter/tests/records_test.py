"""Tests of reading records: what is damaged is refused where it is, what is outdated says so."""

import re
import subprocess
import unittest

from results import result_files
from shared.tools import command
from weave.tests import fixture, pages
from weave.tests.fixture import record, weave

TABLE = "n,ms,lower_quartile,upper_quartile,remark\n1,2.5,2.4,2.6,ok\n2,5,4,6,unstable\n3,7,6.9,7.1,unstable+in-L2\n"
KEY = "launches:0123456789abcdef source:1123456789abcdef method:2123456789abcdef"
VALUE = "# T\n\n`one_x{n=1}.ms`{.value}\n"


class Damaged(unittest.TestCase):
    def refused(self, text: str, message: str, path: str = "recorded/here/one-x.csv") -> None:
        woven = weave(VALUE, {path: text})
        self.assertNotEqual(woven.status, 0)
        self.assertIn(message, woven.errors)
        self.assertEqual(woven.errors.count(": error: "), 1, woven.errors)

    def test_a_sound_one_is_read(self) -> None:
        woven = weave(VALUE, {"recorded/here/one-x.csv": record("one-x", TABLE)})
        self.assertEqual((woven.status, woven.errors), (0, ""))
        self.assertIn(">2.5<", woven.html)

    def test_each_kind_of_damage_is_told_with_file_and_line(self) -> None:
        sound = record("one-x", TABLE)
        for damage, text, message in (
            (
                "hand-edited",
                sound.replace("1,2.5,", "1,2.4,"),
                ":5: error: not what was measured: its content has another checksum",
            ),
            (
                "hand-edited header",
                record("one-x", TABLE, commit="1").replace("commit: 1", "commit: 2"),
                ":6: error: not what was measured",
            ),
            ("truncated", sound[:-22], ":9: error: 3 fields under 5 columns"),
            ("truncated at a line", sound[: sound.rindex("3,7")], ":5: error: not what was measured"),
            ("no rows", record("one-x", "n,ms\n"), ":6: error: no rows"),
            ("another schema", sound.replace("schema: 2", "schema: 3"), ":1: error: of schema 3, where this reads 2"),
            (
                "no checksum",
                "\n".join(line for line in sound.split("\n") if "checksum" not in line),
                ":1: error: has a schema and no checksum",
            ),
            ("another experiment", record("one-y", TABLE), ":2: error: calls itself experiment 'one-y'"),
            ("another machine", record("one-x", TABLE, machine="there"), ":4: error: measured on another machine, 'there'"),
            ("a key twice", sound.replace("# kind", "# kind: timed\n# kind"), ":4: error: says its kind for the second time"),
            ("a column twice", record("one-x", "ms,ms\n1,2\n"), ":6: error: two columns have the same name"),
            (
                "a comment below",
                record("one-x", TABLE + "# more: 1\n"),
                ":10: error: not a comment of the form '# key: value' above the table",
            ),
            ("a wrong row", record("one-x", "n,ms\n1\n"), ":7: error: 1 fields under 2 columns"),
            ("a field with HTML", record("one-x", "n,ms\n1,<b>\n"), ":7: error: '<b>' cannot be a field"),
            ("a header with HTML", record("one-x", TABLE, gpu="<script>"), ":5: error: signs that its gpu cannot have"),
            ("a column with HTML", record("one-x", "n,<b>\n1,2\n"), ":6: error: '<b>' cannot be the name of a column"),
        ):
            with self.subTest(damage):
                self.refused(text, "recorded/here/one-x.csv" + message)

    def test_a_machine_s_description_is_checked_too(self) -> None:
        files = {
            "recorded/here/one-x.csv": record("one-x", TABLE),
            "recorded/here/machine.txt": "schema: 2\nmachine: here\ngpu: G\nchecksum: 00\n",
        }
        woven = weave(VALUE, files)
        self.assertNotEqual(woven.status, 0)
        self.assertIn("recorded/here/machine.txt:4: error: not what was measured", woven.errors)

    def test_another_machine_s_is_no_better(self) -> None:
        files = {
            "recorded/here/one-x.csv": record("one-x", TABLE),
            "recorded/there/one-x.csv": record("one-x", TABLE, machine="there").replace("7.1", "7.0"),
        }
        woven = weave(VALUE, files)
        self.assertNotEqual(woven.status, 0)
        self.assertIn("recorded/there/one-x.csv:5: error: not what was measured", woven.errors)

    def test_a_folder_that_is_no_machine_s(self) -> None:
        with self.assertRaises(AssertionError) as raised:
            weave(VALUE, {"recorded/<b>/one-x.csv": "n,ms\n1,2\n"})
        self.assertIn("cannot name a machine", str(raised.exception))

    def test_the_rest_is_read_as_before(self) -> None:
        for path, text in (("counted/one-x.csv", "n,ms\n1,3\n"), ("published/one-x.csv", "# source: knuth\nn,ms\n1,3\n")):
            with self.subTest(path):
                woven = weave(VALUE, {path: text})
                self.assertEqual((woven.status, woven.errors), (0, ""))
                self.refused(text + "2\n", ": 1 fields under 2 columns", path)


class Odd(unittest.TestCase):
    """What other tools make of a file: whoever reads it refuses it in the same words, or sees the same in it."""

    FILES = {
        "lines that end as on Windows": (b"n,ms\r\n1,3\r\n", 1),
        "a blank line": (b"n,ms\n\n1,3\n", 2),
        "a comment without a key": (b"# as they came\nn,ms\n1,3\n", 1),
        "no rows": (b"# kind: counted\nn,ms\n", 2),
        "spaces around a field": (b"n,ms\n1, 3\n", 2),
        "spaces around a column": (b"n, ms\n1,3\n", 1),
        "a mark of the order of bytes": (b"\xef\xbb\xbfn,ms\n1,3\n", 1),
        "another encoding": (b"# note: caf\xe9\nn,ms\n1,3\n", 1),
    }

    def test_there_is_one_answer(self) -> None:
        for kind, (data, line) in self.FILES.items():
            with self.subTest(kind), fixture.Book({"one": VALUE}) as book:
                path = book.folder / "counted/one-x.csv"
                path.write_bytes(data)
                with self.assertRaises(result_files.Damaged) as read:
                    result_files.read(path)
                said = str(read.exception).removeprefix(f"{book.folder}/")
                self.assertTrue(said.startswith(f"counted/one-x.csv:{line}: "), said)
                woven = book.weave("one")
                self.assertNotEqual(woven.status, 0)
                self.assertEqual(woven.errors.splitlines()[0].replace(": error: ", ": "), said)


class Foreign(unittest.TestCase):
    """What a result says is text, in whatever field, and never HTML or Markdown."""

    BAD = "<x-bad a='1'>*b*[c](d)`e`</td></script>&lt;&quot;\"\\$f$"
    # What a result says of itself cannot hold HTML.
    SAID = "*b*[c](d)'\"\\$f$"

    def test_nothing_in_a_result_is_interpreted(self) -> None:
        bad = self.BAD
        table = f"name,ms,{bad}\n{bad},1,{bad}\n"
        text = """# T

`one_x{ms=1}.name`{.value}, `one_p{ms=1}.name`{.value}, [So.]{.claim test="one_x{ms=1}.name == 'x'" .refuted}

::: {.results data="one-x" select="name,ms"}
T.
:::

::: {.results data="one-p" rows="name" columns="name" value="ms"}
T.
:::
"""
        comments = "".join(f"# {key}: {self.SAID}\n" for key in ("gpu", "commit", "date", "CUDA", "note"))
        files = {
            "recorded/here/one-x.csv": comments + table,
            "published/one-p.csv": f"# machine: {self.SAID}\n" + table,
            "recorded/here/machine.txt": f"machine: here\ndriver: {self.SAID}\n",
            "recorded/there/one-x.csv": comments + table.replace("1", "2"),
        }
        with fixture.Book({"one": text}, files) as book:
            woven = book.weave("one", facts="one.facts.json")
            made = [*command("scoreboard"), "scoreboard.md", "one.facts.json"]
            subprocess.run(made, cwd=book.folder, check=True)
            scoreboard = book.weave("scoreboard")
        for page in (woven, scoreboard):
            self.assertEqual(page.status, 0, page.errors)
            self.assertNotRegex(page.html, '<x-bad|<em>b|href="d"|<code>e|>f</mi>|<annotation[^>]*>f<')
            self.assertEqual(pages.Page(page.html).unbalanced, [])
            self.assertIn("&lt;x-bad", page.html)


class Outdated(unittest.TestCase):
    def cause(self, text: str, keys: str | None = f"one-w x:1\none-x {KEY}\n") -> str:
        files = {"recorded/here/one-x.csv": text} | ({"keys/one.keys": keys} if keys else {})
        woven = weave(VALUE, files)
        self.assertEqual(woven.status, 0, woven.errors)
        self.assertEqual('class="stale"' in woven.html, bool(woven.errors))
        return woven.errors.partition("outdated result: one-x (")[2].rstrip(")\n")

    def test_current_where_launches_or_source_are_the_same(self) -> None:
        for key in (KEY, KEY.replace("launches:0", "launches:f"), KEY.replace("source:1", "source:f")):
            with self.subTest(key):
                self.assertEqual(self.cause(record("one-x", TABLE, key=key)), "")

    def test_nobody_can_tell_without_keys(self) -> None:
        self.assertEqual(self.cause(record("one-x", TABLE, key=KEY), None), "")

    def test_the_cause(self) -> None:
        for key, cause in (
            (KEY.replace("launches:0", "launches:f").replace("source:1", "source:f"), "code changed"),
            (KEY.replace("method:2", "method:f"), "timing method changed"),
            ("", "it does not say which code made it"),
        ):
            with self.subTest(cause):
                self.assertEqual(self.cause(record("one-x", TABLE, key=key)), cause)
        self.assertEqual(
            self.cause(record("one-x", TABLE, key=KEY), "one-y a:1\n"), "the program has no such experiment any more"
        )

    def test_the_keys_are_those_of_the_chapter_whose_name_begins_the_result_s(self) -> None:
        files = {
            "recorded/here/one-x.csv": record("one-x", TABLE, key=KEY),
            "recorded/here/oneself.csv": record("oneself", TABLE, key=KEY),
            "keys/one.keys": "one-y a:1\n",
        }
        woven = weave("# T\n\n`one_x{n=1}.ms`{.value}, `oneself{n=1}.ms`{.value}\n", files)
        self.assertIn("outdated result: one-x (", woven.errors)
        self.assertNotIn("oneself", woven.errors)

    def test_an_older_format(self) -> None:
        self.assertEqual(self.cause("# key: 0123456789abcdef\n" + TABLE), "recorded in an older format")


class Remarks(unittest.TestCase):
    def woven(self, text: str, **header: str) -> str:
        woven = weave(f"# T\n\n{text}\n", {"recorded/here/one-x.csv": record("one-x", TABLE, **header)})
        self.assertEqual((woven.status, woven.errors), (0, ""))
        return woven.html

    def test_an_unstable_figure_in_a_sentence(self) -> None:
        self.assertIn('unstable: its times scatter beyond the bound">\u2020</sup>', self.woven("`one_x{n=2}.ms`{.value}"))
        self.assertIn("\u2020\u2021</sup>", self.woven("`one_x{n=3}.ms + one_x{n=2}.ms`{.value}"))
        self.assertNotIn("<sup", self.woven("`one_x{n=1}.ms`{.value}, `one_x{n=2}.n`{.value}"))

    def test_unstable_cells(self) -> None:
        html = self.woven('::: {.results data="one-x" rows="remark" columns="n" value="ms"}\nT.\n:::')
        self.assertIn(
            '<td class="number unstable" data-sign="\u2020" title="unstable: its times scatter beyond the bound">', html
        )
        self.assertIn('<td class="number unstable in-cache" data-sign="\u2020\u2021" title=', html)
        self.assertIn(
            "\u2020 2 of the record\u2019s 3 rows are unstable: their times scatter beyond the bound; \u2021 for 1 of the record\u2019s 3 rows",
            html,
        )
        html = self.woven('::: {.results data="one-x" select="n,ms"}\nT.\n:::')
        self.assertEqual(html.count('<td class="number unstable'), 2)

    def test_a_gpu_that_was_held_back(self) -> None:
        text = '::: {.results data="one-x" select="n,ms"}\nT.\n:::\n\n`one_x{n=2}.ms`{.value}'
        table = "n,ms,lower_quartile,upper_quartile,remark\n1,2,2,2,ok\n2,5,4,6,unstable+throttled\n"
        html = weave(f"# T\n\n{text}\n", {"recorded/here/one-x.csv": record("one-x", table)}).html
        self.assertIn("\u00a7 1 of the record\u2019s 2 rows was measured while the GPU was held back", html)
        self.assertIn('class="number unstable throttled" data-sign="\u2020\u00a7"', html)
        self.assertIn("\u2020\u00a7</sup>", html)

    def test_the_figures_behind_a_claim(self) -> None:
        """Outdated ones, too, say so: both here, the first unstable besides."""
        text = "# T\n\n[So.]{.claim test='one_x{n=2}.ms > one_x{n=1}.ms and 1 < 2'}\n"
        files = {"recorded/here/one-x.csv": record("one-x", TABLE, key=KEY)}
        for keys, stale in ((KEY, ""), (KEY.replace("method:2", "method:f"), ' <span class="stale">outdated</span>')):
            with self.subTest(keys):
                html = weave(text, {**files, "keys/one.keys": f"one-x {keys}\n"}).html
                figures = re.findall("<td>5 [^>]*>.*?<br>.*", html)[0]
                self.assertRegex(figures, rf'5 \(4 to 6\)<sup class="remark" title="unstable[^"]*">\u2020</sup>{stale} &gt; 2.5 ')
                self.assertIn(f"(2.4 to 2.6){stale}<br>1 &lt; 2", figures)

    def test_discarded_samples_are_told(self) -> None:
        table = '::: {.results data="one-x" select="n,ms"}\nT.\n:::'
        self.assertIn("3 samples discarded, throttled or at another clock.", self.woven(table, discarded_samples="3"))
        self.assertIn("1 sample discarded, ", self.woven(table, discarded_samples="1"))
        self.assertNotIn("discarded,", self.woven(table, discarded_samples="0"))


if __name__ == "__main__":
    fixture.main()
