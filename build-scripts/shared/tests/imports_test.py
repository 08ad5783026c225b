"""Tests of what tools are made of."""

import subprocess
import sys
import unittest

from shared.tools import SCRIPTS, command


class Imports(unittest.TestCase):
    def test_a_tool_is_made_of_itself_and_of_all_that_its_modules_import(self) -> None:
        printed = subprocess.run(command("shared.imports"), capture_output=True, text=True, check=True).stdout
        made_of = {
            name: [path.removeprefix(f"{SCRIPTS}/") for path in paths] for name, *paths in map(str.split, printed.splitlines())
        }
        self.assertEqual(made_of["count"], ["measure/count.py"])
        loaded = "import sys, draw.plot; print(*(getattr(module, '__file__', '') for module in sys.modules.values()), sep='\\n')"
        run = subprocess.run([sys.executable, "-B", "-c", loaded], cwd=SCRIPTS, capture_output=True, text=True, check=True)
        own = {path.removeprefix(f"{SCRIPTS}/") for path in run.stdout.splitlines() if path.startswith(f"{SCRIPTS}/")}
        self.assertIn("draw/drawing.py", own)
        self.assertEqual(set(made_of["plot"]), own)


if __name__ == "__main__":
    unittest.main()
