"""A tiny book in a temporary folder, woven as the build weaves a real one."""

import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from dataclasses import dataclass, field
from typing import Any

from shared.tools import command

WEAVE = pathlib.Path(__file__).resolve().parent.parent
FILTER, PAGES, BIND = WEAVE / "filter", WEAVE / "pages", WEAVE / "bind"
PANDOC = os.environ.get("PANDOC") or shutil.which("pandoc") or ""


def record(experiment: str, table: str, machine: str = "here", **header: str) -> str:
    """A record as programs write them: with its schema, its machine and its checksum."""
    lines = {"schema": "2", "experiment": experiment, "kind": "timed", "machine": machine, **header}
    comments = "".join(f"# {key.replace('_', ' ')}: {value}\n" for key, value in lines.items())
    return comments + f"# checksum: {hashlib.sha1((comments + table).encode()).hexdigest()}\n" + table


@dataclass
class Woven:
    """What came of one run of Pandoc: `html` is empty where it failed."""

    status: int
    html: str
    errors: str


@dataclass
class Book:
    """Chapters and appendices (name to Markdown), and files (path relative to the book's folder, to text)."""

    chapters: dict[str, str]
    files: dict[str, str] = field(default_factory=dict)
    appendices: dict[str, str] = field(default_factory=dict)

    def __enter__(self) -> "Book":
        self.folder = pathlib.Path(tempfile.mkdtemp())
        for name in ("pages", "counted", "measured", "recorded", "published", "figures", "index", "keys"):
            (self.folder / name).mkdir()
        self.outlined: dict[str, bytes] = {}
        self.numbers = dict(zip(self.chapters, map(str, range(1, 100)))) | dict(zip(self.appendices, "ABC"))
        for name, text in {**self.chapters, **self.appendices}.items():
            self.write(f"{name}.md", text)
        for path, text in self.files.items():
            self.write(path, text)
        self.write("references.bib", "@book{knuth, author={Donald Knuth}, title={Literate Programming}, year={1992}}")
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.folder)

    def write(self, path: str, text: str) -> pathlib.Path:
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        return target

    def facts(self, name: str, **settings: str) -> dict[str, Any]:
        """What the page of a chapter says that it rests on."""
        self.weave(name, facts="facts.json", **settings)
        found: dict[str, Any] = json.loads((self.folder / "facts.json").read_text(encoding="utf-8"))
        return found

    def outlines(self) -> None:
        for name, number in self.numbers.items():
            text = (self.folder / f"{name}.md").read_bytes()
            if self.outlined.get(name) == text:
                continue
            self.outlined[name] = text
            made = {each: f"pages/{name}.{each}.lua" for each in ("outline", "head")}
            run = self._pandoc(f"{name}.md", "outline.yaml", "/dev/null", number, **made)
            if run.status != 0:
                raise AssertionError(run.errors)

    def weave(self, name: str, **settings: str) -> Woven:
        """The page of a chapter, or with name "index" the front page of book.md; with `of` it has a chapter's results only."""
        self.outlines()
        source, number = f"{name}.md", "0"
        if name == "index":
            source, settings = "book.md", {"front": "true", "name": "index", **settings}
        elif name == "scoreboard":
            settings = {"supplement": "true", "name": name, **settings}
        else:
            number = self.numbers[name]
        self.list_results(settings.pop("listed", settings.get("machine", "here")), settings.pop("of", None))
        folders = {kind: kind for kind in ("figures", "index")}
        return self._pandoc(
            source,
            "weave.yaml",
            f"pages/{name}.html",
            number,
            chapters=",".join(self.numbers),
            outlines="pages",
            lists="results.list",
            **{"machine": "here", "booktitle": "A tiny book", **folders, **settings},
        )

    def list_results(self, machine: str, of: str | None = None) -> None:
        """Lists the machines and results, as the build does before it weaves pages: all, or those of a chapter."""
        arguments = ["results.list", "results.d", "--machine", machine, "--chapters", ",".join(self.numbers)]
        for folder in ("counted", "measured", "recorded", "published", "keys", "figures"):
            arguments += [f"--{folder}", folder]
        if of is not None:
            arguments += ["--of", of]
        run = subprocess.run([*command("list_results"), *arguments], cwd=self.folder, capture_output=True, text=True)
        if run.returncode != 0:
            raise AssertionError(run.stderr)

    def _pandoc(self, source: str, defaults: str, output: str, number: str, **settings: str) -> Woven:
        command: list[str | pathlib.Path] = [
            PANDOC,
            source,
            "--defaults",
            FILTER / defaults,
            "--bibliography",
            "references.bib",
            "-o",
            output,
        ]
        for key, value in {"number": number, **settings}.items():
            command += ["-M", f"{key}={value}"]
        run = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=60)
        page = self.folder / output
        html = page.read_text(encoding="utf-8") if run.returncode == 0 and page.is_file() else ""
        return Woven(run.returncode, html, run.stderr)


def weave(text: str, files: dict[str, str] | None = None, **settings: str) -> Woven:
    """The page of a book with one chapter, named `one`."""
    with Book({"one": text}, files or {}) as book:
        return book.weave("one", **settings)


def lua(script: str, place: pathlib.Path | None = None) -> str:
    """What a Lua script prints that runs inside Pandoc with the weaver's modules, in a folder."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "script.lua"
        modules = FILTER / "?.lua"
        path.write_text(f"package.path = {str(modules)!r} .. ';' .. package.path\n{script}\nreturn {{}}\n")
        run = subprocess.run(
            [PANDOC, "-f", "markdown", "-t", "html", "-L", path, "-o", "/dev/null"],
            input="",
            capture_output=True,
            text=True,
            timeout=60,
            cwd=place,
        )
        if run.returncode != 0:
            raise AssertionError(run.stderr)
        return str(run.stdout)


def text_of(html: str) -> str:
    """HTML without tags, its spaces made plain and single."""
    return " ".join(re.sub(r"<[^>]*>", "", html).replace("&lt;", "<").replace("&gt;", ">").split())


def main_of(html: str) -> str:
    return html.split("<main", 1)[1].split("</main>", 1)[0]


# Results of books for tests, which rest on the code at hand or tell of a machine.
TIMES = """# experiment: one-times
# kind: timed
# machine: here
# date: 2026-01-02T03:04:05Z
# commit: 0123456789abcdef
# dirty: no
variant,block,n,ms,lower_quartile,upper_quartile,samples
atomic,256,1048576,2.5,2.4,2.6,9
shuffle,256,1048576,0.125,0.12,0.13,9
atomic,256,16777216,1234.5,1200,1300,9
shuffle,256,16777216,2.55,2.5,2.7,9
shuffle,64,1048576,0.128,0.124,0.132,9
"""
MACHINE = "machine: here\ngpu: NVIDIA H200\nCUDA: 13.0\n"
KEYS = {"keys/one.keys": "one-x launches:1111111111111111 source:2222222222222222 method:3333333333333333\n"}
CURRENT = {
    "recorded/here/one-x.csv": record(
        "one-x", "a\n5\n", key="launches:1111111111111111 source:2222222222222222 method:3333333333333333"
    ),
    **KEYS,
}
RECORDED = {"recorded/here/one-times.csv": TIMES, "recorded/here/machine.txt": MACHINE}


def main() -> None:
    """Runs the tests of the program; where Pandoc is missing, they are skipped."""
    if not PANDOC:
        print("skipped: pandoc is not installed")
        sys.exit(77)
    unittest.main()
