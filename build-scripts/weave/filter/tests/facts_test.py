"""Tests of what is told of a page besides: what it rests on, and whether that is in order."""

import json
import unittest
from typing import Any

from weave.tests import fixture, pages
from weave.tests.fixture import CURRENT, KEYS, Book, lua, record, weave


class Facts(unittest.TestCase):
    """What the weaver writes beside a page."""

    facts: dict[str, Any]
    depfile: str

    TEXT = """# A "title"

`one_x{}.a`{.value}, `nothing{}.a`{.value}, `one_c{}.a`{.value}, `one_bad{}.a`{.value}

[Five is *less*, $x$, see @sec:s, [@knuth].]{.claim #less test="one_x{}.a < one_c{}.a"}
[seven.]{.claim .refuted test="one_c{}.a == 8"}

# S {#sec:s}
"""
    FILES = {
        "recorded/here/one-x.csv": "# key: 1\na\n5\n",
        **KEYS,
        "recorded/here/one-bad.csv": "a,b\n1\n",
        "counted/one-c.csv": "a\n7\n",
        "recorded/other/one-x.csv": record(
            "one-x", "a\n9\n", "other", key="launches:1111111111111111 source:2222222222222222 method:3333333333333333"
        ),
        "recorded/third/one-y.csv": "a\n1\n",
        "recorded/stray.csv": "a\n1\n",
    }

    @classmethod
    def setUpClass(cls) -> None:
        with Book({"one": cls.TEXT}, cls.FILES) as book:
            cls.facts = book.facts("one", depfile="one.d", target="pages/one.html")
            cls.depfile = (book.folder / "one.d").read_text()

    def test_page(self) -> None:
        self.assertEqual(
            [self.facts[key] for key in ("page", "source", "title", "machine")], ["one", "one.md", "A \u201ctitle\u201d", "here"]
        )

    def test_results_that_were_asked_for(self) -> None:
        found = [(each["state"], each["experiment"], each["machine"], each.get("cause")) for each in self.facts["results"]]
        self.assertEqual(
            found,
            [
                ("current", "one-c", "", None),
                ("missing", "nothing", "here", "not counted, measured or recorded"),
                ("damaged", "one-bad", "here", "recorded/here/one-bad.csv:2: 1 fields under 2 columns"),
                ("outdated", "one-x", "here", "recorded in an older format"),
                ("current", "one-x", "other", None),
            ],
        )

    def test_a_claim_is_judged_on_every_recorded_machine(self) -> None:
        claim, _ = self.facts["claims"]
        found = [(each["machine"], each["verdict"], each["outdated"], each["steps"][0]["figures"]) for each in claim["outcomes"]]
        self.assertEqual(
            found,
            [
                ("here", "held", True, '5 <span class="stale">outdated</span> &lt; 7'),
                ("other", "refuted", False, "9 &lt; 7"),
                ("third", "missing", False, "not measured: one-x"),
            ],
        )
        self.assertEqual((claim["anchor"], claim["marked"]), ("less", False))

    def test_the_words_must_agree_with_the_verdict_on_the_reference_machine(self) -> None:
        files = {"recorded/here/one-x.csv": "a\n5\n", "recorded/other/one-x.csv": "a\n9\n"}
        text = "# T\n\n[1]{.claim test='one_x{}.a < 7'} [2]{.claim .refuted test='one_x{}.a < 7'} [3]{.claim test='1 > 2'}\n"
        no, yes, none = "refuted, and not marked {.claim .refuted}", "marked as refuted, and held", None
        for reference, expected in (
            ("here", [none, none, yes, none, no]),
            ("other", [none, no, none, none, no]),
            ("third", [none] * 4 + [no]),
        ):
            with self.subTest(reference), Book({"one": text}, files) as book:
                claims = book.facts("one", reference=reference)["claims"]
                self.assertEqual([each.get("odds") for claim in claims for each in claim["outcomes"]], expected)

    def test_a_counted_claim_is_judged_once(self) -> None:
        _, claim = self.facts["claims"]
        self.assertEqual([(each["machine"], each["verdict"]) for each in claim["outcomes"]], [("", "refuted")])
        self.assertTrue(claim["marked"])

    def test_of_many_comparisons_some_are_told_first_those_that_do_not_hold(self) -> None:
        text = '[All.]{.claim test="in one_c, all n from 1 to 64: ms < 2"}\n'
        rows = "".join(f"{n},{3 if n in (3, 50) else 1}\n" for n in range(1, 65))
        with Book({"one": text}, {"counted/one-c.csv": "n,ms\n" + rows}) as book:
            ((outcome,),) = (each["outcomes"] for each in book.facts("one")["claims"])
        verdicts = [step["verdict"] for step in outcome["steps"]]
        self.assertEqual((len(verdicts), verdicts.count("refuted"), outcome["more"]), (6, 2, 58))
        self.assertEqual(verdicts[2], "refuted", "they keep their order")

    def test_the_sentence_links_nowhere(self) -> None:
        sentence = self.facts["claims"][0]["sentence"]
        self.assertIn("<em>less</em>", sentence)
        self.assertIn("<math", sentence)
        self.assertIn("Section", sentence)
        self.assertNotRegex(sentence, "<a[ >]| id=|knuth|Knuth")

    def test_a_part_of_a_sentence_becomes_a_sentence(self) -> None:
        text = "# T\n\n[so it is,]{.claim test='1 < 2'} and [not so]{.claim test='1 < 2'}; [Why?]{.claim test='1 < 2'}\n"
        with Book({"one": text}) as book:
            self.assertEqual([each["sentence"] for each in book.facts("one")["claims"]], ["So it is.", "Not so.", "Why?"])

    def test_records_of_other_machines_are_dependencies(self) -> None:
        self.assertIn("recorded/other/one-x.csv", self.depfile)

    def test_they_are_left_alone_where_only_prose_changed(self) -> None:
        with Book({"one": self.TEXT}, self.FILES) as book:
            path = book.folder / "facts.json"
            book.facts("one")
            before = path.stat().st_mtime_ns
            book.write("one.md", self.TEXT.replace("# S", "More words.\n\n# S"))
            book.facts("one")
            self.assertEqual(path.stat().st_mtime_ns, before)
            book.write("one.md", self.TEXT.replace("seven", "eight"))
            book.facts("one")
            self.assertNotEqual(path.stat().st_mtime_ns, before)

    def test_they_are_there_although_a_strict_build_fails(self) -> None:
        with Book({"one": self.TEXT}, self.FILES) as book:
            self.assertEqual(book.facts("one", strict="true"), self.facts)

    def test_any_text_is_sound_json(self) -> None:
        printed = lua(
            r"""
          local json = require("build.json")
          print(json.write({ a = "q\" b\\ n\n t\t c\1 \u{3b1}", list = { 1, { x = true } }, none = {} }))
        """
        )
        expected = {"a": 'q" b\\ n\n t\t c\x01 \u03b1', "list": [1, {"x": True}], "none": []}
        self.assertEqual(json.loads(printed), expected)


class Strict(unittest.TestCase):
    """What a strict build does not let pass, told by name, cause and line."""

    def fails(self, text: str, message: str, files: dict[str, str] | None = None) -> None:
        files = files or {}
        self.assertEqual(weave(f"# T\n\n{text}\n", files).status, 0)
        woven = weave(f"# T\n\n{text}\n", files, strict="true")
        self.assertNotEqual(woven.status, 0)
        self.assertIn(f"one.md:3: warning: {message}", woven.errors)

    OLD = {"recorded/here/one-x.csv": "# key: 1111\na\n5\n", **KEYS}
    OUTDATED = "outdated result: one-x (recorded in an older format)"

    def test_a_missing_result(self) -> None:
        self.fails("`nothing{}.a`{.value}", "missing result: nothing")

    def test_an_outdated_result(self) -> None:
        self.fails("`one_x{}.a`{.value}", self.OUTDATED, self.OLD)

    def test_an_outdated_result_in_a_table(self) -> None:
        self.fails('::: {.results data="one_x" select="a"}\nCaption.\n:::', self.OUTDATED, self.OLD)

    def test_an_outdated_result_of_a_claim(self) -> None:
        self.fails('[Five.]{.claim test="one_x{}.a\n== 5"}', self.OUTDATED, self.OLD)

    def test_a_claim_refuted_without_a_mark(self) -> None:
        self.fails("[Less.]{.claim test='2\n< 1'}", "claim refuted, and not marked {.claim .refuted}: 2 < 1")

    def test_a_claim_marked_refuted_that_holds(self) -> None:
        self.fails("[Less.]{.claim .refuted test='1 < 2'}", "claim marked as refuted, and held: 1 < 2")

    def test_current_results_and_claims_that_hold_pass(self) -> None:
        text = "# T\n\n`one_x{}.a`{.value} [Five.]{.claim test='one_x{}.a == 5'} [Six.]{.claim .refuted test='one_x{}.a == 6'}\n"
        woven = weave(text, CURRENT, strict="true")
        self.assertEqual((woven.status, woven.errors), (0, ""))


class Checks(unittest.TestCase):
    """The checks of pages see what they are meant to see."""

    def test_they_see_faults(self) -> None:
        page = pages.Page(
            '<html><body><h1>A</h1><h3 id="x">B</h3><p id="x"><a href="#gone">l</a><div></p></div>'
            '<img src="https://example.org/a.png"><pre>x</pre><span class="missing">missing y</span><i></body>'
        )
        self.assertEqual(pages.duplicate_ids(page), ["x"])
        self.assertEqual(pages.broken_links({"a.html": page}, fixture.WEAVE), ["a.html: #gone"])
        self.assertEqual(pages.remote_loads(page), ["https://example.org/a.png"])
        self.assertEqual(len(pages.heading_faults(page)), 1)
        self.assertEqual(page.missing, ["missing y"])
        self.assertEqual(page.scrolling_without_focus, ["pre"])
        self.assertEqual(page.images_without_text, ["https://example.org/a.png"])
        self.assertTrue(page.unbalanced)

    def test_a_sound_page_passes(self) -> None:
        page = pages.Page('<html lang="en"><body><h1 id="a">A</h1><h2>B</h2><a href="#a">l</a><br></body></html>')
        faults = [pages.duplicate_ids(page), pages.heading_faults(page), page.unbalanced, page.missing]
        self.assertEqual(faults, [[], [], [], []])
        self.assertEqual(pages.broken_links({"p.html": page}, fixture.WEAVE), [])


if __name__ == "__main__":
    fixture.main()
