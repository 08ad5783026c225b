"""Makes of each program one self-contained CUDA file, with its headers and the sources of its library.

Usage: bundle --output FOLDER --listing FILE --depfile FILE [--title BOOK] [--search FOLDER]… [--library SOURCE.cpp]…
       PROGRAM.cu…

Headers that a program and the sources include by quotation marks, and that are found beside the file that includes
them or in a folder of --search, stand in place of the first line that includes them. A file in FOLDER is rewritten only
if it changes; --listing gets their names.
"""

import argparse
import re
import sys
from pathlib import Path

from book import output

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
        places = [folder / included[1] for folder in [path.parent, *search]] if included else []
        header = next((place for place in places if place.is_file()), None)
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
            texts = [without_gaps(flattened(path, options.search, seen)) for path in (program, *options.library)]
            introduction = INTRODUCTION.format(name=program.name, stem=program.stem, title=options.title)
            bundles[program.name] = introduction + f"\n// {'-' * 77}\n\n".join(texts)
            inputs |= seen
    except OSError as error:
        print(f"bundle: {error}", file=sys.stderr)
        return 1
    output.write_folder(options.output, bundles, options.listing, options.depfile, inputs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
