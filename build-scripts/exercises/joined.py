"""Compiles several answers as one source: most of the compiler's time goes to CUDA's headers."""

import re
import subprocess
from pathlib import Path

from exercises.catalogue import Exercise
from exercises.judging import Toolchain

_INCLUDE = re.compile(r"(?m)^[ \t]*#[ \t]*include\b.*")
_TO_ALL = re.compile(r"(?m)^[ \t]*#(?![ \t]*(?:include|pragma)\b)")  # would mean something to the other answers as well


def joined(texts: dict[Path, str]) -> str:
    """One source of all the answers, each in a namespace of its own, below what any of them includes."""
    parts = dict.fromkeys(line for text in texts.values() for line in _INCLUDE.findall(text))
    for number, (path, text) in enumerate(texts.items()):
        parts[f'namespace answer_{number} {{\n#line 1 "{path}"\n{_INCLUDE.sub("", text)}\n}}'] = None
    return "\n".join(parts) + "\n"


def objects(toolchain: Toolchain, exercise: Exercise, answers: list[Path], folder: Path) -> dict[Path, Path]:
    """An object for each answer that can stand beside the others; the judge finds the functions of that answer in it.
    There are none where the answers do not compile together."""
    texts = {path: path.read_text(encoding="utf-8") for path in answers}
    texts = {path: text for path, text in texts.items() if not _TO_ALL.search(text)}
    source, made = folder / "joined.cu", folder / "joined.o"
    source.write_text(joined(texts), encoding="utf-8")
    if toolchain.compiled(source, made).status != 0:
        return {}
    if any(name.startswith("answer_") for name in _symbols(made, "--undefined-only")):
        return {}  # it was meant to be found outside of the answer
    defined, called = _symbols(made, "--defined-only"), _symbols(toolchain.library(exercise), "--undefined-only")
    found = {}
    for number, path in enumerate(texts):
        own = {name.replace(f"answer_{number}::", ""): symbol for name, symbol in defined.items() if f"answer_{number}::" in name}
        renamed = [f"--redefine-sym={own[name]}={symbol}" for name, symbol in called.items() if name in own]
        found[path] = folder / f"answer_{number}.o"
        subprocess.run(["objcopy", *renamed, made, found[path]], check=True)
    return found


def _symbols(path: Path, which: str) -> dict[str, str]:
    """Those of an object or a library, by what they mean."""

    def told(*words: str) -> list[str]:
        command = ["nm", "--no-sort", "--format=just-symbols", which, *words, str(path)]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()

    return dict(zip(told("--demangle"), told()))
