"""Makes a style sheet that holds the book's fonts, so that pages have them from a disk as well as from a server.

Usage: embed_fonts --find                     prints the files of the fonts, one a line; exit 1 where some are not installed
       embed_fonts --output FONTS.css FILE…   makes the sheet of the files that --find printed

Of each font, the sheet has the characters of CHARACTERS, without hints. Its name is another, since those who made the
fonts keep theirs for what they made; their copyright and the licence stay in it. Exit 1 where the fonts take more than
200 kB, or a tool fails: hb-subset, of HarfBuzz, cuts them down, woff2_compress packs them.
"""

import argparse
import base64
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from shared import output

MOST_BYTES = 200_000
# Latin letters, what typesetting needs, and the signs of the book's own texts and code.
CHARACTERS = (
    "20-7E,A0-FF,131,152-153,160-161,17D-17E,2C6,2DC,3B1-3C9,2007-2009,200A,2010-2014,2018-201E,2020-2022,2026,202F,"
    "2030,2032,2033,2039,203A,2044,2070,2074-2079,2080-2089,20AC,2122,2190-2193,21A9,2212,221A,221E,2248,2260,2261,2264,"
    "2265,22EF,25B6,25BC,25CB,25CF,2713,2717,27E8,27E9,FE0E"
)
# In Charis these are as wide as an em: "C + +". They come from the next font of the style sheet.
WIDE_SIGNS = "2B,3C-3E,B1,D7,F7,2212,2248,2260,2264,2265"
# Kerning and accents everywhere; figures of equal width and raised ones where there are others.
FEATURES = "kern,mark,ccmp,liga,lnum,tnum,sups"


@dataclass(frozen=True)
class Face:
    """A font of the pages: what it is in a style sheet, and what fontconfig finds it by."""

    name: str
    family: str
    weights: str  # of CSS
    weight: int  # of fontconfig
    italic: bool = False
    without: str = ""  # characters that are not taken from it

    @property
    def pattern(self) -> str:
        return f"{self.family}:weight={self.weight}:slant={100 if self.italic else 0}"

    def rule(self, packed: bytes) -> str:
        data = base64.b64encode(packed).decode("ascii")
        return (
            f'@font-face {{ font-family: "{self.name}"; font-weight: {self.weights}; '
            f"font-style: {'italic' if self.italic else 'normal'}; "
            f'src: url("data:font/woff2;base64,{data}") format("woff2"); }}\n'
        )


FACES = (
    Face("Weft Text", "Charis SIL", "400", 80, without=WIDE_SIGNS),
    Face("Weft Text", "Charis SIL", "400", 80, italic=True, without=WIDE_SIGNS),
    Face("Weft Text", "Charis SIL", "600 700", 200, without=WIDE_SIGNS),
    Face("Weft Plain", "Inter", "400", 80),
    Face("Weft Plain", "Inter", "400", 80, italic=True),
    Face("Weft Plain", "Inter", "600 700", 180),
    Face("Weft Code", "JetBrains Mono", "400", 80),
    Face("Weft Code", "JetBrains Mono", "400", 80, italic=True),
    Face("Weft Code", "JetBrains Mono", "600 700", 200),
)


def characters() -> set[str]:
    """Those of CHARACTERS, each by itself."""
    ends = (part.partition("-") for part in CHARACTERS.split(","))
    return {chr(each) for first, _, last in ends for each in range(int(first, 16), int(last or first, 16) + 1)}


def find(face: Face) -> Path | None:
    """Where its file is; None where it is not installed, or fontconfig is not."""
    wanted = "%{family}\t%{weight}\t%{slant}\t%{file}"
    try:
        run = subprocess.run(["fc-match", "--format", wanted, face.pattern], capture_output=True, text=True)
        families, weight, slant, file = run.stdout.split("\t")
    except (OSError, ValueError):
        return None
    found = face.family in families.split(",") and (weight, slant) == (str(face.weight), "100" if face.italic else "0")
    return Path(file) if found else None


def ranges(characters: str) -> str:
    """As hb-subset takes them."""
    return ",".join(f"U+{each}" for each in characters.split(","))


def pack(face: Face, file: Path, folder: Path) -> bytes:
    """The font with the characters of pages alone, as WOFF2."""
    cut = folder / "cut.ttf"
    subset = ["hb-subset", str(file), f"--unicodes={ranges(CHARACTERS)}", f"--layout-features={FEATURES}", "--no-hinting"]
    if face.without:
        subset.append(f"--unicodes-={ranges(face.without)}")
    for command in ([*subset, "--name-IDs=0,13,14", f"--output-file={cut}"], ["woff2_compress", str(cut)]):
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode != 0:
            raise RuntimeError(f"{file}: {command[0]} failed: {run.stderr.strip() or run.returncode}")
    return cut.with_suffix(".woff2").read_bytes()


def main() -> int:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--find", action="store_true")
    parser.add_argument("--output", type=Path)
    parser.add_argument("files", type=Path, nargs="*")
    options = parser.parse_args()
    if options.find:
        found = [find(face) for face in FACES]
        print(*(each for each in found if each), sep="\n")
        return 0 if all(found) else 1
    if not options.output or len(options.files) != len(FACES):
        parser.error(f"there are {len(FACES)} fonts, and a sheet to make of them")
    try:
        with tempfile.TemporaryDirectory() as folder:
            packed = [pack(face, file, Path(folder)) for face, file in zip(FACES, options.files)]
    except (OSError, RuntimeError) as error:
        print(f"embed_fonts: {error}", file=sys.stderr)
        return 1
    size = sum(map(len, packed))
    if size > MOST_BYTES:
        print(f"embed_fonts: the fonts take {size} bytes, more than {MOST_BYTES}", file=sys.stderr)
        return 1
    output.write_if_changed(options.output, "".join(face.rule(data) for face, data in zip(FACES, packed)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
