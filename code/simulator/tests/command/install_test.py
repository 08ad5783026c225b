"""What `meson install` puts in place works from where it is moved to, without the build folder, on any processor.

Usage: install_test.py BUILD

BUILD was set up with -Dsimulator-only=true and is built.
"""

import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BUILD = Path(sys.argv.pop(1)).resolve()
SOURCE = Path(__file__).resolve().parents[4]
PATH = "/usr/local/bin:/usr/bin:/bin"
WITHOUT_V3 = {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2_Usable,-AVX2,-BMI2,-FMA"}

PROGRAM = r"""
#include <cmath>
#include <cstdio>
__global__ void mix(float* x, unsigned* hash, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float y = x[i];
  unsigned h = i;
  for (int k = 0; k < 50 + i % 7; ++k) {
    y = fmaf(y, 1.0001f, sinf(y) / (1 + k));
    h = (h ^ __float_as_uint(y)) * 16777619u + __shfl_xor_sync(__activemask(), h, 0);
  }
  x[i] = y;
  atomicXor(hash, h);
  atomicAdd(hash + 1, __popc(h));
}
int main() {
  const int n = 5000;
  float* x;
  unsigned* hash;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&hash, 2 * sizeof(unsigned));
  for (int i = 0; i < n; ++i) x[i] = std::sqrt(float(i));
  hash[0] = hash[1] = 0;
  mix<<<(n + 127) / 128, 128>>>(x, hash, n);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  std::printf("%08x %u %a\n", hash[0], hash[1], double(x[n - 1]));
}
"""
ASKING = r"""
#include "simulator/simulator.hpp"
#include <cstdio>
__global__ void nothing() {}
int main() {
  simulator::set_schedule("reverse");
  nothing<<<3, 32>>>();
  cudaDeviceSynchronize();
  std::printf("%zu\n", simulator::take_launches().size());
}
"""
NCCL = r"""
#include <nccl.h>
#include <cstdio>
int main() {
  ncclComm_t comms[2];
  int ranks = 0;
  if (ncclCommInitAll(comms, 2, nullptr) || ncclCommCount(comms[1], &ranks)) return 1;
  std::printf("%d\n", ranks);
}
"""


def said(command: list[str | Path], folder: Path, environment: dict[str, str], status: int = 0) -> str:
    run = subprocess.run(list(map(str, command)), cwd=folder, env=environment, capture_output=True, text=True)
    assert run.returncode == status, (command, run.returncode, run.stdout, run.stderr)
    return run.stdout


class InstallTest(unittest.TestCase):
    folder: Path
    prefix: Path
    files: list[Path]
    nvcc: Path
    hidden: list[str]

    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        destination, cls.prefix = cls.folder / "destination", cls.folder / "moved to"
        said(["meson", "install", "--no-rebuild", "-C", BUILD], cls.folder, {**os.environ, "DESTDIR": str(destination)})
        installed = next(path.parent for path in destination.rglob("bin") if (path / "simulate").exists())
        cls.files = [path.relative_to(installed) for path in installed.rglob("*")]
        installed.rename(cls.prefix)
        outside = [path for path in destination.rglob("*") if not path.is_dir()]
        assert not outside, outside
        cls.nvcc = cls.prefix / "bin" / "simulate-nvcc"
        (cls.folder / "mix.cu").write_text(PROGRAM)
        (cls.folder / "asking.cu").write_text(ASKING)
        # As far as one may here, nothing is left of where it came from.
        cls.hidden = ["unshare", "--mount", "--map-root-user"] if os.geteuid() else ["unshare", "--mount"]
        probe = subprocess.run([*cls.hidden, "mount", "-t", "tmpfs", "none", BUILD], capture_output=True)
        if probe.returncode:
            cls.hidden = []

    def run_hidden(self, *command: str | Path, status: int = 0, **environment: str) -> str:
        words = [*command]
        if self.hidden:
            script = 'for each in "$0" "$1"; do mount -t tmpfs none "$each" || exit 99; done; shift; exec "$@"'
            words = [*self.hidden, "bash", "-c", script, str(BUILD), str(SOURCE), *words]
        return said(words, self.folder, {"PATH": PATH, **environment}, status)

    def test_everything_is_in_its_place_and_names_no_other(self) -> None:
        names = {str(path) for path in self.files}
        for pattern in (
            r"bin/simulate",
            r"bin/simulate-nvcc",
            r"lib.*/libwarp-simulator\.so\.0",
            r"lib.*/libwarp-simulator\.a",
            r"lib.*/pkgconfig/warp-simulator\.pc",
            r"include/simulator/simulator\.hpp",
            r"share/man/man1/simulate\.1",
            r"share/man/man1/simulate-nvcc\.1",
        ):
            self.assertTrue(any(re.fullmatch(pattern, name) for name in names), pattern)
        for path in self.prefix.rglob("*"):
            if path.is_symlink():
                self.assertNotIn(str(BUILD), os.readlink(path))
                self.assertTrue(path.exists(), f"{path} leads nowhere")
            elif path.is_file() and path.suffix != ".pc":
                content = path.read_bytes()
                self.assertNotIn(os.fsencode(BUILD), content, path)
                if path.suffix not in (".a", ".0"):
                    self.assertNotIn(b"@", content if path.parent.name == "bin" else b"", path)

    def test_simulate_from_an_empty_environment(self) -> None:
        self.assertRegex(self.run_hidden(self.prefix / "bin" / "simulate", "mix.cu"), r"^[0-9a-f]{8} \d+ 0x")
        self.assertIn("Usage: simulate", self.run_hidden(self.prefix / "bin" / "simulate", "--help"))
        self.assertFalse(list(self.prefix.rglob("__pycache__")))

    def test_results_and_counts_are_the_same_for_each_processor(self) -> None:
        self.run_hidden(self.nvcc, "-O3", "mix.cu", "-cudart=shared", "-o", "shared")
        self.run_hidden(self.nvcc, "-O3", "mix.cu", "-o", "static")
        results = {}
        settings: dict[str, dict[str, str]] = {"shared": {}, "without v3": WITHOUT_V3, "static": {}}
        for name, environment in settings.items():
            program = "static" if name == "static" else "shared"
            counts = self.folder / "counts.csv"
            output = self.run_hidden(self.folder / program, status=0, SIMULATE_COUNTS=str(counts), **environment)
            results[name] = output, counts.read_text()
            counts.unlink()
        self.assertGreater(len(results["shared"][1].splitlines()), 1)
        self.assertEqual(results["shared"], results["without v3"])
        self.assertEqual(results["shared"], results["static"])
        self.assertIn("libwarp-simulator", said(["ldd", "shared"], self.folder, {"PATH": PATH}))
        self.assertNotIn("libwarp-simulator", said(["ldd", "static"], self.folder, {"PATH": PATH}))

    @unittest.skipUnless(" avx2 " in Path("/proc/cpuinfo").read_text(), "no x86-64-v3 here")
    def test_the_variant_for_this_processor_is_taken(self) -> None:
        self.run_hidden(self.nvcc, "mix.cu", "-cudart=shared", "-o", "variant")
        self.assertIn("glibc-hwcaps/x86-64-v3/libwarp-simulator", said(["ldd", "variant"], self.folder, {"PATH": PATH}))
        self.assertNotIn("glibc-hwcaps", said(["ldd", "variant"], self.folder, {"PATH": PATH, **WITHOUT_V3}))

    def test_no_instruction_is_beyond_the_processor_family(self) -> None:
        (baseline,) = glob.glob(f"{self.prefix}/lib*/**/libwarp-simulator.a", recursive=True)[:1]
        code = said(["objdump", "-d", "--no-show-raw-insn", baseline], self.folder, {"PATH": PATH})
        self.assertGreater(len(code), 10**6)
        self.assertNotIn("%ymm", code)

    @unittest.skipUnless(shutil.which("pkg-config"), "no pkg-config here")
    def test_programs_may_ask_the_simulator(self) -> None:
        pc = next(self.prefix.rglob("warp-simulator.pc"))
        flags = said(
            ["pkg-config", "--define-prefix", "--cflags", "--libs", "warp-simulator"],
            self.folder,
            {"PATH": PATH, "PKG_CONFIG_PATH": str(pc.parent)},
        )
        self.assertIn("-lwarp-simulator", flags)

    def test_the_header_goes_with_the_library(self) -> None:
        for runtime in ("static", "shared"):
            self.run_hidden(
                self.nvcc, "-std=c++20", "-I", self.prefix / "include", "asking.cu", f"-cudart={runtime}", "-o", "asking"
            )
            self.assertEqual(self.run_hidden(self.folder / "asking"), "1\n")

    def test_programs_that_use_nccl_need_nothing_else(self) -> None:
        (self.folder / "nccl.cu").write_text(NCCL)
        self.run_hidden(self.nvcc, "nccl.cu", "-lnccl", "-o", "nccl")
        self.assertEqual(self.run_hidden(self.folder / "nccl", SIMULATE_DEVICES="2"), "2\n")

    @unittest.skipUnless(shutil.which("man"), "no man here")
    def test_manual_pages_say_what_the_commands_say(self) -> None:
        for name, option in (("simulate", "--schedule"), ("simulate-nvcc", "SIMULATE_SCHEDULE")):
            page = next(self.prefix.rglob(f"{name}.1"))
            run = subprocess.run(
                ["man", "--warnings", "-l", page],
                capture_output=True,
                text=True,
                env={"PATH": PATH, "MANWIDTH": "100", "LC_ALL": "C.UTF-8"},
            )
            self.assertEqual((run.returncode, run.stderr), (0, ""))
            self.assertIn(option, run.stdout)


if __name__ == "__main__":
    unittest.main()
