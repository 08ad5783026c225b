"""Packs all that a page loads for an experiment besides the simulator into one script: its description, the PTX of its
kernels, their source with the places that its lines have in the page, and what GPUs were recorded to take.

Usage: pack_experiment NAME TANGLED MACHINE MEASURED RECORDED DESCRIPTION SOURCE PTX CHAPTER OUTPUT DEPFILE [MACHINE_CODE]
NAME is CHAPTER/NAME, TANGLED the folder of what chapters make and of the keys of their results, SOURCE what was compiled to PTX. MACHINE is the one that
is shown first; what was measured lies in MEASURED/MACHINE and RECORDED/MACHINE. DEPFILE names what is read of that.
MACHINE_CODE is what `disassemble` has written.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from results import machines, result_files, staleness
from shared import bounded, markdown, output, source_code

LINE_MARK = re.compile(r'#line (\d+) "(.*)"')
ENTRY = re.compile(r"(?m)^[ \t]*(?:\.visible\s+|\.weak\s+)*\.entry\s+([\w$]+)")
FILE = re.compile(r'(?m)^([ \t]*\.file[ \t]+\d+[ \t]+)"(?:[^"]*/)?([^"/]*)".*$')

# What a description says of results: their names, and the columns that it uses; of "kernel=copy.*", the rows whose field
# matches.
RECORDS = re.compile(r"(?m)^ *records: \{([^}]*)\}")
RECORD = re.compile(r'"([\w-]+)": "([^"]*)"')

# A line of the source, its number in the file that it comes from, and that file's name.
Line = tuple[str, int, str]


def lines_of(source: str, tangled: Path) -> list[Line]:
    """Those of a tangled source, without its marks, and of what it includes of the tangled files."""
    lines: list[Line] = []
    number, path = 1, ""
    for text in source.splitlines():
        if header := source_code.header(text, [tangled]):
            lines += lines_of(header.read_text(encoding="utf-8"), tangled)
            number += 1
        elif mark := LINE_MARK.fullmatch(text):
            number, path = int(mark[1]), mark[2].rpartition("/")[2]
        else:
            lines.append((text, number, path))
            number += 1
    return lines


@dataclass
class Block:
    """A code block of the chapter: the page's name for it, and its lines without their indent."""

    anchor: str
    is_brief: bool  # It shows some of its lines.
    lines: list[str]


def anchor_of(attributes: str, parts: dict[str, int]) -> str | None:
    """What the page calls the block; later parts of a chunk are numbered."""
    if found := re.search(r"""(?<=[\s{])file=(["']?)([^\s"'}]+)\1""", attributes):
        name = "file:" + found[2]
    elif found := re.search(r"(?<=[\s{])#([^\s}]+)", attributes):
        name = "chunk:" + found[1]
    else:
        return None
    parts[name] = parts.get(name, 0) + 1
    # As labels.anchor() of the weaver has it.
    anchor = re.sub(r"[^\w.-]", "-", name.replace(":", "-"))
    return anchor if parts[name] == 1 else f"{anchor}-{parts[name]}"


def blocks_of(chapter: str) -> list[Block]:
    blocks: list[Block] = []
    parts: dict[str, int] = {}
    for fence in markdown.fences(chapter):
        if anchor := anchor_of(fence.info, parts):
            is_brief = bool(re.search(r"[\s{]\.brief[\s}]", fence.info))
            blocks.append(Block(anchor, is_brief, [line.strip() for line in fence.lines]))
    return blocks


def runs(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Lines that follow one another in their file, too."""
    run: list[Line] = []
    for line in lines:
        if run and (line[1] != run[-1][1] + 1 or line[2] != run[-1][2]):
            yield run
            run = []
        run.append(line)
    if run:
        yield run


def places_of(run: list[Line], blocks: list[Block]) -> list[str] | None:
    """Where the page has these lines: the block in which they stand, one after the other. Prose may have moved their
    numbers since they were tangled."""
    wanted = [text.strip() for text, _, _ in run]
    if not any(wanted):
        return None
    found = [
        (block, start)
        for block in blocks
        for start in range(len(block.lines) - len(wanted) + 1)
        if block.lines[start : start + len(wanted)] == wanted
    ]
    if len(found) != 1:
        return None
    block, start = found[0]
    return [f"#{block.anchor}" if block.is_brief else f"#{block.anchor}-L{start + i + 1}" for i in range(len(run))]


def code(source: str, chapter: str, page: str, tangled: Path) -> list[tuple[int, str, str | None]]:
    """The source's lines: number, or 0 where it is not the chapter's; text; and where the page has it."""
    blocks, listed = blocks_of(chapter), []
    for run in runs(lines_of(source, tangled)):
        own = run[0][2] == page + ".md"
        places = places_of(run, blocks) if own else None
        for i, (text, number, _) in enumerate(run):
            href = places[i] if places and text.strip() else None
            listed.append((number if own else 0, text, href))
    return listed


def short_name(demangled: str) -> str:
    """Of "void scale<33, true>(float*, int)" it is "scale<33, true>"."""
    depth = start = 0
    for place, letter in enumerate(demangled):
        if letter == "<":
            depth += 1
        elif letter == ">":
            depth -= 1
        elif letter == "(" and depth == 0:
            name = re.sub(r"\((?:int|unsigned int|bool|unsigned long|long)\)", "", demangled[start:place])
            return name.replace("> >", ">>")
        elif letter == " " and depth == 0:
            start = place + 1
    return demangled


def portable(ptx: str, own: str) -> str:
    """PTX that does not say where the build stood: that is nobody's business, and would make pages differ from machine to
    machine. But by "/include/" the simulator tells a library, whose lines count as those that they were inlined at; to a
    reader of the file `own`, code of another chapter is one, too."""

    def named(found: re.Match[str]) -> str:
        return f'{found[1]}"{"" if found[2] == own else "/include/"}{found[2]}"'

    ptx = FILE.sub(named, ptx)
    return "\n".join(line for line in ptx.splitlines() if line.strip() and not line.startswith("//")) + "\n"


def kernels(ptx: str) -> dict[str, str]:
    """The mangled names of the kernels, by their own, or by themselves where these are too much for c++filt."""
    mangled = ENTRY.findall(ptx)
    if not mangled:
        return {}
    run = bounded.run(["c++filt", *mangled], bounded.Bounds(10))
    names = run.words.splitlines() if run.status == 0 else []
    return {short_name(name): symbol for name, symbol in zip(names if len(names) == len(mangled) else mangled, mangled)}


Records = dict[str, dict[str, dict[str, object]]]
MachineCode = dict[str, Any]


def records(description: str, known: list[machines.Machine], keys: dict[str, str]) -> tuple[Records, list[Path]]:
    """By machine and result what the description asks for, and the files that say so; where a result no longer rests on
    the code at hand, whose `keys` these are, also why."""
    asked = RECORDS.search(description)
    wanted = RECORD.findall(asked[1]) if asked else []
    found: Records = {}
    read: list[Path] = []
    for machine in known:
        found[machine.name] = {}
        for name, columns in wanted:
            path = next((folder / f"{name}.csv" for folder in machine.folders if (folder / f"{name}.csv").is_file()), None)
            if not path:
                continue
            read.append(path)
            names, _, patterns = zip(*(column.partition("=") for column in columns.split()))
            try:
                result = result_files.read_record(path)
                places = [result.columns.index(column) for column in names]
            except (result_files.Damaged, ValueError):
                # The pages that show it say why; here it is as if it were not there.
                continue
            rows = [
                [result_files.number(row[place]) for place in places]
                for row in result.rows
                if all(re.fullmatch(pattern or ".*", row[place]) for place, pattern in zip(places, patterns))
            ]
            cause = staleness.why_outdated(result.header, keys.get(name)) if keys else None
            found[machine.name][name] = {"columns": list(names), "rows": rows} | ({"outdated": cause} if cause else {})
    return found, read


def machine_code(disassembled: MachineCode, file: str) -> MachineCode:
    """Each row with the line of this file that it was made of, the innermost one; 0 where there is none."""
    kernels = {
        name: {
            **kernel,
            "code": [[next((line for path, line in places if path == file), 0), text] for text, places in kernel["code"]],
        }
        for name, kernel in disassembled["kernels"].items()
    }
    return {**disassembled, "kernels": kernels}


def pack(
    name: str,
    description: str,
    source: str,
    ptx: str,
    chapter: str,
    tangled: Path,
    recorded: Records,
    disassembled: MachineCode | None = None,
) -> str:
    page = name.partition("/")[0]
    ptx = portable(ptx, page + ".md")
    compiled = {
        "file": page + ".md",
        "ptx": ptx,
        "kernels": kernels(ptx),
        "code": code(source, chapter, page, tangled),
        "records": recorded,
    }
    if disassembled:
        compiled["machine"] = machine_code(disassembled, page + ".md")
    text = json.dumps(compiled, ensure_ascii=False, separators=(",", ":"))
    return f"{description}experiments.compiled({json.dumps(name)}, {text});\n"


def main() -> int:
    if len(sys.argv) not in (12, 13):
        sys.exit(__doc__)
    name, machine, *inputs, target, depfile = sys.argv[1], sys.argv[3], *sys.argv[6:12]
    disassembled = json.loads(Path(sys.argv[12]).read_text(encoding="utf-8")) if len(sys.argv) == 13 else None
    tangled, measured, kept = map(Path, (sys.argv[2], *sys.argv[4:6]))
    description, source, ptx, chapter = (Path(path).read_text(encoding="utf-8") for path in inputs)
    known = machines.find(machine, measured, kept)
    keys = staleness.read_keys(tangled / f"{name.partition('/')[0]}.keys")
    recorded, read = records(description, known, keys)
    output.write_if_changed(Path(target), pack(name, description, source, ptx, chapter, tangled, recorded, disassembled))
    folders = [folder for each in known for folder in each.folders if folder.is_dir()]
    roots = [folder for folder in (measured, kept) if folder.is_dir()]
    output.write_depfile(Path(depfile), Path(target), [*read, *roots, *folders])
    return 0


if __name__ == "__main__":
    sys.exit(main())
