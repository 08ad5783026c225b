"""Tests of what else a page is made of."""

import os
import re
import unittest

from weave.tests import fixture, pages
from weave.tests.fixture import RECORDED, Book, main_of, text_of, weave


class Pages(unittest.TestCase):
    def test_strict_fails_where_something_is_missing(self) -> None:
        text = "# T\n\n`nothing{}.a`{.value}\n"
        self.assertNotEqual(weave(text, strict="true").status, 0)
        self.assertEqual(weave(text).status, 0)
        self.assertEqual(weave("# T\n\nFine.\n", strict="true").status, 0)

    def test_a_page_knows_its_book(self) -> None:
        for title, written in (("A tiny book", "A tiny book"), ('"R" & D', "&quot;R&quot; &amp; D")):
            self.assertIn(f'<html lang="en" data-book="{written}">', weave("# T\n\nFine.\n", booktitle=title).html)

    def test_citations(self) -> None:
        woven = weave("# T\n\nAs said [@knuth, p. 3].\n")
        self.assertIn('href="#ref-knuth"', woven.html)
        self.assertIn('id="sources"', woven.html)
        self.assertNotIn('id="sources"', weave("# T\n\nNothing said.\n").html)

    def test_depfile_names_what_was_read(self) -> None:
        files = {**RECORDED, "figures/f.svg": "<svg viewBox='0 0 1 1'></svg>", "counted/one-c.csv": "a\n1\n", "one.counted": ""}
        text = '# T\n\n![A.](figure:f){#fig:f alt="x"} \n\n`one_times{variant="atomic", n=2^20}.ms + one_c{}.a`{.value}\n'
        with Book({"one": text}, files) as book:
            book.weave("one", depfile="one.d", target="one.html")
            depfile = (book.folder / "one.d").read_text()
        target, _, rest = depfile.partition(":")
        read = rest.replace("\\\n", "").split()
        self.assertEqual(target, "one.html")
        for path in ("recorded/here/one-times.csv", "recorded/here/machine.txt", "figures/f.svg"):
            self.assertIn(path, read)
        self.assertNotIn("counted/one-c.csv", read)

    def test_a_page_keeps_what_it_asked_of_the_book(self) -> None:
        chapters = {"one": "# One\n\nSee @sec:two/here.\n", "two": "# Two\n\n## Here {#sec:here}\n", "three": "# Three\n"}
        with Book(chapters) as book:
            book.weave("one", asked="one.asked.lua")
            asked = (book.folder / "one.asked.lua").read_text()
        self.assertEqual(re.findall(r'(?m)^  \["?(.*?)"?\] = ', asked), ["chapters ", "find sec:two/here", "sections one 3"])

    def test_outline_is_left_alone_if_nothing_changed(self) -> None:
        with Book({"one": "# T\n\n## A\n\nText.\n"}) as book:
            book.outlines()
            outline = book.folder / "pages/one.outline.lua"
            os.utime(outline, (1, 1))
            book.write("one.md", "# T\n\n## A\n\nOther text.\n")
            book.outlines()
            self.assertEqual(outline.stat().st_mtime, 1)
            book.write("one.md", "# T\n\n## B\n\nOther text.\n")
            book.outlines()
            self.assertNotEqual(outline.stat().st_mtime, 1)

    def test_title_in_the_metadata(self) -> None:
        woven = weave("---\ntitle: Meta *title*\n---\n\n# First\n\n## Second\n")
        levels = [(level, text_of(text)) for level, text in pages.Page(woven.html).headings]
        self.assertEqual(levels, [(1, "Meta title"), (2, "1.1 First #"), (3, "1.1.1 Second #")])

    def test_description_is_how_the_text_begins(self) -> None:
        text = '# T\n\n## A {#sec:a}\n\nIn @sec:a *we* [@knuth] say "a < b".\n\nMore.\n'
        self.assertEqual(pages.Page(weave(text).html).description, "In Section\u00a01.1 we say \u201ca < b\u201d.")
        self.assertEqual(pages.Page(weave('# T\n\nIt is `"x"`.\n').html).description, 'It is "x".')
        long = weave("# T\n\n" + "many words " * 50).html
        self.assertLess(len(pages.Page(long).description), 202)

    def test_a_line_broken_by_its_end_is_an_error(self) -> None:
        for end in ("\\", "  "):
            woven = weave(f"# T\n\n$$a \\\\\nb$$\n\nMore than 5{end}\n% of it.\n")
            self.assertNotEqual(woven.status, 0)
            self.assertRegex(woven.errors, r"one\.md:6: error: a line that ends in a backslash or two spaces")

    def test_brackets_are_as_tall_as_what_they_hold(self) -> None:
        html = weave("# T\n\n$(b)$ and $\\left(\\frac{a}{b}\\right)$\n").html
        self.assertEqual(html.count('stretchy="false"'), 2)
        self.assertEqual(html.count('stretchy="true"'), 2)

    def test_signs_and_functions_stand_close_to_what_goes_before(self) -> None:
        html = weave("# T\n\n$[-3, -x]$, $a - b$, $\\log_2 n$, $n \\log n$, $\\lceil\\log t\\rceil$\n").html
        self.assertEqual(html.count('<mo form="prefix">\u2212</mo>'), 2)
        self.assertEqual(html.count("<mo>\u2212</mo>"), 1)
        self.assertEqual(html.count('<mo lspace="0">log</mo>'), 2)
        self.assertEqual(html.count("<mo>log</mo>"), 1)


class Aids(unittest.TestCase):
    TEXT = """# One

::: {.aid #aid:try scripts="rule,try" title="Try *it*"}
Without scripts, see the figure.
:::
"""

    def test_an_aid_asks_for_its_scripts_in_order(self) -> None:
        woven = weave(self.TEXT, {"aids/rule.js": "", "aids/try.js": ""}, aids="aids")
        self.assertEqual(woven.errors, "")
        self.assertIn('<section class="aid" id="aid-try" data-aid="try" aria-label="Try *it*">', woven.html)
        self.assertRegex(woven.html, r'(?s)aid-fallback">\s*<p>Without scripts')
        self.assertEqual(re.findall(r'<script src="aids/(\w+)\.js" defer>', woven.html), ["rule", "try"])

    def test_scripts_are_loaded_once_a_page(self) -> None:
        woven = weave(
            self.TEXT + self.TEXT.replace("aid:try", "aid:other").replace("# One", ""),
            {"aids/rule.js": "", "aids/try.js": ""},
            aids="aids",
        )
        self.assertEqual(woven.html.count('src="aids/rule.js"'), 1)
        self.assertEqual(woven.html.count('data-aid="try"'), 2)

    def test_a_script_that_is_not_there_is_told_with_its_line(self) -> None:
        woven = weave(self.TEXT, {"aids/rule.js": ""}, aids="aids")
        self.assertRegex(woven.errors, r"one\.md:\d+: warning: missing script of an aid: try")
        self.assertIn("missing script: try", woven.html)

    EXPERIMENT = """# One

::: {.aid #try:copy experiment="copy" title="Try it"}
Predict, then turn.
:::
"""

    def test_an_experiment_has_its_name_and_the_button_s_script(self) -> None:
        woven = weave(
            self.EXPERIMENT + self.EXPERIMENT.replace("try:copy", "try:again").replace("# One", ""),
            experiments="one/add,one/copy",
        )
        self.assertEqual(woven.errors, "")
        self.assertRegex(
            woven.html,
            r'(?s)<section class="aid" id="try-copy" data-experiment="one/copy" aria-label="Try it">'
            r".*Predict, then turn.*<noscript><p>.*</noscript>\s*</section>",
        )
        self.assertEqual(woven.html.count('<script src="experiments.js" defer>'), 1)

    def test_a_page_without_a_simulator_says_so_once(self) -> None:
        woven = weave(self.EXPERIMENT + self.EXPERIMENT.replace("try:copy", "try:again").replace("# One", ""))
        self.assertEqual(woven.errors, "")
        self.assertNotIn("Predict, then turn", woven.html)
        self.assertNotIn("experiment", woven.html)
        self.assertEqual(woven.html.count("<p>Here a kernel could be tried in the page, but"), 1)

    def test_a_front_page_speaks_of_experiments_where_there_are_some(self) -> None:
        front = "---\ntitle: B\n---\n\nAll is true. [Kernels *run* here.]{.experiments}\n\n- [One](chapters/one.md)\n"
        with fixture.Book({"one": "# One\n"}, {"book.md": front}) as book:
            self.assertNotIn("run", main_of(book.weave("index").html))
            page = main_of(book.weave("index", experiments="one/add").html)
        self.assertIn("<p>All is true. Kernels <em>run</em> here.</p>", page)

    def test_an_experiment_that_is_not_there_is_told_with_its_line(self) -> None:
        woven = weave(self.EXPERIMENT, experiments="one/add,two/copy")
        self.assertRegex(woven.errors, r"one\.md:3: warning: no experiment one/copy in code/experiments")

    def test_an_aid_without_scripts_is_told(self) -> None:
        woven = weave('# One\n\n::: {.aid title="Try"}\nText.\n:::\n', aids="aids")
        self.assertIn("an aid without scripts", woven.errors)


class Folds(unittest.TestCase):
    def test_a_section_is_folded_up_to_the_next_of_its_level(self) -> None:
        woven = weave("# One\n\n## A {.folded}\n\nalpha\n\n### B\n\nbeta\n\n## C\n\ngamma\n\n## D {.folded}\n\ndelta\n")
        self.assertEqual(woven.errors, "")
        folds = re.findall(r'(?s)<details class="folded">.*?</details>', main_of(woven.html))
        self.assertEqual(["alpha" in fold and "beta" in fold for fold in folds], [True, False])
        self.assertEqual(["delta" in fold for fold in folds], [False, True])
        self.assertFalse(any("gamma" in fold or "<h2" in fold for fold in folds))


class Numbers(unittest.TestCase):
    def test_sections_without_numbers_do_not_count(self) -> None:
        woven = weave("# One\n\n## A\n\na\n\n## B {.unnumbered}\n\nb\n\n## C\n\nc\n\n### D\n\nd\n")
        self.assertEqual(re.findall(r'<span class="number">([\d.]+)</span>', main_of(woven.html)), ["1.1", "1.2", "1.2.1"])


class JudgedExercises(unittest.TestCase):
    TEXT = """# One

::: {.exercise #ex:two}
Task.

```{.cpp file=one/exercises/two/skeleton.cu}
void two();
```

::: answer
Secret.
:::
:::

::: {.exercise #ex:three}
Another.
:::
"""
    INDEX = """return { chapter = "one", chunks = {
      { name = "file:one/exercises/two/skeleton.cu", file = "one/exercises/two/skeleton.cu", parts = { { line = 6, number = 1 } },
        uses = {}, used_in = {}, chapters = { "one" }, code = { "void two();\\n" } } } }"""

    def test_one_that_has_a_skeleton_says_how_it_is_judged(self) -> None:
        woven = weave(self.TEXT, {"index/one.index.lua": self.INDEX})
        self.assertEqual(woven.errors, "")
        two, three = re.findall(r'(?s)<section class="box exercise".*?</section>', woven.html)
        task, answer = two.split('<details class="answer">')
        for command in ("exercise", "grade"):
            self.assertIn(f"<kbd>build-scripts/{command} one/two</kbd>", task)
        self.assertNotIn("build-scripts", answer)
        self.assertNotIn("build-scripts", three)


class Quizzes(unittest.TestCase):
    TEXT = """# One

::: {.quiz #quiz:lanes title="Lanes"}
How many lanes has a warp? See @quiz:lanes.

- [ ] 16.

  That is *half*.

- [x] `32`, on all GPUs.

  It has been so.

  Always.
:::
"""

    def test_code_that_only_checks_is_folded_but_within_folded_sections(self) -> None:
        code = "```{.cpp #%s}\n%s\n```\n\n"
        check = 'program.check("a", [](harness::Check& check) {\n  check.equal(1, 1);\n});'
        pieces = [
            ("checks", check),
            ("counts", 'program.count("one-x", {"n"}, f);\n\n// Twice.\n' + check.replace("check(", "count(")),
        ]
        others = [("mixed", check + "\nint x;"), ("called", "other.check(1);"), ("kernel", "void f() {\n  program.check(1);\n}")]
        text = "# One\n\n" + "".join(code % each for each in pieces + others)
        woven = weave(text + "## A {.folded}\n\n" + code % ("checks-again", check))
        folds = re.findall(
            r'(?s)<div class="chunk" id="chunk-([\w-]+)">(?:(?!<pre).)*<details class="folded checks"( open)?><summary>(.*?)<',
            woven.html,
        )
        self.assertEqual(
            folds,
            [
                ("checks", "", "Code that checks"),
                ("counts", "", "Code that measures"),
                ("checks-again", " open", "Code that checks"),
            ],
        )

    def test_answers_are_folded_around_what_tells_why(self) -> None:
        page = weave(self.TEXT).html
        self.assertRegex(
            page,
            r'<section class="box quiz" id="quiz-lanes" aria-label="Question 1.1">\s*<p class="box-title">'
            r'Question 1.1 <span class="box-topic">Lanes</span></p>',
        )
        self.assertIn('<a class="crossref" href="#quiz-lanes">Question\u00a01.1</a>', page)
        found = re.findall(
            r'(?s)<li><details class="choice (\w+)"><summary>\s*(.*?)\s*</summary><div>\s*(.*?)\s*</div></details></li>', page
        )
        self.assertEqual(
            found,
            [
                ("wrong", "16.", '<p><strong class="judgement">No.</strong> That is <em>half</em>.</p>'),
                (
                    "right",
                    "<code>32</code>, on all GPUs.",
                    '<p><strong class="judgement">Right.</strong> It has been so.</p>\n<p>Always.</p>',
                ),
            ],
        )

    def test_what_is_wrong_with_a_quiz_is_an_error_at_its_line(self) -> None:
        for change, message in (
            (("- [x]", "- [ ]"), "a quiz has one right answer, not 0"),
            (("- [ ]", "- [x]"), "a quiz has one right answer, not 2"),
            (("- [ ] 16.\n\n  That is *half*.\n", "- [ ] 16.\n"), "an answer of a quiz does not tell why: 16."),
            (("- [ ] 16", "- 16"), "an answer of a quiz begins with [ ] or [x]"),
            (("  Always.\n", "  Always.\n\nThat is it.\n"), "a quiz ends with a list of answers"),
        ):
            made = weave(self.TEXT.replace(*change))
            self.assertNotEqual(made.status, 0)
            self.assertIn(f"one.md:3: error: {message}", made.errors)


if __name__ == "__main__":
    fixture.main()
