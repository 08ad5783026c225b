"""Times what whoever builds or edits the book waits for, beside plain nvcc and Pandoc on the same files.

Usage: benchmark_steps.py SOURCE NVCC

In a copy of SOURCE all is built from nothing. Then a word of prose, a label and a line of a program are added to a
chapter, one after the other; what each edit has Ninja make is timed, first as far as the chapter's page where it is
prose; so are the keys of a program's experiments. nvcc and Pandoc alone compile the same programs and make HTML of the same chapters. Times are those of
processors, without ccache; the clock on the wall is shown beside them.
"""

import functools
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

MADE_OF = ("build-scripts", "chapters", "code", "figures", "book.md", "meson.build", "meson_options.txt")
PANDOC = ["pandoc", "-f", "markdown", "-t", "html5", "--standalone", "--mathml", "--citeproc", "-M", "title=plain"]
NVCC = ["-std=c++20", "-O3", "--expt-relaxed-constexpr", "-Xcompiler=-fopenmp", "-gencode=arch=compute_90,code=compute_90"]


def run(*command: object) -> str:
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True, env={**os.environ, "CCACHE_DISABLE": "1"})
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(words)[:200]}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def timed(action: Callable[[], object]) -> tuple[float, float]:
    """Seconds of processors, and on the wall."""
    used, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    action()
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    return now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime, time.monotonic() - begun


class Book:
    """A copy of the book, and what nvcc and Pandoc alone take for the same files."""

    def __init__(self, source: Path, folder: Path, nvcc: str) -> None:
        self.source, self.build, self.folder, self.nvcc = folder / "book", folder / "book" / "build", folder, nvcc
        self.source.mkdir()
        for name in MADE_OF:
            if (source / name).is_dir():
                shutil.copytree(source / name, self.source / name)
            else:
                shutil.copy(source / name, self.source / name)

    def make(self, *targets: str) -> str:
        return run("ninja", "-C", self.build, *targets)

    def compile(self, name: str) -> None:
        search = ["-I", self.source / "code", "-I", self.build / "code"]
        run(self.nvcc, *NVCC, *search, "-c", self.build / "code" / f"{name}.cu", "-o", self.folder / "plain.o")

    def convert(self, name: str) -> None:
        chapters = self.source / "chapters"
        run(*PANDOC, "--bibliography", chapters / "references.bib", chapters / f"{name}.md", "-o", self.folder / "plain.html")

    def edit(self, name: str, change: Callable[[str], str]) -> None:
        path = self.source / "chapters" / f"{name}.md"
        text = path.read_text(encoding="utf-8")
        changed = change(text)
        assert changed != text, name
        path.write_text(changed, encoding="utf-8")


def line(what: str, taken: tuple[float, float], plain: tuple[float, float], of_what: str) -> None:
    print(f"{what:34}{taken[0]:9.2f} s{taken[1]:9.2f} s on the wall{taken[0] / plain[0]:8.2f} times {of_what}", flush=True)


def main() -> int:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory(prefix="benchmark-") as folder:
        book = Book(Path(sys.argv[1]), Path(folder), sys.argv[2])
        native = Path(folder, "native.ini")
        native.write_text(f"[binaries]\ncuda = '{book.nvcc}'\n", encoding="utf-8")
        whole = timed(lambda: (run("meson", "setup", "--native-file", native, book.build, book.source), book.make()))
        programs = sorted(
            path.stem.removesuffix("-sim") for path in (book.build / "code").glob("*-sim") if path.stem != "scale-sim"
        )
        chapters = sorted(path.stem for path in (book.source / "chapters").glob("*.md"))
        nvcc = {name: timed(functools.partial(book.compile, name)) for name in programs}
        pandoc = {name: timed(functools.partial(book.convert, name)) for name in chapters}
        plain = [*nvcc.values(), *pandoc.values()]
        line("set-up from nothing", whole, (sum(cpu for cpu, _ in plain), 0), "nvcc and Pandoc alone")
        name = min(programs, key=lambda name: nvcc[name])
        book.edit(name, lambda text: re.sub(r"(?m)^(?=[A-Z]\w+ [^#`]*$)", "Edited. ", text, count=1))
        line("prose, as far as its page", timed(lambda: book.make(f"chapters/{name}.html")), pandoc[name], "Pandoc alone")
        line("prose, all that follows", timed(book.make), pandoc[name], "Pandoc alone")
        book.edit(name, lambda text: text + "\n## Edited {#sec:edited}\n\nBy a benchmark.\n")
        line("a section and its label", timed(book.make), pandoc[name], "Pandoc alone")
        keys = f"code/{name}.keys"
        (book.build / keys).unlink()
        line("a program's keys", timed(lambda: book.make(keys)), nvcc[name], "nvcc alone")
        fence = rf"(?m)^(`{{3,}}\{{[^}}\n]*file={re.escape(name)}\.cu[^}}\n]*\}}\n)"
        book.edit(name, lambda text: re.sub(fence, r"\1constexpr int edited_by_a_benchmark = 1;\n", text, count=1))
        line("a line of a program", timed(book.make), nvcc[name], "nvcc alone")
        if "no work to do" not in book.make():
            raise SystemExit("something is left to do")
    return 0


if __name__ == "__main__":
    sys.exit(main())
