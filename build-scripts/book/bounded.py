"""Runs programs that nobody here has written: each ends in time, and fills neither memory nor disk."""

import os
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Bounds:
    """What a program may take; `memory` and `file` are those of each process that it starts."""

    seconds: float
    memory: int = 8 << 30  # bytes of data
    file: int = 64 << 20  # bytes of each file that is written, its words among them
    words: int = 1 << 20  # bytes of each stream of its words that are kept


@dataclass(frozen=True)
class Ended:
    status: int | None  # negative for a signal, None where time was up
    errors: str  # its words on stderr
    words: str  # on stdout


def run(command: Sequence[str], bounds: Bounds, folder: Path | None = None, environment: Mapping[str, str] | None = None) -> Ended:
    """Runs the command with nothing to read. What it has started is ended with it. Raises OSError where `prlimit` of
    util-linux is missing; a command that is missing ends with status 127."""
    limits = ["prlimit", f"--data={bounds.memory}", f"--fsize={bounds.file}", "--core=0", "--"]
    with tempfile.TemporaryFile() as errors, tempfile.TemporaryFile() as words:
        process = subprocess.Popen(
            [*limits, *command], stdin=subprocess.DEVNULL, stdout=words, stderr=errors, cwd=folder, env=environment,
            start_new_session=True,
        )  # fmt: skip
        status: int | None = None
        try:
            status = process.wait(bounds.seconds)
        except subprocess.TimeoutExpired:
            pass
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
        kept = []
        for stream in (errors, words):
            stream.seek(0)
            kept.append(stream.read(bounds.words).decode("utf-8", "replace"))
        return Ended(status, *kept)
