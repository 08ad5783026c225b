"""Binds an EPUB and holds it against epubcheck. Usage: epub_test.py OPTIONS…"""

import shutil
import subprocess
import sys
import tempfile

from shared.tools import command


def errors(epub: str) -> str:
    """What epubcheck finds wrong; nothing where it finds nothing."""
    run = subprocess.run(["java", "-jar", shutil.which("epubcheck") or "epubcheck", epub], capture_output=True, text=True)
    return str("" if run.returncode == 0 else run.stdout + run.stderr)


def missing() -> bool:
    return not (shutil.which("java") and shutil.which("epubcheck"))


if __name__ == "__main__":
    if missing():
        print("epubcheck is not installed")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/book.epub"
        subprocess.run([*command("bind_epub"), "--output", path, *sys.argv[1:]], check=True)
        sys.exit(errors(path)[-4000:] or 0)
