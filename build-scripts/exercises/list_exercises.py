"""Names the exercises that are judged, CHAPTER/NAME a line, as Meson wants to know them.

Usage: list_exercises FOLDER
"""

import sys
from pathlib import Path

from exercises.catalogue import exercises


def main() -> int:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for each in exercises(Path(sys.argv[1])):
        print(each)
    return 0


if __name__ == "__main__":
    sys.exit(main())
