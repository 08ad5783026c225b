#!/usr/bin/env python3
"""The stand-in answers misuse with the codes that NCCL 2.28.3 gave on two H200s, but for differences that are explained.

Usage: codes_test.py SIMULATE-NVCC
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
# Our answer, and why it is another one.
DIFFERENCES = {
    "no ranks": ("4", "NCCL crashes"),
    "an id that nobody made": ("4", "NCCL takes it for an address and fails later"),
    "a rank twice": ("4", "NCCL waits for the rank that does not come"),
    "numbers of ranks differ": ("4", "NCCL waits for the third rank"),
    "an id again": ("5", "NCCL waits at an address that nobody listens at any more"),
    "a sum after the end": ("5", "NCCL waits"),
    "no buffer": ("0", "NCCL begins; here the other rank's call is waited for, and the process ends before that"),
}


def answers(text: str) -> dict[str, str]:
    return dict(line.rsplit(": ", 1) for line in text.splitlines())


def main() -> None:
    theirs = answers((HERE / "nvidia-h200.txt").read_text())
    assert len(theirs) > 25, theirs
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "codes"
        subprocess.run([sys.argv[1], "-std=c++20", HERE / "codes.cu", "-o", program, "-lnccl"], check=True)
        environment = {**os.environ, "SIMULATE_DEVICES": "2", "SIMULATE_NCCL_PATIENCE": "2"}
        run = subprocess.run([program], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    ours, wrong = answers(run.stdout), False
    for case, code in theirs.items():
        expected, why = DIFFERENCES.get(case, (code, ""))
        if ours.get(case) != expected:
            print(f"{case}: {ours.get(case)}, not {expected}" + (f" ({why})" if why else ""))
            wrong = True
        if why and expected == code:
            print(f"{case}: is no difference")
            wrong = True
    sys.exit(wrong)


if __name__ == "__main__":
    main()
