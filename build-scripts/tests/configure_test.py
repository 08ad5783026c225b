"""Configuring where there is ccache, which Meson puts before the compilers' names, and another version of CUB.

Usage: configure_test.py SOURCE NVCC
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

from measure import cub

SOURCE, NVCC = sys.argv[1:3]
CCACHE = """\
#!/bin/sh
[ "$1" != --version ] || { echo "ccache version 4.7"; exit; }
exec "$@"
"""
KERNEL = """\
#include <cub/util_namespace.cuh>
CUB_NAMESPACE_BEGIN
__global__ void kernel() {}
CUB_NAMESPACE_END
void launch() { cub::kernel<<<1, 1>>>(); }
"""


class ConfigureTest(unittest.TestCase):
    folder: Path
    headers: Path
    targets: dict[str, Any]

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        ccache = cls.folder / "bin" / "ccache"
        ccache.parent.mkdir()
        ccache.write_text(CCACHE)
        ccache.chmod(0o755)
        cls.headers = cls.folder / "headers"
        cls.headers.joinpath("cub").mkdir(parents=True)
        cls.headers.joinpath("cub/version.cuh").write_text("#pragma once\n#define CUB_VERSION 300599  // with words\n")
        path = os.pathsep.join([str(ccache.parent), str(Path(NVCC).parent), os.environ["PATH"]])
        command = ["meson", "setup", f"-Dcccl={cls.headers}", str(cls.folder / "build"), SOURCE]
        run = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PATH": path})
        assert run.returncode == 0, run.stdout + run.stderr
        text = (cls.folder / "build" / "meson-info" / "intro-targets.json").read_text(encoding="utf-8")
        cls.targets = {target["name"]: target for target in json.loads(text)}

    def test_compilers_and_headers_are_found_behind_ccache(self) -> None:
        scale, harness = (self.targets[name]["target_sources"][0] for name in ("scale", "harness"))
        self.assertEqual([Path(each).name for each in scale["compiler"]], ["ccache", "nvcc"])
        parameters = harness["parameters"]
        toolkit = Path(parameters[parameters.index("-isystem") + 1])
        self.assertTrue((toolkit / "cuda_runtime_api.h").is_file(), parameters)

    def test_programs_are_compiled_with_another_cub_where_that_is_asked_for(self) -> None:
        commands = json.loads((self.folder / "build" / "compile_commands.json").read_text(encoding="utf-8"))
        by_folder = {Path(each["output"]).parts[1]: each["command"] for each in commands}
        self.assertIn(f"-I{self.headers} ", by_folder["libreduction-3.5.99.a.p"])
        self.assertNotIn(str(self.headers), by_folder["libreduction.a.p"])
        self.assertFalse(self.targets["reduction-gpu-3.5.99"]["build_by_default"])
        self.assertIn("compare-newest", self.targets)

    def test_a_program_tells_the_version_whose_headers_stand_first(self) -> None:
        source = self.folder / "kernel.cu"
        source.write_text(KERNEL)
        subprocess.run([NVCC, f"-I{self.headers}", "-c", source, "-o", source.with_suffix(".o")], check=True)
        self.assertEqual(cub.versions(source.with_suffix(".o")), ["3.5.99"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
