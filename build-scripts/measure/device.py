"""The choice among a machine's GPUs, and their driver. Used by measure, repeat, profile and sanitize."""

import argparse
import os
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


def driver_version() -> str:
    query = ["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"]
    try:
        printed = subprocess.run(query, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return printed.strip().splitlines()[0] if printed.strip() else "unknown"
