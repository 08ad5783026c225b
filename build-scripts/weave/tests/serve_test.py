"""Tests of the pages that follow their sources, in a project with two tiny chapters."""

import json
import shutil
import subprocess
import unittest
import urllib.request
from typing import Any

from shared.tools import command
from weave.tests import steps_test


@unittest.skipUnless(shutil.which("inotifywait"), "needs inotifywait")
class Serve(steps_test.Project):
    def setUp(self) -> None:
        super().setUp()
        server = [*command("serve"), "--root", str(self.source), "--port", "0", str(self.build)]
        self.server = subprocess.Popen(server, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.server.communicate)
        self.addCleanup(self.server.terminate)
        address = next(line.strip() for line in self.server.stdout or () if line.startswith("http:"))
        self.address, _, self.key = address.partition("?key=")
        self.changes = urllib.request.urlopen(self.address + "changes", timeout=60)
        self.addCleanup(self.changes.close)
        self.assertEqual(self.changes.readline(), b": here\n")
        self.assertIn("two.html", self.change()["times"])

    def change(self) -> dict[str, Any]:
        """What is told next."""
        found: dict[str, Any] = json.loads(next(line for line in self.changes if line.startswith(b"data: "))[6:])
        return found

    def get(self, name: str) -> str:
        with urllib.request.urlopen(self.address + name) as answer:
            return str(answer.read().decode())

    def test_a_changed_chapter_is_made_and_told(self) -> None:
        self.assertIn("It counts", self.get("two.html"))
        self.write("chapters/two.md", "# Two\n\nQuite other words.\n")
        self.assertEqual(self.change(), {"pages": ["two.html"]})
        self.assertIn("Quite other words.", self.get("two.html"))

    def test_a_complaint_is_told_and_mended(self) -> None:
        self.write("chapters/two.md", "# Two\n\n```{.cpp quote=code/gone.hpp}\n```\n")
        self.assertRegex(self.change()["complaint"], r"chapters/two\.md:3: error: .*gone\.hpp")
        self.assertIn("It counts", self.get("two.html"))
        self.write("chapters/two.md", "# Two\n\nMended.\n")
        self.assertEqual(self.change(), {"pages": ["two.html"]})
        self.assertIn("Mended.", self.get("two.html"))

    def test_pages_listen_and_other_files_are_as_they_are(self) -> None:
        self.assertIn('new EventSource("/changes")', self.get(""))
        self.assertNotIn("workshopToken", self.get(""))
        visitor = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with visitor.open(self.address + "?key=" + self.key) as answer:
            self.assertEqual(answer.url, self.address)
            self.assertIn("const workshopToken", answer.read().decode())
        with visitor.open(self.address + "two.html") as answer:
            self.assertIn("const workshopToken", answer.read().decode())
        self.assertEqual(self.get("book.css"), (self.build / "chapters/book.css").read_text())

    def test_without_a_build_it_says_so(self) -> None:
        run = subprocess.run([*command("serve"), self.folder], capture_output=True, text=True)
        self.assertEqual(run.returncode, 1)
        self.assertIn("is no build folder", run.stderr)


if __name__ == "__main__":
    unittest.main()
