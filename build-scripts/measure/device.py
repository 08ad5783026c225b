"""The choice among a machine's GPUs, and their driver. Used by all that measures or runs on one."""

import argparse
import os
import re
import subprocess

from results import result_files


def add_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--device", type=int, default=os.environ.get("WARP_DEVICE", "0"), help="default: $WARP_DEVICE, else 0")


def arguments(options: argparse.Namespace) -> list[str]:
    """What a program has to be told."""
    return ["--device", str(options.device)] if options.device else []


def machine_name(name: str, options: argparse.Namespace) -> str:
    """Results of several GPUs must not mix, even if they are of a kind: the second is NAME-2."""
    result_files.check_machine_name(name)
    return f"{name}-{options.device + 1}" if options.device else name


def folder_name(gpu: str) -> str:
    """Of a GPU's name; as the programs write it into machine.txt (harness/host/machine.cpp)."""
    return re.sub("[^a-z0-9]+", "-", gpu.lower()).strip("-")


def driver_version() -> str:
    return ask_driver("driver_version") or "unknown"


def ask_driver(field: str, number: int = 0) -> str:
    """What the driver says of the GPU of that number; "" where there is none."""
    query = ["nvidia-smi", f"--query-gpu={field}", "--format=csv,noheader", f"--id={number}"]
    try:
        printed = subprocess.run(query, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""
    return next(iter(printed.strip().splitlines()), "").strip()
