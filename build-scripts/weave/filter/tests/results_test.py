"""Tests of values, tables and claims."""

import re
import unittest

from weave.tests import fixture
from weave.tests.fixture import CURRENT, KEYS, RECORDED, TIMES, Book, main_of, text_of, weave


class Values(unittest.TestCase):
    def shown(self, expression: str, attributes: str = "", files: dict[str, str] | None = None) -> str:
        woven = weave(f"# T\n\nIt is `{expression}`{{.value {attributes}}}!\n", RECORDED if files is None else files)
        self.errors = woven.errors
        paragraphs = re.findall(r"(?s)<p>It is (.*?)!</p>", woven.html)
        self.assertTrue(paragraphs, woven.errors)
        return text_of(re.sub('<span data-on="[^"]*" hidden>.*?</span></span>', "", paragraphs[0]))

    def test_a_column_of_a_row(self) -> None:
        self.assertEqual(self.shown('one_times{variant="shuffle", block=256, n=2^20}.ms', 'format="%.3f" unit="ms"'), "0.125 ms")
        self.assertEqual(self.errors, "")

    def test_arithmetic_of_two_rows(self) -> None:
        ratio = 'one_times{variant="atomic", n=2^20}.ms / one_times{variant="shuffle", n=2^20, block=256}.ms'
        self.assertEqual(self.shown(ratio, 'format="%.1f"'), "20.0")

    def test_integers_are_grouped_and_powers_shown(self) -> None:
        self.assertEqual(self.shown("2^24"), "16 777 216")
        self.assertEqual(self.shown("1234"), "1234")
        self.assertEqual(self.shown("2^24", 'format="2^"'), "224")
        self.assertEqual(self.shown("-1.5e-7", 'format="%.1e"'), "\u22121.5\u00d710\u22127")
        self.assertEqual(self.shown("0", 'format="%.1e"'), "0")
        for value, text in (
            ("2333", "2330"),
            ("23334", "23 300"),
            ("2.3e7", "2.3\u00d7107"),
            ("-1234.5", "\u22121230"),
            ("1999.9", "2000"),
        ):
            self.assertEqual(self.shown(value, 'format="%.3g"'), text)

    def test_units(self) -> None:
        self.assertEqual(self.shown("100 * 0.25", 'format="%.0f" unit="%"'), "25 %")
        self.assertEqual(self.shown("7.25", 'format="%.1f" unit="µs"'), "7.2 µs")
        self.assertEqual(self.shown("2", 'unit="×"'), "2×")

    def assert_missing(self, expression: str, message: str, attributes: str = "") -> None:
        self.assertEqual(self.shown(expression, attributes), message)
        self.assertIn(message, self.errors)
        self.assertIn("one.md:3: warning:", self.errors)

    def test_what_is_missing_is_named(self) -> None:
        self.assert_missing("two_times{n=1}.ms", "missing result: two-times")
        self.assert_missing("one_times{n=7}.ms", "missing row: one-times{n=7}")
        self.assert_missing("one_times{n=2^24, variant='atomic'}.gbs", "missing column: gbs in one-times")
        self.assert_missing("one_times{size=1}.ms", "missing column: size in one-times")

    def test_of_another_chapter_a_page_has_what_it_is_given(self) -> None:
        text = '# T\n\nIt is `one_c{n=7}.n`{.value}.\n\n![A.](figure:one-x){#fig:a alt="x"}\n'
        files = {"counted/one-c.csv": "n\n7\n", "figures/one-x.svg": "<svg/>"}
        for of, given in (("one", True), ("two", False)):
            with self.subTest(of), Book({"one": "# T\n", "two": text}, files) as book:
                woven = book.weave("two", of=of)
                advice = "(of one, which this page did not name before, so configure again: meson setup --reconfigure FOLDER)"
                complaints = [
                    f"two.md:3: warning: missing result: one-c {advice}",
                    f"two.md:5: warning: missing figure: one-x {advice}",
                ]
                self.assertEqual(woven.errors.splitlines(), [] if given else complaints)
                self.assertEqual("It is 7" in text_of(woven.html), given)

    def test_rows_must_be_one(self) -> None:
        self.assertIn("several rows in one-times", self.shown("one_times{variant='atomic'}.ms"))
        self.assertIn("several rows", self.shown("one_times.ms"))
        self.assertIn("gives a row", self.shown("one_times{variant='atomic', n=2^20}"))

    def test_functions_of_all_rows(self) -> None:
        rows = [line.split(",") for line in TIMES.splitlines() if not line.startswith("#")]
        times = [float(row[rows[0].index("ms")]) for row in rows[1:]]
        self.assertEqual(
            self.shown("largest(one_times, ms) - smallest(one_times, ms)", 'format="%.6f"'), f"{max(times) - min(times):.6f}"
        )
        self.assertEqual(self.shown("count(one_times)"), str(len(times)))
        self.assertEqual(self.shown("count(one_times where variant == 'atomic')"), str(sum("atomic" in row for row in rows)))
        self.assertEqual(self.shown("count(one_times where begins(variant, 'at') and begins(n, '16'))"), "1")
        self.assertEqual(self.shown("count(one_times where begins(variant, 'tomic'))"), "0")

    def test_functions_of_all_rows_want_a_result_and_a_formula(self) -> None:
        for expression, message in (
            ("count(one_times where ms)", "is no condition"),
            ("largest(one_times, variant)", "is no number"),
            ("largest(one_times)", "error in expression at ')'"),
            ("largest(1, ms)", "error in expression at '1, ms)'"),
            ("begins('a')", "begins wants two texts"),
            ("largest(one_times, gbs)", "missing column: gbs"),
            ("largest(one_times, 1/0)", "division by zero"),
        ):
            with self.subTest(expression):
                self.shown(expression)
                self.assertIn(message, self.errors)
                self.assertIn("one.md:3: warning:", self.errors)

    def test_wrong_format(self) -> None:
        self.assertEqual(self.shown("1.5", 'format="%s %s"'), "bad format: %s %s")

    def test_doubled_backticks_are_reported(self) -> None:
        self.assertIn("doubled backticks", weave("# T\n\nIt is `` `1+1`{.value} ``.\n").errors)

    def test_nearest_result_wins(self) -> None:
        for path, expected in (("published", "4"), ("recorded", "3"), ("measured", "2"), ("counted", "1")):
            files = {
                f"{place}/x.csv": f"a\n{number}\n"
                for place, number in (("published", 4), ("recorded/here", 3), ("measured/here", 2), ("counted", 1))
                if int(number) >= int(expected)
            }
            self.assertEqual(self.shown("x{}.a", "", files), expected, path)

    def test_outdated_results_are_marked(self) -> None:
        woven = weave("# T\n\n`one_x{}.a`{.value}\n", {"recorded/here/one-x.csv": "# key: 1111\na\n5\n", **KEYS})
        self.assertIn('<span class="stale">outdated</span>', woven.html)
        self.assertIn("outdated result: one-x", woven.errors)

    def test_current_results_are_not_marked(self) -> None:
        woven = weave("# T\n\n`one_x{}.a`{.value}\n", CURRENT)
        self.assertNotIn("outdated", woven.html + woven.errors)


class Tables(unittest.TestCase):
    def table(
        self, attributes: str, files: dict[str, str] | None = None, lines: str = ""
    ) -> tuple[list[list[str]], fixture.Woven]:
        """Rows of cells as text, header rows first."""
        block = f"\n```columns\n{lines}\n```\n" if lines else ""
        woven = weave(f"# T\n\n::: {{.results #tbl:t {attributes}}}\nThe caption.\n{block}:::\n", files or RECORDED)
        self.assertEqual(woven.status, 0, woven.errors)
        rows = re.findall(r"(?s)<tr>(.*?)</tr>", woven.html)
        return [[text_of(cell) for cell in re.findall(r"(?s)<t[hd].*?>(.*?)</t[hd]>", row)] for row in rows], woven

    def test_pivot(self) -> None:
        rows, woven = self.table(
            'data="one-times" rows="variant" columns="n" value="ms" unit="ms" format="%.3f" where="block==256"',
            lines='n 2^\nvariant "Kernel"\n  atomic  "One atomic, each"\n  shuffle  "By `shfl`"',
        )
        self.assertEqual(
            rows,
            [["Kernel", "n = 220 ms", "n = 224 ms"], ["One atomic, each", "2.500", "1234.500"], ["By shfl", "0.125", "2.550"]],
        )
        self.assertEqual(woven.errors, "")

    def test_columns_of_words_are_set_flush_left(self) -> None:
        lines = 'down\n  0 "along the rows"\n  1 "down the rows"'
        _, woven = self.table(
            'data="x" rows="down,side" columns="n" value="ms"', {"counted/x.csv": "down,side,n,ms\n0,8,1,2\n1,16,1,3\n"}, lines
        )
        self.assertEqual(
            re.findall(r'<th scope="(?:col|row)">([\w ]+)</th>', woven.html), ["down", "along the rows", "down the rows"]
        )
        self.assertIn('<td class="number">', woven.html)

    def test_numbers_in_a_list_have_labels(self) -> None:
        lines = 'a "Order"\nby_rows "Read"\n  0 "in columns"\n  1 "in rows"'
        rows, woven = self.table('data="x"', {"counted/x.csv": "a,by_rows\n1,1\n2,0\n3,2\n"}, lines)
        self.assertEqual(rows, [["Order", "Read"], ["1", "in rows"], ["2", "in columns"], ["3", "2"]])
        self.assertEqual(woven.errors, "")

    def test_values_that_are_labelled_may_stand_in_quotes(self) -> None:
        lines = 'variant\n  \'by hand\'  "one by one"\n  last  "the last"\na'
        rows, woven = self.table('data="x"', {"counted/x.csv": "variant,a\nby hand,1\nlast,2\n"}, lines)
        self.assertEqual(rows[1:], [["one by one", "1"], ["the last", "2"]])
        self.assertEqual(woven.errors, "")

    def test_caption_and_provenance(self) -> None:
        _, woven = self.table('data="one-times" select="variant,ms"')
        text = text_of(main_of(woven.html))
        self.assertIn("Table 1.1. The caption.", text)
        self.assertIn("Measured: NVIDIA H200, CUDA 13.0, 2026-01-02, commit 0123456789.", text)
        self.assertIn("<dt>machine</dt><dd>here</dd>", woven.html)

    def test_several_gpus_are_counted(self) -> None:
        record = TIMES.replace("# kind: timed", "# kind: timed\n# devices: 2")
        self.assertNotEqual(record, TIMES)
        _, woven = self.table('data="one-times" select="variant,ms"', {**RECORDED, "recorded/here/one-times.csv": record})
        self.assertIn("Measured: 2 \u00d7 NVIDIA H200", text_of(woven.html))

    def test_what_a_profiler_read_says_so(self) -> None:
        record = TIMES.replace("# kind: timed", "# kind: profiled")
        self.assertNotEqual(record, TIMES)
        _, woven = self.table('data="one-times" select="variant,ms"', {**RECORDED, "recorded/here/one-times.csv": record})
        self.assertIn("Read by a profiler: NVIDIA H200", text_of(woven.html))

    def test_remarks_are_sentences(self) -> None:
        for remarks, said in (
            (("in-L2", "ok"), "\u2021 for 1 of the record\u2019s 2 rows the data fit into the L2 cache."),
            (("unstable", "unstable"), "\u2020 2 of the record\u2019s 2 rows are unstable: their times scatter"),
            (("throttled", "ok"), "\u00a7 1 of the record\u2019s 2 rows was measured while"),
        ):
            rows = "".join(f"{place},{remark}\n" for place, remark in enumerate(remarks))
            _, woven = self.table('data="c" select="a"', {"counted/c.csv": "a,remark\n" + rows})
            self.assertIn(said, text_of(woven.html))

    def test_a_remark_stands_at_the_times_of_its_row(self) -> None:
        rows = "bytes,ms,remark\n64,2.5,unstable\n128,3.25,ok\n"
        _, woven = self.table('data="c" select="bytes,ms"', {"counted/c.csv": rows})
        self.assertRegex(woven.html, r'<th class="number" scope="row">64</th><td class="number unstable"[^>]*>2.5')
        _, woven = self.table('data="c" select="bytes"', {"counted/c.csv": rows})
        self.assertRegex(woven.html, r'<th class="number unstable"[^>]*>64</th>')

    def test_counted_says_so(self) -> None:
        _, woven = self.table('data="c" select="a"', {"counted/c.csv": "a\n1\n"})
        self.assertIn("Counted by the simulator at build.", text_of(woven.html))

    def test_published_cites_its_source(self) -> None:
        _, woven = self.table('data="p" select="a"', {"published/p.csv": "# source: knuth\n# machine: PDP-10\na\n1\n"})
        self.assertIn("Published, PDP-10: (Knuth 1992).", text_of(woven.html))
        self.assertIn('id="ref-knuth"', woven.html)

    def test_points_stand_in_a_column(self) -> None:
        _, woven = self.table('data="x" select="a"', {"counted/x.csv": "a\n1.5\n20\n0.125\n"})
        cells = re.findall(r'<th class="number" scope="row">(.*?)</th>', woven.html)
        self.assertEqual(cells, ["1.5\u2007\u2007", "20\u2008\u2007\u2007\u2007", "0.125"])

    def test_points_stand_in_a_column_with_powers_of_ten(self) -> None:
        data = {"counted/x.csv": "a\n1.5e-7\n2.25e-12\n20\n3e8\n"}
        _, woven = self.table('data="x"', data, "a %.3g")
        cells = re.findall(r'<th class="number" scope="row">(.*?)</th>', woven.html)
        unseen = '<span class="unseen" aria-hidden="true">{}</span>'.format
        self.assertEqual(
            cells,
            [
                "1.5\u2007\u00d710<sup>\u22127</sup>" + unseen("<sup>\u2007</sup>"),
                "2.25\u00d710<sup>\u221212</sup>",
                "20\u2008\u2007\u2007" + unseen("\u00d710<sup>\u2212\u2007\u2007</sup>"),
                "3\u2008\u2007\u2007\u00d710<sup>8</sup>" + unseen("<sup>\u2212\u2007</sup>"),
            ],
        )

    def test_computed_column_and_several_sources(self) -> None:
        files = {"counted/x.csv": "a\n1\n", "counted/y.csv": "a\n3\n"}
        rows, _ = self.table('data="x,y"', files, "experiment\na\ntwice %.1f  = 2*a\nmore = twice\n  + 1")
        self.assertEqual(rows, [["experiment", "a", "twice", "more"], ["x", "1", "2.0", "3"], ["y", "3", "6.0", "7"]])
        rows, _ = self.table('data="x,y" select="more"', files, "twice = 2*a\nmore = twice + 1")
        self.assertEqual(rows, [["more"], ["3"], ["7"]])

    def test_rows_are_chosen_and_others_of_the_result_asked_for(self) -> None:
        rows, woven = self.table(
            'data="one-times"',
            lines=(
                "where variant == 'shuffle' and\n  block in (256)\nn  2^\ngain  \"times as fast\"  %.0f  = {variant='atomic', n=n}.ms / ms"
            ),
        )
        self.assertEqual((rows, woven.errors), ([["n", "times as fast"], ["220", "20"], ["224", "484"]], ""))

    def test_faults_in_lines_are_told_at_their_line(self) -> None:
        for lines, number, message in (
            ("variant\nms 3", 8, "no line of a column: ms 3"),
            ('  atomic "One"\nms', 7, "a label belongs to no column"),
            ("ms\nvariant\nms", 9, "two lines of column ms"),
            ("variant\nms\nrate = 1 / 0", 9, "division by zero"),
            ("variant\ngbs", 8, "missing column: gbs in one-times"),
            ("variant\nwhere m == 3", 8, "missing result: m"),
            ("variant\nwhere n", 8, "where wants a condition"),
        ):
            with self.subTest(lines):
                _, woven = self.table('data="one-times"', lines=lines)
                self.assertIn(f"one.md:{number}: warning: {message}", woven.errors)
                self.assertIn(message, text_of(woven.html))

    def test_an_attribute_that_nothing_heeds_is_an_error(self) -> None:
        for text in ('::: {.results data="x" select="a" labels="a=b"}\nT.\n:::', '`x{}.a`{.value labels="3"}'):
            woven = weave(f"# T\n\n{text}\n", {"counted/x.csv": "a\n1\n"})
            self.assertNotEqual(woven.status, 0)
            self.assertIn("one.md:3: error: there is no attribute 'labels' here", woven.errors)

    def test_a_column_of_a_table_without_a_head_is_an_error(self) -> None:
        code = "```\n| a |\n|---|\n```"
        woven = weave(f"# T\n\n{code}\n\n| a | b |\n|:---|---:|\n| 1 | 2 |\n\n| | b |\n|:---|---:|\n| 1 | 2 |\n")
        self.assertNotEqual(woven.status, 0)
        self.assertIn("one.md:12: error: a column of this table has no head", woven.errors)
        self.assertEqual(woven.errors.count("no head"), 1)

    def test_several_values_below_each_column(self) -> None:
        rows, _ = self.table('data="one-times" rows="variant" columns="n" value="ms,samples" where="block==256"', lines="n 2^")
        self.assertEqual(rows[:2], [["", "n = 220", "n = 224"], ["variant", "ms", "samples", "ms", "samples"]])
        self.assertEqual(rows[3][:2], ["shuffle", "0.125"])

    def test_several_rows_for_a_cell_are_an_error(self) -> None:
        rows, woven = self.table('data="one-times" rows="variant" columns="n" value="ms"')
        self.assertIn("several rows for one cell of ms", rows[2])
        self.assertIn("several rows", woven.errors)

    def test_missing_result_column_and_rows(self) -> None:
        for attributes, message in (
            ('data="nothing" select="a"', "missing result: nothing"),
            ('data="one-times" select="variant,gbs"', "missing column: gbs in one-times"),
            ('data="one-times" select="ms" where="n==3"', "no rows: n==3"),
            ('data="one-times" select="ms" where="m==3"', "missing result: m"),
            ('data="one-times"', "a results table wants"),
        ):
            with self.subTest(attributes):
                _, woven = self.table(attributes)
                self.assertIn(message, text_of(woven.html))
                self.assertIn(message, woven.errors)

    def test_fields_cannot_inject_html(self) -> None:
        _, woven = self.table('data="x" select="a"', {"counted/x.csv": "# note: *b*\na\n<img src=x>\n"})
        self.assertNotIn("<img", woven.html)
        self.assertNotIn("<em>", woven.html)


class Claims(unittest.TestCase):
    def claim(self, test: str, classes: str = "") -> tuple[str, fixture.Woven]:
        woven = weave(f'# T\n\n[It is *so*.]{{.claim {classes} test="{test}"}}\n', RECORDED)
        verdicts = re.findall(r'<a class="verdict (\w+)', woven.html)
        self.assertTrue(verdicts, woven.html)
        return verdicts[0], woven

    def test_held_with_its_figures(self) -> None:
        verdict, woven = self.claim("one_times{variant='shuffle', block=256, n=2^20}.ms < one_times{variant='atomic', n=2^20}.ms")
        self.assertEqual((verdict, woven.errors), ("held", ""))
        self.assertIn("0.125 (0.12 to 0.13) < 2.5 (2.4 to 2.6)", text_of(woven.html))
        self.assertIn("claim holds", text_of(woven.html))

    def test_refuted_must_be_marked(self) -> None:
        test = "one_times{variant='shuffle', block=256, n=2^20}.ms > one_times{variant='atomic', n=2^20}.ms"
        verdict, woven = self.claim(test)
        self.assertEqual(verdict, "refuted")
        self.assertIn("not marked", woven.errors)
        self.assertEqual(self.claim(test, ".refuted")[1].errors, "")

    def test_marked_refuted_but_holds(self) -> None:
        self.assertIn("marked as refuted, and held", self.claim("1 < 2", ".refuted")[1].errors)

    def test_the_spread_of_the_largest(self) -> None:
        self.assertEqual(self.claim("largest(one_times, ms) < 1250")[0], "undecided")
        self.assertEqual(self.claim("largest(one_times, ms) < 1301")[0], "held")

    def test_undecided_within_the_spread(self) -> None:
        verdict, _ = self.claim(
            "one_times{variant='shuffle', block=256, n=2^20}.ms < one_times{variant='shuffle', block=64, n=2^20}.ms"
        )
        self.assertEqual(verdict, "undecided")

    def test_missing(self) -> None:
        verdict, woven = self.claim("nothing{n=1}.ms < 2")
        self.assertEqual(verdict, "missing")
        self.assertIn("missing result: nothing", woven.errors)

    def test_all_parts_must_hold(self) -> None:
        self.assertEqual(self.claim("1 < 2 and 3 < 2", ".refuted")[0], "refuted")
        self.assertEqual(self.claim("1 < 2 and 2 <= 2")[0], "held")

    def test_all_cases_must_hold_and_each_is_shown(self) -> None:
        verdict, woven = self.claim("in one_times{variant='shuffle', n=2^20}, all block in (64, 256): ms < 2")
        self.assertEqual((verdict, woven.errors), ("held", ""))
        self.assertIn("block = 256: 0.125 (0.12 to 0.13) < 2", text_of(woven.html))
        listed = re.findall("<li><code>(.*?)</code>", woven.html)
        self.assertEqual(listed, ["in one_times{variant='shuffle', n=2^20}, all block in (64, 256): ms &lt; 2"])
        self.assertIn("n = 2<sup>20</sup>: ", self.claim("in one_times{variant='atomic'}, all n in (2^20): ms > 2")[1].html)

    def test_a_test_of_several_figures_counts_all_their_spreads(self) -> None:
        # With both at their lower or both at their upper quartiles the ratio would hardly move.
        ratio = "one_times{variant='shuffle', block=64, n=2^20}.ms / one_times{variant='shuffle', block=256, n=2^20}.ms"
        self.assertEqual(self.claim(f"{ratio} > 1")[0], "undecided")
        self.assertEqual(self.claim(f"{ratio} < 1.2")[0], "held")
        self.assertEqual(self.claim(f"{ratio} > 1 or 1 < 2")[0], "held")
        self.assertEqual(self.claim(f"not ({ratio} > 1)")[0], "undecided")
        self.assertEqual(self.claim(f"1 < {ratio}")[0], "undecided")

    def test_more_figures_than_one_can_compare(self) -> None:
        table = "n,ms,lower_quartile,upper_quartile\n" + "".join(f"{i},{i},{i},{i + 1}\n" for i in range(12))
        total = " + ".join(f"one_x{{n={i}}}.ms" for i in range(12))
        woven = weave(f'# T\n\n[So.]{{.claim test="{total} > 1"}}\n', {"recorded/here/one-x.csv": table})
        self.assertIn("one.md:3: warning: claim cannot be tested: it rests on more than 10 figures", woven.errors)

    def test_a_source_s_claim(self) -> None:
        with Book({"one": '# T\n\n[So.]{.claim source="knuth" test="1 < 2"}\n'}) as book:
            html, facts = book.weave("one").html, book.facts("one")
        self.assertEqual(facts["claims"][0]["source"], {"key": "knuth", "author": "Knuth", "year": 1992})
        self.assertRegex(text_of(html), r"So\. Claimed by Knuth \(1992\)\.")

    def test_a_claim_within_a_sentence_is_listed_as_one(self) -> None:
        html = weave('# T\n\nNow [all are more than $x^2$]{.claim test="1 < 2"}; [or _so_?]{.claim test="1 < 2"}\n').html
        listed = text_of(html.split('class="claims"')[1])
        self.assertRegex(listed, r"All are more than.*x\^?2\W*\. back")
        self.assertRegex(listed, r"Or so\? back")

    def test_formulas_of_claims_are_as_in_the_text(self) -> None:
        with Book({"one": '# T\n\nNow $-(a)$ and [so is $-(b)$]{.claim test="1 < 2"}.\n'}) as book:
            html, facts = book.weave("one").html, book.facts("one")
        first, second, listed = re.findall(r"<math.*?</math>", html)
        self.assertEqual(first.replace("<mi>a<", "<mi>b<"), second)
        self.assertEqual(second, listed)
        self.assertIn(listed, facts["claims"][0]["sentence"])
        self.assertNotIn("<annotation", html)

    def test_a_source_that_nobody_knows(self) -> None:
        woven = weave('# T\n\n[So.]{.claim source="nobody" test="1 < 2"}\n')
        self.assertNotEqual(woven.status, 0)
        self.assertIn("one.md:3: error: there is no source 'nobody' in the bibliography", woven.errors)

    def test_only_the_reference_machine_asks_for_a_mark(self) -> None:
        text, files = "# T\n\n[No.]{.claim test='one_x{}.a < 1'}\n", {"measured/here/one-x.csv": "a\n5\n"}
        self.assertIn("not marked", weave(text, files, reference="here").errors)
        self.assertEqual(weave(text, files, reference="elsewhere").errors, "")
        self.assertIn("not marked", weave(text.replace("one_x{}.a", "2"), reference="elsewhere").errors)


if __name__ == "__main__":
    fixture.main()
