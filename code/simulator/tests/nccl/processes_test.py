#!/usr/bin/env python3
"""Communicators of several processes: what each prints, how each ends, and that none hangs.

Usage: processes_test.py SIMULATE-NVCC [CASE ...]
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

SECONDS = 60
SOON = 15  # for those that hear of another's end
KILLED = -9
FAULTS = 86


class Case(NamedTuple):
    name: str
    statuses: tuple[int, ...]  # by rank
    says: tuple[str, ...]  # by rank, somewhere
    devices: int = 4
    seconds: int = SECONDS
    on: tuple[str, ...] = ()  # the devices, if not those of the ranks' numbers
    environment: dict[str, str] = {}
    other_hosts: bool = False  # each process is on a host of its own


def done(ranks: int) -> tuple[str, ...]:
    return tuple(f"rank {rank} is done" for rank in range(ranks))


IN_VAIN = "simulator: deadlock: ncclAllReduce of rank {} of communicator 1 waits in vain: the process of rank 1 has ended"
CASES = (
    Case("all", (0,), done(1)),
    Case("all", (0, 0), done(2)),
    Case("all", (0, 0, 0), done(3)),
    Case("all", (0, 0, 0, 0), done(4), environment={"SIMULATE_STREAMS": "late"}),
    Case("all", (0, 0), done(2), on=("0", "0"), other_hosts=True),
    Case("killed", (FAULTS, KILLED, FAULTS), (IN_VAIN.format(0), "", IN_VAIN.format(2)), seconds=SOON),
    Case("killed, awake", (3, KILLED, 3), ("rank 0 hears of error 6", "", "rank 2 hears of error 6"), seconds=SOON),
    Case("ends", (FAULTS, 0), (IN_VAIN.format(0), ""), seconds=SOON),
    Case("aborts", (FAULTS, 0), ("waits in vain: rank 1 has aborted", ""), seconds=SOON),
    Case("counts", (FAULTS, FAULTS), ("has the count", "has the count"), seconds=SOON),
    Case("sizes", (2, 2), ("and another one of", "and another one of"), seconds=SOON),
    Case("one device", (2, 2), ("both on device 0", "both on device 0"), on=("0", "0"), seconds=SOON),
    Case("more ranks than devices", (FAULTS, 4), ("not all ranks have come", "rank 1 has no device"), devices=1, seconds=SOON,
         environment={"SIMULATE_NCCL_PATIENCE": "2"}),
    Case("never", (FAULTS, 0), ("waits for rank 1, and nobody has called it for 2 s", ""), seconds=SOON,
         environment={"SIMULATE_NCCL_PATIENCE": "2"}),
    Case("id", (FAULTS, 2), ("waits for rank 1", ": 4, ncclCommInitRank: the id was not made by ncclGetUniqueId"), seconds=SOON,
         environment={"SIMULATE_NCCL_PATIENCE": "2"}),
    Case("address", (FAULTS, 2), ("waits for rank 1", ": 2, ncclCommInitRank: cannot connect to 127.0.0.1:1: "), seconds=SOON,
         environment={"SIMULATE_NCCL_PATIENCE": "2"}),
)  # fmt: skip


def complaints(program: Path, case: Case, folder: Path) -> list[str]:
    """What goes wrong, as text."""
    ranks = len(case.statuses)
    began = time.monotonic()
    running = []
    for rank in range(ranks):
        environment = {**os.environ, "SIMULATE_DEVICES": str(case.devices), **case.environment}
        if case.other_hosts:
            environment["NCCL_HOSTID"] = f"host {rank}"
        command: list[str | Path] = [program, case.name, str(rank), str(ranks), folder / "id", *case.on[rank : rank + 1]]
        running.append(subprocess.Popen(command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT))
    found = []
    for rank, process in enumerate(running):
        try:
            output, _ = process.communicate(timeout=max(0.1, case.seconds + began - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            output = process.communicate()[0] + f"still runs after {case.seconds} s\n"
        if process.returncode != case.statuses[rank] or case.says[rank] not in output:
            found.append(f"rank {rank}: exit status {process.returncode}, not {case.statuses[rank]}\n{output}")
    return found


def main() -> None:
    failed = False
    with tempfile.TemporaryDirectory() as scratch:
        source, program = Path(__file__).resolve().parent / "processes.cu", Path(scratch) / "processes"
        build: list[str | Path] = [sys.argv[1], "-std=c++20", "-Xcompiler=-g1", source, "-o", program, "-lnccl"]
        subprocess.run(build, check=True)
        for number, case in enumerate(CASES):
            if sys.argv[2:] and case.name not in sys.argv[2:]:
                continue
            folder = Path(scratch) / str(number)
            folder.mkdir()
            began = time.monotonic()
            wrong = complaints(program, case, folder)
            print(f"{case.name}, {len(case.statuses)} processes: {time.monotonic() - began:.1f} s", flush=True)
            for text in wrong:
                print("FAILED", text)
            failed = failed or bool(wrong)
    sys.exit(failed)


if __name__ == "__main__":
    main()
