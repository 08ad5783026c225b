"""The machine code of an experiment's kernels, each instruction with the lines that it was made of.

Usage: disassemble NVDISASM OUTPUT NVCC…
NVCC is a command that makes PTX of a source; the machine code is that of the same architecture. OUTPUT gets, as JSON, the
architecture and, by its mangled name, how many registers each kernel takes, and its code: a list of texts, each with its
places, [file, line], the innermost first; labels have none.
"""

import json
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from shared import output

_KERNEL = re.compile(r"\s*\.section\s+\.text\.([\w$]+),.*")
_PLACE = re.compile(r'\s*//## File "(.*?)", line (\d+).*')
_LABEL = re.compile(r"(\.L_\w+):")
_INSTRUCTION = re.compile(r"\s*/\*[0-9a-f]{4,}\*/\s+(.*?)\s*;.*")
_USED = re.compile(r"(?s)Compiling entry function '([\w$]+)'.*?Used (\d+) registers")
_ARCHITECTURE = re.compile(r"-arch=compute_(\w+)")

Place = tuple[str, int]


@dataclass
class Row:
    """An instruction or, without places, a label."""

    text: str
    places: list[Place] = field(default_factory=list)


def rows_of(listing: str) -> dict[str, list[Row]]:
    """The code of each kernel, out of what nvdisasm lists with lines and what was inlined at them."""
    found: dict[str, list[Row]] = {}
    rows: list[Row] = []
    places: list[Place] = []
    is_new = True
    for line in listing.splitlines():
        if kernel := _KERNEL.fullmatch(line):
            rows = found.setdefault(kernel[1], [])
            places = []
        elif place := _PLACE.fullmatch(line):
            places = [] if is_new else places
            places.append((place[1].rpartition("/")[2], int(place[2])))
            is_new = False
        elif label := _LABEL.fullmatch(line):
            rows.append(Row(label[1] + ":"))
        elif instruction := _INSTRUCTION.fullmatch(line):
            rows.append(Row(re.sub(r"`\((.*?)\)", r"\1", instruction[1]), list(places)))
            is_new = True
    return {name: _without_padding(rows) for name, rows in found.items()}


def _without_padding(rows: list[Row]) -> list[Row]:
    """Behind the last instruction a branch to itself and some that do nothing fill the line; of labels, those that are
    not branched to are nobody's business."""
    end = len(rows)
    while end and (rows[end - 1].text == "NOP" or not rows[end - 1].places):
        end -= 1
    if end > 1 and rows[end - 1].text == f"BRA {rows[end - 2].text[:-1]}":
        end -= 2
    kept = rows[:end]
    wanted = {word for row in kept if row.places for word in re.findall(r"\.L_\w+", row.text)}
    return [row for row in kept if row.places or row.text[:-1] in wanted]


def to_cubin(nvcc: list[str], cubin: Path) -> list[str]:
    """The command that makes machine code where `nvcc` makes PTX; it says how many registers are used."""
    said = [_ARCHITECTURE.sub(r"-arch=sm_\1", "-cubin" if word == "-ptx" else word) for word in nvcc]
    return [*said, "-Xptxas=-v", "-o", str(cubin)]


def to_listing(nvdisasm: str, cubin: Path) -> list[str]:
    return [nvdisasm, "--print-code", "--print-line-info-inline", str(cubin)]


def machine_code(nvcc: list[str], said: str, listing: str) -> dict[str, Any]:
    """What the tool writes, out of what the two commands have said."""
    registers = {name: int(count) for name, count in _USED.findall(said)}
    kernels = {
        name: {"registers": registers[name], "code": [[row.text, row.places] for row in rows]}
        for name, rows in rows_of(listing).items()
        if name in registers
    }
    return {
        "architecture": "sm_" + next(found[1] for word in nvcc if (found := _ARCHITECTURE.fullmatch(word))),
        "kernels": kernels,
    }


def main() -> int:
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    nvdisasm, target, *nvcc = sys.argv[1:]
    try:
        with tempfile.TemporaryDirectory() as folder:
            cubin = Path(folder, "kernels.cubin")
            compiled = subprocess.run(to_cubin(nvcc, cubin), capture_output=True, text=True, check=True)
            listed = subprocess.run(to_listing(nvdisasm, cubin), capture_output=True, text=True, check=True)
    except subprocess.CalledProcessError as error:
        print(f"{error.stderr}disassemble: {error.cmd[0]} failed", file=sys.stderr)
        return 1
    found = machine_code(nvcc, compiled.stdout + compiled.stderr, listed.stdout)
    output.write_if_changed(Path(target), json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
