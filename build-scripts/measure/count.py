"""Count what a chapter's program does: run it on the simulator and keep what it wrote.

Usage: count PROGRAM FOLDER STAMP

Runs `PROGRAM --count` and moves the CSV files it writes to FOLDER, each only if it is new or
differs, so that nothing made from an unchanged one is made again. STAMP lists the files, and
the log of what was launched (work.log, which is not kept), with their SHA-256, and is rewritten only if that list changes; files that an earlier STAMP lists and
the program no longer writes are removed. If the program fails, nothing changes.
"""

import filecmp
import hashlib
import pathlib
import subprocess
import sys
import tempfile


def main(program: str, folder: pathlib.Path, stamp: pathlib.Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        status = subprocess.run([program, "--count", "--output", scratch]).returncode
        if status != 0:
            print(f"count: {program} --count ended with status {status}", file=sys.stderr)
            return 1
        made = sorted(pathlib.Path(scratch).glob("*.csv"))
        listing = "".join(
            f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
            for path in [*made, *pathlib.Path(scratch).glob("work.log")]
        )
        before = stamp.read_text() if stamp.exists() else ""
        for path in made:
            target = folder / path.name
            if not target.exists() or not filecmp.cmp(path, target, shallow=False):
                path.replace(target)
    made_names = {path.name for path in made}
    for line in before.splitlines():
        name = line.split("  ", 1)[1]
        if name not in made_names:
            (folder / name).unlink(missing_ok=True)
    if listing != before or not stamp.exists():
        stamp.write_text(listing)
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])))
