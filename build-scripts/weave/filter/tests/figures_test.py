"""Tests of figures, of the data behind them and of players."""

import json
import re
import unittest
from typing import Any

from weave.tests import fixture, pages
from weave.tests.fixture import lua, weave


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

    def test_a_script_says_what_the_figure_shows(self) -> None:
        script = '# data: one\n# explore: {"x": "k", "of": "first", "unit": "a < b"}\nplot x\n'
        files = {"figures/f.svg": self.SVG, "top/figures/f.gp": script}
        html = weave('# T\n\n![A.](figure:f){#fig:a alt="x"}\n', files, root="top").html
        self.assertIn(
            ' data-explore="{&quot;x&quot;: &quot;k&quot;, &quot;of&quot;: &quot;first&quot;, &quot;unit&quot;: &quot;a &lt; b&quot;}"',
            html,
        )
        files["top/figures/f.gp"] = "# data: one\n"
        self.assertNotIn("data-explore", weave('# T\n\n![A.](figure:f){#fig:a alt="x"}\n', files, root="top").html)

    def test_its_caption_alone_is_a_figure_s_name(self) -> None:
        html = weave('# T\n\n![It *grows*.](figure:f){#fig:f alt="x"}\n', {"figures/f.svg": self.SVG}).html
        self.assertIn('aria-labelledby="fig-f-caption"', html)
        self.assertRegex(
            html, r'<span id="fig-f-caption"><span class="caption-number">Figure\s1\.1\.</span> It <em>grows</em>\.</span>'
        )

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

    def test_rows_are_chosen_where_a_figure_draws_only_some(self) -> None:
        figure = '# One\n\n![It grows.](figure:f){#fig:f alt="A line." where="n > 480"}\n'
        page = weave(figure, self.FILES | {"figures/f.lua": 'return { data = { "one_long", "one_c" }, machines = {} }'}).html
        self.assertIn("<code>one-long</code>, where <code>n &gt; 480</code></p>", page)
        self.assertIn("<code>one-c</code>, all with kind = float</p>", page)
        self.assertEqual(page.count("<tr>"), 1 + 19 + 1 + 2)

    def test_a_table_that_is_cut_off_says_so_where_rows_are_chosen_too(self) -> None:
        for where, count in (("", 500), (' where="n > 9"', 490)):
            with self.subTest(where):
                page = weave(
                    f'# One\n\n![It grows.](figure:f){{#fig:f alt="A line."{where}}}\n',
                    self.FILES | {"figures/f.lua": 'return { data = { "one_long" }, machines = {} }'},
                ).html
                self.assertIn(f": the first 160 of {count} rows</p>", page)
                self.assertIn('<div class="scroll" data-first="160" tabindex', page)

    def test_addresses_and_masks_show_their_bits(self) -> None:
        files = self.FILES | {
            "counted/one-c.csv": "step,address,active\n1,17592191287808,4294967295\n2,17592191287812,4294967295\n"
        }
        page = weave('# One\n\n![It grows.](figure:f){#fig:f alt="A line."}\n', files).html
        self.assertIn("all with active = 0xffffffff", page)
        self.assertIn('<td class="number">0x100000500204</td>', page)

    def test_what_is_nearly_right_has_all_digits_of_a_float(self) -> None:
        files = self.FILES | {"counted/one-c.csv": "n,integral\n1024,24.0000648\n4096,24.0000343\n"}
        page = weave('# One\n\n![It grows.](figure:f){#fig:f alt="A line."}\n', files).html
        self.assertIn('<td class="number">24.0000648</td>', page)

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

    def test_accesses_of_named_arrays_have_places(self) -> None:
        rows = (
            "1,0,0,0,ld.global.u32,5,4352,,,7,3,4,1,,,one.md,0\n"
            "1,0,0,1,ld.global.u32,5,4364,,,7,3,4,1,,,one.md,12\n"
            "2,0,0,0,st.shared.u32,6,12,,,0.5,1,4,,3,0,one.md,\n"
            "3,0,0,0,ld.global.v2.u32,5,8224,,,7,1,8,1,,,one.md,32\n"
            "4,0,0,0,st.global.u32,5,8192,,,7,1,4,1,,,one.md,0\n"
        )
        files = {"counted/one-t-trace.csv": self.HEADER.replace("\n", ",offset\n") + rows}
        _, errors, data = self.woven(' arrays="x, y"', **files)
        self.assertEqual(errors, "")
        self.assertEqual(
            [step.get("places") for step in data["traces"][0]["steps"]], [["x[0]", "x[3]"], None, ["y[8…9]"], ["y[0]"]]
        )
        _, errors, _ = self.woven(' arrays="x"', **files)
        self.assertIn("trace that cannot be played: one-t-trace (1 arrays are named, 2 accessed)", errors)

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


if __name__ == "__main__":
    fixture.main()
