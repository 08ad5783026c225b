"""Where Markdown has fenced code blocks, as the tangler finds them (tangle/fence.cpp) and Pandoc does.

It is asked before there is a tangler. What that refuses is code here: a fence that nothing closes, and one right behind
the tag of an HTML block.
"""

import re
from dataclasses import dataclass, field

_OPENING = re.compile(r"(`{3,})([^`]*)$|(~{3,})(.*)$")
_HEADING = re.compile(r"#{1,6}([ \t]|$)")
_UNDERLINE = re.compile(r"(=+|-+)[ \t]*$")
_THEMATIC_BREAK = re.compile(r"([*_-])[ \t]*(\1[ \t]*){2,}$")
_LIST_MARKER = re.compile(r"([*+-]|(\d{1,9})[.)])([ \t]|$)", re.ASCII)
# What hides all to its end, by how it begins.
_HTML = [
    (re.compile(begin, re.IGNORECASE), re.compile(end, re.IGNORECASE))
    for begin, end in (
        (r"<(?:pre|script|style|textarea)(?=[\s>]|$)", r"</(?:pre|script|style|textarea)>"),
        ("<!--", "-->"),
        (r"<\?", r"\?>"),
        (r"<!\[CDATA\[", r"\]\]>"),
        ("<![a-z]", ">"),
    )
]


@dataclass
class Fence:
    """`first` and `last` are the numbers of its lines, from 1, the marks among them; `info` stands behind its marks;
    `lines` are its code without the indentation of what it stands in."""

    first: int
    last: int
    info: str
    lines: list[str] = field(default_factory=list)


def lines(text: str) -> list[str]:
    found = re.split("\r\n|\r|\n", text.removeprefix("\ufeff"))
    return found if found[-1] else found[:-1]


def fences(text: str) -> list[Fence]:
    finder = _Finder()
    for number, line in enumerate(lines(text), 1):
        finder.read(number, line)
    return finder.found


@dataclass
class _Container:
    """A block quote (width 0), or a list item whose content is indented by `width` columns."""

    width: int
    filled: bool = False


class _Cursor:
    """Takes a line from left to right; columns are those of tabs with stops at each fourth."""

    def __init__(self, line: str) -> None:
        self._line = line
        self._columns = line.expandtabs(4)
        self._column = 0

    @property
    def text(self) -> str:
        """What follows the white space."""
        return self._columns[self._column :].lstrip(" ")

    @property
    def indent(self) -> int:
        return len(self._columns) - self._column - len(self.text)

    def skip_columns(self, columns: int) -> None:
        """Takes so much white space, or as much as there is."""
        self._column += min(columns, self.indent)

    def skip_text(self, characters: int) -> None:
        """Takes the white space, and so much of the text behind it."""
        self._column += self.indent + characters

    def rest(self) -> str:
        """What is left, as it is written; what is left of a tab are spaces."""
        column = 0
        for place, letter in enumerate(self._line):
            if column >= self._column:
                return " " * (column - self._column) + self._line[place:]
            column += 4 - column % 4 if letter == "\t" else 1
        return " " * (column - self._column)


class _Finder:
    def __init__(self) -> None:
        self.found: list[Fence] = []
        self._containers: list[_Container] = []
        # What is open: at most one of them.
        self._paragraph = False
        self._marks, self._indent = "", 0
        self._html: re.Pattern[str] | None = None

    def read(self, number: int, line: str) -> None:
        cursor = _Cursor(line)
        matched = self._match_containers(cursor)
        inside = matched == len(self._containers)
        if self._marks and inside:
            self._read_code(cursor, number)
        elif self._html and inside:
            if self._html.search(cursor.text):
                self._html = None
        else:
            self._marks, self._html = "", None
            self._open(cursor, matched, number)

    def _match_containers(self, cursor: _Cursor) -> int:
        """Takes what the open containers ask for; how many of them the line continues."""
        for matched, container in enumerate(self._containers):
            if container.width == 0:
                if cursor.indent > 3 or not cursor.text.startswith(">"):
                    return matched
                cursor.skip_text(1)
                cursor.skip_columns(1)
            elif cursor.indent >= container.width and (container.filled or cursor.text):
                cursor.skip_columns(container.width)
            elif container.filled and not cursor.text:
                cursor.skip_text(0)
            else:
                return matched
        return len(self._containers)

    def _read_code(self, cursor: _Cursor, number: int) -> None:
        fence, text = self.found[-1], cursor.text
        fence.last = number
        closes = text.startswith(self._marks) and not text.lstrip(self._marks[0]).strip(" \t")
        if closes and cursor.indent <= 3:
            self._marks = ""
        else:
            cursor.skip_columns(self._indent)
            fence.lines.append(cursor.rest())

    def _open(self, cursor: _Cursor, matched: int, number: int) -> None:
        """Opens what the rest of the line opens: containers, then at most one of the others."""
        lazy = self._paragraph and matched < len(self._containers)
        paragraph = self._paragraph and not lazy
        while cursor.text and cursor.indent <= 3:
            text = cursor.text
            marker = _LIST_MARKER.match(text)
            width = 0
            if text.startswith(">"):
                cursor.skip_text(1)
                cursor.skip_columns(1)
            elif opening := _OPENING.match(text):
                self._close(matched)
                self._marks, self._indent = opening[1] or opening[3], cursor.indent
                self.found.append(Fence(number, number, (opening[2] or opening[4] or "").strip(" \t")))
                return
            elif _HEADING.match(text) or (paragraph and _UNDERLINE.match(text)) or _THEMATIC_BREAK.match(text):
                self._close(matched)
                return
            elif html := next((end for begin, end in _HTML if begin.match(text)), None):
                self._close(matched)
                self._html = None if html.search(text) else html
                return
            elif marker and not (paragraph and (self._is_empty(marker) or int(marker[2] or 1) != 1)):
                width = cursor.indent + len(marker[1])
                cursor.skip_text(len(marker[1]))
                spaces = cursor.indent if cursor.indent <= 4 and not self._is_empty(marker) else 1
                cursor.skip_columns(spaces)
                width += spaces
            else:
                break
            self._close(matched)
            self._containers.append(_Container(width))
            matched = len(self._containers)
            lazy = paragraph = False
        if not cursor.text:
            del self._containers[matched:]
            self._paragraph = False
        elif not (paragraph or lazy):
            self._close(matched)
            self._paragraph = cursor.indent <= 3

    def _close(self, matched: int) -> None:
        """Closes what the line does not continue, and puts something into the innermost container that it does."""
        del self._containers[matched:]
        self._paragraph = False
        if self._containers:
            self._containers[-1].filled = True

    @staticmethod
    def _is_empty(marker: re.Match[str]) -> bool:
        return not marker.string[marker.end(1) :].strip(" \t")
