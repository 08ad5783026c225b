#!/usr/bin/env python3
"""Makes one self-contained CUDA file of a program, its headers and the sources of its library.

Usage: bundle --output FILE.cu [--depfile FILE] [--title BOOK] [--search FOLDER]… PROGRAM.cu SOURCE.cpp…

Headers that the program and the sources include by quotation marks, and that are found beside the file that includes
them or in a FOLDER, stand in place of the first line that includes them. FILE.cu is rewritten only if it changes.
"""

import argparse
import re
import sys
from pathlib import Path

# A build leaves nothing in the source tree.
sys.dont_write_bytecode = True

import output

INCLUDE = re.compile(r'\s*#\s*include\s*"([^"]+)"')
LEFT_OUT = re.compile(r"\s*#\s*pragma once\b|\s*#line\b|\s*// (quote:|end quote)")

INTRODUCTION = """\
// {name}: a program of the book "{title}", with all that it needs of the book's library. Compile it by
//   nvcc -std=c++20 -O3 --expt-relaxed-constexpr -Xcompiler=-fopenmp {name} -o {stem}
// and run it by ./{stem}, which checks itself on a GPU; ./{stem} --help tells what else it does.

"""


def flattened(path: Path, search: list[Path], seen: set[Path]) -> list[str]:
    """The lines of a file, with those of headers that were not met before."""
    lines = []
    for line in path.read_text(encoding="utf-8").splitlines():
        included = INCLUDE.match(line)
        header = included and next(
            (folder / included[1] for folder in [path.parent, *search] if (folder / included[1]).is_file()), None
        )
        if header:
            if header.resolve() not in seen:
                seen.add(header.resolve())
                lines += flattened(header, search, seen)
        elif included:
            raise FileNotFoundError(f"{path}: cannot find {included[1]}")
        elif not LEFT_OUT.match(line):
            lines.append(line)
    return lines


def without_gaps(lines: list[str]) -> str:
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines).strip("\n")) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--depfile", type=Path)
    parser.add_argument("--title", default="")
    parser.add_argument("--search", type=Path, action="append", default=[])
    parser.add_argument("program", type=Path)
    parser.add_argument("sources", type=Path, nargs="*")
    options = parser.parse_args()
    seen: set[Path] = set()
    try:
        texts = [without_gaps(flattened(path, options.search, seen)) for path in (options.program, *options.sources)]
    except OSError as error:
        print(f"bundle: {error}", file=sys.stderr)
        return 1
    name = options.output.name
    introduction = INTRODUCTION.format(name=name, stem=options.output.stem, title=options.title)
    if options.depfile:
        inputs = [options.program, *options.sources, *sorted(seen)]
        rule = " ".join(str(path).replace(" ", "\\ ") for path in inputs)
        options.depfile.write_text(f"{options.output}: {rule}\n", encoding="utf-8")
    output.write_if_changed(options.output, introduction + f"\n// {'-' * 77}\n\n".join(texts))
    return 0


if __name__ == "__main__":
    sys.exit(main())
