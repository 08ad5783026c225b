"""What list_names, list_definitions and list_sections are told: what pages hold, and the names that programs define."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any


def read(paths: Iterable[Path]) -> tuple[list[dict[str, Any]], dict[str, list[dict[str, str]]]]:
    """The pages, and for each chapter the names that its program knows."""
    pages, names = [], {}
    for path in paths:
        data = json.loads(path.read_text(encoding="utf-8"))
        if path.name.endswith(".names.json"):
            names[path.name.removesuffix(".names.json")] = data
        else:
            pages.append(data)
    return pages, names
