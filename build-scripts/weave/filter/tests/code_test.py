"""Tests of chunks, steps, quotations and sessions."""

import re
import unittest

from weave.tests import fixture
from weave.tests.fixture import Book, Woven, lua, main_of, text_of, weave


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

```{.cpp file=one/experiments/three.cu}
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
        used_in = {}, chapters = { "one" }, code = { { use = 1, indent = "" } } },
      { name = "file:one/experiments/three.cu", file = "one/experiments/three.cu", parts = { { line = 34, number = 1 } },
        uses = { { chunk = "body", chapter = "one" } }, used_in = {}, chapters = { "one" },
        code = { { use = 1, indent = "" } } } } }"""

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
        shown = self.html.split("three.cu", 1)[1].split("</div>")[0]
        self.assertNotIn('<details class="unfold">', shown, "an experiment shows it under the hood")

    def test_lines_are_counted_as_unfolded(self) -> None:
        self.assertIn("The program has 2 lines", text_of(self.html))
        self.assertIn("missing chunk: none", weave("# T\n\n`lines('none')`{.value}\n").errors)

    def test_a_launch_is_no_reference(self) -> None:
        self.assertIn("add<<<grid, block>>>(a << b);", text_of(self.chunk("chunk-body")))
        self.assertIn('<span class="ex">&lt;&lt;&lt;</span>', self.chunk("chunk-body"))

    def test_step_marks_lines_by_signs_too(self) -> None:
        step = self.chunk("chunk-body-faster")
        self.assertRegex(step, r'<del><span class="sign">\u2212</span>.*blockIdx')
        self.assertRegex(step, r'<ins><span class="sign">\+</span>.*y')
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


if __name__ == "__main__":
    fixture.main()
