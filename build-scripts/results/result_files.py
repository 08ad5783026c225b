"""Result files: comment lines `# key: value`, a header row, rows. Used by all that measure, record or show.

What was measured is kept in format 2: its first line says `# schema: 2`, and the last comment,
`# checksum: …`, is the SHA-1 of all the rest, against damage and edits by hand. Format 1, without
schema, can still be read and is outdated. What is counted or published has no schema.
"""

import hashlib
import math
import os
import re
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

SCHEMA = "2"
# What every kept result says of itself first, in this order.
PROVENANCE = ("schema", "experiment", "kind", "machine", "date", "commit", "dirty", "command", "key", "driver", "seconds")

_COMMENT = re.compile(r"# *([A-Za-z][A-Za-z0-9 _-]*): *(.*)")
_MACHINE_LINE = re.compile(r"([A-Za-z][A-Za-z0-9 _-]*): *(.*)")
_SLUG = re.compile(r"[a-z0-9]+([._-][a-z0-9]+)*")
_CHECKSUM = re.compile(r"^(?:# )?checksum: .*\n", re.MULTILINE)
# No HTML, no Markdown, no gnuplot can come of these.
_COLUMN = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_FIELD = re.compile(r"[A-Za-z0-9 ._+:;/()=%^@-]*")
_WHOLE = re.compile(r"[-+]?(?:[0-9]+|0[xX][0-9a-fA-F]+)")
_FRACTION = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
_VALUE = re.compile(r"[^<>&`\x00-\x1f\x7f]*")


class Damaged(Exception):
    """A file that is not a result, a record or a machine's description: `words` say why, `path` and `line` where."""

    def __init__(self, words: str, path: Path | None = None, line: int = 1) -> None:
        super().__init__(f"{path}:{line}: {words}" if path else words)
        self.words, self.path, self.line = words, path, line


@dataclass
class Result:
    """One experiment: `header` holds the comments, `columns` the names, `rows` the fields as text."""

    header: dict[str, str]
    columns: list[str]
    rows: list[list[str]]

    def text(self) -> str:
        """The file, sealed with its checksum where it has a schema."""
        keys = [key for key in PROVENANCE if key in self.header]
        keys += [key for key in self.header if key not in (*PROVENANCE, "checksum")]
        comments = [f"# {key}: {self.header[key]}\n" for key in keys]
        table = "".join(",".join(fields) + "\n" for fields in [self.columns, *self.rows])
        if "schema" in self.header:
            comments.append(f"# checksum: {checksum(''.join(comments) + table)}\n")
        return "".join(comments) + table


def now() -> str:
    """The time as a header gives it."""
    return datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


# quote: checksum
def checksum(text: str) -> str:
    """Of a file's text, whatever checksum it has."""
    return hashlib.sha1(_CHECKSUM.sub("", text, count=1).encode()).hexdigest()


# end quote


def read(path: Path, machine: str | None = None) -> Result:
    """Reads a result, of `machine` where it was measured; raises Damaged where it is not one."""
    header, lines = read_header(path)
    table: list[list[str]] = []
    for number, line in enumerate(lines[len(header) :], start=len(header) + 1):
        if line.startswith("#"):
            raise Damaged("not a comment of the form '# key: value' above the table", path, number)
        table.append(line.split(","))
        _check_row(table, header, path, number)
    if len(table) < 2:
        raise Damaged("no rows", path, max(1, len(lines)))
    check_seal(header, path)
    if header.get("experiment", path.stem) != path.stem:
        raise Damaged(f"calls itself experiment '{header['experiment']}'", path, _line_of("experiment", lines))
    if machine and check_machine_name(header.get("machine", machine), path, _line_of("machine", lines)) != machine:
        raise Damaged(f"measured on another machine, '{header['machine']}'", path, _line_of("machine", lines))
    return Result(header, table[0], table[1:])


def read_header(path: Path) -> tuple[dict[str, str], list[str]]:
    """The comments `# key: value` that a file begins with, a line each, and all of its lines; raises Damaged."""
    header: dict[str, str] = {}
    lines = _lines(_text(path), path)
    for number, line in enumerate(lines, start=1):
        comment = _COMMENT.fullmatch(line)
        if not comment:
            break
        _enter(header, comment[1], comment[2].strip(), path, number)
    return header, lines


def read_record(path: Path) -> Result:
    """Likewise, of a result that was measured, in the folder of its machine."""
    return read(path, path.parent.name)


def _check_row(table: list[list[str]], header: dict[str, str], path: Path, line: int) -> None:
    row = table[-1]
    if len(row) != len(table[0]):
        raise Damaged(f"{len(row)} fields under {len(table[0])} columns", path, line)
    if len(table) == 1 and len(set(row)) < len(row):
        raise Damaged("two columns have the same name", path, line)
    padded = [field for field in row if field != field.strip()]
    if padded:
        raise Damaged(f"spaces around '{padded[0].strip()}'", path, line)
    form = _COLUMN if len(table) == 1 else _FIELD
    wrong = [field for field in row if not form.fullmatch(field)]
    if wrong and "schema" in header:
        raise Damaged(f"'{wrong[0]}' cannot be {'the name of a column' if len(table) == 1 else 'a field'}", path, line)


def _enter(header: dict[str, str], key: str, value: str, path: Path, line: int) -> None:
    if key in header:
        raise Damaged(f"says its {key} for the second time", path, line)
    if not _VALUE.fullmatch(value):
        raise Damaged(f"signs that its {key} cannot have", path, line)
    if key == "schema" and (header or value != SCHEMA):
        raise Damaged(f"of schema {value}, where this reads {SCHEMA} as the first line", path, line)
    header[key] = value


def check_seal(header: dict[str, str], path: Path) -> None:
    """Raises Damaged where a file with a schema is not what its checksum says."""
    if "schema" not in header:
        return
    text = _text(path)
    seal = _CHECKSUM.search(text)
    if "checksum" not in header or not seal:
        raise Damaged("has a schema and no checksum", path)
    if header["checksum"] != checksum(text):
        line = text.count("\n", 0, seal.start()) + 1
        raise Damaged("not what was measured: its content has another checksum", path, line)


def seal_machine(text: str, name: str) -> str:
    """A machine.txt in format 2 for what a program says of its machine, by the name `name`."""
    lines = re.sub(r"(?m)^machine:.*", f"machine: {name}", text)
    lines = f"schema: {SCHEMA}\n{lines}"
    return f"{lines}checksum: {checksum(lines)}\n"


def machine_facts(path: Path, machine: str | None = None) -> dict[str, str]:
    """What machine.txt says, of `machine` where that is given, after a look at its seal and at its name, a plain word
    fit for a folder."""
    facts: dict[str, str] = {}
    lines = _lines(_text(path), path)
    for number, line in enumerate(lines, start=1):
        fact = _MACHINE_LINE.fullmatch(line)
        if not fact:
            raise Damaged("not of the form 'key: value'", path, number)
        _enter(facts, fact[1], fact[2].strip(), path, number)
    check_seal(facts, path)
    if "machine" not in facts:
        raise Damaged("no line 'machine: NAME'", path)
    if check_machine_name(facts["machine"], path, _line_of("machine", lines)) != (machine or facts["machine"]):
        raise Damaged(f"describes another machine, '{facts['machine']}'", path, _line_of("machine", lines))
    return facts


def machine_name(path: Path) -> str:
    return machine_facts(path)["machine"]


def check_machine_name(name: str, path: Path | None = None, line: int = 1) -> str:
    if not _SLUG.fullmatch(name):
        words = f"'{name}' cannot name a machine: lower-case letters, digits and single - . _ between"
        raise Damaged(words, path, line)
    return name


def number(field: str) -> str | int | float:
    """A field's number, whole where it is, or its text."""
    if _WHOLE.fullmatch(field):
        return int(field, 16 if "x" in field.lower() else 10)
    if not _FRACTION.fullmatch(field) or not math.isfinite(float(field)):
        return field
    number = float(field)
    return int(number) if number.is_integer() and abs(number) < 2**63 else number


def program_of(experiment: str, chapters: list[str]) -> str | None:
    """The chapter whose program made a result: the one of the longest name that begins the experiment's."""
    makers = [name for name in chapters if f"{experiment}-".startswith(f"{name}-")]
    return max(makers, key=len) if makers else None


def write(path: Path, text: str) -> None:
    """In one piece or not at all, and so that it outlives a power cut."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with open(unfinished, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def _text(path: Path) -> str:
    data = path.read_bytes()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Damaged("not UTF-8", path, data.count(b"\n", 0, error.start) + 1) from error


def _lines(text: str, path: Path) -> list[str]:
    """The lines of a file in which nothing is that another reader could take for something else."""
    lines = text.removesuffix("\n").split("\n") if text else []
    for number, line in enumerate(lines, start=1):
        if line.startswith("\ufeff"):
            raise Damaged("begins with a byte order mark", path, number)
        if "\r" in line:
            raise Damaged("a carriage return: lines end in a line feed alone", path, number)
        if not line.strip():
            raise Damaged("a blank line", path, number)
    return lines


def _line_of(key: str, lines: list[str]) -> int:
    """The number of the line that says it, or 1."""
    return next((number for number, line in enumerate(lines, start=1) if re.match(rf"(# *)?{key}:", line)), 1)
