"""Sessions at a terminal that chapters show: what is typed, and what was answered.

A session is a file CHAPTER/simulator/NAME.sh or CHAPTER/gpu/NAME.sh that a chapter makes. It is run in a folder with
the chapter's other files, a line at a time; a backslash at its end continues a line. A line that begins with `! ` is
expected to fail; all others are expected to succeed. A line `# says: TEXT` is not typed: what the line before it
printed has to contain TEXT. Between each command, which is shown without its mark, and the next stands all that it
printed.

A transcript is what came of it: comment lines `# key: value` as in a result, `$ ` before each command and `> ` before
each line that it printed. One that was recorded on a GPU carries a checksum, as results do.
"""

import hashlib
import os
import re
import signal
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from results import result_files

SECONDS = 120  # for a command
LINES = 200  # that a command may print
_LINE_MARK = re.compile(r'(?m)^#line \d+ ".*"\n')
_SAYS = "# says: "


class Wrong(Exception):
    """A session that is not one, or that went otherwise than it says."""


@dataclass
class Step:
    command: str
    fails: bool = False
    says: list[str] = field(default_factory=list)
    printed: list[str] = field(default_factory=list)


@dataclass
class Session:
    """`place` is where it can run, "simulator" or "gpu"; `files` are what stands around it, by their names."""

    name: str
    place: str
    text: str
    files: dict[str, str]

    def steps(self) -> list[Step]:
        """Raises Wrong."""
        steps: list[Step] = []
        for line in self.text.replace("\\\n", "\0").splitlines():
            line = line.replace("\0", "\\\n")
            if line.startswith(_SAYS):
                if not steps:
                    raise Wrong(f"{self.name}: '{line}' before any command")
                steps[-1].says.append(line.removeprefix(_SAYS))
            elif line.strip():
                steps.append(Step(line.removeprefix("! "), line.startswith("! ")))
        if not steps:
            raise Wrong(f"{self.name}: no command")
        return steps

    def key(self, *tools: str) -> str:
        """Of what is typed, of the files that it names, and of `tools`."""
        parts = [self.text, *tools]
        for name, text in sorted(self.files.items()):
            if name in self.text:
                parts += [name, text]
        return "source:" + hashlib.sha1("\0".join(parts).encode()).hexdigest()[:16]

    def run(self, folders: list[Path]) -> list[Step]:
        """Types it; `folders` are looked into first for its commands. Raises Wrong where it goes otherwise than it says."""
        steps = self.steps()
        environment = {name: value for name, value in os.environ.items() if not name.startswith("SIMULATE_")}
        environment |= {"LC_ALL": "C.UTF-8", "PATH": os.pathsep.join([*map(str, folders), os.environ["PATH"]])}
        with tempfile.TemporaryDirectory(prefix="session-") as scratch:
            for name, text in self.files.items():
                Path(scratch, name).write_text(text, encoding="utf-8")
            for step in steps:
                self._type(step, Path(scratch), environment)
        return steps

    def _type(self, step: Step, scratch: Path, environment: dict[str, str]) -> None:
        process = subprocess.Popen(
            ["bash", "-c", step.command],
            cwd=scratch,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            printed, _ = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            raise Wrong(f"{self.name}: '{step.command}' ran for more than {SECONDS} s") from None
        text = printed.decode("utf-8", "replace").replace(f"{scratch}/", "").replace(str(scratch), ".")
        step.printed = [line.rstrip() for line in text.expandtabs().splitlines()]
        where = f"{self.name}: '{step.command}'"
        shown = "".join(f"\n    {line}" for line in step.printed[-20:])
        if (process.returncode != 0) != step.fails:
            raise Wrong(f"{where} ended with status {process.returncode}{shown}")
        for words in step.says:
            if words not in text:
                raise Wrong(f"{where} did not say '{words}'{shown}")
        if len(step.printed) > LINES:
            raise Wrong(f"{where} printed {len(step.printed)} lines; a page shows {LINES} at most")


def find(sources: Path, chapter: str) -> list[Session]:
    """The sessions of a chapter, in the order of their names, from what was tangled below `sources`."""
    folder = sources / chapter
    files = {path.name: _LINE_MARK.sub("", path.read_text(encoding="utf-8")) for path in folder.glob("*.*")}
    return [
        Session(f"{chapter}-{place}-{path.stem}", place, path.read_text(encoding="utf-8"), files)
        for place in ("gpu", "simulator")
        for path in sorted((folder / place).glob("*.sh"))
    ]


@dataclass
class Transcript:
    header: dict[str, str]
    steps: list[Step]

    def text(self) -> str:
        comments = "".join(f"# {key}: {value}\n" for key, value in self.header.items() if key != "checksum")
        body = ""
        for step in self.steps:
            body += "".join(f"$ {line}\n" for line in step.command.split("\n"))
            body += "".join(f"> {line}".rstrip() + "\n" for line in step.printed)
        if "schema" in self.header:
            comments += f"# checksum: {result_files.checksum(comments + body)}\n"
        return comments + body


def read(path: Path) -> Transcript:
    """Raises result_files.Damaged where it is no transcript, or not what was recorded."""
    header, lines = result_files.read_header(path)
    steps: list[Step] = []
    for number, line in enumerate(lines[len(header) :], start=len(header) + 1):
        if line.startswith("$ "):
            if steps and steps[-1].command.endswith("\\") and not steps[-1].printed:
                steps[-1].command += "\n" + line[2:]
            else:
                steps.append(Step(line[2:]))
        elif steps and (line == ">" or line.startswith("> ")):
            steps[-1].printed.append(line[2:])
        else:
            raise result_files.Damaged("neither a command nor what it printed", path, number)
    if not steps:
        raise result_files.Damaged("no command", path)
    result_files.check_seal(header, path)
    return Transcript(header, steps)
