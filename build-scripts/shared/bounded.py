"""Runs programs that nobody here has written, within bounds: against accidents, for whoever means harm gets round them."""

import os
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

MEMORY = min(8 << 30, os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2)
SECONDS = 0.05  # between looks at who stops it


class Stopped(Exception):
    """Somebody has stopped it."""


@dataclass(frozen=True)
class Bounds:
    """What a program may take; `memory` and `file` are those of each process that it starts."""

    seconds: float
    memory: int = MEMORY  # bytes of data
    file: int = 64 << 20  # bytes of each file that is written, its words among them
    words: int = 1 << 20  # bytes of each stream of its words that are kept, of its beginning and its end


@dataclass(frozen=True)
class Ended:
    status: int | None  # negative for a signal, None where time was up
    errors: str  # its words on stderr
    words: str  # on stdout


def run(
    command: Sequence[str],
    bounds: Bounds,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
    stop: threading.Event | None = None,
) -> Ended:
    """Runs the command with nothing to read. The processes of its group are ended with it, and it with the thread that
    calls this. Raises Stopped when `stop` was set, and OSError where util-linux is missing; a command that is missing
    ends with status 127."""
    processor_seconds = int(bounds.seconds * (os.cpu_count() or 1)) + 1
    limits = ["setpriv", "--pdeathsig", "KILL", "prlimit", f"--data={bounds.memory}", f"--fsize={bounds.file}"]
    limits += [f"--cpu={processor_seconds}", "--core=0", "--"]
    with tempfile.TemporaryFile() as errors, tempfile.TemporaryFile() as words:
        process = subprocess.Popen(
            [*limits, *command],
            stdin=subprocess.DEVNULL,
            stdout=words,
            stderr=errors,
            cwd=folder,
            env=environment,
            start_new_session=True,
        )
        status: int | None = None
        try:
            status = _wait(process, bounds.seconds, stop)
        except subprocess.TimeoutExpired:
            pass
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
        return Ended(status, _kept(errors, bounds.words), _kept(words, bounds.words))


def _wait(process: subprocess.Popen[bytes], seconds: float, stop: threading.Event | None) -> int:
    """Its status. Raises TimeoutExpired and Stopped."""
    if stop is None:
        return process.wait(seconds)
    end = time.monotonic() + seconds
    while True:
        try:
            return process.wait(min(SECONDS, max(0, end - time.monotonic())))
        except subprocess.TimeoutExpired:
            if stop.is_set():
                raise Stopped from None
            if time.monotonic() >= end:
                raise


def _kept(stream: IO[bytes], most: int) -> str:
    length = stream.seek(0, os.SEEK_END)
    stream.seek(0)
    if length <= most:
        return stream.read().decode("utf-8", "replace")
    begin = stream.read(most // 2)
    stream.seek(length - most // 2)
    left_out = f"\n… {length - most // 2 * 2} bytes left out …\n"
    return begin.decode("utf-8", "replace") + left_out + stream.read().decode("utf-8", "replace")
