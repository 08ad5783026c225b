"""Writing what a build makes."""

import os
from pathlib import Path


def write_if_changed(path: Path, text: str) -> None:
    """Writes all of a file or none of it; leaves a file with the same text alone."""
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return
    unfinished = path.with_name(path.name + ".unfinished")
    unfinished.write_text(text, encoding="utf-8")
    os.replace(unfinished, path)
