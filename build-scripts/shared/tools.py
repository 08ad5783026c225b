"""How one tool of the book starts another."""

import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "build-scripts"
SKIPPED = 77  # the exit status of what cannot run here, as Meson and programs of the book have it


def command(name: str) -> list[str]:
    """The beginning of the command line of the tool `name`."""
    return [sys.executable, str(SCRIPTS), name]


def browser() -> str | None:
    """Chromium, where it is installed: its shell, which has no window, loads a page in half the time."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, names)), None)
