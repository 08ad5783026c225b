#!/usr/bin/env python3
"""The reader of PTX and of fat binaries takes any input: no crash, no hang, no other end than a clear refusal.

Usage: fuzz_test.py --nvcc NVCC --replay REPLAY [--compress-mode MODE ...] [--fuzzer FUZZER] [-- libFuzzer's own options]

The seeds are made here: PTX that nvcc makes of the programs beside this file, and fat binaries, compressed by nvcc in
the ways that the simulator was built with and with two texts as they are.
With libFuzzer (-Dfuzzer=true) RUNS mutations of them are tried, from a fixed seed; without it the seeds are read, and
each cut off at many places. For a long hunt: fuzz_test.py ... -- -runs=-1 -max_total_time=3600 -seed=0 CORPUS
"""

import argparse
import pathlib
import struct
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = ("last_block", "vector_add", "device_printf", "variables")
RUNS, CUTS = 20000, 200


def fat_binary(texts: dict[int, bytes]) -> bytes:
    """As nvcc lays it out: a header, and for each text a header with the target's number."""
    entries = b""
    for target, text in texts.items():
        payload = text + b"\0" * (8 - len(text) % 8)
        entries += struct.pack("<HHIQIIHHIIIQQQ", 1, 0x101, 64, len(payload), 0, 0, 0, 9, target, 0, 0, 0x11, 0, 0)
        entries += payload
    return struct.pack("<IHHQ", 0xBA55ED50, 1, 16, len(entries)) + entries


def make_seeds(nvcc: str, modes: list[str], folder: pathlib.Path) -> list[pathlib.Path]:
    seeds = []
    for name in PROGRAMS:
        seeds.append(folder / f"{name}.ptx")
        subprocess.run(
            [
                nvcc,
                "-std=c++20",
                "-lineinfo",
                "-arch=compute_90",
                "-ptx",
                HERE.parent / "programs" / f"{name}.cu",
                "-o",
                seeds[-1],
            ],
            check=True,
        )
    seeds.append(folder / "two.fatbin")
    seeds[-1].write_bytes(fat_binary({75: seeds[1].read_bytes(), 90: seeds[2].read_bytes()}))
    for mode in modes:
        seeds.append(folder / f"{mode}.fatbin")
        subprocess.run(
            [
                nvcc,
                "-std=c++20",
                "-gencode=arch=compute_90,code=compute_90",
                f"--compress-mode={mode}",
                "-fatbin",
                HERE.parent / "programs" / "vector_add.cu",
                "-o",
                seeds[-1],
            ],
            check=True,
        )
    return seeds


def replay(program: str, seeds: list[pathlib.Path], folder: pathlib.Path) -> None:
    said = subprocess.run([program, *seeds], check=True, capture_output=True, text=True).stdout
    if said != f"{len(seeds)} of {len(seeds)} understood\n":
        sys.exit(f"the seeds themselves: {said}")
    cut = []
    for seed in seeds:
        whole = seed.read_bytes()
        for k in range(CUTS):
            cut.append(folder / f"{seed.name}-{k}")
            cut[-1].write_bytes(whole[: len(whole) * k // CUTS])
    subprocess.run([program, *cut], check=True, timeout=300)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--nvcc", required=True)
    parser.add_argument("--replay", required=True)
    parser.add_argument("--compress-mode", action="append", default=[])
    parser.add_argument("--fuzzer")
    parser.add_argument("options", nargs="*")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        seeds = make_seeds(arguments.nvcc, arguments.compress_mode, folder)
        replay(arguments.replay, seeds, folder)
        if arguments.fuzzer:
            corpus, new = folder / "corpus", folder / "new"
            corpus.mkdir()
            new.mkdir()
            for seed in seeds:
                seed.rename(corpus / seed.name)
            subprocess.run(
                [
                    arguments.fuzzer,
                    f"-runs={RUNS}",
                    "-seed=1",
                    "-timeout=60",
                    "-rss_limit_mb=3000",
                    "-max_len=20000",
                    *(arguments.options or [new]),
                    corpus,
                ],
                check=True,
            )


if __name__ == "__main__":
    main()
