"""Tests of the faults that are told, and of the exit status."""

import json
import re
import signal
from pathlib import Path

from simulating import SimulateTest, lines_with

FAULTY = r"""
__global__ void spill(int* x) {
  x[threadIdx.x] = 1;
}

__global__ void collide(int* x) {
  x[0] = threadIdx.x;
}

int main(int argc, char**) {
  int* x;
  cudaMalloc(&x, 31 * sizeof(int));
  if (argc == 1) spill<<<1, 32>>>(x);
  if (argc == 2) collide<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  return argc == 3 ? 0 : 5;
}
"""
SEVERAL = r"""
#include <cuda_runtime.h>

__global__ void wrong(int* x, int* flag, int* last) {
  const int i = threadIdx.x;
  x[i] = i;
  *flag = 7;
  *last = i;
  __syncthreads();
}

int main() {
  int* x;
  cudaMalloc(&x, 16);
  int* two;
  cudaMalloc(&two, 8);
  wrong<<<1, 64>>>(x, two, two + 1);
  cudaDeviceSynchronize();
}
"""
FLAG = r"""
__global__ void set(int* flag) {
  *flag = 7;
}

int main() {
  int* flag;
  cudaMalloc(&flag, 4);
  set<<<1, 64>>>(flag);
  return cudaDeviceSynchronize();
}
"""


class Faults(SimulateTest):
    def test_faults_are_told_with_kind_kernel_and_line_and_have_a_status_of_their_own(self) -> None:
        self.write("faulty.cu", FAULTY)
        run = self.simulate("faulty.cu")
        self.assertEqual(run.returncode, 86)
        # Named as the user would, from the folder where the program was started.
        self.assertRegex(
            run.stderr,
            r"(?m)^faulty\.cu:2: simulator: access out of bounds: kernel spill, block \(0,0,0\), " r"thread \(31,0,0\)",
        )
        run = self.simulate("faulty.cu", "--check", "--", "collide")
        self.assertEqual(run.returncode, 86)
        self.assertRegex(
            run.stderr, r"faulty\.cu:6: simulator: race in global memory: kernel collide,.*" r"thread \(0,0,0\) wrote"
        )

    def test_faults_hide_no_others_and_are_told_with_their_number(self) -> None:
        self.write("several.cu", SEVERAL)
        run = self.simulate("several.cu")
        self.assertEqual(run.returncode, 86)
        told = [re.sub(r"^.*/|, block.*", "", line) for line in run.stderr.splitlines()]
        self.assertEqual(
            sorted(told[:3]),
            [
                "several.cu:5: simulator: access out of bounds: kernel wrong",
                "several.cu:6: simulator: note: race in global memory: kernel wrong",
                "several.cu:7: simulator: race in global memory: kernel wrong",
            ],
        )
        self.assertEqual(
            sorted(told[3:]),
            [
                "several.cu:5: simulator: access out of bounds: kernel wrong: 60 times in all",
                "several.cu:6: simulator: note: race in global memory: kernel wrong: 32 times in all",
                "several.cu:7: simulator: race in global memory: kernel wrong: 63 times in all",
            ],
        )
        run = self.simulate("--faults", "1", "several.cu")
        self.assertEqual((run.returncode, len(run.stderr.splitlines())), (86, 1), run.stderr)
        for wrong in ("0", "some", "-1"):
            self.assertIn("--faults=", self.simulate("--faults", wrong, "several.cu").stderr)

    def test_what_is_benign_fails_only_on_request(self) -> None:
        self.write("flag.cu", FLAG)
        run = self.simulate("flag.cu")
        self.assertEqual(run.returncode, 0)
        self.assertRegex(
            run.stderr,
            r"flag\.cu:2: simulator: note: race in global memory: kernel set, .*, which "
            r"thread \(\d+,0,0\) wrote, .*; both write the same value\n",
        )
        run = self.simulate("--strict", "flag.cu")
        self.assertEqual(run.returncode, 86)
        self.assertRegex(run.stderr, r"flag\.cu:2: simulator: race in global memory: kernel set, ")

    def test_the_status_tells_of_faults_also_where_the_program_aborts(self) -> None:
        self.write(
            "aborts.cu",
            """
#include <cassert>
#include <cstdio>
__global__ void spill(int* x, int n) { x[n] = 1; }
int main(int argc, char**) {
  int* x;
  cudaMalloc(&x, 4);
  spill<<<1, 1>>>(x, argc == 1);
  std::printf("on");
  assert(cudaDeviceSynchronize() == cudaSuccess && argc != 3);
}
""",
        )
        run = self.simulate("aborts.cu")
        self.assertEqual((run.returncode, run.stdout), (86, "on"))
        self.assertIn("aborts.cu:3: simulator: access out of bounds", run.stderr)
        self.assertIn("Assertion", run.stderr)
        run = self.simulate("aborts.cu", "--", "well")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        run = self.simulate("aborts.cu", "--", "abort", "alone")
        self.assertEqual(run.returncode, 128 + signal.SIGABRT, "that is the program's own affair")

    def test_the_status_tells_of_faults_however_the_program_ends(self) -> None:
        self.write(
            "ends.cu",
            """
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unistd.h>
__global__ void spill(int* x, int n) { x[n] = 1; }
int main(int argc, char** argv) {
  int* x;
  cudaMalloc(&x, 4);
  spill<<<1, 1>>>(x, argc == 2);
  std::printf("on");
  cudaDeviceSynchronize();
  std::fflush(stdout);
  const std::string way = argv[1];
  volatile int zero = 0;
  if (way == "segfault") return *static_cast<volatile int*>(nullptr);
  if (way == "division") return 7 / zero;
  if (way == "raise") std::raise(SIGSEGV);
  if (way == "bus") std::raise(SIGBUS);
  if (way == "quick") std::quick_exit(3);
  if (way == "_exit") _exit(3);
  if (way == "_Exit") std::_Exit(3);
}
""",
        )
        ends = {
            "segfault": 128 + signal.SIGSEGV,
            "division": 128 + signal.SIGFPE,
            "raise": 128 + signal.SIGSEGV,
            "bus": 128 + signal.SIGBUS,
            "quick": 3,
            "_exit": 3,
            "_Exit": 3,
        }
        for way, usual in ends.items():
            with self.subTest(way):
                run = self.simulate("ends.cu", "--", way)
                self.assertEqual((run.returncode, run.stdout), (86, "on"), run.stderr)
                self.assertIn("ends.cu:6: simulator: access out of bounds", run.stderr)
                self.assertEqual("by a signal" in run.stderr, usual > 128)
                run = self.simulate("ends.cu", "--", way, "well")
                self.assertEqual((run.returncode, run.stderr), (usual, ""))

    def test_kernels_that_have_not_begun_are_told_of_what_the_host_touches(self) -> None:
        self.write(
            "early.cu",
            """
#include <cstdio>
struct Pair { int first, second; };
__global__ void set(Pair* x) { x->first = 3; }
int main(int argc, char**) {
  Pair* x;
  cudaMallocManaged(&x, sizeof *x);
  x->first = x->second = 1;
  set<<<1, 1>>>(x);
  x->second = 2;
  if (argc > 1) cudaDeviceSynchronize();
  std::printf("%d", x->first);
  cudaDeviceSynchronize();
  cudaFree(x);
}
""",
        )
        for streams in ("early", "late", "random:1", "random:2"):
            run = self.simulate("early.cu", "--watch-host", "--streams", streams)
            self.assertEqual(run.returncode, 86, streams)
            self.assertIn("early.cu:11: simulator: race with the host: the host reads", run.stderr)
            run = self.simulate("early.cu", "--watch-host", "--streams", streams, "--", "waits")
            self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "3", ""), streams)

    def test_what_is_not_watched_of_registered_memory_is_said_once(self) -> None:
        self.write(
            "registered.cu",
            """
#include <cstdio>
#include <cstdlib>
__global__ void set(int* x) { *x = 3; }
int main(int argc, char** argv) {
  char* const pages = static_cast<char*>(std::aligned_alloc(4096, 3 * 4096));
  int* const x = reinterpret_cast<int*>(pages + (argc > 1 ? 4096 : 4));
  const size_t bytes = argc > 1 ? 4096 : 64;
  *x = 1;
  cudaHostRegister(x, bytes, 0);
  cudaHostRegister(pages + 2 * 4096 + 1, 5, 0);
  set<<<1, 1>>>(x);
  pages[1] = 1;
  x[1] = 2;
  if (argc == 2) cudaDeviceSynchronize();
  std::printf("%d", *x);
  cudaDeviceSynchronize();
  cudaHostUnregister(x);
}
""",
        )
        note = "registered.cu:%d: simulator: %d of the %d bytes that cudaHostRegister registers are not watched: "
        run = self.simulate("registered.cu", "--watch-host")
        self.assertEqual((run.returncode, run.stdout), (0, "3"), run.stderr)
        self.assertIn(note % (9, 64, 64), run.stderr)
        self.assertEqual(run.stderr.count("are not watched"), 1)
        run = self.simulate("registered.cu", "--watch-host", "--", "waits")
        self.assertEqual((run.returncode, run.stdout), (0, "3"), run.stderr)
        self.assertIn(note % (10, 5, 5), run.stderr)
        run = self.simulate("registered.cu", "--watch-host", "--", "does", "not")
        self.assertEqual(run.returncode, 86)
        self.assertIn("registered.cu:15: simulator: race with the host: the host reads", run.stderr)
        self.assertEqual(self.simulate("registered.cu").stderr, "")

    def test_races_of_kernels_that_run_side_by_side_are_told_with_both_calls(self) -> None:
        self.write(
            "beside.cu",
            """
#include <cuda/atomic>
using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;
__device__ void meet(int* mine, int* other) {
  Flag(*mine).store(1, cuda::memory_order_release);
  while (Flag(*other).load(cuda::memory_order_acquire) == 0) {}
}
__global__ void first(int* flags, int* data) {
  meet(flags, flags + 1);
  *data = 1;
}
__global__ void second(int* flags, int* data) {
  meet(flags + 1, flags);
  *data = 2;
}
int main(int argc, char**) {
  int* x;
  cudaFuncAttributes loaded;
  cudaFuncGetAttributes(&loaded, second);
  cudaMalloc(&x, 16);
  cudaMemset(x, 0, 16);
  cudaStream_t one, other;
  cudaStreamCreate(&one);
  cudaStreamCreate(&other);
  first<<<1, 1, 0, one>>>(x, x + 2);
  second<<<1, 1, 0, other>>>(x, x + (argc > 1 ? 3 : 2));
  cudaDeviceSynchronize();
}
""",
        )
        run = self.simulate("beside.cu")
        self.assertEqual(run.returncode, 86)
        self.assertRegex(
            run.stderr,
            r"beside\.cu:9: simulator: race in global memory: kernel first, .* of kernel second "
            r"\(\S*beside\.cu:25, 1st operation in stream 2\), which ran at the same time as this one "
            r"\(\S*beside\.cu:24, 1st operation in stream 1\), wrote, and nothing orders the two",
        )
        run = self.simulate("beside.cu", "--", "apart")
        self.assertEqual((run.returncode, run.stderr), (0, ""))

    def test_the_line_of_a_launch_in_a_library_is_that_of_its_caller(self) -> None:
        self.write(
            "scan.cu",
            """
#include <cub/device/device_scan.cuh>
int main(int argc, char**) {
  int* x[3];
  void* storage[2];
  cudaStream_t streams[2];
  size_t bytes = 0;
  for (int*& each : x) cudaMalloc(&each, 400);
  cudaMemset(x[0], 0, 400);
  cub::DeviceScan::InclusiveSum(nullptr, bytes, x[0], x[1], 100);
  for (void*& each : storage) cudaMalloc(&each, bytes);
  for (cudaStream_t& each : streams) cudaStreamCreate(&each);
  cudaDeviceSynchronize();
  cub::DeviceScan::InclusiveSum(storage[0], bytes, x[0], x[1], 100, streams[0]);
  cub::DeviceScan::InclusiveSum(storage[argc > 1], bytes, x[0], x[2], 100, streams[1]);
  cudaDeviceSynchronize();
}
""",
        )
        run = self.simulate("scan.cu")
        self.assertEqual(run.returncode, 86)
        self.assertRegex(
            run.stderr,
            r"(?m)^scan\.cu:14: simulator: race between operations: .* "
            r"\(\S*scan\.cu:13, 1st operation in stream 1\) wrote, and nothing orders the two",
        )
        run = self.simulate("scan.cu", "--", "apart")
        self.assertEqual((run.returncode, run.stderr), (0, ""))

    def test_json_tells_other_programs(self) -> None:
        self.write("several.cu", SEVERAL)
        run = self.simulate("--json", "outcome.json", "several.cu")
        outcome = json.loads((self.folder / "outcome.json").read_text())
        self.assertEqual((run.stdout, outcome["exit_status"]), ("", 86))
        faults = {each["line"]: each for each in outcome["faults"]}
        self.assertEqual(
            {line: (each["kind"], each["benign"], each["times"]) for line, each in faults.items()},
            {
                5: ("access out of bounds", False, 60),
                6: ("race in global memory", True, 32),
                7: ("race in global memory", False, 63),
            },
        )
        first, race = faults[5], faults[7]
        self.assertEqual((Path(first["file"]).name, first["kernel"]), ("several.cu", "wrong"))
        self.assertEqual((first["block"], first["thread"], first["other_thread"]), ([0, 0, 0], [4, 0, 0], None))
        self.assertEqual((race["thread"], race["other_thread"]), ([1, 0, 0], [0, 0, 0]))
        self.assertIn("just past the end of the 16 bytes", first["message"])
        (launch,) = outcome["launches"]
        self.assertEqual((launch["kernel"], launch["barriers"]), ("wrong", 2))
        self.write("crash.cu", FLAG.replace("return", "*(volatile int*)8 = 1; return"))
        for words, status in (((), 139), (("--strict",), 86)):
            run = self.simulate(*words, "--json=outcome.json", "crash.cu")
            outcome = json.loads((self.folder / "outcome.json").read_text())
            self.assertEqual((run.returncode, outcome["exit_status"], len(outcome["faults"])), (status, status, 1))
        run = self.simulate("--json", "no/such/folder.json", "several.cu")
        self.assertEqual(
            (run.returncode, lines_with(run.stderr, "folder")),
            (1, ["simulate: --json=no/such/folder.json: No such file or directory"]),
        )

    def test_fast_runs_only_the_program_and_yet_keeps_within_bounds(self) -> None:
        self.write("faulty.cu", FAULTY)
        run = self.simulate("--fast", "--count=csv", "faulty.cu", "--", "collide")
        self.assertEqual((run.returncode, run.stderr), (5, ""))
        self.assertRegex(run.stdout, r"collide,1x1x1,32x1x1(,0)+\n")
        run = self.simulate("--fast", "faulty.cu")
        self.assertEqual(run.returncode, 86)
        self.assertIn("access out of bounds: kernel spill", run.stderr)

    def test_leaks_are_told_on_request(self) -> None:
        self.write("faulty.cu", FAULTY)
        run = self.simulate("faulty.cu", "--", "neither", "kernel")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        run = self.simulate("--leaks", "faulty.cu", "--", "neither", "kernel")
        self.assertEqual(run.returncode, 86)
        self.assertIn("simulator: leak: 124 bytes", run.stderr)
