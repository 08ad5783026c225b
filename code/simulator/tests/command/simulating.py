"""What tests of the command simulate share."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ADD = r"""
#include <cstdio>
#include <cstdlib>

__global__ void add(const float* x, const float* y, float* z, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) z[i] = x[i] + y[i];
}

int main(int argc, char** argv) {
  const int n = 1000;
  float *x, *y, *z;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&y, n * sizeof(float));
  cudaMallocManaged(&z, n * sizeof(float));
  for (int i = 0; i < n; ++i) x[i] = i, y[i] = 2 * i;
  add<<<(n + 127) / 128, 128>>>(x, y, z, n);
  cudaDeviceSynchronize();
  int right = 0;
  for (int i = 0; i < n; ++i) right += z[i] == 3 * i;
  printf("%d right\n", right);
  for (int i = 1; i < argc; ++i) printf("argument %s\n", argv[i]);
  return argc > 1 ? atoi(argv[1]) : 0;
}
"""

# Stands before nvcc: most tests run one program several times, and compiling takes nearly all of the time. What nvcc
# made and said is taken again where the folder, nvcc's words but for the output, and the sources are the same.
KEEPER = r"""#!/bin/sh
words=
for word; do
  if [ "$last" = -o ]; then output=$word; else words="$words|$word"; fi
  last=$word
done
key=$(
  echo "$PWD$words"
  for file in *.cu *.cuh *.cpp; do [ ! -f "$file" ] || sha256sum "$file"; done
)
kept=KEPT/$(echo "$key" | sha256sum | cut -d " " -f 1)
if [ ! -e "$kept" ]; then
  "NVCC" "$@" 2>"$kept.said" || { status=$?; cat "$kept.said" >&2; exit $status; }
  [ -z "$output" ] || cp "$output" "$kept"
elif ! cp "$kept" "$output"; then
  exit 1
fi
cat "$kept.said" >&2
"""


def lines_with(text: str, line: str) -> list[str]:
    return [each for each in text.splitlines() if line in each]


class SimulateTest(unittest.TestCase):
    command: Path

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name: str, text: str) -> str:
        (self.folder / name).write_text(text.lstrip("\n"))
        return name

    def simulate(self, *words: str, environment: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.command, *words], cwd=self.folder, capture_output=True, text=True, env={**os.environ, **(environment or {})}
        )


def behind_keeper(command: Path, folder: Path) -> Path:
    """A copy of the command whose nvcc compiles nothing a second time."""
    for name in (command.name, "nvcc.py", "settings.py"):
        shutil.copy(command.parent / name, folder)
    for part in ("", "driver"):
        (folder / "toolkit" / part).mkdir()
        for each in (command.parent / "toolkit" / part).iterdir():
            if each.name not in ("driver", "nvcc"):
                (folder / "toolkit" / part / each.name).symlink_to(each)
    kept, nvcc = folder / "kept", folder / "toolkit" / "driver" / "nvcc"
    kept.mkdir()
    nvcc.write_text(KEEPER.replace("KEPT", str(kept)).replace("NVCC", str(command.parent / "toolkit" / "driver" / "nvcc")))
    nvcc.chmod(0o755)
    return folder / command.name


def run(usage: str, *modules: str) -> None:
    """Runs the tests of modules with the command that the command line names."""
    if len(sys.argv) < 2:
        sys.exit(usage)
    with tempfile.TemporaryDirectory() as folder:
        SimulateTest.command = behind_keeper(Path(sys.argv.pop(1)).resolve(), Path(folder))
        unittest.main(module=None, argv=[*sys.argv, *modules])
