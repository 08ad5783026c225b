"""Times how the book is woven, beside plain Pandoc on the same text, and how that grows with the book.

Usage: benchmark_weaving.py BUILD [SIZE…]

First all that makes pages of the built book is done once more, from nothing: outlines, pages, search, lists. Then Pandoc
alone makes HTML of the same files, with highlighting, mathematics and citations. Last come made-up books of SIZE (1, 10
and 100) times as many chapters, copies of the real ones: of each chapter one copy, drawn by lot, is woven among all the
outlines, and the search and the lists are made of all pages.

Times are those of processors, since on a busy machine the clock on the wall measures the others; it is shown beside them
where all is made, on all processors at once.
"""

import os
import random
import re
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PLAIN = ["-f", "markdown", "-t", "html5", "--standalone", "--mathml", "--citeproc", "-M", "title=plain"]
# What makes pages, in the order in which one rests on the other; the commands of a step rest not on one another.
STEPS = {
    "outlines": r"/outline\.yaml ",
    "names in the code": r" find_names ",
    "pages of chapters": r"/weave\.yaml (?!.*supplement=true)",
    "search and lists": r" (scoreboard|list_(figures|names|sections)) ",
    "pages of lists": r"/weave\.yaml .*supplement=true",
}
Command = list[str]


def weaving(build: Path) -> dict[str, list[Command]]:
    """The commands of each step."""
    run = subprocess.run(["ninja", "-t", "commands", "book"], cwd=build, capture_output=True, text=True, check=True)
    lines = [line + " " for line in run.stdout.splitlines()]
    return {name: [shlex.split(line) for line in lines if re.search(mark, line)] for name, mark in STEPS.items()}


def seconds(command: Command, folder: Path) -> float:
    """What a command takes of processors, its children's time too."""
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    errors = process.stderr.read() if process.stderr else ""
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise AssertionError(f"{shlex.join(command)[:300]}\n{errors[-2000:]}")
    return float(used.ru_utime + used.ru_stime)


def in_parallel(commands: list[Command], folder: Path) -> float:
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return sum(pool.map(lambda command: seconds(command, folder), commands))


def settle(folder: Path, build: Path) -> None:
    """Has `folder`, which lies beside the build, hold all that weaving reads and nothing that it makes."""
    for name in ("code", "figures", "measured"):
        (folder / name).symlink_to(build / name)
    (folder / "chapters" / "store").mkdir(parents=True)
    (folder / "chapters" / "search").mkdir()
    for listing in (build / "chapters").glob("*results.list"):
        shutil.copy(listing, folder / "chapters")
        (folder / "chapters" / listing.stem).symlink_to(listing.with_suffix(""))


def option(command: Command, name: str) -> str:
    """The value of `-M name=value`."""
    return next((part.partition("=")[2] for part in command if part.startswith(name + "=")), "")


def chapter_of(command: Command) -> str:
    """The name of the page that a command makes."""
    target = option(command, "target") or option(command, "outline") or command[-1]
    return Path(target).name.split(".")[0]


def copy_name(chapter: str, number: int) -> str:
    return f"{chapter}-copy-{number}"


def for_copy(command: Command, name: str, copy: str, chapters: str) -> Command:
    """A command that makes a page as it is for a copy of the chapter among `chapters`."""
    own = re.compile(rf"(?<![\w/.]){re.escape('chapters/' + name)}\.")
    made = [own.sub(f"chapters/{copy}.", part) for part in command]
    made = [f"chapters={chapters}" if part.startswith("chapters=") else part for part in made]
    return [*made, "-M", f"name={copy}"] if "--defaults" in made else made


def multiply(folder: Path, build: Path, names: list[str], size: int) -> None:
    """Puts `size` copies of what chapters leave for others into `folder`: outlines, names, indexes, contents."""
    if (folder / "code").is_symlink():
        (folder / "code").unlink()
    else:
        shutil.rmtree(folder / "code")
    (folder / "code").mkdir()
    for each in (build / "code").iterdir():
        if each.suffix in (".keys", ".counted") or each.name == "counted":
            (folder / "code" / each.name).symlink_to(each)
    for name in names:
        for path in (folder / "chapters").glob(f"{name}.*"):
            if path.suffix in (".lua", ".json") and "facts" not in path.name:
                text = path.read_text(encoding="utf-8")
                for number in range(size):
                    copy = copy_name(name, number)
                    other = re.sub(rf'(?m)^( *"?name"?(?: =|:) )"{re.escape(name)}"', rf'\1"{copy}"', text)
                    path.with_name(path.name.replace(name, copy, 1)).write_text(other, encoding="utf-8")
        index = build / "code" / f"{name}.index.lua"
        for number in range(size if index.exists() else 0):
            (folder / "code" / f"{copy_name(name, number)}.index.lua").symlink_to(index)


def lists_of(commands: list[Command], names: list[str], size: int) -> list[Command]:
    """The commands that sum up the pages, of all copies."""
    kept = [command for command in commands if not "scoreboard" in command]
    own = re.compile(rf"chapters/({'|'.join(map(re.escape, names))})\.(contents|names)\.json$")

    def copies(part: str) -> list[str]:
        match = own.match(part)
        return [f"chapters/{copy_name(match[1], i)}.{match[2]}.json" for i in range(size)] if match else [part]

    return [[piece for part in command for piece in copies(part)] for command in kept]


def grow(folder: Path, build: Path, steps: dict[str, list[Command]], size: int, source: random.Random) -> tuple[float, float]:
    """Seconds for a copy of each chapter, and for the search and the lists, in a book of `size` times as many chapters."""
    names = [chapter_of(command) for command in steps["outlines"]]
    shutil.rmtree(folder / "chapters/store")
    (folder / "chapters/store").mkdir()
    multiply(folder, build, names, size)
    chapters = ",".join(copy_name(name, number) for number in range(size) for name in names)
    copies = {name: copy_name(name, source.randrange(size)) for name in names}
    pages = 0.0
    for step in ("outlines", "pages of chapters"):
        pages += in_parallel(
            [
                for_copy(command, name, copies[name], chapters)
                for command in steps[step]
                if (name := chapter_of(command)) in copies
            ],
            folder,
        )
    return pages, in_parallel(lists_of(steps["search and lists"], names, size), folder)


def main() -> int:
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    build = Path(sys.argv[1]).resolve()
    sizes = [int(size) for size in sys.argv[2:]] or [1, 10, 100]
    steps = weaving(build)
    texts = [
        part
        for step in ("pages of chapters", "pages of lists")
        for command in steps[step]
        if not (part := command[1]).startswith("chapters/")
    ]
    lines = sum((build / text).read_text(encoding="utf-8").count("\n") for text in texts)
    seed = random.randrange(1 << 32)
    print(f"{len(texts)} files, {lines} lines, {os.cpu_count()} processors, seed {seed}\n")
    with tempfile.TemporaryDirectory(prefix="build-benchmark-", dir=build.parent) as name:
        folder = Path(name)
        settle(folder, build)
        begun, total = time.monotonic(), 0.0
        for step, commands in steps.items():
            taken = in_parallel(commands, folder)
            total += taken
            print(f"{step:22}{len(commands):4} commands{taken:9.2f} s", flush=True)
        print(f"{'woven, in all':22}{'':13}{total:9.2f} s, {time.monotonic() - begun:.1f} s on the wall")
        begun = time.monotonic()
        bibliography = next(part for part in steps["pages of chapters"][0] if part.endswith(".bib"))
        plain = in_parallel(
            [["pandoc", text, *PLAIN, "--bibliography", bibliography, "-o", f"{i}.html"] for i, text in enumerate(texts)], folder
        )
        print(f"{'Pandoc alone':22}{'':13}{plain:9.2f} s, {time.monotonic() - begun:.1f} s on the wall")
        print(f"{'ratio':22}{'':13}{total / plain:9.2f}\n")
        print("chapters     lines   a chapter   a chapter's share of search and lists")
        for size in sizes:
            pages, lists = grow(folder, build, steps, size, random.Random(seed))
            count = len(steps["outlines"])
            print(
                f"{size * count:8}{size * lines:10}{1000 * pages / count:9.0f} ms{1000 * lists / size / count:9.0f} ms",
                flush=True,
            )
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(f"\nThe largest process took {used / 1024:.0f} MiB.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
