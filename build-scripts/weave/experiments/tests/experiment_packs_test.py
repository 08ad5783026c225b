"""Tests of what is made of experiments: names of kernels, places of lines, sizes; and of how pages read traces."""

import contextlib
import io
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from types import ModuleType
from typing import Any
from unittest import mock

from results import machines, result_files
from weave.experiments import disassemble, gather_experiments, list_experiments, pack_experiment, size_experiments
from shared.tools import ROOT
from weave.tests import fixture

SCRIPTS = fixture.PAGES / "experiments"
NOWHERE = pathlib.Path("nowhere")

CHAPTER = """# One

```{.cpp #copy}
__global__ void copy(int* to) {
  *to = 1;
}
```

````{.cpp #other}
// in between
```
````

> ```{.cpp #copy}
> // again
> ```

```{.cpp file=one/experiments/two.cu}
<<copy>>

__global__ void own(int* to) {}
```
"""
SOURCE = """// Copy
#line 4 "/somewhere/one.md"
__global__ void copy(int* to) {
  *to = 1;
}
#line 15 "/somewhere/one.md"
// again
#line 20 "/somewhere/one.md"

__global__ void own(int* to) {}
#line 7 "/somewhere/three.md"
__global__ void own(int* to) {}
"""


class Packs(unittest.TestCase):
    def test_lines_lead_to_their_blocks(self) -> None:
        code = pack_experiment.code(SOURCE, CHAPTER, "one", NOWHERE)
        self.assertEqual([(number, href) for number, _, href in code], [
            (0, None), (4, "#chunk-copy-L1"), (5, "#chunk-copy-L2"), (6, "#chunk-copy-L3"), (15, "#chunk-copy-2-L1"),
            (20, None), (21, "#file-one-experiments-two.cu-L3"), (0, None),
        ])  # fmt: skip

    def test_prose_may_have_moved_them(self) -> None:
        dice, before = random.Random(1), pack_experiment.code(SOURCE, CHAPTER, "one", NOWHERE)
        for _ in range(20):
            moved = "Prose.\n\n" * dice.randint(1, 30) + CHAPTER.replace("\n\n", "\n\nMore.\n\n", dice.randint(0, 3))
            after = pack_experiment.code(SOURCE, moved, "one", NOWHERE)
            self.assertEqual(after, before)

    def test_what_the_chapter_no_longer_has_leads_nowhere(self) -> None:
        code = pack_experiment.code(SOURCE, CHAPTER.replace("*to = 1", "*to = 2"), "one", NOWHERE)
        self.assertEqual([href for _, _, href in code[1:4]], [None] * 3)

    def test_kernels_are_called_as_in_c(self) -> None:
        for demangled, name in {
            "copy(float const*, float*)": "copy",
            "void tile<33, true>(float*, int)": "tile<33, true>",
            "void tile<(int)33, (bool)1>(float*)": "tile<33, 1>",
            "without::sum(int)": "without::sum",
            "void left::sum<int, Sum<int> >(int, Sum<int>)": "left::sum<int, Sum<int>>",
        }.items():
            self.assertEqual(pack_experiment.short_name(demangled), name)

    def test_of_a_brief_block_there_is_no_line(self) -> None:
        code = pack_experiment.code(
            '#line 4 "one.md"\n// first\n// second\n',
            "```{.cpp file=b.cu .step .brief from=x}\n// first\n// second\n```\n",
            "one",
            NOWHERE,
        )
        self.assertEqual([href for _, _, href in code], ["#file-b.cu"] * 2)

    def test_tangled_files_that_are_included_count(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "part.cu").write_text(SOURCE)
            code = pack_experiment.code('#include "part.cu"\n#include "none.cu"\n', CHAPTER, "one", pathlib.Path(folder))
        self.assertEqual(code[:-1], pack_experiment.code(SOURCE, CHAPTER, "one", NOWHERE))

    @unittest.skipUnless(shutil.which("c++filt"), "needs c++filt")
    def test_a_pack_has_its_parts_and_nothing_of_the_machine(self) -> None:
        ptx = (
            ".visible .entry _Z4copyPi(\n)\n{\n}\n.weak .entry _ZN4left3sumILi4EEEvPf(\n)\n{}\n"
            '\t.file\t1 "/home/somebody/one.md"\n\t.file\t2 "/home/somebody/include/cuda/atomic.hpp", 1, 2\n'
            '\t.file\t3 "/home/somebody/other.md"\n'
        )
        packed = pack_experiment.pack("one/two", "experiment();\n", SOURCE, ptx, CHAPTER, NOWHERE, {})
        self.assertTrue(packed.startswith('experiment();\nexperiments.compiled("one/two", {'))
        compiled = json.loads(re.findall(r"(?s)\"one/two\", (.*)\);\n$", packed)[0])
        self.assertEqual(compiled["kernels"], {"copy": "_Z4copyPi", "left::sum<4>": "_ZN4left3sumILi4EEEvPf"})
        self.assertEqual(compiled["file"], "one.md")
        self.assertNotIn("somebody", packed)
        self.assertIn('\t.file\t1 "one.md"', compiled["ptx"])
        # What is below a folder of this name is a library to the simulator.
        self.assertIn('\t.file\t2 "/include/atomic.hpp"', compiled["ptx"])
        # So is another chapter: what goes wrong in its code is told of the line of this page that called it.
        self.assertIn('\t.file\t3 "/include/other.md"', compiled["ptx"])


LISTING = """\t.target\tsm_90

//--------------------- .text._Z4copyPi --------------------------
\t.section\t.text._Z4copyPi,"ax",@progbits
_Z4copyPi:
.text._Z4copyPi:
\t//## File "/somewhere/one.md", line 4
        /*0000*/                   LDC R1, c[0x0][0x28] ;
        /*0010*/              @!P0 BRA `(.L_x_0) ;
\t//## File "/usr/include/cuda/atomic.hpp", line 7 inlined at "/somewhere/one.md", line 5
\t//## File "/somewhere/one.md", line 5
        /*0020*/                   ATOMG.E.ADD.STRONG.GPU PT, R0, desc[UR4][R2.64], R5 ;
.L_x_0:
        /*0030*/                   NOP ;
.L_x_7:
\t//## File "/somewhere/one.md", line 6
        /*0040*/                   EXIT ;
.L_x_1:
        /*0050*/                   BRA `(.L_x_1);
        /*0060*/                   NOP;
        /*0070*/                   NOP;
.L_x_9:

//--------------------- .text.other --------------------------
\t.section\t.text.other,"ax",@progbits
        /*0000*/                   EXIT ;
"""


class MachineCode(unittest.TestCase):
    def test_a_listing_is_read_with_its_places(self) -> None:
        said = "ptxas info    : Compiling entry function '_Z4copyPi' for 'sm_90'\nptxas info    : Used 12 registers, used 0 barriers\n"
        found = disassemble.machine_code(["nvcc", "-ptx", "-arch=compute_90"], said, LISTING)
        inlined = [("atomic.hpp", 7), ("one.md", 5)]
        self.assertEqual(found, {"architecture": "sm_90", "kernels": {"_Z4copyPi": {"registers": 12, "code": [
            ["LDC R1, c[0x0][0x28]", [("one.md", 4)]], ["@!P0 BRA .L_x_0", [("one.md", 4)]],
            ["ATOMG.E.ADD.STRONG.GPU PT, R0, desc[UR4][R2.64], R5", inlined], [".L_x_0:", []], ["NOP", inlined],
            ["EXIT", [("one.md", 6)]],
        ]}}})  # fmt: skip
        code = pack_experiment.machine_code(found, "one.md")["kernels"]["_Z4copyPi"]["code"]
        self.assertEqual([line for line, _ in code], [4, 4, 5, 0, 5, 6])

    def test_the_command_is_that_of_the_ptx(self) -> None:
        self.assertEqual(
            disassemble.to_cubin(["nvcc", "-ptx", "-arch=compute_90a", "-O3", "a.cu"], pathlib.Path("b")),
            ["nvcc", "-cubin", "-arch=sm_90a", "-O3", "a.cu", "-Xptxas=-v", "-o", "b"],
        )


class Records(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def record(self, machine: str, name: str, table: str) -> None:
        path = self.folder / machine / f"{name}.csv"
        path.parent.mkdir(exist_ok=True)
        header = {"schema": "2", "experiment": name, "kind": "timed", "machine": machine}
        columns, *rows = [line.split(",") for line in table.split()]
        path.write_text(result_files.Result(header, columns, rows).text())

    def records(self, said: str, **keys: str) -> tuple[dict[str, Any], list[pathlib.Path]]:
        known = [machines.Machine(name, name, [self.folder / name]) for name in ("one", "two")]
        return pack_experiment.records(f"experiment({{\n  records: {{\n{said}\n  }},\n}});\n", known, keys)

    def test_rows_and_columns_are_those_that_are_asked_for(self) -> None:
        self.record("one", "a-times", "kernel,n,ms,more copy,4,0.5,x sum,5,0.25,y copy_all,6,1e-3,z")
        found, read = self.records('"a-times": "kernel=copy.* n ms", "b-times": "n ms"')
        self.assertEqual(
            found,
            {
                "one": {"a-times": {"columns": ["kernel", "n", "ms"], "rows": [["copy", 4, 0.5], ["copy_all", 6, 0.001]]}},
                "two": {},
            },
        )
        self.assertEqual(read, [self.folder / "one/a-times.csv"])

    def test_what_is_damaged_or_lacks_a_column_is_as_if_it_were_not_there(self) -> None:
        self.record("one", "a-times", "n,ms 4,0.5")
        self.record("two", "a-times", "n,ms 4,0.5")
        path = self.folder / "two/a-times.csv"
        path.write_text(path.read_text().replace("0.5", "0.4"))
        self.assertEqual(
            self.records('"a-times": "n ms"')[0], {"one": {"a-times": {"columns": ["n", "ms"], "rows": [[4, 0.5]]}}, "two": {}}
        )
        self.assertEqual(self.records('"a-times": "n seconds"')[0], {"one": {}, "two": {}})

    def test_a_description_in_a_block_of_its_own_is_indented_more(self) -> None:
        self.record("one", "a-times", "n,ms 4,0.5")
        known = [machines.Machine("one", "one", [self.folder / "one"])]
        found, _ = pack_experiment.records('{\n  experiment({\n    records: { "a-times": "ms" },\n  });\n}\n', known, {})
        self.assertEqual(found, {"one": {"a-times": {"columns": ["ms"], "rows": [[0.5]]}}})

    def test_nothing_is_asked_for(self) -> None:
        self.assertEqual(pack_experiment.records("experiment({});", [], {}), ({}, []))

    def test_what_does_not_rest_on_the_code_at_hand_says_so(self) -> None:
        self.record("one", "a-times", "n,ms 4,0.5")
        self.assertEqual(
            self.records('"a-times": "n ms"', **{"a-times": f"launches:{'0' * 16}"})[0]["one"]["a-times"]["outdated"],
            "it does not say which code made it",
        )


class Tools(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def run_tool(self, tool: ModuleType, *arguments: object) -> tuple[int, str, str]:
        out, errors = io.StringIO(), io.StringIO()
        with mock.patch.object(sys, "argv", ["tool", *map(str, arguments)]), contextlib.redirect_stdout(
            out
        ), contextlib.redirect_stderr(errors):
            status = tool.main()
        return status, out.getvalue(), errors.getvalue()

    def write(self, name: str, text: str) -> pathlib.Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def test_experiments_are_listed_by_their_chapters(self) -> None:
        for name in ("one/b.js", "one/a.js", "two/c.js", "three/d.js"):
            self.write(name, "")
        self.assertEqual(self.run_tool(list_experiments, self.folder, "two", "one", "none")[1], "two/c\none/a\none/b\n")

    def test_sources_that_did_not_change_keep_their_time(self) -> None:
        source = self.write("one/experiments/two.cu", "old")
        self.assertEqual(self.run_tool(gather_experiments, self.folder, self.folder, "one/two")[0], 0)
        copy = self.folder / "one-two.cu"
        before = copy.stat().st_mtime_ns
        self.run_tool(gather_experiments, self.folder, self.folder, "one/two")
        self.assertEqual(copy.stat().st_mtime_ns, before)
        source.write_text("new")
        self.run_tool(gather_experiments, self.folder, self.folder, "one/two")
        self.assertEqual(copy.read_text(), "new")

    def test_an_experiment_without_kernels_names_the_block_that_is_missing(self) -> None:
        status, _, errors = self.run_tool(gather_experiments, self.folder, self.folder, "one/two")
        self.assertEqual(status, 1)
        self.assertIn("chapters/one.md", errors)
        self.assertIn("file=one/experiments/two.cu", errors)

    def test_sizes_are_those_of_the_files(self) -> None:
        loaded = [
            self.write(name, "x" * size)
            for name, size in {
                "simulator.js": 400_000,
                "experiment.js": 30_300,
                "experiment.css": 4_000,
                "one-two.js": 5_900,
            }.items()
        ]
        output = self.folder / "experiments.js"
        self.run_tool(size_experiments, output, self.write("button.js", "rest\n"), *loaded)
        self.assertEqual(output.read_text(), 'const experimentSizes = {"shared":434,"each":{"one-two":6}};\nrest\n')


def by_the_page(script: str, data: object) -> Any:
    """What a script makes of data, in Node, with the page's scripts for experiments."""
    scripts = "".join(
        (SCRIPTS / f"{name}.js").read_text() for name in ("numbers", "plans", "steps", "judgement", "counts", "knobs")
    )
    program = (
        f"const data = JSON.parse(require('fs').readFileSync(0, 'utf8'));\n{scripts}\nconsole.log(JSON.stringify({script}));"
    )
    run = subprocess.run(["node", "-e", program], input=json.dumps(data), capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


@unittest.skipUnless(shutil.which("node"), "needs node")
class Scripts(unittest.TestCase):
    def test_traces_are_read_as_the_weaver_reads_them(self) -> None:
        """For random traces: by steps.js and by traces.lua."""
        dice = random.Random(seed := random.randrange(1_000_000))
        for _ in range(20):
            text = self.trace(dice)
            with self.subTest(seed=seed, trace=text[:200]):
                # The page plays the first block alone.
                page = by_the_page("steps.read(data, 'one.md')", text)
                self.assertEqual(page, self.by_the_weaver(text))

    def test_both_have_the_same_limit(self) -> None:
        head = "step,block,warp,lane,op,line,address,source_lane,before,after,active,bytes,sectors,bank,wavefront,file\n"
        for count, expected in ((200, 200), (201, 0)):
            text = head + "".join(f"{step},0,0,0,bra,1,,,,1,1,,,,,one.md\n" for step in range(count))
            self.assertEqual(len(by_the_page("steps.read(data, 'one.md')", text)), expected)
            self.assertEqual(len(self.by_the_weaver(text)), expected)

    def test_both_show_the_same_lines_of_a_program(self) -> None:
        """Of functions: the page shows a kernel's head only where that kernel runs."""
        dice = random.Random(seed := random.randrange(1_000_000))
        for _ in range(20):
            code = []
            for number in range(1, dice.randint(7, 60)):
                text = dice.choice(["", "  int a;", "  b();", "}", "__device__ int d() {", "// e"])
                code.append((number if dice.random() < 0.9 else 0, text))
            wanted = sorted(dice.sample(range(1, len(code) + 1), dice.randint(1, 6)))
            program = "".join(
                f'#line {number or 1} "/somewhere/{"one" if number else "two"}.md"\n{text}\n' for number, text in code
            )
            with self.subTest(seed=seed, program=program, wanted=wanted):
                page = by_the_page("steps.excerpts(new Set(data[0]), data[1], 'c<int>')", [wanted, code])
                steps = ", ".join(f'{{ file = "one.md", line = {line} }}' for line in wanted)
                woven = fixture.lua(
                    f"""
          local json, traces = require("build.json"), require("figures.traces")
          io.write(json.line({{ code = traces.code({{ {steps} }}, [==[\n{program}]==], "one.md") }}))
        """
                )
                self.assertEqual(page, json.loads(woven)["code"] or [])

    def test_the_page_shows_the_head_of_the_kernel_that_runs(self) -> None:
        code = [[1, "__global__ void other() {"], [2, "  a();"], [3, "}"], [4, "__global__ void c(int n) {"], [5, "  b();"]]
        shown = by_the_page("steps.excerpts(new Set([2]), data, 'c<int>')", code)
        self.assertEqual([[line for line, _ in run] for run in shown], [[4], [2]])

    def trace(self, dice: random.Random) -> str:
        head = "step,block,warp,lane,op,line,address,source_lane,before,after,active,bytes,sectors,bank,wavefront,file"
        rows = [head]
        for step in range(dice.randint(1, 40)):
            op = dice.choice(["ld.global.f32", "st.shared.u32", "shfl.sync.down.b32", "bra", "atom.global.add.u32"])
            base, line, file = 4096 * dice.randint(1, 9), dice.randint(1, 99), dice.choice(["one.md", "two.md"])
            for lane in sorted(dice.sample(range(32), dice.randint(1, 32))):
                has_place = op[:2] in ("ld", "st", "at")
                shared = "shared" in op
                rows.append(",".join(map(str, [
                    3 * step, 7, dice.choice([0, 0, 0]), lane, op, line, base + 4 * lane if has_place else "",
                    dice.randint(0, 31) if op.startswith("shfl") else "", dice.randint(0, 9) if op[:2] in ("sh", "at") else "",
                    dice.choice([1, 0, 17, 2.5]), 2**32 - 1, 4 if has_place else "", 4 if has_place and not shared else "",
                    lane if shared else "", lane // 8 if shared else "", file,
                ])))  # fmt: skip
        return "\n".join(rows) + "\n"

    def by_the_weaver(self, text: str) -> list[object]:
        written = fixture.lua(
            f"""
          local json, traces, data = require("build.json"), require("figures.traces"), {{ columns = {{}}, rows = {{}} }}
          local results = require("results.results")
          results.has_column = function(_, name) return true end
          local names
          for line in ([==[{text}]==]):gmatch("[^\\n]+") do
            local cells = {{}}
            for cell in (line .. ","):gmatch("([^,]*),") do cells[#cells + 1] = math.tointeger(tonumber(cell)) or tonumber(cell) or cell end
            if not names then names = cells else
              local row = {{}}
              for i, name in ipairs(names) do row[name] = cells[i] end
              data.rows[#data.rows + 1] = row
            end
          end
          local steps = traces.steps(data) or {{}}
          for _, step in ipairs(steps) do
            if step.file ~= "one.md" then step.line = nil end
            step.file = nil
          end
          io.write(json.line(steps))
        """
        )
        found: list[object] = json.loads(written)
        return found

    def test_counts_of_launches_add_up_as_the_simulator_s_do(self) -> None:
        kinds = re.findall(r"(?m)^  ([XY])\((\w+)\)", (ROOT / "code/simulator/counts.hpp").read_text())
        self.assertEqual({kind for kind, _ in kinds}, {"X", "Y"})
        dice = random.Random(3)
        launches = [{name: dice.randrange(100) for _, name in kinds} for _ in range(3)]
        found = {name: [each[name] for each in launches] for _, name in kinds}
        wanted = {name: sum(found[name]) if kind == "X" else max(found[name]) for kind, name in kinds}
        self.assertEqual(by_the_page("counts.sum(data)", launches), wanted)

    def test_equal_kinds_give_equal_numbers_from_0_to_99(self) -> None:
        made = by_the_page(
            "data.map(kind => [1, 2].map(() => Array.from(numbers.of(Int32Array, 500, kind))))", ["random", "sorted"]
        )
        for (one, other), kind in zip(made, ("random", "sorted")):
            self.assertEqual(one, other, kind)
            self.assertTrue(all(0 <= each < 100 for each in one))
            self.assertGreater(len(set(one)), 80)
        self.assertEqual(made[1][0], sorted(made[0][0]))

    def test_settings_survive_an_address(self) -> None:
        knobs = {
            "n": {"from": 1, "to": 99, "value": 7},
            "kind": {"options": ["a & b", 32], "value": 32},
            "barrier": {"value": True},
        }
        settings = {"n": 9, "kind": "a & b", "barrier": False, "schedule": "random:12"}
        first = {"n": 7, "kind": 32, "barrier": True, "schedule": "forward"}
        for each in (settings, first):
            self.assertEqual(
                by_the_page("knobs.read(knobs.write(data[0], data[1]), data[2], data[1])", [each, first, knobs]), each
            )

    def test_what_no_knob_can_be_set_to_is_left_out(self) -> None:
        knobs = {"n": {"from": 1, "to": 99, "value": 7}, "barrier": {"value": True}}
        first = {"n": 7, "barrier": True, "schedule": "forward"}
        for text in ("n=0", "n=100", "n=1.5", "n=", "n=x", "barrier=1", "toString=1", "__proto__=3", "schedule=never", "schedule=random",
                     "schedule=random:0", "schedule=random:-1"):  # fmt: skip
            self.assertEqual(by_the_page("knobs.read(data[0], data[2], data[1])", [text, first, knobs]), first, text)

    def test_the_first_wrong_element_is_named(self) -> None:
        judged = by_the_page(
            """data.map(([before, after, wanted]) => {
          const bytes = list => new Uint8Array(Int32Array.from(list).buffer);
          return judgement.of({ arrays: [{ name: "to", bytes: bytes(before) }] }, { outputs: { to: bytes(after) } },
            { to: Int32Array.from(wanted) });
        })""",
            [([-1, -1, -1], [4, 5, 6], [4, 5, 6]), ([-1, -1, -1], [4, -1, 6], [4, 5, 6]), ([0, 0, 0], [4, 7, 7], [4, 5, 6])],
        )
        self.assertEqual([each["right"] for each in judged], [True, False, False])
        self.assertIn("all 3 elements of `to`", judged[0]["words"])
        self.assertEqual(judged[1]["words"], "Wrong: `to[1]` was never written and should be 5.")
        self.assertEqual(judged[2]["words"], "Wrong: `to[1]` is 7 and should be 5; 2 of its 3 elements are wrong.")


if __name__ == "__main__":
    unittest.main()
