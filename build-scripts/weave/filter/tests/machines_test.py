"""Tests of pages that show several machines: what they hold, and what the reader sees who chooses."""

import pathlib
import re
import shutil
import tempfile
import unittest
from typing import Any

from weave.tests import browser, fixture, pages
from weave.tests.fixture import Book, Woven, record, text_of

COLUMNS = "variant,n,ms,lower_quartile,upper_quartile,remark\n"
HERE = COLUMNS + "slow,1024,8,7.9,8.1,ok\nfast,1024,2,1.9,2.1,ok\n"
THERE = COLUMNS + "slow,1024,4,3.9,4.1,ok\nfast,1024,5,4.9,5.1,unstable\n"
SVG = '<svg viewBox="0 0 {0} 1"><defs><path id="a"/></defs><use href="#a"/></svg>'

TEXT = """# T

Slow takes `one_times{variant="slow"}.ms`{.value unit="ms"}, a line is `one_c{}.n`{.value}, extra is `one_extra{}.n`{.value}.

[Fast is *faster*.]{.claim test="one_times{variant='fast'}.ms < one_times{variant='slow'}.ms"}
[A line is 32.]{.claim test="one_c{}.n == 32"}

::: {.results #tbl:t data="one-times" rows="variant" columns="n" value="ms"}
Times.
:::

::: {.results #tbl:c data="one-c" select="n"}
Counts.
:::

![Picture.](figure:f){#fig:f alt="Lines."}

![Another.](figure:g){#fig:g alt="Lines."}
"""
FILES = {
    "recorded/here/one-times.csv": record("one-times", HERE, gpu="GPU H", CUDA="13.0", date="2026-01-02T00:00:00Z", commit="abc"),
    "recorded/here/one-extra.csv": record("one-extra", "n\n77\n"),
    "recorded/there/one-times.csv": record("one-times", THERE, "there", gpu="GPU T", CUDA="12.0", date="2026-03-04T00:00:00Z"),
    "recorded/third/one-times.csv": record("one-times", THERE, "third", gpu="GPU T", CUDA="12.0", date="2026-03-04T00:00:00Z"),
    "counted/one-c.csv": "n\n32\n",
    "figures/f.svg": SVG.format(1),
    "figures/f.lua": 'return {["data"] = {"one-times"}, ["machines"] = {["there"] = {["svg"] = [['
    + SVG.format(2)
    + ']]}, ["third"] = {["lacking"] = "one-times"}}}',
    "figures/g.svg": SVG.format(3),
    "figures/g.lua": 'return {["data"] = {"one-c"}, ["machines"] = {}}',
    "book.md": "---\ntitle: Tiny\n---\n\n- [x](chapters/one.md)\n",
}


def variants(html: str) -> list[tuple[str, bool]]:
    """The machines of each variant on a page, and whether it is hidden at first."""
    return [(names, bool(hidden)) for names, hidden in re.findall(r'data-on="([^"]*)"( hidden)?', html)]


class Variants(unittest.TestCase):
    woven: Woven
    depfile: str
    facts: dict[str, Any]

    @classmethod
    def setUpClass(cls) -> None:
        with Book({"one": TEXT}, FILES) as book:
            cls.woven = book.weave("one", depfile="one.d", target="one.html")
            cls.depfile = (book.folder / "one.d").read_text()
            cls.facts = book.facts("one")

    def after(self, text: str) -> str:
        return self.woven.html.partition(text)[2]

    def test_nothing_is_wrong(self) -> None:
        self.assertEqual((self.woven.status, self.woven.errors), (0, ""))
        page = pages.Page(self.woven.html)
        self.assertEqual((page.unbalanced, pages.duplicate_ids(page), page.missing), ([], [], []))

    def test_a_page_may_show_another_than_the_list_names_first(self) -> None:
        woven = fixture.weave(TEXT, FILES, machine="third", listed="here")
        self.assertEqual(woven.status, 0, woven.errors)
        self.assertIn("warning: missing result: one-extra", woven.errors)
        self.assertIn("not measured on this machine; choose here under \u201cMachine\u201d", woven.html)
        self.assertRegex(woven.html, r'<meta name="machines" content="\[[^"]*third[^"]*here[^"]*there')

    def test_the_page_knows_the_machines(self) -> None:
        self.assertRegex(self.woven.html, r'<meta name="machines" content="\[[^"]*here[^"]*there[^"]*third')

    def test_equal_numbers_stand_once(self) -> None:
        sentence = self.after("<p>Slow takes ").partition("</p>")[0]
        self.assertEqual(variants(sentence), [("here", False), ("there third", True), ("here", False), ("there third", True)])
        self.assertEqual(re.findall(r">([\d.]+)[^<]*</span>", sentence), ["8", "4", "32", "77"])

    def test_what_another_machine_lacks_is_said(self) -> None:
        self.assertIn('<span class="absent">not measured: one-extra</span>', self.woven.html)

    def test_counted_tables_and_claims_are_the_same_for_all(self) -> None:
        table = self.after('id="tbl-c"').partition("</figure>")[0]
        self.assertEqual(variants(table), [])
        self.assertNotIn("data-v=", table)
        self.assertEqual(variants(self.after("A line is 32.").partition("</a>")[0]), [])

    def test_a_number_stands_in_an_attribute_where_its_text_is_another(self) -> None:
        cells = re.findall(
            r'<td class="number"(?: data-v="([^"]*)")?[^>]*>([^<]*)<', self.after('id="tbl-t"').partition("</figure>")[0]
        )
        self.assertIn("", [number for number, _ in cells])
        for number, text in cells:
            self.assertNotEqual(number, text)
            self.assertEqual(float(number or text), float(text))

    def test_four_digits_are_exact_enough(self) -> None:
        files = {
            "recorded/here/one-times.csv": record("one-times", "n,ms\n1,8.12349\n2,0.81299\n"),
            "recorded/there/one-times.csv": record("one-times", "n,ms\n1,4\n2,4\n", "there"),
        }
        table = '::: {.results #tbl:t data="one-times" select="n,ms" format="%.3f"}\nTimes.\n:::\n'
        html = fixture.weave(f"# One\n\n{table}", files).html
        self.assertIn('<td class="number">8.123<', html)
        self.assertIn('<td class="number">0.813<', html)
        html = fixture.weave(f"# One\n\n{table.replace('%.3f', '%.2f')}", files).html
        self.assertIn('<td class="number" data-v="0.81299">0.81<', html)

    def test_no_attribute_is_less_exact_than_its_text(self) -> None:
        files = {
            "figures/f.svg": '<svg viewBox="0 0 1 1"></svg>',
            "figures/f.lua": 'return { data = { "one-times" }, machines = {} }',
            "recorded/here/one-times.csv": record("one-times", "n,integral\n1,24.0000648\n2,24.5\n"),
            "recorded/there/one-times.csv": record("one-times", "n,integral\n1,25\n2,26\n", "there"),
        }
        html = fixture.weave('# One\n\n![F.](figure:f){#fig:f alt="A line."}\n', files).html
        self.assertIn('<td class="number">24.0000648', html)

    def test_each_table_says_where_it_comes_from(self) -> None:
        table = self.after('id="tbl-t"').partition("</figure>")[0]
        first, second, _ = table.split('<div data-on="')[1:]
        self.assertIn("Measured: GPU H, CUDA 13.0, 2026-01-02, commit abc.", text_of(first))
        self.assertIn(
            '<span class="audit">, CUDA 12.0, 2026-03-04</span>. \u2020 1 of the record\u2019s 2 rows is unstable', second
        )

    def test_figures_have_each_machine_s_picture_and_origin(self) -> None:
        figure = self.after('id="fig-f"').partition("</figure>")[0]
        each = [("here", False), ("there", True), ("third", True)]
        self.assertEqual(variants(figure), 2 * each + [("here", False), ("there third", True)], "picture, origin, data")
        self.assertEqual(re.findall(r'viewBox="0 0 (\d)', figure), ["1", "2"])
        self.assertIn("not measured: one-times", figure)
        self.assertIn("Measured: GPU H, CUDA 13.0, 2026-01-02, commit abc.", text_of(figure))
        plain = self.after('id="fig-g"').partition("</figure>")[0]
        self.assertEqual(variants(plain), [])
        self.assertIn("Counted by the simulator at build.", plain)

    def test_a_claim_lists_all_machines_with_their_figures(self) -> None:
        section = self.after('<section class="claims"')
        rows = [re.sub("<[^>]*>", " ", row).split() for row in re.findall(r"(?s)<tr>(.*?)</tr>", section)]
        self.assertEqual(
            [" ".join(row[:length]) for row, length in zip(rows, (9, 10))],
            ["here \u2713 held 2 (1.9 to 2.1) &lt; 8", "there \u2717 refuted 5 (4.9 to 5.1) \u2020 &lt; 4"],
        )
        self.assertEqual((rows[3][:2], rows[3][3]), (["any", "machine"], "held"))

    def test_facts_hold_the_sentence_once(self) -> None:
        self.assertEqual([each["machine"] for each in self.facts["claims"][0]["outcomes"]], ["here", "there", "third"])
        self.assertEqual([each["machine"] for each in self.facts["claims"][1]["outcomes"]], [""])
        with Book({"one": TEXT.replace("*faster*", '`one_times{variant="slow"}.ms`{.value}')}, FILES) as book:
            sentence = book.facts("one")["claims"][0]["sentence"]
        self.assertNotIn("data-on", sentence)
        self.assertEqual(re.sub("<[^>]*>", "", sentence), "Fast is 8.")

    def test_the_page_depends_on_all_of_it(self) -> None:
        for path in ("recorded/there/one-times.csv", "figures/f.lua", "figures/f.svg"):
            self.assertIn(path, self.depfile)

    def test_no_choice_where_there_is_one_machine(self) -> None:
        files = {path: text for path, text in FILES.items() if "there" not in path and "third" not in path}
        with Book({"one": TEXT}, files) as book:
            html = book.weave("one").html
        self.assertNotRegex(html, r"data-on|data-v=|machines\.js|name=\"machines\"")

    def test_one_s_own_numbers_beside_the_recorded_ones(self) -> None:
        own = record("one-times", HERE.replace("8,7.9,8.1", "6,5.9,6.1"))
        with Book({"one": TEXT}, {**FILES, "measured/here/one-times.csv": own}) as book:
            html = book.weave("one").html
        self.assertRegex(html, "here \\(measured here\\).*here \\(as recorded\\)")
        sentence = html.partition("<p>Slow takes ")[2].partition(", a line")[0]
        self.assertEqual(variants(sentence), [("here", False), ("here~recorded", True), ("there third", True)])
        self.assertEqual(re.findall(r">([\d.]+)[^<]*</span>", sentence), ["6", "8", "4"])


# What a reader does, and what the page then shows.
HELPERS = """
  const body = frame => frame.contentDocument;
  const seen = element => element && element.innerText.replace(/[\\s\u202f\u2007\u2008]+/g, " ").trim();
  const sentence = frame => seen([...body(frame).querySelectorAll("p")].find(p => p.textContent.startsWith("Slow")));
  const pick = (frame, id, name) => {
    const select = body(frame).getElementById(id);
    select.value = name;
    select.dispatchEvent(new frame.contentWindow.Event("change"));
  };
  const marks = frame => [...body(frame).querySelectorAll("main p a.verdict")].filter(a => a.offsetParent).map(a => a.title);
  const pictures = frame => [...body(frame).querySelectorAll("#fig-f svg")].filter(s => s.getBoundingClientRect().width)
    .map(s => s.getAttribute("viewBox"));
  const rows = (frame, id) => [...body(frame).querySelectorAll("#" + id + " tr")].filter(row => row.offsetParent)
    .map(row => [...row.cells].map(seen).join("|"));
"""


@unittest.skipUnless(browser.CHROMIUM, "chromium is not installed")
class Reader(unittest.TestCase):
    folder: pathlib.Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        with Book({"one": TEXT}, FILES) as book:
            (cls.folder / "one.html").write_text(book.weave("one").html, encoding="utf-8")
        for path in [*(fixture.PAGES / "styles").glob("*.css"), *(fixture.PAGES / "scripts").glob("*.js")]:
            with (cls.folder / ("book.css" if path.suffix == ".css" else path.name)).open("a") as file:
                file.write(path.read_text(encoding="utf-8"))

    def play(self, steps: str) -> list[Any]:
        return browser.play(self.folder, "one.html", "async frame => {" + HELPERS + steps + "}")

    def test_the_first_machine_is_shown_at_first(self) -> None:
        found = self.play("return [sentence(frame), marks(frame), pictures(frame), rows(frame, 'tbl-t')];")
        self.assertEqual(
            found,
            [
                "Slow takes 8 ms, a line is 32, extra is 77.",
                ["claim holds"] * 2,
                ["0 0 1 1"],
                ["variant|n = 1024", "slow|8", "fast|2"],
            ],
        )

    def test_all_follow_the_choice_and_it_is_remembered(self) -> None:
        found = self.play(
            """pick(frame, "machine", "there");
          const now = [sentence(frame), marks(frame), pictures(frame), rows(frame, "tbl-t")];
          await load();
          return [now, [sentence(frame), marks(frame), pictures(frame), rows(frame, "tbl-t")],
            seen(body(frame).querySelector(".machine-strip")), body(frame).getElementById("machine").value];"""
        )
        there = [
            "Slow takes 4 ms, a line is 32, extra is not measured: one-extra.",
            ["claim refuted", "claim holds"],
            ["0 0 2 1"],
            ["variant|n = 1024", "slow|4", "fast|5"],
        ]
        self.assertEqual(found, [there, there, "Numbers of there; the text speaks of here.", "there"])

    def test_the_strip_at_the_foot_says_how_high_it_is(self) -> None:
        found = self.play(
            """pick(frame, "machine", "there");
          const root = body(frame).documentElement, strip = body(frame).querySelector(".machine-strip");
          const foot = () => frame.contentWindow.getComputedStyle(root).getPropertyValue("--foot");
          const found = [strip.offsetHeight > 20, foot() === strip.offsetHeight + "px",
            frame.contentWindow.getComputedStyle(body(frame).body).paddingBottom === foot()];
          pick(frame, "machine", "here");
          return [...found, foot()];"""
        )
        self.assertEqual(found, [True, True, True, "0px"])

    def test_the_strip_ends_what_it_tells_of(self) -> None:
        found = self.play(
            """pick(frame, "machine", "there");
          pick(frame, "compare", "third");
          const strip = body(frame).querySelector(".machine-strip"), close = strip.querySelector("button");
          const values = () => ["machine", "compare"].map(id => body(frame).getElementById(id).value);
          const found = [close.title, values()];
          close.click();
          found.push(close.title, values(), seen(strip));
          close.click();
          return [...found, values(), strip.hidden, body(frame).activeElement.textContent, sentence(frame).slice(0, 12)];"""
        )
        self.assertEqual(
            found,
            [
                "End the comparison",
                ["there", "third"],
                "Back to here",
                ["there", ""],
                "Numbers of there; the text speaks of here.",
                ["here", ""],
                True,
                "Machine",
                "Slow takes 8",
            ],
        )

    def test_two_machines_are_compared(self) -> None:
        found = self.play(
            """pick(frame, "compare", "there");
          const pair = [pictures(frame), rows(frame, "tbl-t"), marks(frame), rows(frame, "tbl-c"),
            seen(body(frame).querySelector(".machine-strip"))];
          const b = body(frame).querySelector("p .variant-b");
          const frames = [...body(frame).querySelectorAll("#fig-f .picture")].map(p => p.getBoundingClientRect());
          const beside = frames.filter(r => r.width).map(r => Math.round(r.top));
          const mark = frame.contentWindow.getComputedStyle(b, "::before").content;
          pick(frame, "compare", "");
          return [pair, b.hidden, mark, beside[0] === beside[1], beside.length, rows(frame, "tbl-t")];"""
        )
        self.assertEqual(
            found[0],
            [
                ["0 0 1 1", "0 0 2 1"],
                ["variant|n = 1024", "|A|B|B \u00f7 A", "slow|8|4|0.500", "fast|2|5|2.50"],
                ["claim holds", "claim refuted", "claim holds"],
                ["n", "32"],
                "A: here, B: there",
            ],
        )
        self.assertEqual(found[1:], [True, '" (B\u00a0"', True, 2, ["variant|n = 1024", "slow|8", "fast|2"]])

    def test_the_chosen_machine_stands_before_the_one_it_is_compared_with(self) -> None:
        found = self.play(
            """const both = () => [pictures(frame), rows(frame, "tbl-t"), marks(frame),
            seen(body(frame).querySelector("main p .variant-a ~ .variant-b"))];
          pick(frame, "machine", "there");
          pick(frame, "compare", "here");
          const turned = both();
          pick(frame, "machine", "here");
          pick(frame, "compare", "there");
          return [turned, both()];"""
        )
        self.assertEqual(
            found[0],
            [
                ["0 0 2 1", "0 0 1 1"],
                ["variant|n = 1024", "|A|B|B \u00f7 A", "slow|4|8|2.00", "fast|5|2|0.400"],
                ["claim refuted", "claim holds", "claim holds"],
                "8 ms",
            ],
        )
        self.assertEqual(found[1][0], ["0 0 1 1", "0 0 2 1"])
        self.assertEqual(found[1][3], "4 ms")

    def test_tables_that_differ_in_shape_stand_below_one_another(self) -> None:
        found = self.play(
            """
          const table = body(frame).querySelector("#tbl-t [data-on~=there] tbody");
          table.append(table.rows[0].cloneNode(true));
          pick(frame, "compare", "there");
          return rows(frame, "tbl-t");"""
        )
        self.assertEqual(found, ["variant|n = 1024", "slow|8", "fast|2", "variant|n = 1024", "slow|4", "fast|5", "slow|4"])

    def test_a_machine_that_is_no_more_is_forgotten(self) -> None:
        found = self.play(
            """frame.contentWindow.localStorage.setItem("machine", "gone");
          frame.contentWindow.localStorage.setItem("compare", "<b>");
          await load();
          return [sentence(frame), body(frame).getElementById("machine").value, body(frame).querySelector(".machine-strip").hidden];"""
        )
        self.assertEqual(found, ["Slow takes 8 ms, a line is 32, extra is 77.", "here", True])


if __name__ == "__main__":
    fixture.main()
