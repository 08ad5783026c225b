"""Writing what a build makes: files in one piece, Ninja's dependency files, data for the weaver."""

import os
import re
from collections.abc import Iterable
from pathlib import Path


def write_if_changed(path: Path, text: str) -> bool:
    """Writes all of a file or none of it; leaves a file with the same text alone. Says whether it wrote."""
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return False
    unfinished = path.with_name(path.name + ".unfinished")
    unfinished.write_text(text, encoding="utf-8")
    os.replace(unfinished, path)
    return True


def write_folder(folder: Path, texts: dict[str, str], listing: Path, depfile: Path, read: Iterable[Path] = ()) -> None:
    """Writes files by name and, after any of them, their names to `listing`; what it named before and is no more goes.

    The listing stands for the files in the build, so that `depfile` has it depend on them, and on what was `read`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    wrote = [write_if_changed(folder / name, text) for name, text in texts.items()]
    before = listing.read_text(encoding="utf-8").splitlines() if listing.is_file() else []
    for name in set(before) - texts.keys():
        (folder / name).unlink(missing_ok=True)
    if any(wrote) or before != list(texts):
        listing.write_text("".join(f"{name}\n" for name in texts), encoding="utf-8")
    write_depfile(depfile, listing, [*sorted(read), *(folder / name for name in texts)])


def write_depfile(path: Path, target: Path, sources: Iterable[Path]) -> None:
    """Tells Ninja that `target` was made from `sources`, files or folders, each of them once."""
    names = [re.sub(r"([ #])", r"\\\1", str(each)).replace("$", "$$") for each in [target, *dict.fromkeys(sources)]]
    path.write_text(f"{names[0]}: {' '.join(names[1:])}\n", encoding="utf-8")


def write_lua(path: Path, value: object) -> None:
    """Writes data that the weaver's build.data reads, if they changed."""
    write_if_changed(path, f"return {lua(value)}\n")


def lua(value: object) -> str:
    """A tree of dictionaries, lists, texts, finite numbers and truths as Lua's source, in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"[{lua(name)}] = {lua(each)}" for name, each in value.items()) + "}"
    if isinstance(value, list):
        return "{" + ", ".join(map(lua, value)) + "}"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return repr(value)
    return '"' + re.sub(r'[\\"\x00-\x1f\x7f]', _escape, str(value)) + '"'


def _escape(found: re.Match[str]) -> str:
    return {"\\": "\\\\", '"': '\\"', "\n": "\\n"}.get(found[0], f"\\{ord(found[0]):03}")
