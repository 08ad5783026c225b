"""Result files: comment lines `# key: value`, a header row, rows. Used by all that measure, record or show.

What was measured is kept in format 2: its first line says `# schema: 2`, and the last comment,
`# checksum: …`, is the SHA-1 of all the rest, against damage and edits by hand. Format 1, without
schema, can still be read and is outdated. What is counted or published has no schema.
"""

import hashlib
import os
import re
from dataclasses import dataclass
from pathlib import Path

SCHEMA = "2"
# What every kept result says of itself first, in this order.
PROVENANCE = (
    "schema", "experiment", "kind", "machine", "date", "commit", "dirty", "command", "key", "driver", "seconds"
)

_COMMENT = re.compile(r"# *([A-Za-z][A-Za-z0-9 _-]*): *(.*)")
_MACHINE_LINE = re.compile(r"([A-Za-z][A-Za-z0-9 _-]*): *(.*)")
_SLUG = re.compile(r"[a-z0-9]+([._-][a-z0-9]+)*")
_CHECKSUM = re.compile(r"^(?:# )?checksum: .*\n", re.MULTILINE)
# No HTML, no Markdown, no gnuplot can come of these.
_COLUMN = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_FIELD = re.compile(r"[A-Za-z0-9 ._+:;/()=%^@-]*")
_VALUE = re.compile(r"[^<>&`\x00-\x1f\x7f]*")
_KEY_PART = re.compile(r"(launches|source|method):([0-9a-f]{16})(?: |$)")


class Damaged(Exception):
    """A file that is not a result, a record or a machine's description."""


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


# quote: checksum
def checksum(text: str) -> str:
    """Of a file's text, whatever checksum it has."""
    return hashlib.sha1(_CHECKSUM.sub("", text, count=1).encode()).hexdigest()
# end quote


def read(path: Path) -> Result:
    """Reads a result; raises Damaged, naming file and line, where it is not one."""
    header: dict[str, str] = {}
    table: list[list[str]] = []
    text = _text(path)
    for number, line in enumerate(text.split("\n"), start=1):
        comment = _COMMENT.fullmatch(line)
        if comment and not table:
            _enter(header, comment[1], comment[2].strip(), f"{path}:{number}")
        elif line.startswith("#"):
            raise Damaged(f"{path}:{number}: not a comment of the form '# key: value' above the table")
        elif line or number <= text.count("\n"):
            table.append(line.split(","))
            _check_row(table, header, f"{path}:{number}")
    if len(table) < 2:
        raise Damaged(f"{path}: no rows")
    _check_seal(header, text, path)
    if header.get("experiment", path.stem) != path.stem:
        raise Damaged(f"{path}: calls itself experiment '{header['experiment']}'")
    return Result(header, table[0], table[1:])


def read_record(path: Path) -> Result:
    """Likewise, of a result that was measured, in the folder of its machine."""
    result = read(path)
    machine = result.header.get("machine", path.parent.name)
    if check_machine_name(machine, path) != path.parent.name:
        raise Damaged(f"{path}: measured on another machine, '{machine}'")
    return result


def _check_row(table: list[list[str]], header: dict[str, str], place: str) -> None:
    row = table[-1]
    if len(row) != len(table[0]):
        raise Damaged(f"{place}: {len(row)} fields under {len(table[0])} columns")
    if len(table) == 1 and len(set(row)) < len(row):
        raise Damaged(f"{place}: two columns have the same name")
    form = _COLUMN if len(table) == 1 else _FIELD
    wrong = [field for field in row if not form.fullmatch(field)]
    if wrong and "schema" in header:
        raise Damaged(f"{place}: '{wrong[0]}' cannot be {'the name of a column' if len(table) == 1 else 'a field'}")


def _enter(header: dict[str, str], key: str, value: str, place: str) -> None:
    if key in header:
        raise Damaged(f"{place}: says its {key} for the second time")
    if not _VALUE.fullmatch(value):
        raise Damaged(f"{place}: signs that its {key} cannot have")
    if key == "schema" and (header or value != SCHEMA):
        raise Damaged(f"{place}: of schema {value}, where this reads {SCHEMA} as the first line")
    header[key] = value


def _check_seal(header: dict[str, str], text: str, path: Path) -> None:
    if "schema" not in header:
        return
    seal = _CHECKSUM.search(text)
    if "checksum" not in header or not seal:
        raise Damaged(f"{path}:1: has a schema and no checksum")
    if header["checksum"] != checksum(text):
        line = text.count("\n", 0, seal.start()) + 1
        raise Damaged(f"{path}:{line}: not what was measured: its content has another checksum")


def seal_machine(text: str, name: str) -> str:
    """A machine.txt in format 2 for what a program says of its machine, by the name `name`."""
    lines = re.sub(r"(?m)^machine:.*", f"machine: {name}", text)
    lines = f"schema: {SCHEMA}\n{lines}"
    return f"{lines}checksum: {checksum(lines)}\n"


def machine_facts(path: Path) -> dict[str, str]:
    """What machine.txt says, after a look at its seal and at its name, a plain word fit for a folder."""
    facts: dict[str, str] = {}
    text = _text(path)
    for number, line in enumerate(text.splitlines(), start=1):
        fact = _MACHINE_LINE.fullmatch(line)
        if not fact:
            raise Damaged(f"{path}:{number}: not of the form 'key: value'")
        _enter(facts, fact[1], fact[2].strip(), f"{path}:{number}")
    _check_seal(facts, text, path)
    if "machine" not in facts:
        raise Damaged(f"{path}: no line 'machine: NAME'")
    check_machine_name(facts["machine"], path)
    return facts


def machine_name(path: Path) -> str:
    return machine_facts(path)["machine"]


def check_machine_name(name: str, path: Path | None = None) -> str:
    if not _SLUG.fullmatch(name):
        place = f"{path}: " if path else ""
        raise Damaged(f"{place}'{name}' cannot name a machine: lower-case letters, digits and single - . _ between")
    return name


def read_keys(path: Path) -> dict[str, str]:
    """The keys of a chapter's experiments, as `keys` writes them; none where there is no file."""
    if not path.is_file():
        return {}
    lines = path.read_text(encoding="utf-8").splitlines()
    return {name: key for name, _, key in (line.partition(" ") for line in lines)}


def why_outdated(header: dict[str, str], key: str | None) -> str | None:
    """Why a record does not rest on the code at hand, whose key is `key`; None if it does."""
    if "schema" not in header:
        return "recorded in an older format"
    if key is None:
        return "the program has no such experiment any more"
    # quote: outdated
    then, now = dict(_KEY_PART.findall(header.get("key", ""))), dict(_KEY_PART.findall(key))
    if not then:
        return "it does not say which code made it"
    if then.get("method") != now.get("method"):
        return "timing method changed" if header.get("kind") == "timed" else "other counters are read"
    if then.get("launches") != now.get("launches") and then.get("source") != now.get("source"):
        return "code changed"
    # end quote
    return None


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
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise Damaged(f"{path}: not UTF-8") from error
