"""Programs that stand in for those of chapters, and `measure` as tests run it on them."""

import os
import subprocess
import tempfile
import unittest
from collections.abc import Callable
from pathlib import Path

from shared.tools import command

MEASURE = command("measure")

KEY = "launches:0123456789abcdef source:1123456789abcdef method:2123456789abcdef"

# Says each experiment that it times, so that a test can count them.
GOOD = """\
if [ "$1" = --list ]; then
  echo 'machine: test-gpu'
  for each in {experiments}; do echo "experiment: $each"; done
  exit 0
fi
[ "$1" = --measure ] || exit 2
for folder; do :; done
echo "$*" >> "$0.starts"
{checks}
printf 'machine: test-gpu\\ngpu: Test\\n' > "$folder/machine.txt"
chosen=
while [ $# -gt 0 ]; do
  [ "$1" != --only ] || chosen="$chosen $2"
  shift
done
for each in $chosen; do
  {needs}
  echo "$each"
  echo "$each" >> "$0.runs"
  printf '# kind: timed\\n# spread: 0.01\\nn,ms\\n1024,0.5\\n' > "$folder/$each.csv"
  {then}
done
"""


class MeasureTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.output = self.folder / "measured"

    def program(self, name: str, text: str) -> Path:
        path = self.folder / f"{name}-gpu"
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(0o755)
        return path

    def good(self, name: str, *experiments: str, checks: str = ":", needs: str = ":", then: str = ":") -> Path:
        """A program that times `experiments`; its code has a key.

        The scripts `checks` stand before all of them, `needs` before each, and `then` after it.
        """
        names = " ".join(experiments or [f"{name}-times"])
        self.write_keys(name, KEY, names.split())
        return self.program(name, GOOD.format(experiments=names, checks=checks, needs=needs, then=then))

    def write_keys(self, name: str, key: str, experiments: list[str]) -> None:
        (self.folder / f"{name}.keys").write_text("".join(f"{each} {key}\n" for each in experiments))

    def runs(self, program: Path) -> list[str]:
        """The experiments that were timed, in order."""
        return self.lines_of(program, "runs")

    def lines_of(self, program: Path, suffix: str) -> list[str]:
        path = program.with_name(f"{program.name}.{suffix}")
        return path.read_text().splitlines() if path.exists() else []

    def driver(self, version: str) -> None:
        """Puts an nvidia-smi that tells this version before all others."""
        path = self.folder / "bin" / "nvidia-smi"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\necho {version}\necho {version}\n")
        path.chmod(0o755)

    def start(self, *programs: Path | str, limit: Callable[[], None] | None = None, **settings: str) -> subprocess.Popen[str]:
        environment = {key: value for key, value in os.environ.items() if not key.startswith("WARP_")}
        path = f"{self.folder / 'bin'}:{os.environ['PATH']}"
        return subprocess.Popen(
            [*MEASURE, "--output", self.output, "--source", self.folder, *programs],
            env={**environment, "WARP_COMMIT": "abc123", "WARP_DIRTY": "no", "PATH": path, **settings},
            preexec_fn=limit,
            start_new_session=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def measure(self, *programs: Path | str, limit: Callable[[], None] | None = None, **settings: str) -> tuple[int, str]:
        """The exit status and all that was printed."""
        process = self.start(*programs, limit=limit, **settings)
        printed, _ = process.communicate(timeout=60)
        return process.returncode, printed

    def kept(self) -> list[str]:
        """Every file under the output folder, unfinished ones too."""
        return sorted(str(path.relative_to(self.output)) for path in self.output.rglob("*") if path.is_file())

    def header(self, name: str) -> dict[str, str]:
        lines = (self.output / "test-gpu" / name).read_text().splitlines()
        return dict(line[2:].split(": ", 1) for line in lines if line.startswith("# "))
