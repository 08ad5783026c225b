"""C++ source files as what the compiler sees of them: without comments, layout and #line."""

import re
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
_INCLUDE = re.compile(r'# ?include ?"([^"]+)"')


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


def sources(path: Path, search: list[Path], seen: set[Path]) -> list[str]:
    """The code of `path` and of what it includes, each file once, in the order met."""
    if path.resolve() in seen:
        return []
    seen.add(path.resolve())
    lines = code(path.read_text(encoding="utf-8"))
    for line in list(lines):
        included = _INCLUDE.match(line)
        if included:
            for folder in [path.parent, *search]:
                if (folder / included[1]).is_file():
                    lines += sources(folder / included[1], search, seen)
                    break
    return lines
