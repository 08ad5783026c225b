#!/usr/bin/env python3
"""Runs the CUDA programs of a public set on the simulator and compares with what has to come of each.

Usage: programs_test.py SIMULATE-NVCC SET [--words] [PROGRAM ...]

sets.csv names the sets, the list of each, and the variable of the environment that names a checkout of it; without that
the test is skipped (exit status 77). A program runs in a copy of its folder, with all else of the checkout around it; its
sources went through `sed -E` with the list's edits, which make constants of size small. NAME#WORD is NAME once more, with
other arguments. Input files that the list names and the checkout lacks are made up (inputs.py). SAMPLE_SECONDS is how
long one program may run (120). All cores are used, one per program.

  passes          the program's own check is content, and not a word of the simulator but notes
  fault: TEXT     exit status 86, and TEXT in what the simulator says
  refused: TEXT   the program needs what the simulator has not got, and TEXT names it
  fails           the program's own check is not content, on a GPU neither; the simulator has nothing to say
  not compiled    the checkout lacks something
  too long        not run, unless it is named

What a program's own check is: `pass` and no `fail` in its output; just exit status 0 (exit); or a regular expression.
"""

import argparse
import concurrent.futures
import csv
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import inputs

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = (".cu", ".h", ".hpp", ".cuh", ".cpp", ".c", ".hxx", ".cxx")
SECONDS = int(os.environ.get("SAMPLE_SECONDS", 120))
COMPILE_SECONDS = 600


def edit(folder: pathlib.Path, edits: str) -> bool:
    """Whether each edit changed a source."""
    for one in filter(None, re.split(r";(?=s/)", edits)):
        changed = False
        for path in folder.rglob("*"):
            if path.suffix in SOURCES and path.is_file() and not path.is_symlink():
                old = path.read_bytes()
                new = subprocess.run(["sed", "-E", one], input=old, capture_output=True, check=True).stdout
                if new != old:
                    path.write_bytes(new)
                    changed = True
        if not changed:
            return False
    return True


def run(command: list[str | pathlib.Path], folder: pathlib.Path, seconds: int) -> tuple[int | None, str]:
    """Exit status (None: still runs) and all that was printed, the simulator's words included."""
    environment = {**os.environ, "SIMULATE_CORES": "1", "SIMULATE_TELL_AFTER": "3600", "OMP_NUM_THREADS": "2"}
    with tempfile.TemporaryFile() as printed:
        with subprocess.Popen(
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=printed, stderr=subprocess.STDOUT
        ) as process:
            try:
                status: int | None = process.wait(seconds)
            except subprocess.TimeoutExpired:
                process.kill()
                status = None
        printed.seek(0)
        return status, printed.read().decode(errors="replace")


def copy(checkout: pathlib.Path, place: pathlib.Path, scratch: pathlib.Path) -> pathlib.Path:
    """Copies the folder at `place` in a checkout to the same place in another; what lies around it are links."""
    for part in place.parts:
        scratch.mkdir(exist_ok=True)
        for other in checkout.iterdir():
            if other.name != part:
                (scratch / other.name).symlink_to(other)
        checkout, scratch = checkout / part, scratch / part
    shutil.copytree(checkout, scratch, symlinks=True)
    return scratch


def judge(nvcc: pathlib.Path, checkout: pathlib.Path, row: dict[str, str]) -> tuple[str, int | None, str]:
    """What came of a program ("compiled" fails, or it ran), its exit status and its words."""
    place = pathlib.Path(row.get("folder") or f"src/{row['program'].split('#')[0]}-cuda")
    if not (checkout / place).is_dir():
        return f"{checkout} has no folder {place}", None, ""
    with tempfile.TemporaryDirectory(prefix="program-") as scratch:
        folder = copy(checkout, place, pathlib.Path(scratch))
        for word in shlex.split(f"{row['sources']} {row['flags']} {row['arguments']}"):
            inputs.write(word, folder)
        if not edit(folder, row["edits"]):
            return "edit without effect", None, ""
        flags = shlex.split(os.path.expandvars(row["flags"]))  # some include what is in CUDA_SAMPLES
        flags += [] if any(each.startswith("-std") for each in flags) else ["-std=c++17"]
        status, words = run(
            [nvcc, "-O3", "-Xcompiler=-g1", "-w", *flags, *row["sources"].split(), "-o", "the-program"], folder, COMPILE_SECONDS
        )
        if status != 0:
            return "not compiled", status, words
        return "run", *run(["./the-program", *shlex.split(row["arguments"])], folder, SECONDS)


def content(check: str, status: int, words: str) -> bool:
    """Whether the program's own check is."""
    if check == "pass":
        good = re.search(r"\bpass(ed)?\b", words, re.I) and not re.search(r"\bfail(ed|ure)?\b|\bmismatch", words, re.I)
    elif check == "exit":
        good = not re.search(r"\bfail(ed|ure)?\b|\bmismatch|CUDA error", words, re.I)
    else:
        good = re.search(check, words)
    return bool(good) and status == 0


def complaint(row: dict[str, str], how: str, status: int | None, words: str) -> str:
    """What differs from the outcome expected; empty if nothing does."""
    word, _, text = row["outcome"].partition(": ")
    said = re.search(r"^.*simulat(?:or|e-nvcc): (?!note: ).*$", words, re.MULTILINE)
    heard = said[0] if said else "nothing said"
    if how == "not compiled":
        expected = word == "not compiled" or word == "refused" and text in words
        return "" if expected else f"not compiled: {words[-500:]}"
    if how != "run":
        return how
    if status is None:
        return f"still runs after {SECONDS} s"
    good = content(row["check"], status, words)
    if word == "fault":
        return "" if status == 86 and text in words else f"exit status {status}, no '{text}': {heard}"
    if word == "refused":
        return "" if status != 0 and text in words else f"exit status {status}, no '{text}': {heard}"
    if said or good != (word != "fails"):
        return f"exit status {status}, own check {'' if good else 'not '}content: {heard}"
    return ""


def rows_of(path: pathlib.Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def main() -> None:
    sets = {row["set"]: row for row in rows_of(HERE / "sets.csv")}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("nvcc", type=pathlib.Path)
    parser.add_argument("set", choices=sets)
    parser.add_argument("--words", action="store_true", help="print what each program said")
    parser.add_argument("programs", nargs="*")
    arguments = parser.parse_intermixed_args()
    chosen = sets[arguments.set]
    if not os.environ.get(chosen["variable"]):
        print(f"{chosen['variable']} names no checkout of {chosen['repository']}: skipped")
        sys.exit(77)
    checkout = pathlib.Path(os.environ[chosen["variable"]]).resolve()
    rows = [row for row in rows_of(HERE / chosen["list"]) if row.get("set", arguments.set) == arguments.set]
    unknown = set(arguments.programs) - {row["program"] for row in rows}
    if unknown:
        sys.exit(f"programs_test.py: not in the list: {' '.join(sorted(unknown))}")
    rows = [
        row for row in rows if row["program"] in arguments.programs or not arguments.programs and row["outcome"] != "too long"
    ]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        nvcc = arguments.nvcc.resolve()
        for row, found in zip(rows, pool.map(lambda row: judge(nvcc, checkout, row), rows)):
            wrong = complaint(row, *found)
            failed += bool(wrong)
            print("failed" if wrong else "passed", row["program"], wrong or row["outcome"], sep="  ", flush=True)
            if arguments.words:
                print(found[2][-4000:], flush=True)
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
