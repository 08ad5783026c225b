"""What an edit makes Ninja do: the build's steps, counted in a copy with two small chapters.

The copy takes over the log and the outputs of the build that it is a copy of, so that the tangler, the
simulator and the harness need not be compiled again.

Usage: steps_test.py SOURCE BUILD NVCC
"""

import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GUIDE = ROOT / "chapters" / "guide.md"

BOOK = """\
---
title: Two chapters
---

- [First](chapters/first.md)
- [Second](chapters/second.md)

# Appendices

- [Third](chapters/third.md)
"""

APPENDIX = """\
# Third

It shows a loop, and has no program:

```{.cpp #loop .unused}
for (;;) {}
```
"""

CHAPTER = """\
---
title: NAME
---

The program fills an array.

```{.cpp file=NAME.cu}
#include <cstdio>
#include <cstring>
#include <string>

#include "NAME/step.cuh"

<<NAME-fill>>

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "--list") == 0) return 0;
  int *device, host[40], sum = 0;
  if (cudaMalloc(&device, sizeof host) != cudaSuccess) return 77;
  fill<<<1, 40>>>(device);
  if (cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  cudaFree(device);
  for (int i = 0; i < 40; ++i) sum += host[i];
  if (argc == 4 && std::strcmp(argv[1], "--count") == 0) {
    std::FILE* file = std::fopen((std::string(argv[3]) + "/NAME-counts.csv").c_str(), "w");
    std::fprintf(file, "# kind: counted\\nn,sum\\n40,%d\\n", sum);
    return std::fclose(file);
  }
  return sum == 40 * 39 / 2 ? 0 : 1;
}
```

Each thread fills its place.

```{.cpp #NAME-fill}
__global__ void fill(int* place) {
  place[threadIdx.x] = step * threadIdx.x;
}
```

From a place to the next it goes in steps.

```{.cpp file=NAME/step.cuh}
constexpr int step = 1;
```

The sum is `NAME_counts{n=40}.sum`{.value}.
"""


class StepsTest(unittest.TestCase):
    made_at_first: list[str]
    source: Path
    build: Path
    inside: bool

    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory(prefix="steps-")
        cls.addClassCleanup(folder.cleanup)
        original, original_build, nvcc = map(Path, sys.argv[1:4])
        cls.source = Path(folder.name) / "book"
        # At the same place in the tree, so that the paths in the commands are the same.
        cls.inside = original_build.is_relative_to(original)
        cls.build = cls.source / (original_build.relative_to(original) if cls.inside else "build")
        cls.source.mkdir()
        for name in ("build-scripts", "code", "chapters"):
            shutil.copytree(original / name, cls.source / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("meson.build", "meson_options.txt"):
            shutil.copy2(original / name, cls.source)
        for chapter in (cls.source / "chapters").glob("*.md"):
            if chapter.name != GUIDE.name:
                chapter.unlink()
        (cls.source / "figures").mkdir()
        (cls.source / "figures" / "meson.build").write_text("# The two chapters show no figures.\n")
        (cls.source / "book.md").write_text(BOOK)
        for name in ("first", "second"):
            cls.chapter(name).write_text(CHAPTER.replace("NAME", name))
        cls.chapter("third").write_text(APPENDIX)
        shutil.copytree(
            original_build,
            cls.build,
            ignore=shutil.ignore_patterns("meson-info", "meson-logs", "meson-private", "measured", "build.ninja"),
        )
        native = Path(folder.name) / "native.ini"
        native.write_text(f"[binaries]\ncuda = '{nvcc}'\n")
        cls.run_tool("meson", "setup", "--native-file", native, cls.build, cls.source)
        cls.made_at_first = cls.steps()
        cls.steps()

    @classmethod
    def chapter(cls, name: str) -> Path:
        return cls.source / "chapters" / f"{name}.md"

    @classmethod
    def run_tool(cls, *command: str | Path, status: int = 0) -> str:
        environment = {**os.environ, "NINJA_STATUS": "step: "}
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
        if run.returncode != status:
            raise AssertionError(f"{command[0]} ended with {run.returncode}, not {status}:\n{run.stdout}")
        return run.stdout

    @classmethod
    def steps(cls) -> list[str]:
        """Builds; returns what Ninja says of each step that it ran."""
        lines = cls.run_tool("ninja", "-C", cls.build).splitlines()
        return [line.removeprefix("step: ") for line in lines if line.startswith("step: ")]

    def edit(self, name: str, old: str, new: str) -> None:
        """Edits a chapter until the end of the test; returns the steps."""
        path = self.chapter(name)
        text = path.read_text()
        self.assertIn(old, text)
        path.write_text(text.replace(old, new))

        def undo() -> None:
            path.write_text(text)
            self.steps()

        self.addCleanup(undo)

    def assert_steps(self, *expected: str) -> None:
        """Builds, and compares what was made, by file name."""
        what = re.compile(r"(?:Generating|Compiling .* object|Linking .*target) (\S+)")
        made = [found[1] for step in self.steps() if (found := what.match(step))]
        self.assertEqual(sorted(Path(name).name for name in made), sorted(expected))

    def page(self, name: str) -> Path:
        return self.build / "chapters" / f"{name}.html"

    def pages(self, name: str) -> list[str]:
        """What is made for a page and of it, where Pandoc is there to make it."""
        if not self.page(name).exists():
            return []
        searched = ["search"] if (self.build / "chapters" / "search").exists() else []
        return [f"{name}.outline", f"{name}.html", "figures.md", *searched, *self.names("")]

    def names(self, *chapters: str) -> list[str]:
        """What lists the names of some chapters' programs, or with "" of all, where ctags is there to find them."""
        listed = (self.build / "chapters" / "names.html").exists()
        return (
            [each for chapter in chapters for each in ([f"{chapter}.names"] if chapter else ["names.md", "definitions"])]
            if listed
            else []
        )

    def assert_shown(self, name: str, number: int, other_number: int) -> None:
        if self.page(name).exists():
            numbers = re.findall(r"\d+", re.sub("<[^>]*>", " ", self.page(name).read_text()))
            self.assertIn(str(number), numbers)
            self.assertNotIn(str(other_number), numbers)

    def test_nothing_to_do_does_nothing_in_no_time(self) -> None:
        def used() -> float:
            times = resource.getrusage(resource.RUSAGE_CHILDREN)
            return times.ru_utime + times.ru_stime

        before = used()
        for _ in range(5):
            self.assertIn("no work to do", self.run_tool("ninja", "-C", self.build))
        self.assertLess((used() - before) / 5, 0.2)

    def test_prose_compiles_and_runs_nothing_and_renders_its_page(self) -> None:
        self.edit("first", "The program fills", "As we shall see,\nthe program fills")
        self.assert_steps("tangled", *self.pages("first"))
        self.assertEqual(self.steps(), [])

    def test_prose_before_a_kernel_moves_it_without_compiling_it(self) -> None:
        self.edit("first", "Each thread fills its place.", "Each\n\nthread\n\nfills.")
        self.assert_steps("tangled", *self.pages("first"))

    def test_a_kernel_rebuilds_and_reruns_its_chapter_alone(self) -> None:
        self.edit("first", "= step * threadIdx.x;", "= 39 - step * threadIdx.x;")
        programs = ["meson-generated_.._first.cu.o", "libfirst.a", "first-gpu", "first-sim"]
        self.assert_steps(
            "tangled",
            *programs,
            "first.counted",
            "first.keys",
            *self.pages("first"),
            *self.names("first"),
            *(["programs"] if self.page("first").exists() else []),
        )
        self.run_tool(self.build / "code" / "first-sim")

    def test_a_header_that_a_chapter_makes_rebuilds_it_at_once(self) -> None:
        self.edit("first", "step = 1;", "step = 2;")
        self.steps()
        self.assertEqual(self.steps(), [])
        self.run_tool(self.build / "code" / "first-sim", status=1)

    def test_an_object_knows_its_headers(self) -> None:
        name = "code/libfirst.a.p/meson-generated_.._first.cu.o"
        headers = self.run_tool("ninja", "-C", self.build, "-t", "deps", name)
        self.assertRegex(headers, r"\bfirst/step\.cuh\n")

    def test_a_kernel_made_wrong_shows_its_result_and_fails_its_check(self) -> None:
        self.edit("second", "= step * threadIdx.x;", "= 1 + step * threadIdx.x;")
        self.assert_shown("second", 780, 820)
        self.steps()
        self.assert_shown("second", 820, 780)
        self.run_tool(self.build / "code" / "second-sim", status=1)
        self.run_tool(self.build / "code" / "first-sim")

    def test_a_deleted_chunk_fails_at_the_line_that_asks_for_it(self) -> None:
        text = self.chapter("first").read_text()
        line = text.splitlines().index("<<first-fill>>") + 1
        self.edit("first", text[text.index("```{.cpp #first-fill}") : text.rindex("The sum is")], "")
        printed = self.run_tool("ninja", "-C", self.build, status=1)
        self.assertRegex(printed, rf"chapters/first\.md:{line}:\d+: error: .*first-fill")

    def test_an_appendix_has_a_page_and_no_program(self) -> None:
        self.assertFalse(list((self.build / "code").glob("third-*")))
        if self.page("first").exists():
            self.assertIn("<span>Appendix</span> A", self.page("third").read_text())

    def test_a_chapter_that_gets_or_loses_its_program_says_what_to_do(self) -> None:
        for name, old, new in (
            ("third", "{.cpp #loop .unused}", "{.cpp file=third.cu}"),
            ("second", "file=second.cu}", "#no-program .unused}"),
        ):
            with self.subTest(name):
                self.edit(name, old, new)
                printed = self.run_tool("ninja", "-C", self.build, status=1)
                self.assertRegex(printed, rf"chapters/{name}\.md:\d+:1: error: .* program")
                self.assertIn("meson setup --reconfigure", printed)
                self.doCleanups()

    def test_the_guide_makes_its_chapter_when_followed_literally(self) -> None:
        """Each fenced block that says so is put into a file, added to book.md, run, or sought in what was said."""
        if not self.page("first").exists():
            self.skipTest("there are no pages")
        figures = self.source / "figures"
        kept = {path: path.read_bytes() for path in (self.source / "book.md", figures / "meson.build")}
        shutil.copytree(
            ROOT / "figures",
            figures,
            dirs_exist_ok=True,
            ignore=lambda folder, names: [
                name for name in names if name == "recorded" or name.endswith(".gp") and Path(folder).name != "shared"
            ],
        )

        def undo() -> None:
            shutil.rmtree(figures)
            figures.mkdir()
            for path, text in kept.items():
                path.write_bytes(text)
            self.chapter("squares").unlink(missing_ok=True)
            shutil.rmtree(self.source / "code" / "exercises" / "squares")
            self.run_tool("meson", "setup", "--reconfigure", self.build, self.source)
            self.steps()

        self.addCleanup(undo)
        said = ""
        steps = re.findall(r'(?ms)^(`{3,})\{\.\w+ (put|add|run|says)="([^"]*)"\}\n(.*?)^\1$', GUIDE.read_text())
        self.assertGreater(len(steps), 10)
        for _, attribute, value, text in steps:
            with self.subTest(attribute, text=text.splitlines()[:3]):
                if attribute == "put":
                    (self.source / value).parent.mkdir(parents=True, exist_ok=True)
                    (self.source / value).write_text(text)
                elif attribute == "add":
                    book = self.source / value
                    book.write_text(re.sub(r"(?m)^- \[", text + "- [", book.read_text(), count=1))
                elif attribute == "run":
                    run = subprocess.run(
                        ["bash", "-ec", text], cwd=self.source, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
                    )
                    said = run.stdout
                    self.assertEqual(run.returncode != 0, value == "fails", said)
                else:
                    for line in text.splitlines():
                        self.assertIn(line, said)
        page = self.page("squares").read_text()
        self.assertNotRegex(page, 'class="(missing|stale)')
        for sign in (">32</span> sectors", 'class="verdict held"', '<figure class="figure" id="fig-sectors"', "<svg"):
            self.assertIn(sign, page)

    def test_the_copy_compiled_only_its_own_chapters(self) -> None:
        """Else the copy's paths differ and this test costs minutes."""
        if not self.inside:
            self.skipTest("the build folder lies outside of the tree, so the copy's paths differ")
        compiled = [step for step in self.made_at_first if "ompil" in step and "libscale" not in step]
        self.assertEqual(len(compiled), 2, compiled)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
