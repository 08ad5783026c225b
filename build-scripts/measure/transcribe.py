"""Runs the sessions of chapters that need a GPU, on this machine's, and keeps what was answered.

Each goes to OUTPUT/<machine>/<session>.transcript, from where `record` takes it. One that rests on the same files and
driver is not run again. Exit 0: all ran as their chapters say; 1: one did not, and nothing of it is kept; 77: there is
no GPU.
"""

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

from measure import device, revision
from results import result_files, sessions
from shared.tools import SKIPPED


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("chapters", nargs="+", metavar="CHAPTER")
    parser.add_argument("--sources", type=Path, required=True, help="what was tangled")
    parser.add_argument("--output", type=Path, required=True, help="the folder of all machines' results")
    parser.add_argument("--nvcc", type=Path, required=True)
    device.add_option(parser)
    revision.add_options(parser)
    options = parser.parse_args()
    gpu = device.ask_driver("name", options.device)
    if not gpu:
        print("nothing was transcribed: these sessions need a CUDA GPU and its driver")
        return SKIPPED
    machine = device.machine_name(device.folder_name(gpu), options)
    if options.device:  # for the sessions, which take the first that they see
        os.environ |= {"CUDA_DEVICE_ORDER": "PCI_BUS_ID", "CUDA_VISIBLE_DEVICES": str(options.device)}
    failed = False
    for session in (each for name in options.chapters for each in sessions.find(options.sources, name)):
        if session.place == "gpu":
            failed |= not transcribe(session, options, gpu, options.output / machine)
    return 1 if failed else 0


def transcribe(session: sessions.Session, options: argparse.Namespace, gpu: str, folder: Path) -> bool:
    path = folder / f"{session.name}.transcript"
    commit, dirty = revision.of(options)
    release = subprocess.run([options.nvcc, "--version"], capture_output=True, text=True).stdout
    cuda = re.search(r"release ([0-9.]+)", release)
    header = {
        "schema": result_files.SCHEMA,
        "transcript": session.name,
        "machine": folder.name,
        "date": result_files.now(),
        "commit": commit,
        "dirty": dirty,
        "key": session.key(),
        "driver": device.driver_version(),
        "gpu": gpu,
        "CUDA": cuda[1] if cuda else "unknown",
    }
    same = ("key", "driver", "CUDA")
    if path.is_file() and all(sessions.read(path).header.get(each) == header[each] for each in same):
        print(f"{session.name}: as before")
        return True
    try:
        steps = session.run([options.nvcc.resolve().parent])
    except sessions.Wrong as error:
        print(f"FAILED, nothing of it kept: {error}")
        return False
    folder.mkdir(parents=True, exist_ok=True)
    result_files.write(path, sessions.Transcript(header, steps).text())
    print(f"kept {path}")
    return True


if __name__ == "__main__":
    sys.exit(main())
