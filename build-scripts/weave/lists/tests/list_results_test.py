"""Tests of what Python hands on to the weaver: data that Lua reads as they were, and results, written only if they changed."""

import os
import tempfile
import unittest
from pathlib import Path

from results import machines
from shared import output
from weave.tests import fixture
from weave.tests.fixture import Book, lua, record


class Data(unittest.TestCase):
    def shown(self, value: object) -> str:
        with tempfile.TemporaryDirectory() as folder:
            output.write_lua(Path(folder, "value.lua"), value)
            return lua(
                f"""
              for name, each in pairs(require("build.data").read("{folder}/value.lua")) do
                io.write(tostring(name), "=", (tostring(each):gsub("\\r", "<CR>")), math.type(each) or "", ";")
              end
            """
            )

    def test_texts_are_read_as_they_were(self) -> None:
        for text in ('a "quoted" \\ word', "two\nlines\r\n", "\x00\x07\x7f1", "\u2020 ]] --[[ \\n", ""):
            with self.subTest(text):
                self.assertEqual(self.shown({"it": text}), f"it={text};".replace("\r", "<CR>"))

    def test_numbers_and_truths(self) -> None:
        self.assertEqual(self.shown([1, 0.5, -3, 1e300, True]), "1=1integer;2=0.5float;3=-3integer;4=1e+300float;5=true;")

    def test_a_dependency_file_has_each_path_once(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "depfile")
            output.write_depfile(path, Path("a b"), [Path("c#"), Path("$d"), Path("c#")])
            self.assertEqual(path.read_text(), "a\\ b: c\\# $$d\n")


class Listed(unittest.TestCase):
    FILES = {
        "counted/one-c.csv": "n\n1\n",
        "measured/here/one-x.csv": record("one-x", "n\n2\n"),
        "recorded/here/one-x.csv": record("one-x", "n\n3\n"),
        "recorded/there/one-x.csv": record("one-x", "n\n4\n", "there"),
    }

    def test_a_file_is_rewritten_only_if_what_it_says_changed(self) -> None:
        with Book({"one": "# T\n"}, self.FILES) as book:
            book.list_results("here")
            made = [book.folder / "results.list", *sorted((book.folder / "results").glob("**/*.lua"))]
            self.assertEqual(
                [str(path.relative_to(book.folder / "results")) for path in made[1:]],
                ["counted/one-c.lua", "measured/here/one-x.lua", "recorded/here/one-x.lua", "recorded/there/one-x.lua"],
            )
            for path in made:
                os.utime(path, ns=(1, 1))
            book.write("recorded/there/one-x.csv", record("one-x", "n\n5\n", "there"))
            book.list_results("here")
            self.assertEqual([path.name for path in made if path.stat().st_mtime_ns != 1], ["one-x.lua"])
            self.assertNotEqual(made[-1].stat().st_mtime_ns, 1)
            (book.folder / "recorded/there/one-x.csv").unlink()
            book.list_results("here")
            self.assertFalse(made[-1].exists())
            self.assertNotEqual(made[0].stat().st_mtime_ns, 1)

    def test_machines_have_short_names_where_these_tell_them_apart(self) -> None:
        names = [
            "nvidia-h200",
            "nvidia-h100-80gb-hbm3",
            "nvidia-geforce-rtx-4090",
            "laptop",
            "nvidia-a100-40gb",
            "nvidia-a100-80gb",
        ]
        self.assertEqual(list(machines.labels(names).values()), ["H200", "H100", "4090", "laptop", *names[4:]])

    def test_readers_are_told_models_where_folders_are_called_after_them(self) -> None:
        files = {
            "measured/nvidia-h200/one-x.csv": "n\n2\n",
            "recorded/nvidia-h200/one-x.csv": "n\n3\n",
            "recorded/nvidia-h100-80gb-hbm3/one-x.csv": "n\n4\n",
        }
        with Book({"one": "# T\n"}, files) as book:
            found = machines.find("nvidia-h200", book.folder / "measured", book.folder / "recorded")
        self.assertEqual([each.label for each in found], ["H200 (measured here)", "H200 (as recorded)", "H100"])
        self.assertEqual([each.name for each in found], ["nvidia-h200", "nvidia-h200~recorded", "nvidia-h100-80gb-hbm3"])

    def test_a_list_of_a_chapter_holds_what_is_its_own(self) -> None:
        files = self.FILES | {
            "counted/two-c.csv": "n\n1\n",
            "counted/two-parts-c.csv": "n\n1\n",
            "published/old.csv": "n\n1\n",
            "figures/one.svg": "<svg/>",
            "figures/one-x.svg": "<svg/>",
            "figures/old.svg": "<svg/>",
        }
        with Book({"one": "# T\n", "two": "# T\n", "two-parts": "# T\n"}, files) as book:
            for of, results, pictures in (
                ("one", "one-c one-x", "one-x one"),
                ("two", "two-c", ""),
                ("two-parts", "two-parts-c", ""),
                ("-", "old", "old"),
            ):
                with self.subTest(of):
                    book.list_results("here", of)
                    told = lua(
                        """
                      local list = require("build.data").read("results.list")
                      local names = pandoc.List()
                      for name in pairs(list.machines[1].results) do names:insert(name) end
                      names:sort()
                      local pictures = pandoc.List(list.pictures):map(pandoc.path.filename)
                      local machines = pandoc.List(list.machines):map(function(each) return each.name end)
                      print(list.of, table.concat(machines, " "), table.concat(names, " "), table.concat(pictures, " "))
                    """,
                        book.folder,
                    )
                    expected = " ".join(f"{each}.svg" for each in pictures.split())
                    self.assertEqual(told, f"{of}\there here~recorded there\t{results}\t{expected}\n")

    def test_ninja_is_told_what_may_change_without_a_step(self) -> None:
        with Book({"one": "# T\n"}, self.FILES | {"recorded/here/machine.txt": "machine: here\n"}) as book:
            book.list_results("here")
            target, _, sources = (book.folder / "results.d").read_text().partition(": ")
        self.assertEqual(target, "results.list")
        self.assertEqual(
            sources.split(),
            [
                "measured",
                "measured/here",
                "measured/here/one-x.csv",
                "published",
                "recorded",
                "recorded/here",
                "recorded/here/machine.txt",
                "recorded/here/one-x.csv",
                "recorded/there",
                "recorded/there/one-x.csv",
            ],
        )


if __name__ == "__main__":
    fixture.main()
