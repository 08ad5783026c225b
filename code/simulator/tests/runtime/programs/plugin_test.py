#!/usr/bin/env python3
"""Device code in plugins comes and goes; what nobody asked about is told when the process ends, not before.

Usage: plugin_test.py --nvcc NVCC --linker COMMAND --library LIBSIMULATOR [--needs=-l…]
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

PLUGIN = r"""
__global__ void nothing() {}
extern "C" void* take() { void* p = nullptr; cudaMalloc(&p, 64); nothing<<<0, 1>>>(); return p; }
extern "C" int give(void* p) { cudaFree(p); return cudaGetLastError(); }
"""
PROGRAM = r"""
#include <dlfcn.h>
template <class F> F* find(void* plugin, const char* name) { return reinterpret_cast<F*>(dlsym(plugin, name)); }
int main(int count, char** path) {
  void* plugin = dlopen(path[1], RTLD_NOW);
  void* const taken = find<void*()>(plugin, "take")();
  dlclose(plugin);
  if (dlopen(path[1], RTLD_NOW | RTLD_NOLOAD)) return 3;  // it stayed
  plugin = dlopen(path[1], RTLD_NOW);
  if (count == 2) find<int(void*)>(plugin, "give")(taken);
  dlclose(plugin);
}
"""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--nvcc", required=True)
    parser.add_argument("--linker", required=True, type=str.split)
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--needs", default=[], type=str.split, help="what the library needs itself")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        (folder / "plugin.cu").write_text(PLUGIN)
        (folder / "program.cpp").write_text(PROGRAM)
        plugin = folder / "plugin.so"
        for command in (
            [
                arguments.nvcc,
                "--no-compress",
                "-gencode=arch=compute_90,code=compute_90",
                "-Xcompiler",
                "-fPIC",
                "-c",
                "plugin.cu",
                "-o",
                "plugin.o",
            ],
            [*arguments.linker, "-shared", "plugin.o", "-o", plugin],
            [
                *arguments.linker,
                "program.cpp",
                "-rdynamic",
                "-Wl,--whole-archive",
                arguments.library.absolute(),
                "-Wl,--no-whole-archive",
                *arguments.needs,
                "-pthread",
                "-ldl",
                "-o",
                "program",
            ],
        ):
            subprocess.run(command, cwd=folder, check=True)

        def run(*further: str) -> tuple[int, str]:
            done = subprocess.run(
                [folder / "program", plugin, *further],
                env={**os.environ, "SIMULATE_LEAKS": "1"},
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
            return done.returncode, done.stderr

        tidy, careless = run(), run("keep")
    wrong = []
    if tidy != (0, ""):
        wrong.append(f"a program that gave back everything and asked for its errors: {tidy}")
    if careless[0] != 86 or careless[1].count("were never freed") != 1 or careless[1].count("was not launched") != 1:
        wrong.append(f"a program that did neither: {careless}")
    print(*wrong, sep="\n")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
