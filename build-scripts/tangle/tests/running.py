"""What tests of the tangle command share; the environment variable TANGLE names the program."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any

TANGLE = os.path.abspath(os.environ["TANGLE"])
ROOT = "```{.cpp file=a.cu}\nint a;\n<<b>>\n```\n"
CHUNK = "```{.cpp #b}\nint b;\n```\n"


def snapshot(folder: Path) -> dict[str, tuple[object, ...]]:
    """Everything below a folder: kind, content and time of each path."""
    result: dict[str, tuple[object, ...]] = {}
    for path in sorted(Path(folder).rglob("*")):
        name = str(path.relative_to(folder))
        status = path.lstat()
        if path.is_symlink():
            result[name] = ("link", os.readlink(path))
        elif path.is_dir():
            result[name] = ("folder", oct(status.st_mode))
        elif not path.is_file():
            result[name] = ("other",)
        else:
            content = path.read_bytes() if os.access(path, os.R_OK) else None
            result[name] = ("file", content, status.st_mtime_ns, status.st_ino)
    return result


class CommandTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="tangle-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name: str, content: bytes | str) -> str:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    def read(self, name: str) -> str:
        return (self.folder / name).read_text()

    def run_tangle(self, *arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
        run: subprocess.CompletedProcess[bytes] = subprocess.run(
            [TANGLE, *arguments], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60, **options
        )
        return run

    def tangle(self, *arguments: str) -> None:
        """Runs tangle, which must succeed without a word."""
        result = self.run_tangle(*arguments)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, b"", b""))

    def refuse(self, *arguments: str, status: int = 1, **options: Any) -> str:
        """Runs tangle, which must fail and change nothing; returns its errors."""
        before = snapshot(self.folder)
        result = self.run_tangle(*arguments, **options)
        self.assertEqual(result.returncode, status, result.stderr.decode())
        self.assertEqual(snapshot(self.folder), before)
        self.assertEqual(result.stdout, b"")
        return result.stderr.decode()

    def tangle_book(self, text: str = ROOT + CHUNK) -> None:
        """A folder `out` with what the chapter x.md makes."""
        self.write("x.md", text)
        self.tangle("--output", "out", "x.md")
