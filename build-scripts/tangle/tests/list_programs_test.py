"""Tests of list_programs."""

import subprocess
import tempfile
import unittest
from pathlib import Path

from shared.tools import command

SCRIPT = command("list_programs")


def programs(*names: str, sessions: bool = False, **chapters: str) -> subprocess.CompletedProcess[str]:
    with tempfile.TemporaryDirectory() as folder:
        for name, text in chapters.items():
            (Path(folder) / f"{name}.md").write_text(text, encoding="utf-8")
        command = [*SCRIPT, *(["--sessions"] if sessions else []), folder, *(names or chapters)]
        return subprocess.run(command, capture_output=True, text=True)


class ListProgramsTest(unittest.TestCase):
    def assert_program(self, expected: bool, text: str) -> None:
        run = programs(a=text)
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "a\n" if expected else "", ""))

    def test_a_root_of_the_chapter_s_name(self) -> None:
        for fence in ("```{.cpp file=a.cu}", '~~~~ {.cpp #root file="a.cu"}', "  ```{file='a.cu' .cpp}", "> ```{.cpp file=a.cu}"):
            with self.subTest(fence):
                self.assert_program(True, f"# A\n\nWords.\n\n```\nx\n```\n\n{fence}\n")

    def test_other_files_and_words(self) -> None:
        for text in (
            "```{.cpp file=a/a.cu}\n```\n",
            "```{.cpp file=a.cuh}\n```\n",
            "```{.cpp file=aa.cu}\n```\n",
            "```{.cpp myfile=a.cu}\n```\n",
            "`{.cpp file=a.cu}` is a root.\n",
        ):
            with self.subTest(text):
                self.assert_program(False, text)

    def test_an_example_in_a_longer_fence(self) -> None:
        self.assert_program(False, "````markdown\n```{.cpp file=a.cu}\n```\n````\n")
        self.assert_program(True, "````markdown\n```\n````\n\n```{.cpp file=a.cu}\n```\n")

    def test_what_only_looks_like_a_fence(self) -> None:
        self.assert_program(True, "```x``` is code.\n\n```{.cpp file=a.cu}\n```\n")
        self.assert_program(True, "<!--\n```\n-->\n\n- item\n\n\t```{.cpp file=a.cu}\n\t```\n")
        self.assert_program(False, "text\n\n    ```{.cpp file=a.cu}\n    ```\n")

    def test_order_is_that_of_the_names(self) -> None:
        chapter = "```{.cpp file=%s.cu}\n```\n"
        run = programs("c", "b", "a", a=chapter % "a", b="No.\n", c=chapter % "c")
        self.assertEqual(run.stdout.split(), ["c", "a"])

    def test_a_chapter_that_is_not_there(self) -> None:
        run = programs("gone", a="")
        self.assertEqual(run.returncode, 1)
        self.assertRegex(run.stderr, r"list_programs: .*gone\.md: No such file")

    def test_sessions(self) -> None:
        for fence, expected in (
            ("```{.sh .session file=a/gpu/x.sh}", True),
            ("```{.sh file=a.session}", False),
            ("```sh", False),
        ):
            with self.subTest(fence):
                run = programs(sessions=True, a=f"# A\n\n{fence}\nls\n```\n")
                self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "a\n" if expected else "", ""))


if __name__ == "__main__":
    unittest.main()
