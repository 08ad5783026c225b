"""The task of an exercise, out of its chapter, as plain text."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

from shared.tools import ROOT
from exercises.catalogue import Exercise, Unknown

CHAPTERS = ROOT / "chapters"
COLUMNS = 76  # of text, after the signs of a comment
_PLAIN = "plain-smart"

Node = dict[str, Any]  # of Pandoc's tree


def task(exercise: Exercise, chapters: Path = CHAPTERS) -> tuple[str, list[str]]:
    """The title and the lines of the task: all that stands in the exercise but its code and its answer. Without Pandoc
    there are none. Raises Unknown."""
    chapter = chapters / f"{exercise.chapter}.md"
    pandoc = shutil.which("pandoc")
    if pandoc is None:
        return "", [f"The task stands in {chapter}, at #ex:{exercise.name}."]
    tree = json.loads(_run([pandoc, "--from", "markdown", "--to", "json", str(chapter)]))
    found = _find(tree["blocks"], f"ex:{exercise.name}")
    if found is None:
        raise Unknown(f"{chapter}: no exercise #ex:{exercise.name}")
    (_, _, attributes), content = found
    blocks = [_referring(block) for block in content if not _left_out(block)]
    text = _run(
        [pandoc, "--from", "json", "--to", _PLAIN, f"--columns={COLUMNS}"], json.dumps({**tree, "meta": {}, "blocks": blocks})
    )
    return dict(attributes).get("title", ""), text.rstrip().splitlines()


def _run(command: list[str], text: str | None = None) -> str:
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def _find(blocks: list[Node], identifier: str) -> Any:
    """The attributes and the content of a div that is an exercise, at any depth of divs."""
    for block in blocks:
        if block["t"] != "Div":
            continue
        attributes, content = block["c"]
        if attributes[0] == identifier and "exercise" in attributes[1]:
            return block["c"]
        if (inner := _find(content, identifier)) is not None:
            return inner
    return None


def _left_out(block: Node) -> bool:
    return block["t"] == "CodeBlock" or (block["t"] == "Div" and "answer" in block["c"][0][1])


def _referring(node: Any) -> Any:
    """References as the chapter writes them, without brackets."""
    if isinstance(node, list):
        return [_referring(each) for each in node]
    if not isinstance(node, dict):
        return node
    if node.get("t") == "Cite":
        kinds = {"sec": "section", "ch": "chapter", "fig": "figure", "tbl": "table", "chunk": "the code", "eq": "equation"}
        kind, _, name = node["c"][0][0]["citationId"].partition(":")
        return {"t": "Str", "c": f"{kinds.get(kind, kind)} \u201c{name}\u201d"}
    return {key: _referring(value) for key, value in node.items()}
