"""Programs that time code of the host's are compiled with the host's code optimised.

Usage: timed_host_test.py SOURCE
"""

import re
import sys
import unittest
from pathlib import Path

SOURCE = Path(sys.argv.pop()) if len(sys.argv) > 1 else Path()


class TimedHost(unittest.TestCase):
    def test_what_times_the_host_is_listed(self) -> None:
        build = (SOURCE / "code/meson.build").read_text(encoding="utf-8")
        listed = re.findall(r"'([\w-]+)'", re.findall(r"programs_that_time_the_host = (\[.*?\])", build, re.DOTALL)[0])
        chapters = {path.stem: path.read_text(encoding="utf-8") for path in (SOURCE / "chapters").glob("*.md")}
        # In the chapter's own program; the guide only speaks of it.
        timing = {name for name, text in chapters.items() if "harness::time_on_host(" in text}
        self.assertGreater(len(timing), 3)
        self.assertEqual(timing - set(listed), set())


if __name__ == "__main__":
    unittest.main()
