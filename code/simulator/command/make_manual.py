#!/usr/bin/env python3
"""Makes a manual page of what a command says when it is asked how it is used.

Usage: make_manual.py NAME VERSION OTHER-NAME FILE COMMAND [WORD ...]
"""

import pathlib
import re
import subprocess
import sys


def escaped(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return re.sub(r"(?m)^\.", r"\\&.", text)


def block(text: str) -> str:
    """A paragraph; indented, a list of names and what they mean, or lines as they stand."""
    if not text.startswith("  "):
        return f".PP\n{escaped(text)}\n"
    items: list[list[str]] = []
    for line in text.splitlines():
        name, _, meaning = line[2:].partition("  ")
        if line.startswith("   ") and items:
            items[-1].append(line.strip())
        else:
            items.append([name, *filter(None, [meaning.strip()])])
    if any(len(item) == 1 for item in items):
        return f".PP\n.nf\n{escaped(text)}\n.fi\n"
    return "".join(f".TP\n.B {escaped(name)}\n{escaped(' '.join(meaning))}\n" for name, *meaning in items)


def manual(name: str, version: str, other: str, text: str) -> str:
    summary, usage, *blocks = re.split(r"\n\n+", text.strip())
    synopsis = "\n.br\n".join(escaped(line.removeprefix("Usage:").strip()) for line in usage.splitlines())
    what = summary.rstrip(".")
    return (
        f'.TH {name.upper()} 1 "" "warp\\-and\\-weft {version}"\n.SH NAME\n'
        f"{escaped(name)} \\- {escaped(what[0].lower() + what[1:])}\n.SH SYNOPSIS\n{synopsis}\n.SH DESCRIPTION\n"
        f"{''.join(block(each) for each in blocks)}.SH SEE ALSO\n.BR {escaped(other)} (1)\n"
    )


def main() -> None:
    name, version, other, output, *command = sys.argv[1:]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    text = run.stdout or run.stderr
    if "Usage:" not in text:
        sys.exit(f"{command}: {text}")
    pathlib.Path(output).write_text(manual(name, version, other, text), encoding="utf-8")


if __name__ == "__main__":
    main()
