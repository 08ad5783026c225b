"""keys: what changes a program's keys and what does not, with a simulator that is a shell script."""

import re
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any

from shared.tools import command

KEYS = command("keys")

SOURCE = r"""#line 12 "chapters/one.md"
// The sum of a warp.
__global__ void sum(float* x) {
  /* lanes */ x[0] += 1'000;  // one lane's
  const char* url = "http://example.org/*"; char slash = '"';
  const char* raw = R"(// kept
#line 3
)";
}
"""

# Rehearses what lies beside it.
PROGRAM = """#!/bin/sh
if [ "$1" = --list ]; then
  for log in "$0".*.log; do
    [ -e "$log" ] || continue
    name=$(basename "$log" .log)
    case $name in *-read) kind=profiled ;; *) kind=experiment ;; esac
    echo "$kind: ${name#*-sim.}"
  done
  exit 0
fi
[ "$1 $2" = '--rehearse --output' ] || exit 2
echo "$@" >> "$0.runs"
for log in "$0".*.log; do
  copy="$3/${log#"$0".}"
  cp "$log" "$copy"
  ! grep -q '^chance' "$copy" || echo "$3" >> "$copy"
done
"""


class KeysTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.program = self.folder / "one-sim"
        self.program.write_text(PROGRAM)
        self.program.chmod(0o755)
        (self.folder / "method.cpp").write_text("int method;\n")
        self.log("one-a", "launch 0\n")
        self.log("one-b", "launch 0\nlaunch 1\n")

    def log(self, experiment: str, text: str) -> None:
        (self.folder / f"one-sim.{experiment}.log").write_text(text)

    def keys(
        self, source: str = SOURCE, *arguments: Path | str, flags: tuple[str, str] | tuple[str] = ("-O3",)
    ) -> dict[str, Any]:
        """The parts of each experiment's key."""
        (self.folder / "one.cu").write_text(source)
        command = [
            *KEYS,
            "--output",
            self.folder / "one.keys",
            "--source",
            self.folder / "one.cu",
            "--method",
            self.folder / "method.cpp",
            *arguments,
            self.program,
            "--",
            *flags,
        ]
        self.made = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(self.made.returncode, 0, self.made.stderr)
        keys = {}
        for line in (self.folder / "one.keys").read_text().splitlines():
            self.assertRegex(line, r"^one-\w+ launches:[0-9a-f]{16} source:[0-9a-f]{16} method:[0-9a-f]{16}$")
            keys[line.split()[0]] = dict(re.findall(r"(\w+):(\w+)", line))
        return keys

    def assert_changed(self, before: dict[str, Any], after: dict[str, Any], *expected: str) -> None:
        """That just these have changed: "experiment part"."""
        self.assertEqual(before.keys(), after.keys())
        changed = [f"{name} {part}" for name in before for part in before[name] if before[name][part] != after[name][part]]
        # All of them measured twice change with any of them.
        timed = [each.split()[1] for each in expected if "counters" not in each]
        self.assertEqual(sorted(changed), sorted({*expected, *(f"one-twice {part}" for part in timed)}))

    def assert_source(self, old: str, new: str, same: bool) -> None:
        self.assertIn(old, SOURCE)
        parts = [] if same else ["one-a source", "one-b source"]
        self.assert_changed(self.keys(), self.keys(SOURCE.replace(old, new)), *parts)

    def test_comments_lines_and_layout_make_no_difference(self) -> None:
        self.assert_source("one lane's", "no lane's", True)
        self.assert_source("/* lanes */ ", "/* of\nmany\nlines */ ", True)
        self.assert_source("  // one lane's", "", True)
        self.assert_source("// The sum of a warp.\n", "// Don't.\n\n\n", True)
        self.assert_source('#line 12 "chapters/one.md"', '#line 99 "chapters/two.md"', True)
        self.assert_source('#line 12 "chapters/one.md"\n', "", True)
        self.assert_source("  const char* url", "\tconst  char* url", True)

    def test_code_makes_a_difference_to_the_source_alone(self) -> None:
        self.assert_source("+= 1'000", "+= 1'001", False)
        self.assert_source("x[0] += 1", "x[0]; += 1", False)
        self.assert_source("float* x", "floatx", False)

    def test_literals_are_code(self) -> None:
        self.assert_source("//example.org/*", "//example.org/", False)
        self.assert_source("http://example", "http://  example", False)
        self.assert_source("// kept", "//  kept", False)
        self.assert_source("#line 3", "#line 4", False)
        self.assert_source("'\"'", "'//'", False)

    def test_launches_make_a_difference_to_their_experiment_alone(self) -> None:
        before = self.keys()
        self.log("one-b", "launch 0\nlaunch 2\n")
        self.assert_changed(before, self.keys(), "one-b launches")

    def test_where_not_all_is_seen_the_source_is_part_of_the_launches(self) -> None:
        for text in ("launch 0\nunseen: code on the host\n", "unseen: its rehearsal ended with status 1\n", "chance\n"):
            with self.subTest(text):
                self.log("one-b", text)
                after = self.keys(SOURCE.replace("1'000", "1'001"))
                self.assert_changed(self.keys(), after, "one-a source", "one-b source", "one-b launches")
                if "host" not in text:
                    self.assertIn("one-b: its rehearsal ", self.made.stdout)

    def test_where_it_is_clear_only_the_code_counts_that_is_reached(self) -> None:
        self.log("one-b", "launch 0\nunseen: code on the host\n")
        program = """void a() {}
            void b() {}
            int main() { program.measure("one-a", {}, [] { a(); }); program.measure("one-b", {}, [] { b(); }); }"""
        before = self.keys(program)
        self.assert_changed(before, self.keys(program.replace("a() {}", "a() { more(); }")), "one-a source", "one-b source")
        self.assert_changed(
            before, self.keys(program.replace("b() {}", "b() { more(); }")), "one-a source", "one-b source", "one-b launches"
        )

    def test_a_process_rehearses_all_experiments_and_another_does_so_again(self) -> None:
        self.keys()
        self.assertEqual(len((self.folder / "one-sim.runs").read_text().splitlines()), 2)

    def test_flags_make_a_difference_to_both(self) -> None:
        both = [f"one-{name} {part}" for name in "ab" for part in ("launches", "source")]
        self.assert_changed(self.keys(), self.keys(flags=("-O2",)), *both)
        self.assert_changed(self.keys(flags=("-a", "b")), self.keys(flags=("-a b",)), *both)

    def test_the_method_counts_by_itself(self) -> None:
        before = self.keys()
        (self.folder / "method.cpp").write_text("// How?\nint   method;\n")
        self.assert_changed(before, self.keys())
        (self.folder / "method.cpp").write_text("int other_method;\n")
        self.assert_changed(before, self.keys(), "one-a method", "one-b method")

    def test_a_profiled_experiment_is_read_by_another_method_and_is_not_measured_twice(self) -> None:
        before = self.keys()
        self.log("one-read", "launch 0\n")
        read = self.keys()
        self.assertNotEqual(read["one-read"]["method"], read["one-a"]["method"])
        self.assertEqual(before, {name: parts for name, parts in read.items() if name != "one-read"})
        (self.folder / "method.cpp").write_text("int other_method;\n")
        self.assertEqual(read["one-read"], self.keys()["one-read"])

    def test_included_files_count(self) -> None:
        program = '#include "part.cuh"\n#include <vector>\n#include "absent.h"\n' + SOURCE
        part = self.folder / "headers" / "part.cuh"
        part.parent.mkdir()

        def keys(part_text: str) -> dict[str, Any]:
            part.write_text(part_text)
            return self.keys(program, "--search", part.parent)

        before = keys('#include "part.cuh"  // itself\nint a;\n')
        self.assert_changed(before, keys('#include "part.cuh"\n\nint a;\n'))
        self.assert_changed(before, keys('#include "part.cuh"\nint c;\n'), "one-a source", "one-b source")

    def test_a_file_that_moves_outdates_nothing(self) -> None:
        def keys(place: str) -> dict[str, Any]:
            """With a header at that place, which the program and the method include."""
            header = self.folder / place
            header.parent.mkdir(parents=True, exist_ok=True)
            header.write_text("int a;\n")
            (self.folder / "method.cpp").write_text(f'#include "{place}"\nint method;\n')
            return self.keys(f'#include "{place}"\n' + SOURCE, "--search", self.folder)

        before = keys("harness/part.hpp")
        self.assert_changed(before, keys("harness/timing/part.hpp"))
        self.assert_changed(before, keys("harness/timing/clocks/part.hpp"))
        both = [f"one-{name} {part}" for name in "ab" for part in ("source", "method")]
        self.assert_changed(before, keys("harness/timing/other.hpp"), *both)

    def test_the_counters_rest_on_what_was_counted(self) -> None:
        stamp = self.folder / "one.counted"
        stamp.write_text("aaaa  one-launches.csv\nbbbb  work.log\n")
        before = self.keys(SOURCE, "--counted", stamp)
        self.assertEqual(sorted(before), ["one-a", "one-b", "one-counters", "one-twice"])
        stamp.write_text("cccc  one-launches.csv\nbbbb  work.log\n")
        self.assert_changed(before, self.keys(SOURCE, "--counted", stamp))
        stamp.write_text("aaaa  one-launches.csv\ndddd  work.log\n")
        self.assert_changed(before, self.keys(SOURCE, "--counted", stamp), "one-counters launches")
        stamp.write_text("aaaa  one-launches.csv\n")
        self.assertEqual(sorted(self.keys(SOURCE, "--counted", stamp)), ["one-a", "one-b", "one-twice"])

    def test_the_file_is_left_alone_where_nothing_changed(self) -> None:
        self.keys()
        before = (self.folder / "one.keys").stat().st_mtime_ns
        self.keys(SOURCE.replace("one lane's", ""))
        self.assertEqual((self.folder / "one.keys").stat().st_mtime_ns, before)

    def test_a_program_that_cannot_say_what_it_times_is_an_error(self) -> None:
        self.program.write_text("#!/bin/sh\nexit 3\n")
        run = subprocess.run(
            [*KEYS, "--output", self.folder / "new.keys", "--source", self.folder / "method.cpp", self.program, "--"],
            capture_output=True,
            text=True,
        )
        self.assertEqual(run.returncode, 1)
        self.assertIn("exit status 3", run.stderr)
        self.assertFalse((self.folder / "new.keys").exists())


if __name__ == "__main__":
    unittest.main()
