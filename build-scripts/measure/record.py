"""Copies measured results, and transcripts, into the book's own: FROM/<machine>/ to TO/<machine>/.

All that was measured on the machines named (default: on every one), or nothing where a file does not
say what made it, or would take the place of one that was measured on more GPUs of such a machine; that
one has to be removed first, if it is to go. Exit 0: recorded; 1: refused.
"""

import argparse
import sys
from pathlib import Path

from results import result_files, sessions

REQUIRED = ("schema", "experiment", "machine", "date", "commit", "dirty", "command", "key")
OF_TRANSCRIPTS = ("schema", "transcript", "machine", "date", "commit", "dirty", "key")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("machines", nargs="*", metavar="MACHINE")
    parser.add_argument("--from", dest="measured", type=Path, required=True, metavar="FROM")
    parser.add_argument("--to", dest="recorded", type=Path, required=True, metavar="TO")
    options = parser.parse_args()
    try:
        folders = machine_folders(options.measured, options.machines)
        files = {folder: check(folder, options.recorded / folder.name) for folder in folders}
    except result_files.Damaged as error:
        print(error)
        print("nothing was recorded")
        return 1
    for folder, names in files.items():
        place = options.recorded / folder.name
        place.mkdir(parents=True, exist_ok=True)
        for name in names:
            result_files.write(place / name, (folder / name).read_text(encoding="utf-8"))
            print(f"recorded {place / name}")
    return 0


def machine_folders(measured: Path, machines: list[str]) -> list[Path]:
    names = [result_files.check_machine_name(name) for name in machines]
    if not names and measured.is_dir():
        names = sorted(path.parent.name for path in measured.glob("[!.]*/machine.txt"))
    if not names:
        raise result_files.Damaged(f"{measured}: nothing was measured here yet; run the target 'measure' first")
    for name in names:
        if not (measured / name / "machine.txt").is_file():
            raise result_files.Damaged(f"{measured / name}: no machine.txt, so nothing that was measured")
    return [measured / name for name in names]


def check(folder: Path, place: Path) -> list[str]:
    """The names of the files to copy to `place`; raises Damaged with every reason not to."""
    faults = []
    try:
        result_files.machine_facts(folder / "machine.txt", folder.name)
    except result_files.Damaged as error:
        faults.append(str(error))
    files = sorted(folder.glob("*.csv"))
    if not files:
        faults.append(f"{folder}: no results")
    for path in files:
        try:
            header = result_files.read_record(path).header
        except result_files.Damaged as error:
            faults.append(str(error))
            continue
        missing = [key for key in REQUIRED if header.get(key, "") in ("", "unknown")]
        if missing:
            faults.append(f"{path}: does not say its {', '.join(missing)}")
        elif header["dirty"] != "no":
            print(f"{path}: measured on a tree with changes that commit {header['commit']} lacks")
        if (here := devices(header)) < (there := recorded_devices(place / path.name)):
            faults.append(f"{path}: measured on {here} GPUs, and {place / path.name} on {there}")
    transcripts = sorted(folder.glob("*.transcript"))
    for path in transcripts:
        try:
            header = sessions.read(path).header
        except result_files.Damaged as error:
            faults.append(str(error))
            continue
        missing = [key for key in OF_TRANSCRIPTS if header.get(key, "") in ("", "unknown")]
        if missing or header["machine"] != folder.name:
            faults.append(f"{path}: does not say its {', '.join(missing or ['machine'])}")
    if faults:
        raise result_files.Damaged("\n".join(faults))
    return [path.name for path in files + transcripts] + ["machine.txt"]


def devices(header: dict[str, str]) -> int:
    """On how many GPUs a result was measured."""
    told = header.get("devices", "1")
    return int(told) if told.isdigit() else 1


def recorded_devices(path: Path) -> int:
    """Of what is recorded there already; 0: nothing that can be read."""
    try:
        return devices(result_files.read_record(path).header)
    except (OSError, result_files.Damaged):
        return 0


if __name__ == "__main__":
    sys.exit(main())
