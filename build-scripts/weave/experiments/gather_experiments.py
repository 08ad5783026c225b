"""Copies the sources of experiments, which chapters make as CHAPTER/experiments/NAME.cu, to CHAPTER-NAME.cu; those that
are as they were keep their time, so that nothing is compiled again.

Usage: gather_experiments FROM TO CHAPTER/NAME…
"""

import sys
from pathlib import Path

from shared import output


def main() -> int:
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    tangled, target = map(Path, sys.argv[1:3])
    for name in sys.argv[3:]:
        chapter, _, experiment = name.partition("/")
        source, copy = tangled / chapter / "experiments" / f"{experiment}.cu", target / f"{chapter}-{experiment}.cu"
        try:
            text = source.read_text(encoding="utf-8")
        except FileNotFoundError:
            print(
                f"chapters/{chapter}.md: the experiment {name} is described in code/experiments, and no block makes its "
                f"kernels: file={chapter}/experiments/{experiment}.cu",
                file=sys.stderr,
            )
            return 1
        output.write_if_changed(copy, text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
