"""The prose of a chapter's Markdown: what is code, mathematics or meant for the build gives way to blanks.

Texts keep their length and their lines, so that places in them are places in the file.
"""

import re

from shared import markdown

# Stands for what is not looked at; no space, so that nothing reaches across it.
BLANK = "\0"

ATTRIBUTES = r"""\{(?:[^{}"']|"[^"]*"|'[^']*')*\}"""
INDENTED = re.compile(r"(?:\A|(?<=\n\n))(?:(?: {4}|\t)[^\n]*\n?|\n(?= {4}))+")
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
INLINE_CODE = re.compile(rf"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)(?:{ATTRIBUTES})?", re.DOTALL)
SPAN_END = re.compile(rf"\]({ATTRIBUTES})")
# Of divisions, headings and pictures.
OTHER_ATTRIBUTES = re.compile(rf"(?:(?<=::: )|(?<=:::)|(?<=\))|(?<=\S )){ATTRIBUTES}(?=[ \t]*$|\))", re.MULTILINE)
ADDRESS = re.compile(r"(?<=\])\([^()]*\)|<https?:[^>]*>")
DISPLAYED = re.compile(r"\$\$.+?\$\$", re.DOTALL)
MATHEMATICS = re.compile(r"(?<![\\$])\$(?=[^\s$])(?:[^$\\]|\\.)*?(?<=[^\s$])\$(?!\d)", re.DOTALL)


def blanked(match: re.Match[str]) -> str:
    return _blank(match[0])


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", BLANK, text)


def without_code(text: str) -> str:
    lines = text.split("\n")
    for fence in markdown.fences(text):
        for number in range(fence.first - 1, fence.last):
            lines[number] = _blank(lines[number])
    text = "\n".join(lines)
    text = INDENTED.sub(lambda match: match[0] if _in_list(match) else blanked(match), text)
    for pattern in (COMMENT, INLINE_CODE):
        text = pattern.sub(blanked, text)
    return text


def without_mathematics(text: str) -> str:
    """Attributes and addresses go too."""
    for pattern in (SPAN_END, OTHER_ATTRIBUTES, ADDRESS, DISPLAYED, MATHEMATICS):
        text = pattern.sub(blanked, text)
    return text


def place(text: str, start: int) -> tuple[int, int]:
    """Line and column, from 1."""
    line_start = text.rfind("\n", 0, start) + 1
    return text.count("\n", 0, start) + 1, start - line_start + 1


def _in_list(indented: re.Match[str]) -> bool:
    """Whether an indented block goes on with a list's item, and is no code."""
    for block in reversed(re.split(r"\n\s*\n", indented.string[: indented.start()].rstrip())):
        if not block.startswith((" ", "\t")):
            return re.match(r"(?:[-*+]|\d+[.)])\s", block) is not None
    return False
