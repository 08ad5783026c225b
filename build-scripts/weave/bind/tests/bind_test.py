"""Tests of the EPUB and the PDF, on a tiny book."""

import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as tree
import zipfile

from shared.tools import command
from weave.bind import answers, bind_pdf, floats, verdicts, woven
from weave.bind.tests import epub_test, pdf_test
from weave.tests import browser, fixture
from weave.tests.fixture import Book

ONE = """# The first & only

## Begin {#sec:begin}

See @sec:end, @sec:begin and `a < b`; $n^2$.

```{.cpp #part}
int one;
```

::: {.exercise #ex:e}
Why?

::: answer
An answer to read.
:::
:::

::: {.quiz #quiz:q title="Which?"}
Which one?

- [ ] This one.

  It is another.

- [x] That one.

  So it is.
:::

![A picture.](figure:f){#fig:f alt="Lines."}
"""
TWO = """# The second

## End {#sec:end}

Back to @sec:begin (and, again, @sec:begin).

::: {.results #tbl:t data="two-times" select="a,b,c,d,e,f,ms"}
Broad.
:::

::: {.aid title="Try it" scripts="none"}
With scripts, there is more.
:::
"""
FILES = {
    "counted/two-times.csv": "a,b,c,d,e,f,ms,remark\n1,2,3,4,5,6,2.5,unstable\n1,2,3,4,5,6,3.5,ok\n",
    "aids/none.js": "",
    "figures/f.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0L9 9" stroke="var(--series-1)"/></svg>',
    "book.md": "---\ntitle: Tiny\n---\n\nA preface.\n\n- [x](chapters/one.md)\n- [x](chapters/two.md)\n",
}


WOVEN = """<main><p class="chapter-number">Appendix A</p><h1>A page</h1>
<pre><code><span>  <a>\u27e8one\u27e9</a>
</span><span>
</span><span>\u27e8two\u27e9
</span><span>
</span><span>int three;
</span></code></pre>
<div class="things"><ul><li><span class="number">1.1</span> <a href="one.html#fig-f">A picture.</a></li></ul></div>
<dl class="index"><dt>a</dt><dd>1</dd><dt>b</dt><dd>2</dd></dl>
<table><tr><td class="number unstable" data-sign="†">1.5\u2007<span class="unseen">\u00d710</span></td>
<td class="number in-cache" data-sign="‡">1\u2008\u2007</td><td class="number">1.25</td></tr></table>
<section class="claims"><table><tr><th>A</th><td><div class="provenance">Measured: a, b.</div><div class="provenance">Counted.</div></td></tr>
<tr><th>B</th><td><div class="provenance">Measured: b.</div></td></tr></table>
<table><tr><th>A</th><td><div class="provenance">Measured: a, b.</div></td></tr>
<tr><th>B</th><td><div class="provenance">Measured: a, <em>c</em>.</div></td></tr></table></section>
<details class="figures"><summary>Figures</summary></details><details class="folded"></details><details class="record"></details>
</main>"""


class Page(unittest.TestCase):
    """What becomes of a page before it is bound."""

    def setUp(self) -> None:
        path = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()), "page.html")
        path.write_text(WOVEN, encoding="utf-8")
        self.page = woven.read(path)
        self.main = self.page.main

    def test_lines_that_name_pieces_close_up(self) -> None:
        lines = [woven.text_of(line) for line in self.main.iterfind("pre/code/*")]
        self.assertEqual(lines, ["\u27e8one\u27e9", "\u27e8two\u27e9", "", "int three;"])

    def test_an_appendix_is_told_from_its_title(self) -> None:
        self.assertEqual(self.page.heading(), "Appendix A. A page")

    def test_claims_say_once_where_figures_come_from(self) -> None:
        told = [woven.text_of(line) for line in self.main.iterfind("section//div")]
        self.assertEqual(told, ["Measured: a, b.", "Counted.", "Measured: b.", "Measured as above.", "Measured: a, c."])

    def test_signs_stand_close_to_their_numbers(self) -> None:
        woven.set_signs(self.main)
        first, second, third = (woven.written(cell).strip() for cell in self.main.iterfind("table/tr/td"))
        self.assertIn('>1.5<sup class="sign">\u2020</sup>\u2007<span', first)
        self.assertIn('>1<sup class="sign">\u2021</sup>\u2008\u2007<', second)
        self.assertNotIn("sup", third)

    def test_the_width_of_a_table_is_that_of_its_broadest_cells(self) -> None:
        table = tree.fromstring("<table><tr><th>ab</th><th>c</th></tr><tr><td>a</td><td>cde</td></tr></table>")
        self.assertEqual(woven.width_in_letters(table), 2 + 2 + 3 + 2)

    def test_entries_of_an_index_are_paragraphs_on_paper(self) -> None:
        bind_pdf.prepare_index(self.main)
        self.assertEqual([woven.text_of(entry) for entry in self.main.iterfind("dl/*")], ["a1", "b2"])

    def test_what_is_cited_is_named_in_the_margin_once_in_a_section(self) -> None:
        cites = '<p>So it is (<a href="#ref-a">Ada, n.d.</a>), as <a href="#ref-b">Bob 2019</a> found.</p>'
        entries = (
            '<div id="refs"><div id="ref-a"><p>Ada. n.d.a. <em>The <span>Guide</span></em>. A house.</p></div>'
            '<div id="ref-b"><p>Bob, Carl. 2019. <span>“Warps: A Tale.”</span> In <em>Proc.</em>, 2–3.</p></div></div>'
        )
        main = tree.fromstring(f"<main>{cites}{cites}<h2>Next</h2><ul><li>{cites}</li></ul>{cites}{entries}</main>")
        bind_pdf.add_margin_notes(main)
        notes = [[woven.text_of(note) for note in block.iterfind("span")] for block in main if block.tag == "p"]
        own = ["Ada: The Guide", "Bob 2019: “Warps: A Tale”"]
        self.assertEqual(notes, [own, [], own])
        self.assertTrue(woven.text_of(next(iter(main))).endswith("So it is (Ada, n.d.), as Bob 2019 found."))

    def test_what_is_folded_opens_on_paper_but_for_records(self) -> None:
        bind_pdf.prepare(self.page, {"one"})
        self.assertEqual([each.get("open") for each in self.main.iterfind("details")], ["open", "open", None])

    def test_lists_of_figures_tell_pages_on_paper(self) -> None:
        bind_pdf.prepare(self.page, {"one"})
        bind_pdf.add_page_numbers([self.page], {"one--fig-f": 7})
        self.assertEqual(woven.text_of(next(self.main.iterfind("div/ul/li"))), "1.1 A picture. (p. 7)")


class Answers(unittest.TestCase):
    CHOICE = '<li><details class="choice {0}"><summary>Say <b>{0}</b></summary><div><p>It is {0}.</p></div></details></li>'

    def setUp(self) -> None:
        choices = "".join(map(self.CHOICE.format, ("wrong", "right")))
        self.main = tree.fromstring(
            f"""<main><section class="box quiz" id="quiz-q" aria-label="Question 1.1"><ul class="choices">{choices}</ul></section>
            <section class="box exercise" id="ex-e" aria-label="Exercise 1.1"><p>Do it.</p>
            <details class="answer"><summary>Answer</summary><div><p>Done.</p></div></details></section>
            <section class="box exercise" id="ex-f" aria-label="Exercise 1.2"><p>There is no answer.</p></section>
            <h2 id="sec-program">The program</h2></main>"""
        )
        answers.gather(self.main)

    def test_answers_stand_before_the_program_in_the_order_of_what_they_answer(self) -> None:
        told = [woven.text_of(each) for each in self.main]
        self.assertEqual(told[3:4] + told[-1:], ["Answers", "The program"])
        self.assertEqual(told[4:-1], ["Question 1.1: b", "It is wrong.It is right.", "Exercise 1.1", "Done."])

    def test_a_box_keeps_what_it_asks_and_leads_to_its_answer(self) -> None:
        quiz, exercise, unanswered = self.main.iterfind("section")
        self.assertEqual([woven.text_of(each) for each in quiz.iterfind("ol/li")], ["Say wrong", "Say right"])
        self.assertEqual(woven.text_of(exercise), "Do it. Answer")
        self.assertEqual(woven.text_of(unanswered), "There is no answer.")
        anchors = {each.get("id") for each in self.main.iter()}
        for link in self.main.iter("a"):
            self.assertIn(link.attrib["href"][1:], anchors)


class Verdicts(unittest.TestCase):
    def page(self, name: str, text: str) -> woven.Page:
        return woven.Page(name, name, "", tree.fromstring(f"<main>{text}</main>"))

    def setUp(self) -> None:
        row = '<tr><td><a href="one.html#claim-1">It is fast.</a><details class="figures">1 &lt; 2</details></td></tr>'
        self.one = self.page(
            "one", '<p>It is fast.<a href="#claim-1-figures">held</a></p><section class="claims"><p>1 &lt; 2</p></section>'
        )
        self.scoreboard = self.page("scoreboard", f"<table>{row}</table><table>{row}</table>")

    def test_verdicts_lead_to_the_last_row_of_their_claim(self) -> None:
        verdicts.send_to_scoreboard([self.one, self.scoreboard])
        self.assertEqual([each.get("href") for each in self.one.main.iter("a")], ["scoreboard.html#one-claim-1"])
        self.assertEqual([each.get("id") for each in self.scoreboard.main.iter("tr")], [None, "one-claim-1"])

    def test_figures_are_left_out(self) -> None:
        verdicts.send_to_scoreboard([self.one, self.scoreboard])
        self.assertNotIn("1 < 2", woven.text_of(self.one.main) + woven.text_of(self.scoreboard.main))

    def test_without_a_scoreboard_all_stays(self) -> None:
        verdicts.send_to_scoreboard([self.one])
        self.assertIn("1 < 2", woven.text_of(self.one.main))

    def test_a_claim_that_the_scoreboard_lacks_is_told(self) -> None:
        with self.assertRaisesRegex(ValueError, "one: claim-1 is not on the scoreboard"):
            verdicts.send_to_scoreboard([self.one, self.page("scoreboard", "")])


class Floats(unittest.TestCase):
    def moved(self, room: float) -> str:
        line = "x" * floats.LETTERS
        main = tree.fromstring(
            f'<main><figure id="f"/><p>{line}</p><ul><li>{line}</li><li>{line}</li></ul><p>{line}</p><h2/><p>{line}</p></main>'
        )
        floats.move(main, {"f": room, "other": 500})
        return " ".join(each.tag for each in main)

    def test_text_fills_the_page(self) -> None:
        self.assertEqual(self.moved(floats.LINE + 1), "p figure ul p h2 p")
        self.assertEqual(self.moved(3 * (floats.LINE + floats.APART)), "p ul figure p h2 p")

    def test_a_heading_stays_behind(self) -> None:
        self.assertEqual(self.moved(600), "p ul p figure h2 p")

    def test_a_box_has_to_fit(self) -> None:
        code = "<pre><code>" + "int i;\n" * 10 + "</code></pre>"
        for box in (f'<div class="chunk">{code}</div>', '<section class="box quiz"><p>Why?</p><ol><li>So.</li></ol></section>'):
            for room, moved in ((60, 0), (300, 1)):
                with self.subTest(box, room=room):
                    main = tree.fromstring(f'<main><figure id="f"/>{box}<h2/></main>')
                    self.assertEqual((floats.move(main, {"f": room}), main[moved].tag), (moved, "figure"))

    def test_where_no_text_follows_nothing_moves(self) -> None:
        main = tree.fromstring('<main><figure id="f"/><figure id="g"/><p>Text.</p></main>')
        self.assertEqual((floats.move(main, {"f": 300}), main[0].get("id")), (0, "f"))


class Bound(unittest.TestCase):
    folder: pathlib.Path
    pages: list[pathlib.Path]

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.pages = [cls.folder / f"{name}.html" for name in ("index", "one", "two")]
        with Book({"one": ONE, "two": TWO}, FILES) as book:
            for page in cls.pages:
                page.write_text(book.weave(page.stem).html, encoding="utf-8")

    def bind(self, script: str, *options: pathlib.Path | str) -> subprocess.CompletedProcess[str]:
        start = [*command(script), "--title", "A <tiny> book", *options, "--", *self.pages]
        return subprocess.run(start, capture_output=True, text=True)


class Epub(Bound):
    def setUp(self) -> None:
        self.epub = self.folder / "book.epub"
        styles = [fixture.PAGES / "styles/1-colours.css", fixture.BIND / "epub.css"]
        run = self.bind("bind_epub", "--output", self.epub, "--styles", *styles)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        with zipfile.ZipFile(self.epub) as archive:
            self.files = {name: archive.read(name).decode() for name in archive.namelist()}

    @unittest.skipIf(epub_test.missing(), "epubcheck is not installed")
    def test_epubcheck_accepts_it(self) -> None:
        self.assertEqual(epub_test.errors(str(self.epub)), "")

    def test_links_lead_to_its_own_pages(self) -> None:
        self.assertIn('href="one.xhtml#sec-begin"', self.files["book/two.xhtml"])
        self.assertNotRegex("".join(self.files.values()), r'href="[^"]*\.html')

    def test_it_has_a_cover(self) -> None:
        package = self.files["book/package.opf"]
        self.assertRegex(package, r'href="cover.svg" media-type="image/svg\+xml" properties="cover-image"')
        self.assertRegex(package, r'<spine>\s*<itemref idref="cover"/>')
        self.assertIn("A &lt;tiny&gt; book</text>", self.files["book/cover.svg"])
        self.assertIn("cover.svg", self.files["book/cover.xhtml"])

    def test_its_contents_have_sections(self) -> None:
        self.assertRegex(
            self.files["book/nav.xhtml"], r"1 The first &amp; only</a>\s*<ol>\s*<li><a href=.one.xhtml#sec-begin.>1.1 Begin<"
        )

    def test_colours_stand_by_their_values(self) -> None:
        self.assertNotIn("var(", "".join(self.files.values()))
        self.assertRegex(self.files["book/one.xhtml"], r'stroke="#[0-9a-f]{6}"')

    def test_signs_of_remarks_are_text_and_broad_tables_small(self) -> None:
        page = self.files["book/two.xhtml"]
        self.assertRegex(page, r'<table class="many signed">')
        self.assertRegex(page, r'<td class="number unstable"[^>]*>2.5<sup class="sign">\u2020</sup></td>')
        self.assertNotIn('class="many"', self.files["book/one.xhtml"])

    def test_what_needs_scripts_is_left_out(self) -> None:
        self.assertNotIn("With scripts", "".join(self.files.values()))

    def test_the_same_pages_give_the_same_epub(self) -> None:
        before = self.epub.read_bytes()
        self.setUp()
        self.assertEqual(self.epub.read_bytes(), before)


@unittest.skipUnless(browser.CHROMIUM and shutil.which("pdfinfo"), "chromium or pdfinfo is not installed")
class Pdf(Bound):
    def test_it_has_heads_page_numbers_and_anchors(self) -> None:
        style = self.folder / "book.css"
        style.write_text("".join(path.read_text() for path in sorted((fixture.PAGES / "styles").glob("*.css"))))
        pdf = self.folder / "book.pdf"
        run = self.bind("bind_pdf", "--output", pdf, "--style", style, fixture.BIND / "pdf.css")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        text = subprocess.run(["pdftotext", "-layout", pdf, "-"], capture_output=True, text=True).stdout
        sheets = text.split("\f")
        # The cover has the title alone.
        self.assertEqual(sheets[0].split(), ["Tiny"])
        self.assertRegex(sheets[1], r"(?s)1\s+The first & only\s+3\s.*1\.1\s+Begin\s+3\s.*2\.1\s+End\s+5\s")
        self.assertRegex(sheets[2], r"^\s*1 The first & only\s+3\n")
        self.assertRegex(sheets[2], r"See Section\s2\.1 \(p\.\s5\), Section\s1\.1 and")
        self.assertEqual(len(re.findall(r"Answer \(p\.\s4\)", sheets[2])), 2)
        self.assertNotRegex(sheets[2], "An answer to read|So it is")
        self.assertRegex(
            sheets[3],
            r"(?s)Answers\s+Exercise 1\.1\s+An answer to read\.\s+Question 1\.1: b\s+a\. No\. It is another\.\s+b\. Right\. So it is\.",
        )
        self.assertRegex(sheets[4], r"^\s*2 The second\s+5\n")
        self.assertRegex(sheets[4], r"Back to Section\s1\.1 \(p\.\s3\) \(and, again, Section\s1\.1,\s+p\.\s3\)")
        described = subprocess.run(["pdftohtml", "-xml", "-i", "-stdout", pdf], capture_output=True, text=True).stdout
        outline = re.findall(r'<item page="(\d+)">(.*?)</item>', described.split("<outline>")[1])
        self.assertIn(("3", "The first &amp; only"), [(page, " ".join(title.split())) for page, title in outline])

    @unittest.skipIf(pdf_test.missing(), "qpdf is not installed")
    def test_its_links_lead_where_they_say(self) -> None:
        pdf = self.folder / "links.pdf"
        self.bind("bind_pdf", "--output", pdf, "--style", fixture.BIND / "pdf.css")
        self.assertEqual(pdf_test.faults(str(pdf)), [])
        found = pdf_test.Document(str(pdf))
        self.assertIn(("1.1 Begin 3", 3), [(" ".join(link.words), link.leads_to) for link in found.links])
        self.assertEqual([page for _, page in found.bookmarks], [1, 3, 3, 4, 5, 5])

    @unittest.skipIf(pdf_test.missing(), "qpdf is not installed")
    def test_pages_that_were_shrunk_are_found(self) -> None:
        wide, pdf = self.folder / "wide.css", self.folder / "wide.pdf"
        wide.write_text("table { width: 300mm; }")
        self.bind("bind_pdf", "--output", pdf, "--style", fixture.BIND / "pdf.css", wide)
        self.assertRegex("\n".join(pdf_test.faults(str(pdf))), "^most letters are of [567].[0-9] points: ")

    @unittest.skipIf(pdf_test.missing(), "qpdf is not installed")
    def test_links_that_lead_elsewhere_are_found(self) -> None:
        source, pdf = self.folder / "wrong.html", self.folder / "wrong.pdf"
        source.write_text(
            """<title>T</title><h1>T</h1><p><a href="#one">1 One 3</a><p><a href="#two">Two 3</a>
            <p><a href="other.html">Other</a><h1 id="one" style="break-before: page">One</h1>
            <p>See <a href="#two">Section&nbsp;2&nbsp;(p.&nbsp;4)</a><h1 id="two" style="break-before: page">Two</h1>"""
        )
        command = [
            browser.CHROMIUM or "chromium",
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--generate-pdf-document-outline",
            f"--print-to-pdf={pdf}",
            source.as_uri(),
        ]
        subprocess.run(command, capture_output=True, check=True)
        self.assertEqual(
            [fault.partition(": ")[2].partition(": file")[0] for fault in pdf_test.faults(str(pdf)) if fault.startswith("page")],
            ["'1 One 3' stands on page 2", "'Other' leads nowhere", "'Section 2 (p. 4)' stands on page 3"],
        )

    @unittest.skipIf(pdf_test.missing(), "qpdf is not installed")
    def test_pages_that_are_partly_empty_are_found(self) -> None:
        source, pdf = self.folder / "empty.html", self.folder / "empty.pdf"
        depths = (40, 250, 250, 100, 250, 200, 40)  # millimetres to a page's only word; the first and the last may be anything
        words = "".join(f'<p style="break-before: page; padding-top: {each}mm">Word.' for each in depths)
        source.write_text(
            f"<title>T</title><style>body, p {{ margin: 0 }} p:first-of-type {{ break-before: auto }}</style>{words}"
        )
        bind_pdf.print_pages(source, pdf)
        self.assertEqual(pdf_test.partly_empty(str(pdf)), [4])
        self.assertEqual([round(each / 72 * 25.4) for each in floats.room_below(pdf)], [210, 0, 0, 150, 0, 50, 210])

    def test_of_code_the_links_and_the_longest_line_are_bound(self) -> None:
        markup = (
            '<p>Text.</p><pre class="code" tabindex="0"><code><span>int i; <a href="#c">c</a>\n</span><span>int <b>longest</b>;\n'
            "</span></code></pre>"
        )
        self.assertEqual(
            pdf_test.shortened(markup),
            '<p>Text.</p><pre class="code" tabindex="0"><code><a href="#c">c</a>\nint longest;</code></pre>',
        )

    def test_what_cannot_be_printed_is_told(self) -> None:
        run = subprocess.run(
            [*command("bind_pdf"), "--title", "T", "--output", self.folder / "no.pdf", "--style",
             fixture.BIND / "pdf.css", "--", *self.pages], capture_output=True, text=True, env={"PATH": "/nowhere"}
        )  # fmt: skip
        self.assertEqual(run.returncode, 1)
        self.assertRegex(run.stderr, "^bind_pdf: ")
        self.assertFalse((self.folder / "no.pdf").exists())


if __name__ == "__main__":
    fixture.main()
