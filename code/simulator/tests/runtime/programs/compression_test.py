#!/usr/bin/env python3
"""PTX that nvcc compressed is the text that it does not compress.

Usage: compression_test.py --nvcc NVCC --replay REPLAY [--compress-mode MODE ...]

All of nvcc's modes are tried. One that is neither named nor like one that is named is refused, with the package to
install: the simulator was built without its library.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "programs" / "vector_add.cu"
LIKE = {"default": ("default", "size", "balance"), "speed": ("speed",)}  # the same format with other levels
PACKAGES = {"default": "libzstd-dev", "speed": "liblz4-dev"}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--nvcc", required=True)
    parser.add_argument("--replay", required=True)
    parser.add_argument("--compress-mode", action="append", default=[])
    arguments = parser.parse_args()
    wrong = []
    with tempfile.TemporaryDirectory() as scratch:

        def compiled(mode: str) -> Path:
            output = Path(scratch) / f"{mode}.fatbin"
            subprocess.run(
                [
                    arguments.nvcc,
                    "-std=c++20",
                    "-lineinfo",
                    "-gencode=arch=compute_90,code=compute_90",
                    f"--compress-mode={mode}",
                    "-fatbin",
                    SOURCE,
                    "-o",
                    output,
                ],
                check=True,
            )
            return output

        def ptx(path: Path) -> tuple[int, str, str]:
            run = subprocess.run([arguments.replay, "--ptx", path], capture_output=True, text=True, check=False)
            return run.returncode, run.stdout, run.stderr

        plain = compiled("none")
        expected = ptx(plain)
        if expected[0] != 0 or ".entry" not in expected[1] or expected[1].encode() not in plain.read_bytes():
            sys.exit(f"what is not compressed: {expected}")
        for representative, modes in LIKE.items():
            for mode in modes:
                packed = compiled(mode)
                if packed.stat().st_size > plain.stat().st_size * 3 // 4:
                    wrong.append(f"{mode}: nvcc did not compress")
                status, text, complaint = ptx(packed)
                if representative in arguments.compress_mode:
                    if (status, text, complaint) != expected:
                        wrong.append(f"{mode}: {status}, {len(text)} characters, {complaint}")
                elif status != 1 or f"install {PACKAGES[representative]}" not in complaint:
                    wrong.append(f"{mode}, without its library: {status}, {complaint}")
    print(*wrong, sep="\n")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
