"""Puts before the script of the button that loads experiments how much they load, in kB.

Usage: size_experiments OUTPUT SCRIPT PART… CHAPTER-NAME.js…
The parts are what every experiment loads: simulator.js, experiment.js and experiment.css.
"""

import json
import sys
from pathlib import Path

from shared import output
from weave import strip_comments

SHARED = {"simulator.js", "experiment.js", "experiment.css"}


def main() -> int:
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    target, script, *loaded = map(Path, sys.argv[1:])
    shared = sum(path.stat().st_size for path in loaded if path.name in SHARED)
    each = {path.stem: round(path.stat().st_size / 1000) for path in loaded if path.name not in SHARED}
    sizes = json.dumps({"shared": round(shared / 1000), "each": each}, separators=(",", ":"))
    # The script is a classic one: its names are the page's, and this is one of them.
    code = strip_comments.stripped(script.read_text(encoding="utf-8"))
    output.write_if_changed(target, f"const experimentSizes = {sizes};\n{code}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
