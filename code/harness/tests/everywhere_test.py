#!/usr/bin/env python3
"""The chapter's program of many processes, on simulated GPUs: the same sums whatever it is given; and no process hangs.

Usage: everywhere_test.py SIMULATE-NVCC EVERYWHERE.cu
"""

import contextlib
import os
import random
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

SIMULATE_NVCC, SOURCE = (Path(each).resolve() for each in sys.argv[1:3])
del sys.argv[1:3]
SOON = 20  # seconds


def sums(n: int) -> str:
    total = sum(i % 10 for i in range(n))
    pi = (sum(4 / (1 + (i / n) ** 2) for i in range(n)) - 1) / n if n else 0
    return f"sum {total}, pi {pi:.9f}"


class EverywhereTest(unittest.TestCase):
    folder: Path
    program: Path

    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.program = cls.folder / "everywhere"
        command: list[str | Path] = [SIMULATE_NVCC, "-std=c++20", "-Xcompiler=-g1", SOURCE, "-o", cls.program, "-lnccl"]
        subprocess.run(command, check=True)

    def start(
        self, words: list[str], devices: int, before: tuple[str, ...] = (), more: dict[str, str] | None = None
    ) -> subprocess.Popen[str]:
        environment = {**os.environ, "SIMULATE_DEVICES": str(devices), **(more or {})}
        return subprocess.Popen(
            [*before, str(self.program), *words], env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def results(self, running: list[subprocess.Popen[str]], seconds: int = SOON) -> list[tuple[int, str, str]]:
        """Of each: status, output, errors."""
        found = []
        for each in running:
            try:
                output, errors = each.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                for other in running:
                    other.kill()
                self.fail("a process hangs")
            found.append((each.returncode, output, errors))
        return found

    def run_plain(self, n: int, processes: int, devices: int, **more: str) -> list[tuple[int, str, str]]:
        at = f"localhost:{random.randrange(20000, 32000)}"
        words = [[str(n), str(rank), str(processes), at] for rank in range(processes)]
        return self.results([self.start(each, devices, more=more) for each in words])

    def test_the_sums_do_not_depend_on_the_processes(self) -> None:
        for processes, devices in ((1, 1), (1, 4), (2, 2), (2, 3), (3, 4), (4, 4)):
            for n in (0, 1, 3, 1003):
                with self.subTest(n=n, processes=processes, devices=devices):
                    first, *others = self.run_plain(n, processes, devices)
                    head = f"processes: {processes}, hosts: 1, GPUs: {devices}"
                    self.assertEqual(first, (0, f"{head}\n{sums(n)}\n", ""))
                    self.assertEqual(others, [(0, "", "")] * (processes - 1))

    def test_alone_it_needs_no_address(self) -> None:
        (alone,) = self.results([self.start(["100"], 2)])
        self.assertEqual(alone[:2], (0, f"processes: 1, hosts: 1, GPUs: 2\n{sums(100)}\n"))

    def test_launchers_say_who_is_who(self) -> None:
        for rank_name, size_name in (("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"), ("SLURM_PROCID", "SLURM_STEP_NUM_TASKS")):
            at = {"MEET_AT": f"localhost:{random.randrange(20000, 32000)}", size_name: "2"}
            first, second = self.results([self.start(["100"], 2, more={**at, rank_name: str(rank)}) for rank in range(2)])
            self.assertEqual(first, (0, f"processes: 2, hosts: 1, GPUs: 2\n{sums(100)}\n", ""))
            self.assertEqual(second, (0, "", ""))

    def test_a_batch_script_s_own_process_is_alone(self) -> None:
        batch = {"SLURM_PROCID": "0", "SLURM_NTASKS": "16"}
        (alone,) = self.results([self.start(["100"], 2, more=batch)])
        self.assertEqual(alone[:2], (0, f"processes: 1, hosts: 1, GPUs: 2\n{sums(100)}\n"))

    @unittest.skipUnless(shutil.which("mpirun"), "no mpirun here")
    def test_mpirun(self) -> None:
        launcher = ("mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "2")
        at = f"localhost:{random.randrange(20000, 32000)}"
        (launched,) = self.results([self.start(["100"], 2, launcher, {"MEET_AT": at})], 60)
        self.assertEqual(launched[:2], (0, f"processes: 2, hosts: 1, GPUs: 2\n{sums(100)}\n"), launched[2])

    def test_two_hosts(self) -> None:
        at = f"localhost:{random.randrange(20000, 32000)}"
        running = []
        for rank in range(2):
            host = ("unshare", "--uts", "sh", "-c", f'hostname host-{rank} && exec "$@"', "sh")
            if subprocess.run([*host, "true"], capture_output=True).returncode:
                self.skipTest("no further host name may be made here")
            running.append(self.start(["1003", str(rank), "2", at], 2, host))
        first, second = self.results(running)
        self.assertEqual(first, (0, f"processes: 2, hosts: 2, GPUs: 4\n{sums(1003)}\n", ""))
        self.assertEqual(second, (0, "", ""))

    def test_more_processes_than_gpus(self) -> None:
        for rank, (status, output, errors) in enumerate(self.run_plain(100, 3, 2)):
            what = "no GPU is left for process 2, one of 3 on a host with 2"
            self.assertEqual((status, output, errors), (1, "", f"process {rank} of 3: {what}\n"))

    def test_another_n(self) -> None:
        at = f"localhost:{random.randrange(20000, 32000)}"
        running = [self.start([n, str(rank), "3", at], 3) for rank, n in enumerate(("1000", "1000", "1001"))]
        for rank, result in enumerate(self.results(running)):
            what = "process 2 was given another N than process 0"
            self.assertEqual(result, (1, "", f"process {rank} of 3: {what}\n"))

    def test_no_plan_comes(self) -> None:
        for closes, seconds in ((True, SOON), (False, 60)):
            with self.subTest(closes=closes), socket.create_server(("localhost", 0)) as door:
                guest = self.start(["100", "1", "2", f"localhost:{door.getsockname()[1]}"], 2)
                with door.accept()[0] as connection:
                    if closes:
                        connection.close()
                    results = self.results([guest], seconds)
                what = "process 0 has ended, or does not expect this process"
                self.assertEqual(results, [(1, "", f"process 1 of 2: {what}\n")])

    def test_a_process_that_dies_ends_all(self) -> None:
        for victim in range(3):
            results = self.run_plain(1000, 3, 3, VICTIM=str(victim))
            for rank, (status, output, errors) in enumerate(results):
                if rank == victim:
                    self.assertEqual(status, -signal.SIGKILL)
                else:
                    self.assertEqual((status, output), (1, ""))
                    self.assertEqual(errors, f"process {rank} of 3: process {victim} has ended\n")

    def test_strangers_are_sent_away(self) -> None:
        port = random.randrange(20000, 32000)
        words = ["1003", "0", "2", f"localhost:{port}"]
        first = self.start(words, 2)
        with contextlib.ExitStack() as strangers:
            for said in (b"", b"GET / HTTP/1.1\r\n\r\n", bytes(4096)):
                strangers.enter_context(self.connected(port)).sendall(said)
            results = self.results([first, self.start([words[0], "1", *words[2:]], 2)], 60)
        self.assertEqual(results, [(0, f"processes: 2, hosts: 1, GPUs: 2\n{sums(1003)}\n", ""), (0, "", "")])

    def test_a_stranger_who_dribbles_is_sent_away(self) -> None:
        port = random.randrange(20000, 32000)
        words = ["1003", "0", "2", f"localhost:{port}"]
        first = self.start(words, 2)
        with self.connected(port) as stranger:
            begun = time.monotonic()
            with contextlib.suppress(ConnectionError):
                while time.monotonic() - begun < 10:
                    stranger.sendall(b"\0")
                    time.sleep(0.3)
            self.assertLess(time.monotonic() - begun, 5)
            results = self.results([first, self.start([words[0], "1", *words[2:]], 2)])
        self.assertEqual(results, [(0, f"processes: 2, hosts: 1, GPUs: 2\n{sums(1003)}\n", ""), (0, "", "")])

    def test_hellos_that_lie(self) -> None:
        port = random.randrange(20000, 32000)
        words = ["1003", "0", "2", f"localhost:{port}"]
        first = self.start(words, 2)
        with self.connected(port) as stranger:
            stranger.sendall(struct.pack("3i64sN", 1, 2, -1, b"elsewhere", 1003))
            results = self.results([first, self.start([words[0], "1", *words[2:]], 2)])
        self.assertEqual(results, [(0, f"processes: 2, hosts: 1, GPUs: 2\n{sums(1003)}\n", ""), (0, "", "")])

    def test_a_name_without_an_end(self) -> None:
        port = random.randrange(20000, 32000)
        first = self.start(["1003", "0", "2", f"localhost:{port}"], 2)
        with self.connected(port) as guest:
            guest.sendall(struct.pack("3i64sN", 1, 2, 0, b"x" * 64, 1003))
            (alone,) = self.results([first])
        what = "no GPU is left for process 1, one of 1 on a host with 0"
        self.assertEqual(alone, (1, "", f"process 0 of 2: {what}\n"))

    def connected(self, port: int) -> socket.socket:
        for _ in range(200):
            with contextlib.suppress(ConnectionRefusedError):
                return socket.create_connection(("localhost", port))
            time.sleep(0.1)
        self.fail("nobody listens")

    def test_one_that_never_comes(self) -> None:
        ports = random.sample(range(20000, 32000), 2)
        running = [self.start(["100", "0", "2", f"localhost:{port}"], 2) for port in ports]
        with self.connected(ports[1]) as stranger:
            stranger.sendall(bytes(4096))
            alone, visited = self.results(running, 60)
        said = "process 0 of 2: only 1 of them have come"
        self.assertEqual(alone, (1, "", f"{said}\n"))
        self.assertEqual(visited, (1, "", f"{said}, and somebody who does not belong here\n"))

    def test_numbers_that_are_none(self) -> None:
        for words in (["1e6"], ["-1"], [""], ["100", "x", "2", "localhost:1"], ["100", "0", "2 ", "localhost:1"]):
            with self.subTest(words):
                (wrong,) = self.results([self.start(words, 1)])
                self.assertEqual(wrong[:2], (1, ""))
                self.assertRegex(wrong[2], "^process 0 of 1: not a number: '.*'\n$")

    def test_wrong_words(self) -> None:
        none: list[str] = []
        for words, status in ((["1", "2"], 2), (none, 2), (["1", "2", "2", "localhost:1"], 1), (["1", "0", "2", "nowhere"], 1)):
            (wrong,) = self.results([self.start(words, 1)])
            self.assertEqual(wrong[0], status)
            self.assertTrue(wrong[2])


if __name__ == "__main__":
    unittest.main()
