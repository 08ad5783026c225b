"""Writes the keys of a program's results: what each rests on, in hashes of 16 digits.

Usage: keys --output FILE [--search FOLDER]... [--method FILE]... [--counted FILE]
            --source SOURCE.cu PROGRAM-sim [-- FLAG...]

A line of FILE is `EXPERIMENT launches:HASH source:HASH method:HASH`, for each experiment that
PROGRAM-sim --list names; for CHAPTER-twice, which are all the timed ones measured twice; and for
CHAPTER-counters, whose launches CHAPTER.counted (--counted) tells.

launches  what the experiment has a GPU do, and the FLAGs: the log of its rehearsal on the simulator.
          Kernels count as PTX without names, lines and comments; then grids, blocks, arguments, copies,
          and the rows that it makes of them. Where it does what the simulator cannot see, such as timing
          code on the host, the code that it reaches is part of it (reached_code.py); the whole source
          where that cannot be told, or where its rehearsal fails or is different each time.
source    the code of SOURCE.cu and of the files that it includes with quotes (found beside it or in the
          folders of --search), without comments and layout, and the FLAGs.
method    the code of the files of --method: how it is measured; of what ncu reads, which counters.

In which folder below harness/ an included file lies makes no difference.

A result rests on the code at hand if `method` is the same, and `launches` or `source` is: either shows
that the same code ran, the one also where other code beside it changed, the other also where another
release of the compiler makes other PTX of it.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from measure import counters, reached_code
from results.staleness import digest, key_of_repetition
from shared import output, source_code

HARNESS = "harness"  # the folder of what all programs share
DEVICES = "8"  # as many as an experiment may need


def main() -> int:
    arguments = sys.argv[1:]
    end = arguments.index("--") if "--" in arguments else len(arguments)
    options = parse(arguments[:end])
    flags = arguments[end + 1 :]
    lines_of_source = source_code.sources(options.source, options.search, set())
    source = digest(*source_code.as_if_flat(lines_of_source, HARNESS), "", *flags)
    # Each file by itself: what it includes is how it is reached, and not the method.
    lines_of_method = [line for path in options.method for line in source_code.code(path.read_text("utf-8"))]
    method = digest(*source_code.as_if_flat(lines_of_method, HARNESS))
    keys: dict[str, str] = {}
    timed = set()
    chapter = re.sub("-sim$", "", options.program.name)
    try:
        kinds = experiments(options.program)
        logs = rehearse(options.program, list(kinds)) if kinds else {}
        for experiment, kind in kinds.items():
            log = logs[experiment]
            launches = digest(*flags, log, *unseen_code(log, lines_of_source, experiment, source))
            if kind == "experiment":
                timed.add(experiment)
            own = method if kind == "experiment" else digest(repr(sorted(counters.TRAFFIC.items())))
            keys[experiment] = f"launches:{launches} source:{source} method:{own}"
    except (OSError, subprocess.SubprocessError) as error:
        print(f"keys: {options.program}: {error}", file=sys.stderr)
        return 1
    if repetition := key_of_repetition(keys, timed):
        keys[f"{chapter}-twice"] = repetition
    work = options.counted and re.search(r"^(\w+)  work\.log$", options.counted.read_text("utf-8"), re.MULTILINE)
    if work:
        read = digest(repr((counters.COUNTERS, sorted((name, sorted(kinds)) for name, kinds in counters.OPCODES.items()))))
        keys[f"{chapter}-counters"] = f"launches:{digest(*flags, work[1])} source:{source} method:{read}"
    output.write_if_changed(options.output, "".join(f"{name} {key}\n" for name, key in keys.items()))
    return 0


def unseen_code(log: str, lines: list[str], experiment: str, source: str) -> list[str]:
    """What stands for the code of which the log does not tell."""
    if not re.search("^unseen:", log, re.MULTILINE):
        return []
    # Of a failed rehearsal the log is the reason alone.
    reached = None if log.startswith("unseen: its rehearsal") else reached_code.reached_code(lines, experiment)
    return [source] if reached is None else reached


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        usage=argparse.SUPPRESS, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("program", type=Path)
    parser.add_argument("--source", type=Path, required=True)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--counted", type=Path)
    for name in ("search", "method"):
        parser.add_argument(f"--{name}", type=Path, action="append", default=[])
    return parser.parse_args(arguments)


def experiments(program: Path) -> dict[str, str]:
    """How each is looked at, by its name."""
    run = subprocess.run([program.absolute(), "--list"], capture_output=True, text=True, check=True)
    return {name: kind for kind, name in re.findall(r"^(experiment|profiled): (\S+)$", run.stdout, re.MULTILINE)}


def rehearse(program: Path, names: list[str]) -> dict[str, str]:
    """The log of each experiment's rehearsal, with a line `unseen: reason` where it does not say all."""
    first = logs_of(program, names, "")
    # What a clock, an address or chance got into is no witness.
    again = logs_of(program, names, "moves the stack" * 100)
    different = "unseen: its rehearsal is different each time\n"
    logs = {name: log if log == again[name] else different for name, log in first.items()}
    for name, log in logs.items():
        if reason := re.match("unseen: (its rehearsal .*)", log):
            print(f"{name}: {reason[1]}, so it counts as measured by all of its program's code")
    return logs


def logs_of(program: Path, names: list[str], padding: str) -> dict[str, str]:
    with tempfile.TemporaryDirectory() as folder:
        command = [str(program.absolute()), "--rehearse", "--output", folder]
        environment = {**os.environ, "PADDING": padding, "SIMULATE_DEVICES": DEVICES}
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=environment)
        return {name: Path(folder, f"{name}.log").read_text(encoding="utf-8") for name in names}


if __name__ == "__main__":
    sys.exit(main())
