"""Configuring where there is ccache, which Meson puts before the compilers' names.

Usage: configure_test.py SOURCE NVCC
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE, NVCC = sys.argv[1:3]
CCACHE = """\
#!/bin/sh
[ "$1" != --version ] || { echo "ccache version 4.7"; exit; }
exec "$@"
"""


class ConfigureTest(unittest.TestCase):
    def test_compilers_and_headers_are_found_behind_ccache(self) -> None:
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        ccache = folder / "bin" / "ccache"
        ccache.parent.mkdir()
        ccache.write_text(CCACHE)
        ccache.chmod(0o755)
        path = os.pathsep.join([str(ccache.parent), str(Path(NVCC).parent), os.environ["PATH"]])
        command = ["meson", "setup", str(folder / "build"), SOURCE]
        run = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PATH": path})
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        text = (folder / "build" / "meson-info" / "intro-targets.json").read_text(encoding="utf-8")
        targets = {target["name"]: target["target_sources"][0] for target in json.loads(text) if target["target_sources"]}
        self.assertEqual([Path(each).name for each in targets["scale"]["compiler"]], ["ccache", "nvcc"])
        parameters = targets["harness"]["parameters"]
        toolkit = Path(parameters[parameters.index("-isystem") + 1])
        self.assertTrue((toolkit / "cuda_runtime_api.h").is_file(), parameters)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
