#!/usr/bin/env python3
"""Runs somebody else's programs, unmodified, on the simulator and compares with what has to come of each.

Usage: samples_test.py SIMULATE SET [--words] [NAME ...]

A variable of the environment names a checkout of the set; without it the test is skipped (exit status 77):

  cuda-samples               CUDA_SAMPLES       https://github.com/NVIDIA/cuda-samples
  compute-sanitizer-samples  SANITIZER_SAMPLES  https://github.com/NVIDIA/compute-sanitizer-samples

SAMPLE_SECONDS is how long one sample may run (600). SET.csv says for each what has to come of it, and why:

  passes          exit status 0, and not a word of the simulator but notes
  fault: TEXT     exit status 86, and TEXT in what the simulator says
  refused: TEXT   the sample needs what the simulator has not got, and TEXT names it

and what it has to print besides, whatever the outcome. `modules` says which of its sources are not compiled into it but
to files that it loads, or are read by it, and what of the toolkit's headers lies beside them: "a.cu:a.fatbin b.cu:b.ptx
c.cu: <header.h>".
"""

import argparse
import csv
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
VARIABLES = {"cuda-samples": "CUDA_SAMPLES", "compute-sanitizer-samples": "SANITIZER_SAMPLES"}
SECONDS = int(os.environ.get("SAMPLE_SECONDS", 600))


def place_of(samples: pathlib.Path, name: str) -> pathlib.Path:
    """A sample's folder, or the one source file that it is."""
    found = [path for path in [samples / name, *(samples / "Samples").glob(f"*/{name}")] if path.exists()]
    if not found:
        sys.exit(f"samples_test.py: no sample {name} in {samples}")
    return found[0]


def run(simulate: pathlib.Path, samples: pathlib.Path, row: dict[str, str]) -> tuple[int | None, str, str]:
    """Exit status and output of a sample, run in a copy of its folder."""
    original = place_of(samples, row["sample"])
    with tempfile.TemporaryDirectory(prefix="sample-") as scratch:
        folder = pathlib.Path(scratch) / "sample"
        shutil.copytree(original if original.is_dir() else original.parent, folder)
        sources = sorted(path.name for path in folder.iterdir() if path.suffix in (".cu", ".cpp"))
        sources = sources if original.is_dir() else [original.name]
        nvcc = str(simulate.with_name("simulate-nvcc"))
        for word in (row.get("modules") or "").split():
            source, _, module = word.partition(":")
            if header := re.fullmatch("<(.*)>", word):
                toolkit = subprocess.run([nvcc, "--toolkit"], capture_output=True, text=True, check=True).stdout.strip()
                (folder / pathlib.Path(header[1]).name).symlink_to(pathlib.Path(toolkit) / "include" / header[1])
                continue
            sources.remove(source)
            if module:
                flag = "-ptx" if module.endswith(".ptx") else "-fatbin"
                subprocess.run([nvcc, flag, source, "-o", module, "-I", str(samples / "Common")], cwd=folder, check=True)
        command = [str(simulate), *sources, "-I", str(samples / "Common"), *row["flags"].split(), "--", *row["arguments"].split()]
        process = subprocess.Popen(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
        )
        try:
            output, errors = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            process.terminate()  # which ends the program, too
            process.communicate()
            return None, "", f"still runs after {SECONDS} s"
    return process.returncode, output, errors


def complaint(row: dict[str, str], status: int | None, output: str, errors: str) -> str:
    """What differs from the outcome expected; empty if nothing does."""
    word, _, text = row["outcome"].partition(": ")
    if status is None:
        return errors
    if row["prints"] not in output:
        return f"does not print '{row['prints']}'"
    if word == "passes":
        said = re.search(r"^.*simulator: (?!note: ).*$", errors, re.MULTILINE)
        return f"exit status {status}{': ' + said[0] if said else ''}" if status or said else ""
    if word not in ("fault", "refused"):
        return f"the list says: {row['outcome']}?"
    if text not in errors:
        return f"exit status {status}, and nothing says '{text}'"
    if (status == 86) != (word == "fault") and word == "fault":
        return f"exit status {status}, not 86"
    return "" if status else "exit status 0"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("simulate", type=pathlib.Path)
    parser.add_argument("set", choices=VARIABLES)
    parser.add_argument("--words", action="store_true", help="print what each sample said")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_intermixed_args()
    samples = os.environ.get(VARIABLES[arguments.set])
    if not samples:
        print(f"{VARIABLES[arguments.set]} names no checkout of the samples: skipped")
        sys.exit(77)
    with (HERE / f"{arguments.set}.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    known = {row["sample"] for row in rows}
    for name in arguments.names:
        if name not in known:
            rows.append({"sample": name, "outcome": "passes", "prints": "", "flags": "", "arguments": "", "why": ""})
    failed = 0
    for row in rows:
        if arguments.names and row["sample"] not in arguments.names:
            continue
        status, output, errors = run(arguments.simulate.resolve(), pathlib.Path(samples).resolve(), row)
        wrong = complaint(row, status, output, errors)
        failed += bool(wrong)
        print("failed" if wrong else "passed", row["sample"], wrong or row["outcome"], sep="  ", flush=True)
        if arguments.words:
            print(output[-3000:], errors[-3000:], sep="\n--\n", flush=True)
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
