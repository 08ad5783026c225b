"""Draw a figure: run its gnuplot script on the results that it names, and write an SVG for the page.

Usage: plot [--strict] --made FOLDER… --machine NAME --measured FOLDER --recorded FOLDER --published FOLDER
            --output SVG [--depfile FILE] SCRIPT.gp

A line `# data: one-times two-times` of the script names results; gnuplot gets the path of each as a
variable (one_times). They are looked for in the folders of --made, which steps of the build fill, then
among what was measured and recorded of the machine, then in that of --published. The script runs after
shared/style.gp beside it, and both after variables that hold the page's colours, such as series_1. A result that is missing gives a picture that says so, or, with --strict, an error.

Each figure is drawn a second time for narrow columns, like those of phones, with gnuplot's variable `narrow` set to 1
instead of 0.

Beside the SVG lies NAME.lua, for the weaver: the results that the figure shows, the narrow picture, and its pictures on
all other machines that there are results of, where they differ. Both are rewritten only if they change; the depfile
names what was read, and the folders where a result would come before that.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

from results import machines, result_files
from draw import drawing
from shared import output
from shared.tools import SCRIPTS

COLOURS = SCRIPTS / "weave" / "pages" / "styles" / "1-colours.css"


class Failed(Exception):
    """There is no picture, and this is why."""


def main() -> int:
    options = parse()
    script = options.script
    style = script.parent / "shared" / "style.gp"
    names = wanted(script.read_text(encoding="utf-8"))
    try:
        known = machines.find(options.machine, options.measured, options.recorded)
        choices = {machine.name: Choice(names, options, machine) for machine in known}
        if options.depfile:
            roots = [place for place in (options.measured, options.recorded) if place.is_dir()]
            watched = [script, style, COLOURS, *roots, *(path for root in roots for path in root.iterdir() if path.is_dir())]
            watched += [place for each in choices.values() for place in each.watched]
            output.write_depfile(options.depfile, options.output, watched)
        first, *others = choices.items()
        if first[1].lacking and options.strict:
            raise Failed("missing result: " + ", ".join(first[1].lacking))
        if first[1].lacking:
            shown = {"svg": drawing.missing(first[1].lacking)}
        else:
            shown = draw(style, script, first[1].found)
        pictures = {
            name: {"lacking": ", ".join(each.lacking)} if each.lacking else draw(style, script, each.found)
            for name, each in others
            if each.found != first[1].found
        }
    except (Failed, result_files.Damaged, drawing.Unknown) as error:
        print(f"plot: {script}: {error}", file=sys.stderr)
        return 1
    output.write_if_changed(options.output, shown.pop("svg"))
    description = {"data": names, "machines": pictures, **shown}
    output.write_lua(options.output.with_suffix(".lua"), description)
    return 0


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("script", type=Path, metavar="SCRIPT.gp")
    parser.add_argument("--made", type=Path, nargs="*", default=[], metavar="FOLDER")
    parser.add_argument("--machine", required=True, metavar="NAME", help="whose picture the SVG is")
    for name in ("--measured", "--recorded", "--published"):
        parser.add_argument(name, type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--output", type=Path, required=True, metavar="SVG")
    parser.add_argument("--depfile", type=Path, metavar="FILE")
    parser.add_argument("--strict", action="store_true")
    return parser.parse_args()


def wanted(script: str) -> list[str]:
    """The results that a script's lines `# data: NAME…` name."""
    return " ".join(re.findall(r"^# data:(.*)$", script, re.MULTILINE)).split()


class Choice:
    """The files that hold a figure's data on a machine: `found`, by name; `lacking`; what to `watch` for a change."""

    def __init__(self, names: list[str], options: argparse.Namespace, machine: machines.Machine) -> None:
        self.found: dict[str, Path] = {}
        self.watched: list[Path] = []
        self.lacking: list[str] = []
        for name in names:
            path, places = look_up(name, machine.places(options.made, options.published), options.made)
            self.watched += places
            if path:
                self.found[name] = path
            else:
                self.lacking.append(name)


def look_up(name: str, folders: list[Path], made: list[Path]) -> tuple[Path | None, list[Path]]:
    """The first of the folders' files of that result, and what to watch for the answer to change."""
    watched: list[Path] = []
    for folder in folders:
        path = folder / f"{name}.csv"
        if path.is_file():
            return path, [*watched, path]
        # What fills those is a step of the build, which comes before this one.
        if folder not in made:
            place = next(place for place in (folder, *folder.parents) if place.is_dir())
            # The build folder itself changes all the time.
            if place != Path("."):
                watched.append(place)
    return None, watched


def draw(style: Path, script: Path, found: dict[str, Path]) -> dict[str, str]:
    """The picture for a page's usual width as `svg`, and the one for less as `narrow`."""
    for path in found.values():
        result_files.read(path)
    names = drawing.colours(COLOURS.read_text(encoding="utf-8"))
    variables = {name: f"0x{code[1:]}" for code, name in names.items()}
    for name, path in found.items():
        quoted = str(path.absolute()).replace("'", "''")
        variables[name.replace("-", "_")] = f"'{quoted}'"
    drawn = {kind: run(style, script, variables | {"narrow": narrow}) for kind, narrow in (("svg", "0"), ("narrow", "1"))}
    return {kind: drawing.for_page(svg, names) for kind, svg in drawn.items()}


def run(style: Path, script: Path, variables: dict[str, str]) -> str:
    """What gnuplot draws."""
    command = ["gnuplot", "-e", f"set loadpath '{style.parent.name}'"]
    for name, value in variables.items():
        command += ["-e", f"{name} = {value}"]
    # Scripts load what they share by its bare name.
    done = subprocess.run(
        [*command, style.relative_to(script.parent), script.name],
        cwd=script.parent,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    if done.returncode != 0 or not done.stdout:
        raise Failed(done.stderr.strip() or "it draws nothing")
    sys.stderr.write(done.stderr)
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
