"""Tests of the weaver on tiny books."""

import json
import os
import re
import unittest
from typing import Any

from weave.tests import fixture, pages
from weave.tests.fixture import Book, Woven, lua, record, weave

TIMES = """# experiment: one-times
# kind: timed
# machine: here
# date: 2026-01-02T03:04:05Z
# commit: 0123456789abcdef
# dirty: no
variant,block,n,ms,lower_quartile,upper_quartile,samples
atomic,256,1048576,2.5,2.4,2.6,9
shuffle,256,1048576,0.125,0.12,0.13,9
atomic,256,16777216,1234.5,1200,1300,9
shuffle,256,16777216,2.55,2.5,2.7,9
shuffle,64,1048576,0.128,0.124,0.132,9
"""
MACHINE = "machine: here\ngpu: NVIDIA H200\nCUDA: 13.0\n"
KEYS = {"keys/one.keys": "one-x launches:1111111111111111 source:2222222222222222 method:3333333333333333\n"}
CURRENT = {
    "recorded/here/one-x.csv": record(
        "one-x", "a\n5\n", key="launches:1111111111111111 source:2222222222222222 method:3333333333333333"
    ),
    **KEYS,
}
RECORDED = {"recorded/here/one-times.csv": TIMES, "recorded/here/machine.txt": MACHINE}


def text_of(html: str) -> str:
    """HTML without tags, its spaces made plain and single."""
    return " ".join(re.sub(r"<[^>]*>", "", html).replace("&lt;", "<").replace("&gt;", ">").split())


def main_of(html: str) -> str:
    return html.split("<main", 1)[1].split("</main>", 1)[0]


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

    def test_where_pages_have_no_simulator_nothing_is_said_of_experiments(self) -> None:
        woven = weave(self.EXPERIMENT)
        self.assertEqual(woven.errors, "")
        self.assertNotIn("Predict, then turn", woven.html)
        self.assertNotIn("experiment", woven.html)

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


class BriefSteps(unittest.TestCase):
    def test_lines_far_from_a_change_are_counted(self) -> None:
        lines = [f"int x{i};" for i in range(12)]
        cases: list[tuple[set[int], list[int]]] = [({6}, [4, 3]), ({0}, [9]), ({2, 8}, []), ({3, 11}, [3])]
        for changed, counts in cases:
            with self.subTest(changed=changed):
                new = [f"int y{i};" if i in changed else line for i, line in enumerate(lines)]
                chunks = (("#a", lines), ("#b .step .brief from=a", new))
                text = "".join("\n```{.cpp %s}\n%s\n```\n" % (name, "\n".join(code)) for name, code in chunks)
                step = main_of(weave(f"# One\n{text}").html).split('class="code step"')[1]
                found = re.findall(r'class="elided">\S+ (\d+) lines as before', step)
                self.assertEqual(list(map(int, found)), counts)
                self.assertEqual(step.count(" hidden>"), sum(counts))


class Sessions(unittest.TestCase):
    TEXT = """# One

```{.sh .session file=one/gpu/run.sh}
nvcc x.cu
! ./a.out
# says: lost
```
"""
    GATHERED = """return {["one-gpu-run"] = {place = "gpu", steps = {{command = "nvcc x.cu", printed = {}},
      {command = "./a.out", printed = {"all <lost>"}}}, metadata = {gpu = "NVIDIA H200", CUDA = "13.0",
      date = "2026-01-02T03:04:05Z", commit = "0123456789abcdef", dirty = "no"}%s}}"""

    def test_a_transcript_shows_what_was_typed_and_printed(self) -> None:
        woven = weave(self.TEXT, {"t.lua": self.GATHERED % ""}, transcripts="t.lua")
        self.assertEqual(woven.errors, "")
        shown = main_of(woven.html)
        self.assertEqual(re.findall(r"<kbd>(.*?)</kbd>", shown), ["nvcc x.cu", "./a.out"])
        self.assertEqual(re.findall(r"<samp>(.*?)</samp>", shown), ["all &lt;lost&gt;"])
        self.assertNotIn("says:", shown)
        self.assertIn("Run on an NVIDIA H200, CUDA 13.0, 2026-01-02, commit 0123456789.", shown)

    def test_an_outdated_one_is_marked(self) -> None:
        woven = weave(self.TEXT, {"t.lua": self.GATHERED % ', cause = "code changed"'}, transcripts="t.lua")
        self.assertRegex(woven.errors, r"one\.md:\d+: warning: outdated result: one-gpu-run \(code changed\)")
        self.assertIn('class="stale"', woven.html)

    def test_a_missing_one_shows_the_commands_and_says_so(self) -> None:
        gathered = 'return {["one-gpu-run"] = {place = "gpu", steps = {{command = "nvcc x.cu", printed = {}}}, missing = true}}'
        for woven in (weave(self.TEXT, {"t.lua": gathered}, transcripts="t.lua"), weave(self.TEXT)):
            self.assertRegex(woven.errors, r"one\.md:\d+: warning: missing result: one-gpu-run")
            self.assertIn("<kbd>nvcc x.cu</kbd>", woven.html)

    def test_another_place_is_an_error(self) -> None:
        for file in ("one/run.sh", "two/gpu/run.sh", "one/moon/run.sh"):
            woven = weave(self.TEXT.replace("one/gpu/run.sh", file))
            self.assertRegex(woven.errors, r"one\.md:\d+: error: a session's file is one/simulator/NAME\.sh")

    def test_what_a_page_asks_for_is_told(self) -> None:
        with Book({"one": self.TEXT}, {"t.lua": self.GATHERED % ', cause = "code changed"'}) as book:
            (asked,) = book.facts("one", transcripts="t.lua")["results"]
        self.assertEqual((asked["experiment"], asked["state"], asked["cause"]), ("one-gpu-run", "outdated", "code changed"))


class Players(unittest.TestCase):
    HEADER = "step,block,warp,lane,op,line,address,source_lane,before,after,active,bytes,sectors,bank,wavefront,file\n"
    TRACE = (
        HEADER
        + """3,0,0,0,ld.global.u32,5,4224,,,7,3,4,1,,,one.md
3,0,0,1,ld.global.u32,5,4228,,,8,3,4,1,,,one.md
4,0,1,0,ld.global.u32,5,4232,,,9,1,4,1,,,one.md
6,0,0,1,st.shared.u32,6,12,,,0.5,3,4,,3,0,one.md
7,0,0,0,shfl.sync.down.b32,90,,1,7,8,3,,,,,other.h
"""
    )
    PROGRAM = """#line 1 "/somewhere/one.md"
#include <x>
// Kernel
#line 3 "/somewhere/one.md"
__global__ void k(int* x) {
  __shared__ int s[4];
  int v = x[threadIdx.x];
  if (v == 8) s[3] = v;
}
"""
    TEXT = '# One\n\n![Run.](figure:f){#fig:f .player alt="A run."ATTRIBUTES}\n'
    FILES = {
        "figures/f.svg": "<svg viewBox='0 0 1 1'></svg>",
        "figures/f.lua": 'return { data = { "one_t_trace" }, machines = {} }',
        "counted/one-t-trace.csv": TRACE,
        "counted/one-other.csv": "a\n1\n",
        "index/one.cu": PROGRAM,
    }

    def woven(self, attributes: str = "", **files: str) -> tuple[str, str, dict[str, Any]]:
        made = weave(self.TEXT.replace("ATTRIBUTES", attributes), {**self.FILES, **files})
        found = re.search(r'<div class="player"><script type="application/json">(.*?)</script>', made.html, re.DOTALL)
        return made.html, made.errors, json.loads(found[1]) if found else {}

    def test_steps_are_what_a_warp_does_with_an_instruction(self) -> None:
        _, errors, data = self.woven()
        self.assertEqual(errors, "")
        first, other, store, shuffle = data["traces"][0]["steps"]
        self.assertEqual(
            first,
            {
                "op": "ld.global.u32",
                "line": 5,
                "warp": 0,
                "active": 3,
                "lanes": [0, 1],
                "space": "global",
                "at": [0, 4],
                "bytes": 4,
                "sectors": 1,
                "after": [7, 8],
            },
        )
        self.assertEqual((other["warp"], other["at"]), (1, [8]))
        self.assertEqual(
            (store["space"], store["at"], store["bank"], store["wave"], store["after"]), ("shared", [12], [3], [0], [0.5])
        )
        self.assertEqual((shuffle["from"], shuffle["before"], shuffle["after"]), ([1], [7], [8]))

    def test_the_code_is_the_program_s_and_lines_of_other_files_are_none(self) -> None:
        _, _, data = self.woven()
        self.assertEqual(
            data["traces"][0]["code"],
            [
                [
                    [3, "__global__ void k(int* x) {"],
                    [4, "  __shared__ int s[4];"],
                    [5, "  int v = x[threadIdx.x];"],
                    [6, "  if (v == 8) s[3] = v;"],
                ]
            ],
        )
        self.assertNotIn("line", data["traces"][0]["steps"][3])

    def test_one_warp_of_several_and_labels(self) -> None:
        _, errors, data = self.woven(
            ' trace="one-t-trace, one-t-trace" warp="1" labels="one-t-trace=a </script> b" memory="both"'
        )
        self.assertEqual(errors, "")
        self.assertEqual([len(trace["steps"]) for trace in data["traces"]], [1, 1])
        self.assertEqual((data["traces"][0]["label"], data["memory"]), ("a </script> b", "both"))

    def test_the_figure_stays_and_scripts_come_once(self) -> None:
        html, _, _ = self.woven()
        self.assertIn('aria-label="A run."', html)
        self.assertEqual(re.findall(r'<script src="(\w+)\.js" defer></script>', html.split("<main")[1]), ["players"])
        plain = weave(self.TEXT.replace(" .player", "").replace("ATTRIBUTES", ""), self.FILES).html
        self.assertNotIn("player", plain)

    def test_what_cannot_be_played_is_marked(self) -> None:
        for attributes, said in (
            (' trace="one-gone"', "missing result: one-gone"),
            (' trace="one-other"', "trace that cannot be played: one-other (no trace)"),
            (' warp="7"', "trace that cannot be played: one-t-trace (no steps)"),
        ):
            with self.subTest(attributes):
                html, errors, _ = self.woven(attributes)
                self.assertRegex(errors, r"one\.md:3: warning: " + re.escape(said))
                self.assertIn(said, html)
        rows = "".join(f"{step},0,0,0,ld.global.u32,5,4224,,,7,1,4,1,,,one.md\n" for step in range(201))
        self.assertIn("(201 steps, more than 200)", self.woven(**{"counted/one-t-trace.csv": self.HEADER + rows})[1])
        self.assertIn("a player without a trace: f", self.woven(**{"figures/f.lua": "return { data = {}, machines = {} }"})[1])


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
        self.assertRegex(self.one.html, r'(?s)<figure class="figure" id="fig-f">.*<svg[^>]*aria-label="It shows f\."')

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


class Chunks(unittest.TestCase):
    woven: Woven
    html: str
    TEXT = """# T

```{.cpp file=one.cu}
#include <x>
  <<body>>
```

```{.cpp #body}
add<<<grid, block>>>(a << b);
```

```{.cpp #body}
int y = blockIdx.x;
```

```{.cpp #body-faster .step from=body}
add<<<grid, block>>>(a << b);
int y = 2;
```

```
plain <b>
```

```{.cpp file=two.cu}
<<body>>
```

The program has `lines("file:one.cu")`{.value} lines.
"""
    INDEX = """return { chapter = "one", chunks = {
      { name = "file:one.cu", file = "one.cu", parts = { { line = 3, number = 1 } }, uses = { { chunk = "body", chapter = "one" } },
        used_in = {}, chapters = { "one" }, code = { "#include <x>\\n\\n", { use = 1, indent = "  " } } },
      { name = "body", parts = { { line = 8, number = 1 }, { line = 12, number = 2 } }, uses = {},
        used_in = { { chunk = "file:one.cu", chapter = "one" } }, chapters = { "one" }, code = { "int unfolded;\\n" } },
      { name = "body-faster", parts = { { line = 16, number = 1 } }, uses = {}, used_in = {}, code = {} },
      { name = "file:two.cu", file = "two.cu", parts = { { line = 30, number = 1 } }, uses = { { chunk = "body", chapter = "one" } },
        used_in = {}, chapters = { "one" }, code = { { use = 1, indent = "" } } } } }"""

    @classmethod
    def setUpClass(cls) -> None:
        cls.woven = weave(cls.TEXT, {"index/one.index.lua": cls.INDEX})
        cls.html = cls.woven.html

    def chunk(self, anchor: str) -> str:
        return self.html.split(f'<div class="chunk" id="{anchor}">')[1].split("</div>")[0]

    def test_root_names_its_file(self) -> None:
        self.assertIn("<code>one.cu</code>", self.chunk("file-one.cu"))
        self.assertIn("\u2261", self.chunk("file-one.cu"))

    def test_what_is_no_program_is_called_a_file(self) -> None:
        self.assertIn("is a program", self.chunk("file-one.cu"))
        other = weave("# T\n\n```{.csv file=one/x.csv}\na,b\n```\n").html
        self.assertIn("is a file", other)
        self.assertNotIn("is a program", other)

    def test_reference_in_code_is_a_link_with_its_indent(self) -> None:
        self.assertIn(
            '<span class="i2">  <span class="rest"><a class="reference" href="#chunk-body">\u27e8body\u27e9</a></span>',
            self.chunk("file-one.cu"),
        )

    def test_parts_are_linked(self) -> None:
        first, second = self.chunk("chunk-body"), self.chunk("chunk-body-2")
        self.assertIn('class="chunk-next" href="#chunk-body-2"', first)
        self.assertIn('class="chunk-previous" href="#chunk-body"', second)
        self.assertIn("+\u2261", second)
        self.assertNotIn("+\u2261", first)

    def test_used_in(self) -> None:
        self.assertRegex(self.chunk("chunk-body"), r'Used in <a href="#file-one\.cu"><code>one\.cu</code></a>')

    def test_unfolds_to_final_code(self) -> None:
        unfolded = self.chunk("file-two.cu").split('<details class="unfold">')[1]
        self.assertIn("int unfolded;", text_of(unfolded))
        self.assertNotIn('<details class="unfold">', self.chunk("chunk-body"), "it is made of no other")
        self.assertNotIn('<details class="unfold">', self.chunk("file-one.cu"), "it is a file beside the page")

    def test_lines_are_counted_as_unfolded(self) -> None:
        self.assertIn("The program has 2 lines", text_of(self.html))
        self.assertIn("missing chunk: none", weave("# T\n\n`lines('none')`{.value}\n").errors)

    def test_a_launch_is_no_reference(self) -> None:
        self.assertIn("add<<<grid, block>>>(a << b);", text_of(self.chunk("chunk-body")))
        self.assertIn('<span class="ex">&lt;&lt;&lt;</span>', self.chunk("chunk-body"))

    def test_step_marks_lines_by_signs_too(self) -> None:
        step = self.chunk("chunk-body-faster")
        self.assertRegex(step, r'<del class="i0"><span class="sign">\u2212</span>.*blockIdx')
        self.assertRegex(step, r'<ins class="i0"><span class="sign">\+</span>.*y')
        self.assertIn("1 line added, 1 line removed", text_of(step))

    def test_code_that_is_no_chunk_is_escaped(self) -> None:
        self.assertIn("plain &lt;b&gt;", self.html)

    def test_no_warning(self) -> None:
        self.assertEqual(self.woven.errors, "")

    def test_a_name_belongs_to_its_chapter(self) -> None:
        one = "# One\n\n```{.cpp #checks}\na\n```\n\n```{.cpp #own}\nb\n```\n"
        two = "# Two\n\n@chunk:checks, @chunk:one/checks, @chunk:own.\n\n```{.cpp #checks}\n<<own>>\n```\n"
        index = """return { chunks = { { name = "checks", parts = { { line = 3 } }, uses = {}, used_in = {}, code = {} }, { name = "own", parts = { { line = 7 } },
          uses = {}, used_in = { { chunk = "checks", chapter = "two" } }, code = {} } } }"""
        with Book({"one": one, "two": two}, {"index/one.index.lua": index}) as book:
            first, second = book.weave("one").html, book.weave("two").html
        self.assertNotIn("chunk-next", first + second)
        self.assertIn('Used in <a href="two.html#chunk-checks">', first)
        links = re.findall(r'class="reference" href="(.*?)"', second)
        self.assertEqual(links, ["#chunk-checks", "one.html#chunk-checks", "one.html#chunk-own", "one.html#chunk-own"])

    def test_users_of_one_name_are_told_apart(self) -> None:
        one = "# One\n\n```{.cpp #checks}\n<<own>>\n```\n\n```{.cpp #own}\nb\n```\n"
        index = """return { chunks = { { name = "checks", parts = { { line = 3 } }, uses = {}, used_in = {}, code = {} }, { name = "own", parts = { { line = 7 } },
          uses = {}, used_in = { { chunk = "checks", chapter = "one" }, { chunk = "checks", chapter = "two" } }, code = {} } } }"""
        with Book({"one": one, "two": "# Two\n\n```{.cpp #checks}\n<<own>>\n```\n"}, {"index/one.index.lua": index}) as book:
            self.assertRegex(
                book.weave("one").html,
                r'Used in <a href="#chunk-checks">.*?</a> 1\.1, ' r'<a href="two\.html#chunk-checks">.*?</a> 2\.1<',
            )

    def test_the_tangler_s_parts_are_those_of_the_page(self) -> None:
        text = "# T\n\n```{.cpp #a}\nx\n```\n\n```{.cpp #a}\ny\n```\n\n```{.cpp file=o.cu}\nz\n```\n"
        for parts, line, said in (
            (
                "{ name = 'a', parts = { { line = 3 } } }, { name = 'file:o.cu', parts = { { line = 11 } } }",
                7,
                "a has 2 parts on the page, and 1",
            ),
            ("{ name = 'a', parts = { { line = 3 }, { line = 7 } } }", 11, "file:o.cu has 1 parts on the page, and 0"),
            (
                "{ name = 'a', parts = { { line = 3 }, { line = 7 }, { line = 9 } } }, { name = 'file:o.cu', parts = { {} } }",
                9,
                "a has 2 parts on the page, and 3",
            ),
        ):
            woven = weave(text, {"index/one.index.lua": f"return {{ chunks = {{ {parts} }} }}"})
            self.assertNotEqual(woven.status, 0)
            self.assertIn(f"one.md:{line}: error: chunk {said} for the tangler", woven.errors)

    def test_unknown_chunk(self) -> None:
        woven = weave("# T\n\n```{.cpp #a}\n<<nothing>>\n```\n")
        self.assertIn("missing chunk: nothing", woven.html)
        self.assertIn("missing chunk: nothing", woven.errors)

    def test_difference_of_lines(self) -> None:
        printed = lua(
            """
          local steps = require("code.difference").lines({ "a", "b", "c" }, { "b", "x", "c", "d" })
          for _, step in ipairs(steps) do io.write(step.kind:sub(1, 1), step.old or "-", step.new or "-", " ") end
        """
        )
        self.assertEqual(printed.strip(), "r1- s21 a-2 s33 a-4")


class Quotations(unittest.TestCase):
    SOURCE = """#pragma once
// quote: whole
struct Warp {
  // quote: step
  /// One <step>.

  void step() {
    lanes += 1;
  }
  // end quote
};
// end quote

// quote: empty

// end quote
# quote: script
  echo on
# end quote
"""

    def weave(self, *fences: str, source: str | None = None) -> Woven:
        blocks = "\n".join(f"```{{{fence}}}\n```\n" for fence in fences)
        with Book({"one": f"# T\n\n{blocks}"}, {"top/code/warp.hpp": source or self.SOURCE}) as book:
            woven = book.weave("one", root="top", depfile="one.d", target="one.html")
            self.depfile = (book.folder / "one.d").read_text()
        return woven

    def quoted(self, fence: str, source: str | None = None) -> str:
        woven = self.weave(fence, source=source)
        self.assertEqual((woven.status, woven.errors), (0, ""))
        return woven.html.split('<div class="chunk quotation">')[1].split("</div>")[0]

    def code(self, fence: str, source: str | None = None) -> str:
        markup = self.quoted(fence, source).split("<code>")[-1].split("</code>")[0]
        return re.sub("<[^>]*>", "", markup).replace("&lt;", "<").replace("&gt;", ">")

    def test_a_region_stands_dedented_with_its_place(self) -> None:
        fence = '.cpp quote="code/warp.hpp" region="step"'
        self.assertEqual(self.code(fence), "/// One <step>.\n\nvoid step() {\n  lanes += 1;\n}\n")
        head = text_of(self.quoted(fence).split("</p>")[0])
        self.assertEqual(head, "code/warp.hpp lines 5\u20139")
        self.assertIn('<span class="dt">void</span>', self.quoted(fence))

    def test_a_region_within_leaves_no_markers(self) -> None:
        shown = self.code('.cpp quote="code/warp.hpp" region="whole"')
        self.assertTrue(shown.startswith("struct Warp {\n  /// One"), shown)
        self.assertNotIn("quote", shown)

    def test_other_comments_mark_too(self) -> None:
        self.assertEqual(self.code('.bash quote="code/warp.hpp" region="script"'), "echo on\n")
        self.assertEqual(
            self.code('.c quote="code/warp.hpp" region="x"', "/* quote: x */\nint x;\n/* end quote */\n"), "int x;\n"
        )

    def test_a_file_can_be_quoted_whole(self) -> None:
        self.assertEqual(self.code('.cpp quote="code/warp.hpp"', "\n  a\n\n  b\n"), "a\n\nb\n")
        self.assertIn("line 1</span>", self.quoted('.cpp quote="code/warp.hpp"', "a\n"))

    def test_the_page_depends_on_the_source(self) -> None:
        self.weave('.cpp quote="code/warp.hpp" region="step"')
        self.assertIn("top/code/warp.hpp", self.depfile)

    def assert_refused(self, fence: str, message: str, source: str | None = None) -> None:
        # The first quotation is sound and has a name that begins the other's.
        woven = self.weave('.cpp quote="code/warp.hpp" region="step"', fence, source=source)
        self.assertNotEqual(woven.status, 0)
        self.assertIn(f"one.md:6: error: {message}", woven.errors)

    def test_what_cannot_be_quoted_is_an_error_at_its_line(self) -> None:
        for fence, message in (
            (
                '.cpp quote="code/warp.hpp" region="steps"',
                "there is no region 'steps' in code/warp.hpp: it has whole, step, empty, script",
            ),
            ('.cpp region="empty" quote="code/warp.hpp"', "there is nothing to quote in region 'empty' of code/warp.hpp"),
            ('.cpp quote="code/none.hpp" region="step"', "cannot quote code/none.hpp: there is no such file"),
            ('.cpp quote="code" region="x"', "cannot quote code: there is no such file"),
            ('.cpp quote="../one.md"', "cannot quote ../one.md: name a file by its path from the top of the project"),
            ('.cpp quote="/etc/hostname"', "cannot quote /etc/hostname: name a file"),
        ):
            with self.subTest(fence):
                self.assert_refused(fence, message)

    def test_damaged_regions_are_errors(self) -> None:
        twice = "// quote: step\na\n// end quote\n// quote: step\nb\n// end quote\n"
        for source, message in (
            (twice, "region 'step' begins twice in code/warp.hpp, lines 1 and 4"),
            ("// quote: step\na\n", "code/warp.hpp:1: this region does not end"),
            ("a\n// end quote\n", "code/warp.hpp:2: 'end quote' ends nothing"),
        ):
            with self.subTest(source):
                woven = self.weave('.cpp quote="code/warp.hpp" region="step"', source=source)
                self.assertNotEqual(woven.status, 0)
                self.assertIn(f"one.md:3: error: {message}", woven.errors)

    def test_a_quotation_is_written_nowhere_else(self) -> None:
        woven = weave('# T\n\n```{.cpp quote="one.md"}\nint x;\n```\n', root=".")
        self.assertNotEqual(woven.status, 0)
        self.assertIn("one.md:3: error: a quotation is left empty: its text comes from one.md", woven.errors)


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

    def test_numbers_in_a_list_have_labels(self) -> None:
        lines = 'a "Order"\nby_rows "Read"\n  0 "in columns"\n  1 "in rows"'
        rows, woven = self.table('data="x"', {"counted/x.csv": "a,by_rows\n1,1\n2,0\n3,2\n"}, lines)
        self.assertEqual(rows, [["Order", "Read"], ["1", "in rows"], ["2", "in columns"], ["3", "2"]])
        self.assertEqual(woven.errors, "")

    def test_caption_and_provenance(self) -> None:
        _, woven = self.table('data="one-times" select="variant,ms"')
        text = text_of(main_of(woven.html))
        self.assertIn("Table 1.1. The caption.", text)
        self.assertIn("Measured: NVIDIA H200, CUDA 13.0, 2026-01-02, commit 0123456789.", text)
        self.assertIn("<dt>machine</dt><dd>here</dd>", woven.html)

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

    def test_a_source_that_nobody_knows(self) -> None:
        woven = weave('# T\n\n[So.]{.claim source="nobody" test="1 < 2"}\n')
        self.assertNotEqual(woven.status, 0)
        self.assertIn("one.md:3: error: there is no source 'nobody' in the bibliography", woven.errors)

    def test_only_the_reference_machine_asks_for_a_mark(self) -> None:
        text, files = "# T\n\n[No.]{.claim test='one_x{}.a < 1'}\n", {"measured/here/one-x.csv": "a\n5\n"}
        self.assertIn("not marked", weave(text, files, reference="here").errors)
        self.assertEqual(weave(text, files, reference="elsewhere").errors, "")
        self.assertIn("not marked", weave(text.replace("one_x{}.a", "2"), reference="elsewhere").errors)


class Lines(unittest.TestCase):
    """A complaint names the line of the piece that it is about, wherever else its name stands."""

    TEXT = """# T {#sec:t}

The result nothing is spoken of, `nothing{}.a`, and so is @fig:times; figure:times, quiz:one, a/b.

```text
`nothing{}.a`{.value} [No.]{.claim test="nothing{}.a < 1"} @sec:none
![A.](figure:times){#fig:times} ::: {.results data="nothing"}
```

<!-- `nothing{}.a`{.value} @sec:none -->

[First.]{.claim test="1 < 2"} It is `nothing{}.a`{.value}, or
`nothing{}.a`{.value}. [Second.]{.claim
test="nothing{}.a
< 1"} See @sec:none
and @sec:none. [Third.]{.claim test='nothing{}.a < 1'} [Fourth.]{.claim test="nothing{}.b == &quot;x&quot;"}

![A.](figure:times){#fig:times alt="An @sec:none."}

::: {.results data="nothing" select="a"}
T.
:::

::: {.results data="nothing" select="a"}
T.
:::

```{.cpp quote="a/b"}
```
"""
    COMPLAINTS = [
        (12, "warning: missing result: nothing"),
        (13, "warning: missing result: nothing"),
        (14, "warning: claim cannot be tested: missing result: nothing"),
        (15, "warning: missing label: sec:none"),
        (16, "warning: missing label: sec:none"),
        (16, "warning: claim cannot be tested: missing result: nothing"),
        (16, "warning: claim cannot be tested: missing result: nothing"),
        (18, "warning: missing figure: times"),
        (20, "warning: missing result: nothing"),
        (24, "warning: missing result: nothing"),
        (28, "error: cannot quote a/b: there is no such file"),
    ]

    def test_complaints(self) -> None:
        with Book({"one": self.TEXT}) as book:
            errors = book.weave("one").errors
        told = re.findall(r"^one\.md:(\d+): (.*)$", errors, re.MULTILINE)
        self.assertEqual(sorted((int(line), message) for line, message in told), sorted(self.COMPLAINTS))

    def test_claims_lines_are_among_the_facts(self) -> None:
        text = self.TEXT.split("![A.](figure:times){#fig:times alt")[0]
        with Book({"one": text}) as book:
            self.assertEqual([each["line"] for each in book.facts("one")["claims"]], [12, 14, 16, 16])


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

    def test_the_sentence_links_nowhere(self) -> None:
        sentence = self.facts["claims"][0]["sentence"]
        self.assertIn("<em>less</em>", sentence)
        self.assertIn("<math", sentence)
        self.assertIn("Section", sentence)
        self.assertNotRegex(sentence, "<a[ >]| id=|knuth|Knuth")

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


class Figures(unittest.TestCase):
    SVG = '<?xml version="1.0"?>\n<!DOCTYPE svg>\n<svg width="600" height="400" viewBox="0 0 600 400" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><title>Gnuplot</title><!-- x --><defs><path id="a"/></defs><use xlink:href="#a"/><g clip-path="url(#a)"/></svg>'

    def test_ids_are_made_unique(self) -> None:
        text = '# T\n\n![A.](figure:f){#fig:a alt="x"}\n\n![B.](figure:f){#fig:b alt="y"}\n'
        woven = weave(text, {"figures/f.svg": self.SVG})
        page = pages.Page(woven.html)
        self.assertEqual(pages.duplicate_ids(page), [])
        self.assertIn('xlink:href="#fig-a-a"', woven.html)
        self.assertIn('clip-path="url(#fig-b-a)"', woven.html)
        self.assertNotIn('width="600"', woven.html)
        self.assertNotIn("Gnuplot", woven.html)

    def test_missing_figure_is_a_box(self) -> None:
        woven = weave('# T\n\n![A.](figure:f){#fig:a alt="x"}\n')
        self.assertIn('<p><span class="missing">missing figure: f</span></p>', woven.html)
        self.assertIn("missing figure: f", woven.errors)

    def test_a_script_that_meson_does_not_know_yet_is_told(self) -> None:
        woven = weave('# T\n\n![A.](figure:f){#fig:a alt="x"}\n', {"top/figures/f.gp": ""}, root="top")
        self.assertIn("one.md:3: warning: missing figure: f: its script is new, so configure again", woven.errors)

    def test_small_letters_ask_for_room(self) -> None:
        for markup, fine in (
            ('<text font-size="10">9</text>', True),
            ('<text x="1" font-size="14">9<tspan font-size="10">2</tspan></text>', False),
        ):
            files = {"figures/f.svg": self.SVG.replace("<use", markup + "<use")}
            html = weave('# T\n\n![A.](figure:f){#fig:a alt="x"}\n', files).html
            self.assertEqual('class="fine"' in html, fine, markup)

    def test_narrow_columns_have_a_picture_of_their_own(self) -> None:
        narrow = """<svg viewBox='0 0 380 400'><text font-size='12'>n</text></svg>"""
        told = f'return {{ data = {{}}, machines = {{}}, narrow = "{narrow}" }}'
        html = weave('# T\n\n![A.](figure:f){#fig:a alt="x"}\n', {"figures/f.svg": self.SVG, "figures/f.lua": told}).html
        self.assertEqual(
            re.findall(r'<svg viewBox=.0 0 (\d+)[^>]* class="(\w+)" role="img" aria-label="x"', html),
            [("600", "wide"), ("380", "narrow")],
        )

    def test_alternative_text_is_asked_for(self) -> None:
        self.assertIn("without alt text", weave("# T\n\n![A.](figure:f){#fig:a}\n", {"figures/f.svg": self.SVG}).errors)

    def test_both_forms_of_the_tree(self) -> None:
        printed = lua(
            """
          local figures = require("figures.figures")
          local caption = pandoc.List({ pandoc.Str("Caption") })
          local image = pandoc.Image(caption, "figure:f", "fig:", pandoc.Attr("fig:f", {}, { alt = "Alt" }))
          local old = figures.of_paragraph(pandoc.Para({ image }))
          local inner = pandoc.Image({ pandoc.Str("Alt") }, "figure:f", "", pandoc.Attr("", {}, {}))
          local new = figures.of_figure({ t = "Figure", identifier = "fig:f", caption = { long = { pandoc.Plain(caption) } },
            content = { pandoc.Plain({ inner }) } })
          for _, figure in ipairs({ old, new }) do
            print(figure.name, figure.label, pandoc.utils.stringify(figure.caption), figure.alt)
          end
          print(figures.of_paragraph(pandoc.Para({ pandoc.Str("x") })))
        """
        )
        self.assertEqual(printed.split("\n")[:3], ["f\tfig:f\tCaption\tAlt"] * 2 + ["nil"])


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


class FigureData(unittest.TestCase):
    FILES = {
        "figures/f.svg": '<svg viewBox="0 0 1 1"></svg>',
        "figures/f.lua": 'return { data = { "one-c", "one_long" }, machines = {} }',
        "counted/one-c.csv": "n,kind,sectors,remark\n32,float,4,ok\n64,float,8,ok\n",
        "counted/one-long.csv": "n\n" + "".join(f"{n}\n" for n in range(500)),
    }

    def test_tables_have_what_differs_and_say_what_does_not(self) -> None:
        page = weave('# One\n\n![It grows.](figure:f){#fig:f alt="A line."}\n', self.FILES).html
        data = re.findall(
            r'(?s)<details class="figure-data"><summary>Data of Figure 1.1 as tables</summary>(.*?)</details>\s*</figcaption></figure>',
            page,
        )[0]
        self.assertEqual(
            re.findall(r"<p>(.*?)</p>", data),
            ["<code>one-c</code>, all with kind = float", "<code>one-long</code>: the first 160 of 500 rows"],
        )
        self.assertEqual(re.findall(r'<th class="number" scope="col">(\w+)</th>', data), ["n", "sectors", "n"])
        self.assertEqual(data.count("<tr>"), 2 + 2 + 160)
        self.assertEqual(len(re.findall(r'role="region" aria-label="Data of Figure 1.1: [\w-]+, scrollable"', data)), 2)

    def test_addresses_and_masks_show_their_bits(self) -> None:
        files = self.FILES | {
            "counted/one-c.csv": "step,address,active\n1,17592191287808,4294967295\n2,17592191287812,4294967295\n"
        }
        page = weave('# One\n\n![It grows.](figure:f){#fig:f alt="A line."}\n', files).html
        self.assertIn("all with active = 0xffffffff", page)
        self.assertIn('<td class="number">0x100000500204</td>', page)

    def test_where_all_comes_from_is_said_once(self) -> None:
        page = weave('# One\n\n![It grows.](figure:f){#fig:f alt="A line."}\n', self.FILES).html
        self.assertEqual(page.count("Counted by the simulator at build."), 1)
        made = {name: f"# experiment: {name}\n" + self.FILES[f"counted/{name}.csv"] for name in ("one-c", "one-long")}
        page = weave(
            '# One\n\n![It grows.](figure:f){#fig:f alt="A line."}\n',
            self.FILES | {f"counted/{name}.csv": text for name, text in made.items()},
        ).html
        self.assertIn("<summary>Records of <code>one-c</code>, <code>one-long</code></summary><dl>", page)
        self.assertEqual(page.count('<details class="record">'), 1)

    def test_a_figure_of_nothing_has_none(self) -> None:
        files = {"figures/f.svg": self.FILES["figures/f.svg"]}
        self.assertNotIn("figure-data", weave('# One\n\n![It grows.](figure:f){#fig:f alt="A line."}\n', files).html)


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
