"""Names the experiments that pages run, CHAPTER/NAME a line, as Meson wants to know them: those that FOLDER describes, of
the chapters that are given.

Usage: list_experiments FOLDER CHAPTER…
"""

import sys
from pathlib import Path


def main() -> int:
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    for chapter in sys.argv[2:]:
        for path in sorted((Path(sys.argv[1]) / chapter).glob("*.js")):
            print(f"{chapter}/{path.stem}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
