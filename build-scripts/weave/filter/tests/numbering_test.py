"""Tests of the numbers of chapters, sections and appendices."""

import re
import unittest

from weave.tests import fixture, pages
from weave.tests.fixture import RECORDED, Book, Woven, main_of, text_of, weave


class Numbering(unittest.TestCase):
    one: Woven
    two: Woven
    front: Woven
    TWO = "# Two {#ch:two}\n\n## Alpha {#sec:alpha}\n\nSee @sec:one/beta, [see @fig:one/f; @tbl:one/t], [-@sec:one/beta].\n"
    ONE = """# One *good* title

## Alpha {#sec:alpha}

See @sec:beta, @eq:rule, @ex:sum, @ch:two and @chunk:add.

### Beta {#sec:beta}

$$ a = b $$ {#eq:rule}

$$ c $$ {#eq:second}.

![A picture.](figure:f){#fig:f alt="It shows f."}

::: {.results #tbl:t data="one-times" select="variant,ms"}
Times.
:::

::: {.exercise #ex:sum}
Add.

::: {.answer}
Two.
:::
:::

## Last {-}

```{.cpp #add}
int x;
```
"""

    @classmethod
    def setUpClass(cls) -> None:
        files = {
            **RECORDED,
            "figures/f.svg": '<svg viewBox="0 0 1 1"><g/></svg>',
            "book.md": "---\ntitle: Tiny\n---\n\n- [x](chapters/one.md)\n- [y](chapters/two.md)\n",
        }
        with Book({"one": cls.ONE, "two": cls.TWO}, files) as book:
            cls.one, cls.two, cls.front = book.weave("one"), book.weave("two"), book.weave("index")

    def test_sections_are_numbered_in_the_chapter(self) -> None:
        headings = [(level, text_of(text)) for level, text in pages.Page(self.one.html).headings]
        self.assertEqual(headings, [(1, "One good title"), (2, "1.1 Alpha #"), (3, "1.1.1 Beta #"), (2, "Last #")])

    def test_references_in_the_chapter(self) -> None:
        self.assertIn('<a class="crossref" href="#sec-beta">Section\u00a01.1.1</a>', self.one.html)
        self.assertIn('<a class="crossref" href="#eq-rule">Equation\u00a0(1.1)</a>', self.one.html)
        self.assertIn('<a class="crossref" href="#ex-sum">Exercise\u00a01.1</a>', self.one.html)
        self.assertIn('<a class="reference" href="#chunk-add">\u27e8add\u27e9</a>', self.one.html)
        self.assertIn('<a class="crossref" href="two.html">Chapter\u00a02</a>', self.one.html)

    def test_references_across_chapters(self) -> None:
        self.assertIn('<a class="crossref" href="one.html#sec-beta">Section\u00a01.1.1</a>', self.two.html)
        self.assertIn("(see ", text_of(main_of(self.two.html)))
        self.assertIn('<a class="crossref" href="one.html#fig-f">Figure\u00a01.1</a>', self.two.html)
        self.assertIn('<a class="crossref" href="one.html#tbl-t">Table\u00a01.1</a>', self.two.html)
        self.assertIn('<a class="crossref" href="one.html#sec-beta">1.1.1</a>.', self.two.html)

    def test_equations_carry_their_numbers(self) -> None:
        self.assertRegex(self.one.html, r'(?s)id="eq-rule">.*?<math.*?</math><span class="equation-number">\(1\.1\)')
        self.assertRegex(self.one.html, r'(?s)id="eq-second">.*?</math><span class="equation-number">\(1\.2\)</span></span>\.')

    def test_exercise_and_folded_answer(self) -> None:
        self.assertRegex(self.one.html, r'(?s)id="ex-sum".*Exercise 1\.1.*<details class="answer">\s*<summary>Answer.*Two\.')

    def test_figure_stands_in_the_page(self) -> None:
        self.assertRegex(
            self.one.html,
            r'(?s)<figure class="figure" id="fig-f" aria-labelledby="fig-f-caption">.*<svg[^>]*aria-label="It shows f\."',
        )

    def test_contents_previous_and_next(self) -> None:
        self.assertRegex(self.one.html, r'href="one\.html" aria-current="page"')
        self.assertRegex(self.one.html, r'rel="next" href="two\.html"')
        self.assertRegex(self.two.html, r'rel="prev" href="one\.html"')

    def test_front_page_lists_chapters_with_sections(self) -> None:
        contents = self.front.html.split('class="book-contents"')[1]
        self.assertRegex(contents, r'(?s)href="one\.html".*href="one\.html#sec-alpha".*href="two\.html#sec-alpha"')

    def test_pages_have_no_warning(self) -> None:
        self.assertEqual((self.one.errors, self.two.errors, self.front.errors), ("", "", ""))

    def test_unknown_label_is_marked_and_reported_with_its_line(self) -> None:
        woven = weave("# T\n\nWords.\n\nSee @fig:nowhere.\n")
        self.assertIn('<span class="missing">missing label: fig:nowhere</span>', woven.html)
        self.assertIn("one.md:5: warning: missing label: fig:nowhere", woven.errors)

    def test_bracket_that_a_reference_swallows_is_reported(self) -> None:
        woven = weave('# T {#sec:t}\n\nWords.\n\nBy @sec:t [it is so.]{.claim test="1 < 2"}\n')
        self.assertIn("one.md:5: warning: a bracket after @sec:t counts as a part of it", woven.errors)
        woven = weave('# T {#sec:t}\n\nBy @sec:t, [it is so.]{.claim test="1 < 2"} (See [@sec:t].)\n')
        self.assertEqual(woven.errors, "")


class Appendices(unittest.TestCase):
    one: Woven
    tools: Woven
    front: str
    BOOK = "---\ntitle: Tiny\n---\n\n# Chapters\n\n- [x](chapters/one.md)\n\n# Appendices\n\n- [y](chapters/tools.md)\n"

    @classmethod
    def setUpClass(cls) -> None:
        chapter = "# One\n\nSee @ch:tools and @sec:tools/saw.\n"
        appendix = "# Tools\n\n## A saw {#sec:saw}\n\nSee @ch:one.\n\n$$ a $$ {#eq:a}\n\nBy @eq:a.\n"
        with Book({"one": chapter}, {"book.md": cls.BOOK}, {"tools": appendix}) as book:
            cls.one, cls.tools = book.weave("one"), book.weave("tools")
            cls.front = book.weave("index", scoreboard="scoreboard.html").html

    def test_they_are_numbered_by_letters(self) -> None:
        self.assertIn("<span>Appendix</span> A", self.tools.html)
        self.assertIn("<span>Chapter</span> 1", self.one.html)
        self.assertIn("A.1 A saw", text_of(main_of(self.tools.html)))
        self.assertIn("By Equation\u00a0(A.1)", re.sub("<[^>]*>", "", self.tools.html))
        self.assertEqual(self.one.errors + self.tools.errors, "")

    def test_references_call_them_so(self) -> None:
        self.assertIn('<a class="crossref" href="tools.html">Appendix\u00a0A</a>', self.one.html)
        self.assertIn('<a class="crossref" href="tools.html#sec-saw">Section\u00a0A.1</a>', self.one.html)
        self.assertIn('<a class="crossref" href="one.html">Chapter\u00a01</a>', self.tools.html)

    def test_each_list_of_the_front_page_has_its_own(self) -> None:
        first, second = re.findall(r'(?s)<nav class="book-contents" aria-label="(\w+)">(.*?)</nav>', self.front)
        self.assertEqual((first[0], second[0]), ("Chapters", "Appendices"))
        self.assertEqual([part[1].count("tools.html") > 0 for part in (first, second)], [False, True])
        self.assertEqual([part[1].count("one.html") > 0 for part in (first, second)], [True, False])

    def test_the_front_page_leads_to_the_scoreboard(self) -> None:
        self.assertIn('<a href="scoreboard.html">', main_of(self.front))

    def test_how_the_claims_fare_stands_where_the_front_page_wants_it(self) -> None:
        text = self.BOOK.replace("# Chapters", "::: glance\n:::\n\n# Chapters")
        files = {"book.md": text, "glance.html": '<ul class="glance"><li>7 held</li></ul>\n'}
        with Book({"one": "# One\n", "tools": "# Tools\n"}, files) as book:
            told = book.weave("index", scoreboard="scoreboard.html", glance="glance.html")
            untold = book.weave("index", scoreboard="scoreboard.html")
        self.assertEqual(told.errors + untold.errors, "")
        self.assertRegex(told.html, r'(?s)<a href="scoreboard.html">.*<li>7 held</li>.*aria-label="Chapters"')
        self.assertEqual([main_of(page.html).count('"scoreboard.html"') for page in (told, untold)], [1, 1])
        self.assertNotIn('"glance"', untold.html)


if __name__ == "__main__":
    fixture.main()
