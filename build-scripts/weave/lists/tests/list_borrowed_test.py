"""Tests of list_borrowed."""

import subprocess
import tempfile
import unittest
from pathlib import Path

from shared.tools import command

CHAPTERS = "scan,global-scan,two-gpus"


class ListBorrowed(unittest.TestCase):
    def listed(self, **pages: str) -> subprocess.CompletedProcess[str]:
        with tempfile.TemporaryDirectory() as folder:
            names = {name.replace("_", "-"): text for name, text in pages.items()}
            for name, text in names.items():
                Path(folder, f"{name}.md").write_text(text, encoding="utf-8")
            return subprocess.run([*command("list_borrowed"), folder, CHAPTERS, *names], capture_output=True, text=True)

    def borrowed(self, text: str) -> str:
        run = self.listed(scan=text)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        return run.stdout

    def test_values_claims_tables_and_figures_are_found(self) -> None:
        for text in (
            "It is `global_scan_sizes{n=1}.ms`{.value}.",
            '[So.]{.claim test="in global_scan_sizes: a.ms < b.ms"}',
            '::: {.results data="global-scan-sizes"}\nWords.\n:::',
            "![Words.](figure:global-scan-chain)",
            "::: {.results}\n```columns\nms  = global_scan_sizes{n=1}.ms\n```\n:::\n```{.cpp #x}\nint i;\n```",
        ):
            self.assertEqual(self.borrowed(text), "scan: global-scan\n", text)

    def test_code_links_and_own_results_are_none(self) -> None:
        for text in (
            "```{.cpp #x}\nglobal_scan_sizes();\n```\n",
            "````{.md}\n```\nglobal_scan_sizes\n```\n````\n",
            "See [there](chapters/global-scan.md#sec:x) and @sec:global-scan/one-pass.",
            "It is `scan_times{n=1}.ms`{.value}; half_scan_times is none.",
        ):
            self.assertEqual(self.borrowed(text), "", text)

    def test_pages_have_a_line_each_with_chapters_in_the_book_s_order(self) -> None:
        run = self.listed(scan="two_gpus_links and global_scan_sizes", global_scan="Words.", book="scan_times")
        self.assertEqual(run.stdout, "scan: global-scan two-gpus\nbook: scan\n")

    def test_a_page_that_is_not_there_is_told(self) -> None:
        run = subprocess.run([*command("list_borrowed"), ".", CHAPTERS, "gone"], capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stderr), (1, "list_borrowed: gone.md: No such file or directory\n"))


if __name__ == "__main__":
    unittest.main()
