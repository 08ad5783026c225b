#!/usr/bin/env python3
"""The simulator's nccl.h says what NCCL's own of the same version says, if that is installed.

Usage: interface_test.py NVCC
"""

import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77


def said(nvcc: str, *flags: str) -> list[str]:
    """What interface.cu prints, as lines."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "interface"
        source = Path(__file__).resolve().parent / "interface.cu"
        subprocess.run([nvcc, "-std=c++20", *flags, source, "-o", program], check=True)
        return subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines()


def main() -> None:
    nvcc = sys.argv[1]
    own = said(nvcc, "-DOWN_NCCL_HEADER")
    assert len(own) > 50, own
    probe = subprocess.run([nvcc, "-E", "-x", "cu", "-"], input="#include <nccl.h>\n", text=True, capture_output=True)
    if probe.returncode:
        print("no nccl.h is installed")
        sys.exit(SKIPPED)
    theirs = said(nvcc)
    if theirs[0] != own[0]:
        print(f"the nccl.h that is installed is of another version: {theirs[0]}, not {own[0]}")
        sys.exit(SKIPPED)
    for here, there in zip(own, theirs, strict=True):
        if here != there:
            print(f"{here}, and NCCL's header: {there}")
    sys.exit(own != theirs)


if __name__ == "__main__":
    main()
