"""Writes the Markdown of the page that lists the names in the book's code, and its chunks.

Usage: list_names OUTPUT.md CONTENTS.json… [NAMES.json…]

CONTENTS.json are what pages hold, as the weaver writes it, in the order of the book; CHAPTER.names.json what a chapter's
program defines, as find_names writes it. OUTPUT is rewritten only if it changes.
"""

import html
import re
import sys
from pathlib import Path
from typing import Any

from shared import output, source_code
from weave.lists import gathered

INTRODUCTION = """\
---
title: Names in the code
---

All functions, types, variables and macros that the book's programs define, each with the pieces of code that define it
and those that use it; then all chunks by name. Numbers are those that stand beside the pieces.

"""


def words(code: str) -> set[str]:
    """The words of C++ code, without those of comments and texts."""
    return set(re.findall(r"[A-Za-z_]\w*", re.sub(r'"(?:\\.|[^"\\\n])*"', "", "\n".join(source_code.code(code)))))


def defines(part: dict[str, str], line: str) -> bool:
    return any(each.strip().startswith(line) for each in part["code"].splitlines())


def entries(pages: list[dict[str, Any]], names: dict[str, list[dict[str, str]]]) -> dict[str, dict[str, Any]]:
    """For each name its kinds, and the addresses of the parts that define and that use it, in the order of the book."""
    parts = [
        (f"{page['name']}.html#{part['anchor']}", page["name"], part, words(part["code"]))
        for page in pages
        for part in page["chunks"]
    ]
    found: dict[str, dict[str, Any]] = {}
    known = {(each["name"], each["kind"], each["line"]) for of_chapter in names.values() for each in of_chapter}
    for name, kind, line in sorted(known):
        entry = found.setdefault(name, {"kinds": [], "lines": [], "defined": {}, "used": {}})
        entry["kinds"] += [kind] if kind not in entry["kinds"] else []
        entry["lines"].append(line)
    knowing = {chapter: {each["name"] for each in known} for chapter, known in names.items()}
    for address, chapter, part, has in parts:
        for name in has & found.keys():
            if any(defines(part, line) for line in found[name]["lines"]):
                found[name]["defined"][address] = part
            elif name in knowing.get(chapter, set()):
                found[name]["used"][address] = part
    return {name: entry for name, entry in found.items() if entry["defined"]}


def links(parts: dict[str, dict[str, str]]) -> str:
    return ", ".join(f'<a href="{html.escape(address)}">{part["number"]}</a>' for address, part in parts.items())


def name_item(name: str, entry: dict[str, Any]) -> str:
    used = f'<span class="uses">used in {links(entry["used"])}</span>' if entry["used"] else ""
    return (
        f'<dt id="name-{name}"><code>{name}</code> <span class="kind">{", ".join(entry["kinds"])}</span></dt>\n'
        f'<dd><span class="defined">{links(entry["defined"])}</span> {used}</dd>\n'
    )


def chunk_items(pages: list[dict[str, Any]]) -> str:
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for page in pages:
        for part in page["chunks"]:
            found.setdefault(part["name"], {})[f"{page['name']}.html#{part['anchor']}"] = part
    return "".join(
        f"<dt>\u27e8{html.escape(name)}\u27e9</dt>\n<dd>{links(found[name])}</dd>\n" for name in sorted(found, key=str.lower)
    )


def markdown(pages: list[dict[str, Any]], names: dict[str, list[dict[str, str]]]) -> str:
    found = entries(pages, names)
    letters: dict[str, list[str]] = {}
    for name in sorted(found, key=lambda each: (each.strip("_").lower(), each)):
        letters.setdefault(name.strip("_")[0].upper(), []).append(name_item(name, found[name]))
    sections = [f"# {letter}\n\n{raw(''.join(items))}" for letter, items in letters.items()]
    return INTRODUCTION + "\n".join([*sections, "# Chunks\n\n" + raw(chunk_items(pages))])


def raw(items: str) -> str:
    return f'```{{=html}}\n<dl class="index">\n{items}</dl>\n```\n' if items else ""


def main() -> int:
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    output.write_if_changed(Path(sys.argv[1]), markdown(*gathered.read(map(Path, sys.argv[2:]))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
