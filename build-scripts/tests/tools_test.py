"""Tests of how a tool is started by its name."""

import subprocess
import sys
import unittest

from shared.tools import SCRIPTS


def start(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(SCRIPTS), *arguments], capture_output=True, text=True)


class Tools(unittest.TestCase):
    def test_a_tool_is_started_by_its_name_or_its_place(self) -> None:
        for name in ("keys", "measure.keys"):
            run = start(name, "--help")
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertIn("Writes the keys of a program's results", run.stdout)

    def test_a_module_that_others_only_import_is_none(self) -> None:
        for name in ("drawing", "judging", "nothing"):
            run = start(name)
            self.assertEqual((run.returncode, run.stdout, run.stderr), (1, "", f"build-scripts: no tool '{name}'\n"))

    def test_without_a_name_the_tools_are_listed(self) -> None:
        run = start()
        self.assertEqual(run.returncode, 1)
        listed = run.stderr.splitlines()[-1].split()
        self.assertEqual(listed[0], "Tools:")
        self.assertLessEqual({"keys", "plot", "status", "grade", "serve"}, set(listed))
        self.assertNotIn("drawing", listed)


if __name__ == "__main__":
    unittest.main()
