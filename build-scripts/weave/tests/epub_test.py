"""Holds an EPUB against epubcheck. Usage: epub_test.py FILE.epub"""

import shutil
import subprocess
import sys


def errors(epub: str) -> str:
    """What epubcheck finds wrong; nothing where it finds nothing."""
    run = subprocess.run(["java", "-jar", shutil.which("epubcheck"), epub], capture_output=True, text=True)
    return "" if run.returncode == 0 else run.stdout + run.stderr


def missing() -> bool:
    return not (shutil.which("java") and shutil.which("epubcheck"))


if __name__ == "__main__":
    if missing():
        print("epubcheck is not installed")
        sys.exit(77)
    sys.exit(errors(sys.argv[1])[-4000:])
