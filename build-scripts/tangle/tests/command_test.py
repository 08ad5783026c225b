"""Tests of the tangle command: what it writes, what it refuses, and that it refuses cleanly.

The environment variable TANGLE names the program.
"""

import os
import resource
import shlex
import shutil
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path
from typing import Any

TANGLE = os.path.abspath(os.environ["TANGLE"])

ROOT = "```{.cpp file=a.cu}\nint a;\n<<b>>\n```\n"
CHUNK = "```{.cpp #b}\nint b;\n```\n"


def snapshot(folder: Path) -> dict[str, tuple[object, ...]]:
    """Everything below a folder: kind, content and time of each path."""
    result: dict[str, tuple[object, ...]] = {}
    for path in sorted(Path(folder).rglob("*")):
        name = str(path.relative_to(folder))
        status = path.lstat()
        if path.is_symlink():
            result[name] = ("link", os.readlink(path))
        elif path.is_dir():
            result[name] = ("folder", oct(status.st_mode))
        elif not path.is_file():
            result[name] = ("other",)
        else:
            content = path.read_bytes() if os.access(path, os.R_OK) else None
            result[name] = ("file", content, status.st_mtime_ns, status.st_ino)
    return result


class CommandTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="tangle-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name: str, content: bytes | str) -> str:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    def read(self, name: str) -> str:
        return (self.folder / name).read_text()

    def run_tangle(self, *arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
        run: subprocess.CompletedProcess[bytes] = subprocess.run(
            [TANGLE, *arguments], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60, **options
        )
        return run

    def tangle(self, *arguments: str) -> None:
        """Runs tangle, which must succeed without a word."""
        result = self.run_tangle(*arguments)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, b"", b""))

    def refuse(self, *arguments: str, status: int = 1, **options: Any) -> str:
        """Runs tangle, which must fail and change nothing; returns its errors."""
        before = snapshot(self.folder)
        result = self.run_tangle(*arguments, **options)
        self.assertEqual(result.returncode, status, result.stderr.decode())
        self.assertEqual(snapshot(self.folder), before)
        self.assertEqual(result.stdout, b"")
        return result.stderr.decode()

    def tangle_book(self, text: str = ROOT + CHUNK) -> None:
        """A folder `out` with what the chapter x.md makes."""
        self.write("x.md", text)
        self.tangle("--output", "out", "x.md")


class Writing(CommandTest):
    def test_sources_and_manifest(self) -> None:
        self.tangle_book()
        self.assertEqual(self.read("out/a.cu"), '#line 2 "x.md"\nint a;\n// B\n#line 6 "x.md"\nint b;\n')
        self.assertEqual(self.read("out/.tangled").splitlines()[1:], ["a.cu"])
        self.assertEqual(sorted(os.listdir(self.folder / "out")), [".tangled", "a.cu"])

    def test_clean_export(self) -> None:
        self.write("x.md", ROOT + CHUNK)
        self.tangle("--output", "out", "--no-line", "x.md")
        self.assertEqual(self.read("out/a.cu"), "int a;\n// B\nint b;\n")
        self.tangle("--output", "out", "x.md")
        self.assertIn("#line", self.read("out/a.cu"))
        self.tangle("--output", "out", "--no-line", "x.md")
        self.assertNotIn("#line", self.read("out/a.cu"))

    def test_folders_are_made(self) -> None:
        self.write("x.md", "```{.cpp file=a/b/c.cu}\n1\n```\n")
        self.tangle("--output", "deep/out", "--index", "deep/index", "x.md")
        self.assertTrue((self.folder / "deep/out/a/b/c.cu").is_file())
        self.assertTrue((self.folder / "deep/index/x.index.lua").is_file())

    def test_index_beside_the_sources(self) -> None:
        self.write("x.md", ROOT + CHUNK)
        self.tangle("--output", "out", "--index", "./out/", "x.md")
        self.assertEqual(self.read("out/.tangled").splitlines()[1:], ["a.cu", "x.index.lua"])
        self.tangle("--output", "out", "x.md")
        self.assertFalse((self.folder / "out/x.index.lua").exists())

    def test_prose_edits_write_no_source(self) -> None:
        self.tangle_book()
        os.utime(self.folder / "out/a.cu", (1, 1))
        self.tangle_book("A word of prose.\n\n" + ROOT + "\nAnother.\n\n" + CHUNK)
        self.assertEqual((self.folder / "out/a.cu").stat().st_mtime, 1)

    def test_code_edits_refresh_the_numbers(self) -> None:
        self.tangle_book()
        self.tangle_book("Prose.\n\n" + ROOT + CHUNK.replace("int b", "int c"))
        self.assertEqual(self.read("out/a.cu"), '#line 4 "x.md"\nint a;\n// B\n#line 8 "x.md"\nint c;\n')

    def test_what_includes_a_changed_file_is_written_anew(self) -> None:
        def book(value: int) -> str:
            return "".join(
                f"```{{.cpp file={name}}}\n{text}\n```\n"
                for name, text in [
                    ("d/low.cuh", f"int x = {value};"),
                    ("d/high.cuh", '  #  include "low.cuh"'),
                    ("a.cu", '#include "d/high.cuh"'),
                    ("b.cu", '#include "low.cuh"'),
                    ("c.cu", "#include <d/high.cuh>"),
                ]
            )

        def times() -> set[str]:
            return {path.name for path in (self.folder / "out").rglob("*.cu*") if path.stat().st_mtime != 1}

        self.tangle_book(book(1))
        for text, written in [(book(1), set()), (book(2), {"low.cuh", "high.cuh", "a.cu"})]:
            for path in (self.folder / "out").rglob("*.cu*"):
                os.utime(path, (1, 1))
            self.tangle_book(text)
            self.assertEqual(times(), written)

    def test_a_prose_edit_changes_only_its_own_index(self) -> None:
        self.write("x.md", ROOT)
        self.write("y.md", CHUNK)
        arguments = ["--output", "out", "--index", "index", "x.md", "y.md"]
        self.tangle(*arguments)
        before = snapshot(self.folder / "index")
        self.write("y.md", "Prose.\n\n" + CHUNK)
        self.tangle(*arguments)
        after = snapshot(self.folder / "index")
        self.assertEqual(before["x.index.lua"], after["x.index.lua"])
        self.assertNotEqual(before["y.index.lua"], after["y.index.lua"])

    def test_a_run_with_nothing_to_do_changes_nothing(self) -> None:
        self.tangle_book()
        before = snapshot(self.folder)
        time = (self.folder / "out").stat().st_mtime_ns
        self.tangle("--output", "out", "x.md")
        self.assertEqual(snapshot(self.folder), before)
        self.assertEqual((self.folder / "out").stat().st_mtime_ns, time)

    def test_only_own_line_numbers_are_passed_over(self) -> None:
        self.tangle_book('```{.gnuplot file=a.gp}\n#line 1 "a"\n```\n')
        self.tangle_book('```{.gnuplot file=a.gp}\n#line 2 "a"\n```\n')
        self.assertEqual(self.read("out/a.gp"), '#line 2 "a"\n')

    def test_an_edited_source_is_made_again(self) -> None:
        self.tangle_book()
        self.write("out/a.cu", self.read("out/a.cu").replace("int b", "int z"))
        self.tangle("--output", "out", "x.md")
        self.assertIn("int b;", self.read("out/a.cu"))

    def test_a_removed_source_is_made_again(self) -> None:
        self.tangle_book()
        os.remove(self.folder / "out/a.cu")
        self.tangle("--output", "out", "x.md")
        self.assertIn("int b;", self.read("out/a.cu"))

    def test_files_no_chapter_makes_are_removed(self) -> None:
        self.tangle_book(ROOT + CHUNK + "```{.cpp file=d/e/f.cu}\n```\n")
        self.write("out/d/mine", "kept")
        self.write("out/other", "kept")
        self.tangle_book("```{.cpp file=new.cu}\n```\n")
        self.assertEqual(sorted(snapshot(self.folder / "out")), [".tangled", "d", "d/mine", "new.cu", "other"])
        self.assertEqual(self.read("out/.tangled").splitlines()[1:], ["new.cu"])

    def test_a_link_in_place_of_a_stale_file_stays(self) -> None:
        self.tangle_book(ROOT + CHUNK + "```{.cpp file=old.cu}\n```\n")
        self.write("precious", "kept")
        os.remove(self.folder / "out/old.cu")
        os.symlink("../precious", self.folder / "out/old.cu")
        self.tangle_book()
        self.assertEqual(self.read("precious"), "kept")
        self.assertTrue((self.folder / "out/old.cu").is_symlink())

    def test_stamp_is_touched_each_time(self) -> None:
        self.write("x.md", ROOT + CHUNK)
        arguments = ["--output", "out", "--stamp", "stamp", "x.md"]
        self.tangle(*arguments)
        os.utime(self.folder / "stamp", (1, 1))
        self.tangle(*arguments)
        self.assertGreater((self.folder / "stamp").stat().st_mtime, 1)

    def test_root_names_the_lines(self) -> None:
        self.write("book/chapters/x.md", ROOT + CHUNK)
        (self.folder / "build").mkdir()
        for chapter in ["book/chapters/x.md", str(self.folder / "book/chapters/x.md"), "build/../book/chapters/x.md"]:
            self.tangle("--output", "out", "--root", "book", chapter)
            self.assertIn('#line 2 "chapters/x.md"', self.read("out/a.cu"))
            shutil.rmtree(self.folder / "out")
        os.symlink("book", self.folder / "alias")
        self.tangle("--output", "out", "--root", "book", "alias/chapters/x.md")
        self.assertIn('#line 2 "chapters/x.md"', self.read("out/a.cu"))

    def test_text_is_read_as_it_is_meant(self) -> None:
        self.tangle_book()
        expected = self.read("out/a.cu")
        text = ROOT + CHUNK
        for variant in [
            text.replace("\n", "\r\n"),
            "\ufeff" + text,
            text.rstrip("\n"),
            "\ufeff" + text.replace("\n", "\r\n").rstrip(),
        ]:
            shutil.rmtree(self.folder / "out")
            self.tangle_book(variant)
            self.assertEqual(self.read("out/a.cu"), expected)

    def test_a_chapter_through_a_pipe(self) -> None:
        reading, writing = os.pipe()
        os.write(writing, (ROOT + CHUNK).encode())
        os.close(writing)
        result = self.run_tangle("--output", "out", f"/dev/fd/{reading}", pass_fds=[reading])
        os.close(reading)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertIn("int b;", self.read("out/a.cu"))

    def test_many_runs_at_once(self) -> None:
        books = []
        for number in range(8):
            text = "".join(f"```{{.cpp file=f{file}.cu}}\n{number}\n```\n" for file in range(number, number + 20))
            books.append(self.write(f"{number}.md", text))
        results = []

        def run(book: str) -> None:
            for _ in range(5):
                results.append(self.run_tangle("--output", "out", "--no-line", book))

        threads = [threading.Thread(target=run, args=[book]) for book in books]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([result.stderr for result in results], [b""] * 40)
        files = self.read("out/.tangled").splitlines()[1:]
        self.assertEqual(sorted(os.listdir(self.folder / "out")), sorted([".tangled", *files]))
        self.assertEqual(len(files), 20)
        self.assertEqual(len({self.read(f"out/{file}") for file in files}), 1)

    def test_the_next_run_finishes_a_killed_one(self) -> None:
        self.tangle_book()
        self.write("out/.tangling/0", "half a fi")
        self.write("out/.tangling/manifest", "half a ma")
        self.write("out/new.cu", "put there before the kill")
        self.write("out/.tangled", self.read("out/.tangled") + "new.cu\n")
        self.tangle_book(ROOT + CHUNK + "```{.cpp file=other.cu}\n```\n")
        self.assertEqual(sorted(os.listdir(self.folder / "out")), [".tangled", "a.cu", "other.cu"])


class Showing(CommandTest):
    def test_list(self) -> None:
        self.write("x.md", ROOT + CHUNK + CHUNK + "```{.cpp #top file=t.cu}\n```\n")
        result = self.run_tangle("--list", "x.md")
        self.assertEqual(result.stderr, b"")
        self.assertEqual(
            result.stdout.decode(),
            "x.md:1: file a.cu (1 part, 2 lines)\n"
            "x.md:5: chunk b (2 parts, 2 lines, 1 use)\n"
            "x.md:11: file t.cu, chunk top (1 part, 0 lines)\n",
        )
        self.assertEqual(os.listdir(self.folder), ["x.md"])

    def test_check(self) -> None:
        self.write("x.md", ROOT + CHUNK)
        self.tangle("--check", "x.md")
        self.assertEqual(os.listdir(self.folder), ["x.md"])
        self.write("x.md", ROOT)
        self.assertEqual(self.refuse("--check", "x.md"), "x.md:3:1: error: there is no chunk 'b'\n")
        self.assertEqual(self.refuse("--list", "x.md"), "x.md:3:1: error: there is no chunk 'b'\n")

    def test_help(self) -> None:
        result = self.run_tangle("--help")
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        for option in ["--output", "--index", "--root", "--no-line", "--programs", "--stamp", "--list", "--check"]:
            self.assertIn(option, result.stdout.decode())

    def test_a_full_output_is_an_error(self) -> None:
        self.write("x.md", ROOT + CHUNK)
        with open("/dev/full", "w", encoding="utf-8") as full:
            result = subprocess.run([TANGLE, "--list", self.folder / "x.md"], stdout=full, stderr=subprocess.PIPE, check=False)
        self.assertEqual(result.returncode, 1)

    def test_usage(self) -> None:
        self.write("x.md", ROOT + CHUNK)
        for line in ("", "x.md", "--output out", "--list", "--unknown x.md", "--list --check x.md", "--output out --list x.md",
                     "--output", "--output '' x.md", "--check --no-line x.md", "--check --index i x.md", "--list --stamp s x.md"):  # fmt: skip
            with self.subTest(line):
                self.assertIn("Usage:", self.refuse(*shlex.split(line), status=2))


class Programs(CommandTest):
    """The chapters that have a program are those that the build was configured for."""

    PROGRAM = "```{.cpp file=a.cu}\n```\n```{.cpp file=a/b.cu}\n```\n"

    def setUp(self) -> None:
        super().setUp()
        self.write("a.md", self.PROGRAM)
        self.write("b.md", "Words.\n\n````\n```{.cpp file=b.cu}\n```\n````\n")

    def arguments(self, programs: str) -> list[str]:
        return ["--output", "out", "--programs", programs, "a.md", "b.md"]

    def test_those_expected(self) -> None:
        self.tangle(*self.arguments("a"))
        self.assertTrue((self.folder / "out/a.cu").exists())
        self.write("a.md", "No program any more.\n")
        self.tangle(*self.arguments(""))
        self.assertFalse((self.folder / "out/a.cu").exists())

    def test_a_new_one_and_one_that_is_gone(self) -> None:
        self.assertEqual(
            self.refuse(*self.arguments("b")).splitlines()[::2],
            [
                "a.md:1:1: error: the build does not know yet that this chapter has a program",
                "b.md:1:1: error: the build expects a program of this chapter, 'b.cu', and there is none",
            ],
        )
        self.assertIn("meson setup --reconfigure", self.refuse(*self.arguments("")))

    def test_one_with_another_name(self) -> None:
        self.write("b.md", "```{.cpp file=c.cu}\n```\n")
        errors = self.refuse(*self.arguments("a"))
        self.assertIn("b.md:1:1: error: a program is named after its chapter: 'b.cu'", errors)
        self.assertIn("b/c.cu", errors)


class Refusing(CommandTest):
    """Each error, with output folders that hold something already."""

    def setUp(self) -> None:
        super().setUp()
        self.tangle_book("```{.cpp file=a.cu}\nold\n```\n```{.cpp file=stale.cu}\nold\n```\n")

    def refuse_book(self, text: str, *more: str) -> str:
        self.write("x.md", text)
        return self.refuse("--output", "out", "--index", "index", "--stamp", "stamp", "x.md", *more)

    def test_every_error_of_a_run(self) -> None:
        errors = self.refuse_book(ROOT.replace("<<b>>", "<<c>>\n<<b>>;\n  <<b>>") + CHUNK + "```{.cpp file=/b.cu}\n", "none.md")
        self.assertEqual(
            [line for line in errors.splitlines() if " error: " in line],
            [
                "x.md:3:1: error: there is no chunk 'c'",
                "x.md:4:1: error: this is nearly a reference to a chunk, but not one",
                "x.md:10:1: error: this fence is never closed",
                "x.md:10:1: error: target '/b.cu' is absolute",
                "none.md:1:1: error: cannot read the chapter: No such file or directory",
            ],
        )

    def test_unknown_chunk(self) -> None:
        self.assertEqual(
            self.refuse_book(ROOT.replace("b>", "bb>") + CHUNK).splitlines()[:2],
            ["x.md:3:1: error: there is no chunk 'bb'", "  hint: did you mean <<b>>, defined at x.md:5?"],
        )

    def test_cycle(self) -> None:
        self.assertEqual(self.refuse_book(ROOT + "```{.cpp #b}\n <<b>>\n```\n"), "x.md:6:2: error: chunk 'b' uses itself\n")

    def test_unused_chunk(self) -> None:
        self.assertIn("x.md:1:1: error: chunk 'b' is never used", self.refuse_book(CHUNK))

    def test_unclosed_fence(self) -> None:
        self.assertIn("x.md:1:1: error: this fence is never closed", self.refuse_book("```{.cpp file=a.cu}\n"))

    def test_near_miss(self) -> None:
        for line in ["<<two words>>", "<< b >>", "<<b>>;", "x <<b>>", "<b>>", "// <<b>>"]:
            with self.subTest(line):
                self.assertIn("x.md:3:", self.refuse_book(ROOT.replace("<<b>>", line) + CHUNK.replace("int b;", "")))

    def test_one_target_of_two_chapters(self) -> None:
        self.write("y.md", "\n```{.cpp file=a.cu}\n```\n")
        errors = self.refuse_book(ROOT + CHUNK, "y.md")
        self.assertIn(
            "y.md:2:1: error: target 'a.cu' is already made by another chapter\nx.md:1:1: note: it is made here\n", errors
        )

    def test_two_chapters_of_one_name(self) -> None:
        self.write("y/x.md", "")
        self.assertIn("y/x.md:1:1: error: there is another chapter of this name: x.md", self.refuse_book(ROOT + CHUNK, "y/x.md"))

    def test_targets_outside(self) -> None:
        for target, why in [
            ("../b.cu", "leaves the output folder"),
            ("d/../../b.cu", "leaves the output folder"),
            (str(self.folder / "b.cu"), "is absolute"),
            (".tangled", "is kept for tangle itself"),
            ("./b.cu", "is not written in its shortest form"),
        ]:
            with self.subTest(target):
                self.assertIn(f"x.md:1:1: error: target '{target}' {why}", self.refuse_book(f"```{{.cpp file={target}}}\n```\n"))

    def test_foreign_files(self) -> None:
        self.write("out/mine.cu", "precious")
        (self.folder / "out/folder.cu").mkdir()
        os.mkfifo(self.folder / "out/pipe.cu")
        for target, why in [
            ("mine.cu", "is a file that no chapter made"),
            ("folder.cu", "is a folder"),
            ("pipe.cu", "is no plain file"),
            ("mine.cu/b.cu", "is no folder"),
        ]:
            with self.subTest(target):
                errors = self.refuse_book(f"```{{.cpp file={target}}}\n```\n")
                self.assertTrue(errors.startswith(f"x.md:1:1: error: cannot make '{target}': "))
                self.assertIn(why, errors)

    def test_foreign_files_are_named_with_the_other_errors(self) -> None:
        self.write("out/mine.cu", "precious")
        errors = self.refuse_book("```{.cpp file=mine.cu}\n<<b>>\n```\n")
        self.assertIn("x.md:1:1: error: cannot make 'mine.cu'", errors)
        self.assertIn("x.md:2:1: error: there is no chunk 'b'", errors)

    def test_foreign_index(self) -> None:
        self.write("index/x.index.lua", "precious")
        self.assertIn("x.md:1:1: error: cannot make 'x.index.lua'", self.refuse_book(ROOT + CHUNK))

    def test_index_as_a_target(self) -> None:
        self.write("x.md", "```{.lua file=x.index.lua}\n```\n")
        self.assertIn("is made twice", self.refuse("--output", "out", "--index", "out", "x.md"))
        self.write("x.md", "```{.lua file=i/x.index.lua}\n```\n")
        self.assertIn("is made twice", self.refuse("--output", "out", "--index", "out/i", "x.md"))

    def test_links(self) -> None:
        self.write("elsewhere/precious.cu", "precious")
        os.symlink("../elsewhere/precious.cu", self.folder / "out/link.cu")
        os.symlink("../elsewhere/none.cu", self.folder / "out/dangling.cu")
        os.symlink("../elsewhere", self.folder / "out/folder")
        for target in ["link.cu", "dangling.cu", "folder/new.cu", "folder/precious.cu"]:
            with self.subTest(target):
                errors = self.refuse_book(f"```{{.cpp file={target}}}\n```\n")
                self.assertIn("x.md:1:1: error: cannot make", errors)
                self.assertIn("is a link", errors)

    def test_a_link_in_place_of_an_own_file(self) -> None:
        self.write("precious", "kept")
        os.remove(self.folder / "out/a.cu")
        os.symlink("../precious", self.folder / "out/a.cu")
        self.assertIn("is a link", self.refuse_book(ROOT + CHUNK))

    def test_bad_input(self) -> None:
        (self.folder / "folder.md").mkdir()
        self.write("latin.md", b"fine\nna\xefve\n")
        self.write("zero.md", b"a\0b\n")
        errors = self.refuse("--output", "out", "none.md", "folder.md", "latin.md", "zero.md")
        self.assertEqual(
            errors,
            "none.md:1:1: error: cannot read the chapter: "
            "No such file or directory\n"
            "folder.md:1:1: error: cannot read the chapter: Is a directory\n"
            "latin.md:2:3: error: byte 7 of the file is not UTF-8\n"
            "  hint: save the chapter as UTF-8\n"
            "zero.md:1:2: error: byte 1 of the file is zero; this is no text\n",
        )

    @unittest.skipIf(os.geteuid() == 0, "root may do anything")
    def test_permissions(self) -> None:
        self.write("x.md", ROOT + CHUNK)
        os.chmod(self.folder / "x.md", 0)
        self.assertIn("Permission denied", self.refuse("--output", "out", "x.md"))
        os.chmod(self.folder / "x.md", 0o644)
        os.chmod(self.folder / "out", 0o555)
        self.assertIn("Permission denied", self.refuse("--output", "out", "x.md"))
        os.chmod(self.folder / "out", 0o755)

    def test_output_that_is_no_folder(self) -> None:
        self.write("file", "")
        self.write("x.md", ROOT + CHUNK)
        for output in ["file", "file/out"]:
            self.assertIn("Not a directory", self.refuse("--output", output, "x.md"))

    def test_output_that_cannot_be_made_leaves_nothing(self) -> None:
        self.write("x.md", "```{.cpp file=" + "/".join(["d" * 250] * 20) + "}\n```\n")
        self.assertIn("x.md:1:1: error: cannot make the folder", self.refuse("--output", "new/out", "x.md"))

    def test_damaged_manifest(self) -> None:
        manifest = self.read("out/.tangled")
        for text in ["nonsense\n", manifest + "../precious\n", manifest + "/etc/passwd\n"]:
            self.write("out/.tangled", text)
            self.assertIn("'.tangled'".replace("'.", "/."), self.refuse_book(ROOT + CHUNK))

    def test_full_disk(self) -> None:
        text = "```{.cpp file=a.cu}\n" + "int x;\n" * 2000 + "```\n```{.cpp file=b.cu}\n```\n"
        self.write("x.md", text)

        def limit() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

        for output in ["out", "new/out"]:
            errors = self.refuse("--output", output, "x.md", preexec_fn=limit)
            self.assertEqual(errors, "x.md:1:1: error: cannot write 'a.cu': File too large\n")

    def test_a_late_failure_undoes_everything(self) -> None:
        self.write("x.md", ROOT + CHUNK + "```{.cpp file=d/new.cu}\n```\n")
        for output in ["out", "new/out"]:
            errors = self.refuse("--output", output, "--index", "index", "--stamp", "none/stamp", "x.md")
            self.assertIn("cannot write the stamp 'none/stamp'", errors)

    def test_a_stamp_overwrites_nothing(self) -> None:
        errors = self.refuse("--output", "out", "--stamp", "x.md", "x.md")
        self.assertIn("the stamp 'x.md' is something else than an empty file", errors)

    def test_a_chain_of_chunks_takes_time_memory_and_space_in_proportion(self) -> None:
        def chain(length: int) -> str:
            parts = ["```{.cpp file=x.cu}\nint x;\n<<c1>>\n```\n"]
            parts += [f"```{{.cpp #c{n}}}\nint x{n};\n<<c{n + 1}>>\n```\n" for n in range(1, length)]
            return self.write("chain.md", "".join(parts) + f"```{{.cpp #c{length}}}\nint last;\n```\n")

        def cost(length: int) -> tuple[float, int, int, int]:
            """Seconds, bytes of memory, bytes written and bytes read."""
            name = chain(length)
            process = subprocess.Popen([TANGLE, "--output", "out", "--index", "out", name], cwd=self.folder)
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual(process.returncode, 0)
            written = sum(path.stat().st_size for path in (self.folder / "out").iterdir())
            return used.ru_utime + used.ru_stime, 1024 * used.ru_maxrss, written, (self.folder / name).stat().st_size

        small, large = cost(20000), cost(80000)
        for seconds, memory, written, read in (small, large):
            self.assertLess(written, 9 * read)
            self.assertLess(memory, (16 << 20) + 45 * read)
            self.assertLess(seconds, 1)
        self.assertLess(large[2], 4.5 * small[2])
        self.assertTrue(self.read("out/x.cu").endswith("int last;\n"))


if __name__ == "__main__":
    unittest.main()
