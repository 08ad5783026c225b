"""C++ source files as what the compiler sees of them: without comments, layout and #line."""

import re
from collections.abc import Iterable
from pathlib import Path

_TOKEN = re.compile(
    r"""
      (?P<raw>(?:u8|[uUL])?R"(?P<fence>[^()\\\s]{0,16})\(.*?\)(?P=fence)")
    | (?P<word>[A-Za-z_]\w*|\.?[0-9](?:[eEpP][+-]|'?[\w.])*)
    | (?P<literal>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
    | (?P<comment>//(?:\\\n|[^\n])*|/\*.*?\*/)
    | (?P<newline>\n)
    | (?P<space>(?:[^\S\n]|\\\n)+)
    | .
    """,
    re.VERBOSE | re.DOTALL,
)
_LINE_DIRECTIVE = re.compile(r"# ?(line\b|[0-9])")
_INCLUDE = re.compile(r'\s*#\s*include\s*"([^"]+)"')


def code(text: str) -> list[str]:
    """The lines of C++ `text` that are code, each with its runs of space and comment made one space."""
    lines = [""]
    for token in _TOKEN.finditer(text):
        if token.lastgroup == "newline":
            lines.append("")
        elif token.lastgroup in ("space", "comment"):
            lines[-1] += " " if lines[-1] and not lines[-1].endswith(" ") else ""
        else:
            lines[-1] += token[0]
    lines = [line.strip() for line in lines]
    return [line for line in lines if line and not _LINE_DIRECTIVE.match(line)]


def words(line: str) -> list[str]:
    """The words, literals and signs of a line of code."""
    return [token[0] for token in _TOKEN.finditer(line) if token.lastgroup not in ("comment", "newline", "space")]


def included(line: str) -> str:
    """The name of what a line includes with quotes, or ""."""
    found = _INCLUDE.match(line)
    return found[1] if found else ""


def as_if_flat(lines: Iterable[str], folder: str) -> list[str]:
    """Lines of code with what they include from below a folder taken to lie in that folder itself: of `harness`,
    `"harness/a/b.hpp"` is `"harness/b.hpp"`. How a file is reached says nothing of what runs."""
    return [re.sub(rf'^(# ?include ?"{folder}/)[^"]*/', r"\1", line) for line in lines]


def header(line: str, folders: Iterable[Path]) -> Path | None:
    """The file that a line includes with quotes, from the first of the folders that has it."""
    name = included(line)
    return next((folder / name for folder in folders if name and (folder / name).is_file()), None)


def sources(path: Path, search: list[Path], seen: set[Path]) -> list[str]:
    """The code of `path` and of what it includes, each file once, in the order met."""
    if path.resolve() in seen:
        return []
    seen.add(path.resolve())
    lines = code(path.read_text(encoding="utf-8"))
    for line in list(lines):
        if found := header(line, [path.parent, *search]):
            lines += sources(found, search, seen)
    return lines
