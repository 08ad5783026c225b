"""Tests of the tangle command: what it writes and shows."""

import os
import shlex
import shutil
import subprocess
import threading
import unittest

from tangle.tests.running import CHUNK, ROOT, TANGLE, CommandTest, snapshot


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


if __name__ == "__main__":
    unittest.main()
