"""Tests of the bounds of programs that nobody here has written."""

import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

from shared.bounded import Bounds, Ended, Stopped, run
from shared.tools import SCRIPTS


def python(program: str, seconds: float = 60, **bounds: int) -> Ended:
    return run([sys.executable, "-c", program], Bounds(seconds, **bounds))


class Bounded(unittest.TestCase):
    def test_words_and_status_are_those_of_the_program(self) -> None:
        said = python("import sys; print('out'); print('err', file=sys.stderr); print(repr(sys.stdin.read())); sys.exit(3)")
        self.assertEqual(said, Ended(3, "err\n", "out\n''\n"))

    def test_where_and_with_what_it_runs_is_said(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            said = run(["/bin/sh", "-c", "pwd; echo $ONE"], Bounds(60), Path(folder), {"ONE": "two"})
            self.assertEqual(said.words, f"{Path(folder).resolve()}\ntwo\n")

    def test_a_crash_is_its_signal(self) -> None:
        self.assertEqual(python("import os; os.abort()").status, -6)

    def test_what_never_ends_is_ended_with_all_that_it_has_started(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            mark = Path(folder, "mark")
            began = time.monotonic()
            said = run(["/bin/sh", "-c", f"echo begun; (sleep 3; touch {mark}) & sleep 60"], Bounds(1))
            self.assertEqual(said, Ended(None, "", "begun\n"))
            self.assertLess(time.monotonic() - began, 3)
            time.sleep(max(0, began + 4 - time.monotonic()))
            self.assertFalse(mark.exists())

    def test_what_stays_behind_is_ended_too(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            mark = Path(folder, "mark")
            self.assertEqual(run(["/bin/sh", "-c", f"(sleep 1; touch {mark}) &"], Bounds(60)).status, 0)
            time.sleep(2)
            self.assertFalse(mark.exists())

    def test_it_can_be_stopped(self) -> None:
        stop = threading.Event()
        threading.Timer(0.5, stop.set).start()
        began = time.monotonic()
        with self.assertRaises(Stopped):
            run(["/bin/sleep", "60"], Bounds(60), stop=stop)
        self.assertLess(time.monotonic() - began, 10)
        self.assertEqual(run(["/bin/echo", "said"], Bounds(60), stop=threading.Event()).words, "said\n")
        self.assertEqual(run(["/bin/sleep", "60"], Bounds(0.3), stop=threading.Event()).status, None)

    def test_it_ends_with_who_runs_it(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "process")
            script = (
                f"from shared.bounded import Bounds, run; run(['/bin/sh', '-c', 'echo $$ > {path}; exec sleep 60'], Bounds(60))"
            )
            runner = subprocess.Popen([sys.executable, "-c", script], cwd=SCRIPTS)
            while not path.exists() or not path.read_text().strip():
                time.sleep(0.01)
            runner.kill()
            runner.wait()
            process = Path("/proc", path.read_text().strip())
            for _ in range(100):
                if not process.exists() or "State:\tZ" in (process / "status").read_text():
                    return
                time.sleep(0.05)
            self.fail("it still runs")

    def test_memory_is_bounded(self) -> None:
        program = "print(len(bytearray(1 << 30)))"
        self.assertEqual(python(program, memory=2 << 30).words, f"{1 << 30}\n")
        self.assertIn("MemoryError", python(program, memory=1 << 29).errors)

    def test_words_are_bounded_and_begin_and_end_as_they_did(self) -> None:
        said = python("print('a' * 5000 + 'end')", words=100).words
        self.assertEqual(said, "a" * 50 + "\n… 4904 bytes left out …\n" + "a" * 46 + "end\n")
        endless = python("while True: print('x' * 5000)", file=1 << 20)
        self.assertNotEqual(endless.status, 0)
        self.assertLessEqual(len(endless.words), 1 << 20)

    def test_files_are_bounded(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "large")
            self.assertNotEqual(python(f"open({str(path)!r}, 'wb').write(bytes(1 << 20))", file=1000).status, 0)
            self.assertLessEqual(path.stat().st_size, 1000)

    def test_a_program_that_is_missing_is_told(self) -> None:
        said = run(["/nowhere/at/all"], Bounds(60))
        self.assertEqual(said.status, 127)
        self.assertIn("/nowhere/at/all", said.errors)


if __name__ == "__main__":
    unittest.main()
