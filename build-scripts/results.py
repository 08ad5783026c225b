"""Result files: comment lines `# key: value`, a header row, rows. Used by measure and record."""

import re
from dataclasses import dataclass
from pathlib import Path

# What every kept result says of itself first, in this order.
PROVENANCE = ("experiment", "kind", "machine", "date", "commit", "dirty", "command", "key", "driver", "seconds")

_COMMENT = re.compile(r"# *([A-Za-z][A-Za-z0-9 _-]*): *(.*)")
_SLUG = re.compile(r"[a-z0-9]+([._-][a-z0-9]+)*")


class Damaged(Exception):
    """A file that is not a result, a record or a machine's description."""


@dataclass
class Result:
    """One experiment: `header` holds the comments, `columns` the names, `rows` the fields as text."""

    header: dict[str, str]
    columns: list[str]
    rows: list[list[str]]

    def text(self) -> str:
        keys = [key for key in PROVENANCE if key in self.header]
        keys += [key for key in self.header if key not in PROVENANCE]
        comments = [f"# {key}: {self.header[key]}" for key in keys]
        table = [",".join(fields) for fields in [self.columns, *self.rows]]
        return "\n".join([*comments, *table]) + "\n"


def read(path: Path) -> Result:
    """Reads a result; raises Damaged, naming file and line, where it is not one."""
    header: dict[str, str] = {}
    table: list[list[str]] = []
    for number, line in enumerate(_text(path).splitlines(), start=1):
        comment = _COMMENT.fullmatch(line)
        if comment and not table:
            header[comment[1]] = comment[2].strip()
        elif line.startswith("#"):
            raise Damaged(f"{path}:{number}: not a comment of the form '# key: value' above the table")
        else:
            table.append(line.split(","))
            if len(table[-1]) != len(table[0]):
                raise Damaged(f"{path}:{number}: {len(table[-1])} fields under {len(table[0])} columns")
    if len(table) < 2:
        raise Damaged(f"{path}: no rows")
    if header.get("experiment", path.stem) != path.stem:
        raise Damaged(f"{path}: calls itself experiment '{header['experiment']}'")
    return Result(header, table[0], table[1:])


def machine_name(path: Path) -> str:
    """The name that machine.txt gives its machine: a plain word, fit to be a folder's name."""
    for line in _text(path).splitlines():
        key, colon, value = line.partition(":")
        if colon and key.strip() == "machine":
            return check_machine_name(value.strip())
    raise Damaged(f"{path}: no line 'machine: NAME'")


def check_machine_name(name: str) -> str:
    if not _SLUG.fullmatch(name):
        raise Damaged(f"'{name}' cannot name a machine: lower-case letters, digits and single - . _ between")
    return name


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise Damaged(f"{path}: not UTF-8") from error
