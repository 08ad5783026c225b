"""Joins C++ sources into a few that include them: a compiler is done with these in a third of the time.

Usage: join_sources --root FOLDER --outputs FILE… --sources FILE…
Outputs are as many as may be made; the last may stay empty. FOLDER is what includes are relative to.

Sources stand together by their folders, but those apart whose unnamed namespaces share a name, and those that use
another namespace than their neighbours.
"""

import argparse
import os
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

NAME = r"[A-Za-z_]\w*"
TYPE = re.compile(rf"(?:template .*>\s*)?(?:struct|class|enum(?: class)?|union|using)\s+({NAME})")
OBJECT = re.compile(rf"[^=(]*?\b({NAME})\s*(?:<[^<>]*>)?\s*[(=\[{{;]")
USED = re.compile(rf"(?m)^using namespace ({NAME});")

# Folders of about the same work for a compiler; all others are one more.
SHARES = [{"simulator", "ptx", "program"}, {"machine"}, {"memory", "races", "exploration", "observation"}]
ANY = -1
MOST = 28  # sources that stand together


@dataclass
class Group:
    """Sources that stand together, of one share or of any."""

    share: int
    used: set[str]
    sources: list[Path] = field(default_factory=list)
    names: set[str] = field(default_factory=set)

    def suits(self, share: int, used: set[str], names: set[str]) -> bool:
        return self.share in (share, ANY) and self.used == used and not self.names & names and len(self.sources) < MOST


def unnamed(text: str) -> set[str]:
    """The names that a source declares in its unnamed namespaces, which clang-format does not indent."""
    names: set[str] = set()
    inside = False
    for line in text.splitlines():
        if line in ("namespace {", "}  // namespace"):
            inside = line == "namespace {"
        elif inside and line[:1].isalpha():
            if found := TYPE.match(line) or (None if line.startswith("template") else OBJECT.match(line)):
                names.add(found[1])
    return names


def grouped(sources: list[Path]) -> list[Group]:
    """All sources, each in the first group that it suits."""
    groups: list[Group] = []
    for source in sources:
        text = source.read_text(encoding="utf-8")
        names, used = unnamed(text), set(USED.findall(text))
        folder = source.resolve().parent.name
        share = next((i for i, folders in enumerate(SHARES) if folder in folders), len(SHARES))
        group = next((each for each in groups if each.suits(share, used, names)), None)
        if group is None:
            known = any(each.share == share for each in groups)
            group = Group(ANY if known else share, used)
            groups.append(group)
        group.sources.append(source)
        group.names |= names
    return groups


def write_changed(path: Path, text: str) -> None:
    """So that nothing is compiled anew for a file that stays as it is."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--outputs", type=Path, nargs="+", required=True)
    parser.add_argument("--sources", type=Path, nargs="+", required=True)
    options = parser.parse_args()
    groups = grouped(options.sources)
    if len(groups) > len(options.outputs):
        sys.exit(f"join_sources: {len(groups)} groups of sources, and only {len(options.outputs)} files for them")
    for i, output in enumerate(options.outputs):
        sources = groups[i].sources if i < len(groups) else []
        lines = (f'#include "{os.path.relpath(source, options.root)}"\n' for source in sources)
        write_changed(output, "".join(lines))


if __name__ == "__main__":
    main()
