"""Tests of what the tangle command refuses, and that it refuses cleanly."""

import os
import resource
import subprocess
import unittest

from tangle.tests.running import CHUNK, ROOT, TANGLE, CommandTest


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
