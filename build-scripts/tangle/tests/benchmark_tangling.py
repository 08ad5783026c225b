"""Times tangle on a generated book of 30 000 lines in 40 files, and at twice and four times the
size to show that time grows with size; then noweb and Entangled on the same text, where they are
installed (`notangle` on the path; `entangled` on the path or named by the variable ENTANGLED).

The environment variable TANGLE names the program. Exits 1 where tangle takes 20 ms or more of one
processor, or clearly more than in proportion to the book; the clock on the wall is shown beside it,
but on a busy machine it measures the others.
"""

import os
import random
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

TANGLE = os.path.abspath(os.environ["TANGLE"])
LINES = 30000
FILES = 40
LIMIT_MS = 20.0
Times = tuple[float, float]  # on the clock and on processors, in milliseconds
GROWTH = 1.5  # of time over size; noise and the start of the process keep it from being 1

PROSE = "A warp adds its values in five steps, each of which halves the number of sums.\n"
CODE = [
    "  const int lane = threadIdx.x % 32;\n",
    "  for (int offset = 16; offset > 0; offset /= 2) {\n",
    "    sum += __shfl_down_sync(0xffffffffu, sum, offset);\n",
    "  }\n",
    "\n",
    "  kernel<<<grid, block>>>(x, n);\n",
    "  std::cout << sum << '\\n';\n",
]


def write_book(folder: Path, lines: int) -> list[str]:
    """Writes FILES chapters of `lines` lines in all; returns their paths."""
    source = random.Random(1)
    paths = []
    for number in range(FILES):
        text = [f"# Chapter {number}\n", "\n"]
        chunk = 0
        while len(text) < lines // FILES - 50:
            name = f"c{number}-{chunk}"
            text += [PROSE] * source.randint(3, 12) + ["\n", f"```{{.cpp #{name}}}\n"]
            text += [source.choice(CODE) for _ in range(source.randint(4, 14))]
            if chunk % 3:
                text.append(f"    <<c{number}-{chunk - 1}>>\n")
            text += ["```\n", "\n"]
            chunk += 1
        text += [f"```{{.cpp file=chapter{number}.cu}}\n", "#include <iostream>\n"]
        text += [f"<<c{number}-{i}>>\n" for i in range(chunk) if i == chunk - 1 or i % 3 == 2]
        text += ["```\n"]
        text += ["\n"] * (lines // FILES - len(text))
        path = Path(folder) / f"chapter{number}.md"
        path.write_text("".join(text))
        paths.append(str(path))
    return paths


def to_noweb(text: str) -> str:
    """The same chunks in noweb's syntax, with its escape for brackets that are none of its own."""
    result = []
    inside = False
    for line in text.splitlines(keepends=True):
        opening = re.match(r"```\{\.cpp (?:#|file=)(\S+)\}", line)
        if opening:
            line, inside = f"<<{opening[1]}>>=\n", True
        elif line == "```\n":
            line, inside = "@\n", False
        elif inside and not re.match(r"\s*<<[\w-]+>>$", line):
            line = line.replace("<<", "@<<").replace(">>", "@>>")
        result.append(line)
    return "".join(result)


def processor_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure(action: Callable[[int], Callable[[], None]], repetitions: int) -> Times:
    """Median times of an action on the clock and on processors, in milliseconds. `action(i)`
    prepares and returns what to time."""
    clock = []
    processor = []
    for repetition in range(repetitions):
        step = action(repetition)
        start, used = time.perf_counter(), processor_seconds()
        step()
        clock.append(1e3 * (time.perf_counter() - start))
        processor.append(1e3 * (processor_seconds() - used))
    return statistics.median(clock), statistics.median(processor)


def run(command: list[str | Path], **options: Any) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **options)


def time_tangle(folder: Path, paths: list[str], fresh: bool) -> Times:
    def action(repetition: int) -> Callable[[], None]:
        output = folder / (f"out{repetition}" if fresh else "out")
        return lambda: run([TANGLE, "--output", output, "--index", output, *paths])

    result = measure(action, 21)
    for output in folder.glob("out*"):
        shutil.rmtree(output)
    return result


def time_noweb(paths: list[str], notangle: str) -> Times:
    webs = []
    for path in paths:
        web = Path(path).with_suffix(".nw")
        web.write_text(to_noweb(Path(path).read_text()))
        webs.append(web)

    def everything() -> None:
        for web in webs:  # notangle writes one root of one web a run
            with open(web.with_suffix(".cu"), "wb") as out:
                subprocess.run([notangle, "-L", f"-R{web.stem}.cu", web], check=True, stdout=out)

    return measure(lambda _: everything, 3)


def time_entangled(folder: Path, paths: list[str], entangled: str) -> Times:
    def action(repetition: int) -> Callable[[], None]:
        project = folder / f"entangled{repetition}"
        project.mkdir()
        for path in paths:
            # Entangled wants a space before the braces.
            text = Path(path).read_text().replace("```{", "``` {")
            (project / Path(path).name).write_text(text)
        (project / "entangled.toml").write_text(
            'version = "2.0"\nwatch_list = ["*.md"]\n\n[[languages]]\nname = "C++"\n'
            'identifiers = ["cpp"]\ncomment = { open = "//" }\n'
        )

        def step() -> None:
            run([entangled, "tangle"], cwd=project, stderr=subprocess.DEVNULL)
            if not (project / "chapter0.cu").is_file():
                raise RuntimeError("Entangled made no source")

        return step

    return measure(action, 3)


def report(name: str, times: Times, lines: int) -> None:
    clock, processor = times
    print(f"{name:40} {clock:9.1f} ms {processor:9.1f} ms {1e3 * lines / clock:12.0f}", flush=True)


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="tangle-") as temporary:
        folder = Path(temporary)
        times = {}
        print(f"{'':40} {'clock':>12} {'processor':>12} {'lines/s':>12}")
        for factor in [1, 2, 4]:
            book = folder / str(factor)
            book.mkdir()
            paths = write_book(book, factor * LINES)
            times[factor] = time_tangle(book, paths, fresh=True)
            size = f"{factor * LINES} lines in {FILES} files"
            report(f"tangle, {size}", times[factor], factor * LINES)
            if factor == 1:
                report("tangle, the same with nothing to do", time_tangle(book, paths, fresh=False), LINES)
        paths = [str(path) for path in sorted((folder / "1").glob("*.md"))]
        notangle = shutil.which("notangle")
        if notangle:
            report("noweb's notangle", time_noweb(paths, notangle), LINES)
        else:
            print("noweb's notangle is not installed (Debian: noweb)")
        entangled = os.environ.get("ENTANGLED") or shutil.which("entangled")
        if entangled:
            report("Entangled", time_entangled(folder, paths, entangled), LINES)
        else:
            print("Entangled is not installed (PyPI: entangled-cli)")
    processor = {factor: time[1] for factor, time in times.items()}
    growth = processor[4] / processor[1]
    print(f"twice the size takes {processor[2] / processor[1]:.2f} times as long, four times {growth:.2f}")
    if processor[1] >= LIMIT_MS or growth > 4 * GROWTH:
        print(f"failed: {LIMIT_MS} ms or more, or growth beyond {GROWTH} times the size")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
