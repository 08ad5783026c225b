"""Finds the names that a chapter's program defines for all to see: functions, types, variables, macros.

Usage: find_names PROGRAM.cu OUTPUT.lua OUTPUT.json

The program's own headers are looked through too. Both outputs list each name with its kind, the line that defines it, as
written, and whether something within a function or a type bears it too ("yes" or "no"); they are rewritten only if they
change.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

from shared import output, source_code

# What g++ does not know, and what ctags therefore would take for names.
IGNORED = "__global__,__device__,__host__,__shared__,__constant__,__restrict__,__forceinline__,__noinline__,__launch_bounds__+"


def files(path: Path, folder: Path, seen: list[Path]) -> list[Path]:
    """The file and those of the folder that it includes."""
    if path not in seen:
        seen.append(path)
        for line in path.read_text(encoding="utf-8").splitlines():
            if found := source_code.header(line, [folder]):
                files(found, folder, seen)
    return seen


def tags(path: Path) -> list[dict[str, str]]:
    """All that the program defines, as ctags tells it: inside functions and types, too."""
    command = ["ctags", "--options=NONE", "--language-force=C++", "--output-format=json", "--fields=+KZ",
               "--kinds-C++=cdefglmstuvz", "--pattern-length-limit=0", "-I", IGNORED, "-f", "-"]  # fmt: skip
    run = subprocess.run([*command, *files(path, path.parent, [])], capture_output=True, text=True, encoding="utf-8", check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def is_for_all(tag: dict[str, str]) -> bool:
    return tag["kind"] not in ("local", "member", "parameter") and tag.get("scopeKind", "namespace") in ("namespace", "enum")


def names(path: Path) -> list[dict[str, str]]:
    """The names that all may use, sorted."""
    found, inner = {}, set()
    for tag in tags(path):
        name = tag["name"]
        if not is_for_all(tag):
            if name != tag["scope"].split("::")[-1]:  # a constructor is its type's
                inner.add(name)
        elif re.fullmatch(r"(?!__anon)\w+", name) and name != "main":
            line = re.sub(r"\\([\\/^$])", r"\1", tag["pattern"].strip("/")).removeprefix("^").removesuffix("$").strip()
            found[name, line] = {"name": name, "kind": tag["kind"], "line": line}
    return [found[key] | {"inner": "yes" if key[0] in inner else "no"} for key in sorted(found)]


def main() -> int:
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    found = names(Path(sys.argv[1]))
    output.write_lua(Path(sys.argv[2]), found)
    output.write_if_changed(Path(sys.argv[3]), json.dumps(found, ensure_ascii=False, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
