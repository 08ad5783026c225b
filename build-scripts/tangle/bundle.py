"""Makes of each program one self-contained CUDA file, with its headers and the sources of its library.

Usage: bundle --output FOLDER --listing FILE --depfile FILE [--title BOOK] [--search FOLDER]… [--library SOURCE.cpp]…
       PROGRAM.cu…

Headers that a program and the sources include by quotation marks, and that are found beside the file that includes
them or in a folder of --search, stand in place of the first line that includes them; the file's head says at which line
what the chapter shows begins, and where it ends. A file in FOLDER is rewritten only
if it changes; --listing gets their names.
"""

import argparse
import re
import sys
from pathlib import Path

from shared import output, source_code

LEFT_OUT = re.compile(r"\s*#\s*pragma once\b|\s*#line\b|\s*// (quote:|end quote)")

INTRODUCTION = """\
// {name}: a program of the book "{title}", with all that it needs of the book's library. Compile it by
//   nvcc -std=c++20 -O3 --expt-relaxed-constexpr -Xcompiler=-fopenmp {name} -o {stem}
// and run it by ./{stem}, which checks itself on a GPU; ./{stem} --help tells what else it does.
// What the chapter shows are the lines {first} to {last}; the others are the book's library.

"""
RULE = f"// {'-' * 77}"
OWN = f"{RULE}\n// What the chapter shows.\n"
LIBRARY = f"{RULE}\n// The library again.\n"


def flattened(path: Path, search: list[Path], seen: set[Path]) -> list[str]:
    """The lines of a file, with those of headers that were not met before."""
    return put_in(path.read_text(encoding="utf-8").splitlines(), path, search, seen)


def put_in(given: list[str], path: Path, search: list[Path], seen: set[Path]) -> list[str]:
    """Lines of a file, with those of such headers in their places."""
    lines = []
    for line in given:
        if header := source_code.header(line, [path.parent, *search]):
            if header.resolve() not in seen:
                seen.add(header.resolve())
                lines += flattened(header, search, seen)
        elif name := source_code.included(line):
            raise FileNotFoundError(f"{path}: cannot find {name}")
        elif not LEFT_OUT.match(line):
            lines.append(line)
    return lines


def without_gaps(lines: list[str]) -> str:
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines).strip("\n")) + "\n"


def of_program(path: Path, search: list[Path], seen: set[Path]) -> list[str]:
    """The lines of a program in two pieces, of which the second is what its chapter shows, after the last header."""
    lines = path.read_text(encoding="utf-8").splitlines()
    begin = max((place for place, line in enumerate(lines, 1) if source_code.included(line)), default=0)
    return [without_gaps(put_in(piece, path, search, seen)) for piece in (lines[:begin], lines[begin:])]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--listing", type=Path, required=True)
    parser.add_argument("--depfile", type=Path, required=True)
    parser.add_argument("--title", default="")
    parser.add_argument("--search", type=Path, action="append", default=[])
    parser.add_argument("--library", type=Path, action="append", default=[])
    parser.add_argument("programs", type=Path, nargs="+")
    options = parser.parse_args()
    bundles, inputs = {}, {*options.programs, *options.library}
    try:
        for program in options.programs:
            seen: set[Path] = set()
            before, own = of_program(program, options.search, seen)
            library = [without_gaps(flattened(path, options.search, seen)) for path in options.library]
            first = INTRODUCTION.count("\n") + f"{before}\n{OWN}\n".count("\n") + 1
            introduction = INTRODUCTION.format(
                name=program.name, stem=program.stem, title=options.title, first=first, last=first + own.count("\n") - 1
            )
            bundles[program.name] = introduction + "\n".join(
                [before, f"{OWN}\n{own}", *(f"{LIBRARY}\n{each}" for each in library)]
            )
            inputs |= seen
    except OSError as error:
        print(f"bundle: {error}", file=sys.stderr)
        return 1
    output.write_folder(options.output, bundles, options.listing, options.depfile, inputs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
