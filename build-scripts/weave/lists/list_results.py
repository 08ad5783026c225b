"""Reads and judges results for the pages, and lists them, so that pages are made anew when one comes or goes.

With --of NAME they are those of a chapter, with --of - those of none; else all. OUTPUT, as Lua: `of`, that NAME, if
one was given; `machines`, that which is shown first, each with its `name`, its `label` and its `results`, which
names for each experiment the file that says what was found; and the `pictures` that there are. It is rewritten only
if that changes, and so are those files. They lie in the folder of OUTPUT's name without its suffix, and each holds:

experiment, origin (counted, measured, recorded or published), path
from                 what a page that shows it is to be made anew for: files, that of a program for all that it counts
damage               where it is no result: words, path and line; nothing of what follows is there then
keys, metadata       what it says of itself: the keys in order, and their texts
columns, rows        their names, and the fields of each row, what is a number as one
machine_keys, machine  what machine.txt beside it says, likewise, if it is there
cause                why it is outdated, if it is

DEPFILE names what is read that no step of the build makes, and the folders where more can appear.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from results import machines, result_files, staleness
from shared import output


class Reader:
    """What there is to be said of each result."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.keys: dict[Path, dict[str, str]] = {}

    def data(self, path: Path, origin: str) -> dict[str, object]:
        """Of the result in a file."""
        program = result_files.program_of(path.stem, self.options.chapters)
        description = path.with_name("machine.txt")
        keys = self.options.keys / f"{program}.keys"
        measured = origin in ("measured", "recorded")
        sources = [path, description, *([keys] if measured else [])]
        if origin == "counted":
            sources = [path.parent.with_name(f"{program}.counted")]
        found: dict[str, object] = {"experiment": path.stem, "origin": origin, "path": str(path)}
        found["from"] = [str(each) for each in sources if each.is_file()]
        machine = path.parent.name if measured else None
        try:
            result = result_files.read(path, machine)
            found |= {"keys": list(result.header), "metadata": result.header, "columns": result.columns}
            found["rows"] = [[result_files.number(field) for field in row] for row in result.rows]
            if description.is_file():
                facts = result_files.machine_facts(description, machine)
                found |= {"machine_keys": list(facts), "machine": facts}
        except result_files.Damaged as error:
            return found | {"damage": {"words": error.words, "path": str(error.path), "line": error.line}}
        if measured and keys.is_file():
            cause = staleness.why_outdated(result.header, self.key_of(result, path.stem, self.keys_in(keys)))
            found |= {"cause": cause} if cause else {}
        return found

    @staticmethod
    def key_of(result: result_files.Result, name: str, keys: dict[str, str]) -> str | None:
        """Of what rests on several experiments, theirs: one that the program has since got does not matter."""
        if not name.endswith(("-twice", "-newest")) or "experiment" not in result.columns:
            return keys.get(name)
        place = result.columns.index("experiment")
        measured = {row[place] for row in result.rows}
        if name.endswith("-newest"):
            return staleness.key_of_repetition(keys, measured)
        possible = staleness.keys_of_repetitions(keys, measured)
        return next((key for key in possible if not staleness.why_outdated(result.header, key)), keys.get(name))

    def keys_in(self, path: Path) -> dict[str, str]:
        if path not in self.keys:
            self.keys[path] = staleness.read_keys(path)
        return self.keys[path]


def main() -> int:
    options = parse()
    folder = options.output.with_suffix("")
    try:
        known = machines.find(options.machine, options.measured, options.recorded)
    except result_files.Damaged as error:
        print(f"list_results: {error}", file=sys.stderr)
        return 1
    reader = Reader(options)
    written: dict[Path, Path] = {}
    listed: list[dict[str, object]] = []
    for machine in known:
        of_machine: dict[str, str] = {}
        for origin, path in found_in(machine.places([options.counted], options.published), options):
            if path.stem not in of_machine:
                if path not in written:
                    owner = path.parent.name if origin in ("measured", "recorded") else ""
                    written[path] = folder / origin / owner / f"{path.stem}.lua"
                    written[path].parent.mkdir(parents=True, exist_ok=True)
                    output.write_lua(written[path], reader.data(path, origin))
                of_machine[path.stem] = written[path].as_posix()
        listed.append({"name": machine.name, "label": machine.label, "results": dict(sorted(of_machine.items()))})
    for path in {*folder.glob("**/*.lua")} - {*written.values()}:
        path.unlink()
    pictures = [path.as_posix() for path in sorted(options.figures.glob("*.svg")) if is_wanted(path, options)]
    of = {} if options.of is None else {"of": options.of}
    output.write_lua(options.output, of | {"machines": listed, "pictures": pictures})
    output.write_depfile(options.depfile, options.output, watched(options, list(written)))
    return 0


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output", type=Path, metavar="OUTPUT")
    parser.add_argument("depfile", type=Path, metavar="DEPFILE")
    parser.add_argument("--machine", required=True, metavar="NAME", help="which is shown first")
    parser.add_argument("--of", metavar="NAME", help="a chapter, or - for what is of none")
    parser.add_argument("--chapters", type=lambda names: names.split(","), required=True, metavar="NAME,…")
    for name in ("counted", "measured", "recorded", "published", "keys", "figures"):
        parser.add_argument(f"--{name}", type=Path, required=True, metavar="FOLDER")
    return parser.parse_args()


def found_in(folders: list[Path], options: argparse.Namespace) -> Iterator[tuple[str, Path]]:
    """All results in some folders, in their order, each with its origin."""
    origins = {options.counted: "counted", options.published: "published"}
    for folder in folders:
        origin = origins.get(folder) or ("measured" if folder.parent == options.measured else "recorded")
        yield from ((origin, path) for path in sorted(folder.glob("*.csv")) if is_wanted(path, options))


def is_wanted(path: Path, options: argparse.Namespace) -> bool:
    """Whether a result or a picture is of the chapter that is asked for."""
    return options.of in (None, result_files.program_of(path.stem, options.chapters) or "-")


def watched(options: argparse.Namespace, read: list[Path]) -> list[Path]:
    """What changes where a result comes, goes or changes that no step of the build makes."""
    roots = [options.measured, options.recorded]
    folders = [options.published, *roots, *(path for root in roots for path in root.glob("*/"))]
    places = {next((place for place in (each, each.parent) if place.is_dir()), Path(".")) for each in folders}
    files = {path for path in read if path.parent != options.counted}
    files |= {path.with_name("machine.txt") for path in files if path.with_name("machine.txt").is_file()}
    return sorted((places | files) - {Path(".")})


if __name__ == "__main__":
    sys.exit(main())
