"""What the build does again after a change, told by Ninja's steps, in a project with two tiny chapters."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from weave.tests import fixture

ROOT = fixture.WEAVE.parent.parent

PROJECT = """project('tiny', meson_version: '>=1.0')
fs = import('fs')
machine = 'here'
reference = 'here'
machines = {}
references = {}
subdir('build-scripts/shared')
subdir('build-scripts/weave')
subdir('code')
subdir('chapters')
"""
OPTIONS = """option('strict', type: 'boolean', value: false)
"""
# Stands for the tangler and the programs: an index and a count a chapter, which prose does not change.
CODE = """indices = {}
counted = []
foreach name : chapter_names
  index = custom_target(name + '.index.lua', output: name + '.index.lua', command: [python, files('touch.py'), '@OUTPUT@'])
  indices += {name: index}
  counted += custom_target(name + '.counted', output: name + '.counted', input: name + '.count',
    command: [python, files('touch.py'), '@OUTPUT@', '@INPUT@', '@OUTDIR@' / 'counted' / name + '-counts.csv'])
endforeach
"""
TOUCH = """import pathlib, sys
output, *count = [pathlib.Path(argument) for argument in sys.argv[1:]]
if count:
    count[1].parent.mkdir(exist_ok=True)
    count[1].write_text(count[0].read_text())
    output.write_text(count[0].read_text())
else:
    output.write_text('return { chunks = {} }')
"""


SOURCES = {
    "meson.build": PROJECT,
    "meson_options.txt": OPTIONS,
    "book.md": "---\ntitle: Tiny\n---\n\n- [One](chapters/one.md)\n- [Two](chapters/two.md)\n",
    "chapters/guide.md": "# Guide\n",
    "code/meson.build": CODE,
    "code/touch.py": TOUCH,
    "code/one.count": "a\n1\n",
    "code/two.count": "a\n2\n",
    "chapters/meson.build": (ROOT / "chapters/meson.build").read_text(),
    "chapters/references.bib": "",
    "chapters/one.md": "# One\n\nIt counts `one_counts{}.a`{.value} and times `two_times{}.ms`{.value}.\n",
    "chapters/two.md": "# Two\n\nIt counts `two_counts{}.a`{.value}.\n",
}


@unittest.skipUnless(shutil.which("meson") and shutil.which("ninja") and fixture.PANDOC, "needs meson, ninja, pandoc")
class Project(unittest.TestCase):
    """The project, built; each test finds it as it was at first."""

    folder: pathlib.Path
    source: pathlib.Path
    build: pathlib.Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.source, cls.build = cls.folder / "source", cls.folder / "build"
        (cls.source / "figures/published").mkdir(parents=True)
        (cls.source / "chapters").mkdir()
        os.symlink(ROOT / "build-scripts", cls.source / "build-scripts")
        os.symlink(ROOT / "chapters/aids", cls.source / "chapters/aids")
        for name, text in SOURCES.items():
            cls.write(name, text)
        run = subprocess.run(["meson", "setup", cls.build, cls.source], capture_output=True, text=True)
        if run.returncode != 0:
            raise AssertionError(run.stdout)
        cls.steps()

    def setUp(self) -> None:
        self.addCleanup(self.restore)

    def restore(self) -> None:
        shutil.rmtree(self.source / "figures/recorded", ignore_errors=True)
        for path in self.build.glob("measured/*/*"):
            path.unlink()
        for folder in ("chapters", "code"):
            for path in (self.source / folder).glob("*.*"):
                if f"{folder}/{path.name}" not in SOURCES:
                    path.unlink()
        for name, text in SOURCES.items():
            if (self.source / path).read_text() != text:
                self.write(name, text)
        self.steps()

    @classmethod
    def write(cls, path: str, text: str) -> None:
        target = cls.source / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)

    @classmethod
    def steps(cls) -> list[str]:
        """Builds; returns the pages that were made."""
        run = subprocess.run(["ninja", "-v", "-C", cls.build, "book"], capture_output=True, text=True)
        if run.returncode != 0:
            raise AssertionError(run.stdout + run.stderr)
        return re.findall(r"(?m)^\[\d+/\d+\].*-o (chapters/\S+)", run.stdout)

    def page(self, name: str) -> str:
        return (self.build / "chapters" / f"{name}.html").read_text()


class Steps(Project):
    def test_nothing_changed(self) -> None:
        self.assertEqual(self.steps(), [])
        run = subprocess.run(["ninja", "-C", self.build], capture_output=True, text=True)
        self.assertEqual(self.steps(), [], run.stdout)

    def test_prose_renders_its_page_alone(self) -> None:
        self.write("chapters/two.md", "# Two\n\nOther words.\n")
        self.assertEqual(self.steps(), ["chapters/two.html"])
        self.assertIn("Other words.", self.page("two"))
        self.assertEqual(self.steps(), [])

    def test_a_title_renders_all_pages(self) -> None:
        self.write("chapters/two.md", "# Second\n\nIt counts.\n")
        pages = ["figures", "guide", "index", "one", "scoreboard", "two"]
        self.assertEqual(sorted(self.steps()), [f"chapters/{name}.html" for name in pages])
        self.assertIn("Second", self.page("one"))

    def test_a_new_section_or_label_renders_its_page_and_those_that_show_it(self) -> None:
        self.write("chapters/one.md", "# One\n\nSee @sec:end.\n")
        self.write("chapters/two.md", "# Two\n\n## End {#sec:end}\n")
        self.steps()
        self.assertIn("Section\u00a02.1<", self.page("one"))
        self.write("chapters/two.md", "# Two\n\n## End {#sec:end}\n\n### More {#sec:more}\n\n$$x$$ {#eq:x}\n")
        self.assertEqual(self.steps(), ["chapters/two.html"])
        self.write("chapters/two.md", "# Two\n\n## End {#sec:end}\n\n### More {#sec:more}\n\n## Last\n")
        self.assertEqual(sorted(self.steps()), ["chapters/index.html", "chapters/two.html"])
        self.write("chapters/two.md", "# Two\n\n## First\n\n## End {#sec:end}\n\n### More {#sec:more}\n\n## Last\n")
        self.assertEqual(sorted(self.steps()), [f"chapters/{name}.html" for name in ("index", "one", "two")])
        self.assertIn("Section\u00a02.2<", self.page("one"))
        self.assertEqual(self.steps(), [])

    def test_a_label_that_goes_comes_or_moves_renders_the_pages_that_refer_to_it(self) -> None:
        self.write("chapters/one.md", "# One\n\nSee @eq:x.\n")
        self.write("chapters/two.md", "# Two\n\n$$x$$ {#eq:x}\n")
        self.steps()
        self.assertIn("(2.1)", self.page("one"))
        self.write("chapters/two.md", "# Two\n\n$$x$$\n")
        self.assertEqual(sorted(self.steps()), ["chapters/one.html", "chapters/two.html"])
        self.assertIn("missing label: eq:x", self.page("one"))
        self.write("chapters/two.md", "# Two\n\n$$y$$ {#eq:y}\n\n$$x$$ {#eq:x}\n")
        self.assertEqual(sorted(self.steps()), ["chapters/one.html", "chapters/two.html"])
        self.assertIn("(2.2)", self.page("one"))
        self.assertEqual(self.steps(), [])

    def test_a_page_that_failed_is_told_again(self) -> None:
        self.write("chapters/one.md", "# One\n\nSee @eq:x.\n")
        self.write("chapters/two.md", "# Two\n\n$$x$$ {#eq:x}\n")
        self.steps()
        kept = self.build / "chapters/one.asked.lua"
        self.write("chapters/two.md", "# Two\n\n$$y$$ {#eq:y}\n\n$$x$$ {#eq:x}\n")
        run = self.ninja("chapters/one.answers")
        self.assertEqual((self.build / "chapters/one.answers").read_text(), "find eq:x\n", run.stdout)
        self.assertIn("(2.1)", kept.read_text() + self.page("one"))
        self.assertIn("chapters/one.html", self.steps())
        self.assertIn("(2.2)", self.page("one"))

    @unittest.skipUnless(pathlib.Path("/usr/share/javascript/lunr/lunr.min.js").exists(), "needs libjs-lunr")
    def test_what_a_listing_stands_for_is_made_again_where_it_went(self) -> None:
        scripts = [self.build / "chapters/search" / name for name in ("sections.js", "lunr.min.js")]
        text = scripts[0].read_text()
        for path in scripts:
            path.unlink()
        self.ninja("book")
        self.assertEqual(scripts[0].read_text(), text)
        self.assertTrue(scripts[1].exists())
        self.write("chapters/two.md", "# Two\n\nOther words.\n")
        self.steps()
        self.assertIn("Other words.", scripts[0].read_text())
        self.assertIn("no work to do", self.ninja("book").stdout)

    def test_an_edited_module_renders_the_pages_that_it_made(self) -> None:
        run = self.ninja("-t", "deps", "chapters/two.html")
        self.assertIn("filter/page/navigation.lua", run.stdout)
        run = self.ninja("-t", "deps", "chapters/two.outline.lua")
        self.assertIn("filter/build/outline.lua", run.stdout)
        self.assertNotIn("filter/page/navigation.lua", run.stdout)

    def test_a_new_count_renders_the_page_that_shows_it(self) -> None:
        self.write("code/two.count", "a\n77\n")
        self.assertEqual(self.steps(), ["chapters/two.html"])
        self.assertIn(">77<", self.page("two"))
        self.assertEqual(self.steps(), [])

    def test_quoted_code_renders_the_page_that_quotes_it(self) -> None:
        self.write("code/lanes.hpp", "// quote: lanes\nint lanes = 32;\n// end quote\n")
        self.write("chapters/two.md", "# Two\n\n```{.cpp quote=code/lanes.hpp region=lanes}\n```\n")
        self.assertEqual(self.steps(), ["chapters/two.html"])
        self.write("code/lanes.hpp", "// quote: lanes\nint lanes = 64;\n// end quote\n")
        self.assertEqual(self.steps(), ["chapters/two.html"])
        self.assertIn(">64<", self.page("two"))
        self.assertEqual(self.steps(), [])

    def ninja(self, *targets: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["ninja", "-C", self.build, *targets], capture_output=True, text=True)

    def test_status_names_what_is_missing(self) -> None:
        run = self.ninja("status")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertIn("missing result: two-times on here: not counted, measured or recorded (asked for by one)", run.stdout)
        self.assertIn("status: 3 results asked for, 1 missing, 0 outdated, 0 damaged; 0 claims on here", run.stdout)

    def test_strict_fails_and_names_it(self) -> None:
        def be_strict(strict: str) -> None:
            subprocess.run(["meson", "configure", self.build, f"-Dstrict={strict}"], check=True, capture_output=True)

        self.addCleanup(be_strict, "false")
        be_strict("true")
        run = self.ninja("book")
        self.assertNotEqual(run.returncode, 0)
        self.assertIn("chapters/one.md:3: warning: missing result: two-times", run.stdout)
        (self.build / "measured/here/two-times.csv").write_text("ms\n4.5\n")
        run = self.ninja("book")
        self.assertEqual(run.returncode, 0, run.stdout)

    def test_another_machine_s_record_is_judged_too(self) -> None:
        self.write("chapters/two.md", "# Two\n\n[Less.]{.claim test='two_times{}.ms < 5'}\n")
        self.write("figures/recorded/there/two-times.csv", "ms\n4.5\n")
        self.steps()
        facts = self.build / "chapters/two.facts.json"
        self.assertRegex(facts.read_text(), r'"machine": "there",[^}]*\[[^]]*\],\s*"verdict": "held"')
        self.write("figures/recorded/there/two-times.csv", "ms\n5.5\n")
        self.assertEqual(
            sorted(self.steps()), ["chapters/index.html", "chapters/one.html", "chapters/scoreboard.html", "chapters/two.html"]
        )
        self.assertRegex(facts.read_text(), r'"machine": "there",[^}]*\[[^]]*\],\s*"verdict": "refuted"')
        self.assertEqual(self.steps(), [])

    def test_the_scoreboard_is_made_again_only_if_a_claim_changed(self) -> None:
        def chapter(words: str, claim: str) -> None:
            self.write("chapters/two.md", f"# Two\n\n{words}\n\n[{claim}]{{.claim test='two_counts{{}}.a < 5'}}\n")

        chapter("Words.", "Less.")
        self.assertEqual(sorted(self.steps()), ["chapters/index.html", "chapters/scoreboard.html", "chapters/two.html"])
        self.assertIn('<a href="two.html#claim-1">Less.</a>', self.page("scoreboard"))
        chapter("Other\n\nwords.", "Less.")
        self.assertEqual(self.steps(), ["chapters/two.html"])
        self.assertEqual(self.steps(), [])
        chapter("Words.", "Fewer.")
        self.assertEqual(sorted(self.steps()), ["chapters/scoreboard.html", "chapters/two.html"])
        self.write("code/two.count", "a\n9\n")
        self.assertEqual(sorted(self.steps()), ["chapters/index.html", "chapters/scoreboard.html", "chapters/two.html"])
        self.assertIn("verdict refuted", self.page("scoreboard"))
        self.assertEqual(self.steps(), [])

    def test_a_measured_result_appears_and_changes(self) -> None:
        self.assertIn("missing result: two-times", self.page("one"))
        measured = self.build / "measured/here/two-times.csv"
        measured.write_text("ms\n4.5\n")
        self.steps()
        self.assertIn(">4.5<", self.page("one"))
        measured.write_text("ms\n5.5\n")
        self.assertEqual(self.steps(), ["chapters/one.html"])
        self.assertIn(">5.5<", self.page("one"))
        self.assertEqual(self.steps(), [])


if __name__ == "__main__":
    unittest.main()
