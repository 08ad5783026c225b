"""simulate: what a user sees who runs a CUDA source file from anywhere on a machine without a GPU.

Usage: simulate_test.py SIMULATE
"""

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

SIMULATE = Path(sys.argv.pop(1)).resolve()

ADD = r"""
#include <cstdio>
#include <cstdlib>

__global__ void add(const float* x, const float* y, float* z, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) z[i] = x[i] + y[i];
}

int main(int argc, char** argv) {
  const int n = 1000;
  float *x, *y, *z;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&y, n * sizeof(float));
  cudaMallocManaged(&z, n * sizeof(float));
  for (int i = 0; i < n; ++i) x[i] = i, y[i] = 2 * i;
  add<<<(n + 127) / 128, 128>>>(x, y, z, n);
  cudaDeviceSynchronize();
  int right = 0;
  for (int i = 0; i < n; ++i) right += z[i] == 3 * i;
  printf("%d right\n", right);
  for (int i = 1; i < argc; ++i) printf("argument %s\n", argv[i]);
  return argc > 1 ? atoi(argv[1]) : 0;
}
"""

BULK = r"""
#include <cuda/ptx>

namespace ptx = cuda::ptx;

__global__ void move(const int4* x, int4* y) {
  __shared__ alignas(16) int4 tile[64];
  __shared__ std::uint64_t barrier;
  ptx::mbarrier_init(&barrier, 1);
  ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &barrier, 1024);
  ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, x, 1024, &barrier);
  while (!ptx::mbarrier_try_wait_parity(&barrier, 0)) {
  }
  ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, y, tile, 640);
  ptx::cp_async_bulk_commit_group();
  ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

int main() {
  int4* x;
  cudaMalloc(&x, 2048);
  cudaMemset(x, 1, 1024);
  move<<<1, 1>>>(x, x + 64);
  return cudaDeviceSynchronize();
}
"""

ORDER = r"""
#include <cstdio>

__global__ void speak() { printf("%d ", blockIdx.x); }

int main() {
  speak<<<6, 1>>>();
  return cudaDeviceSynchronize();
}
"""

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


THREADS = r"""
#include <cstdlib>
#include <thread>

__global__ void set(int* x, int value) { x[threadIdx.x] = value; }

int main(int, char** arguments) {
  int* x;
  cudaMalloc(&x, 32 * sizeof(int));
  const bool waits = std::atoi(arguments[1]);
  std::thread([=] {
    set<<<1, 32>>>(x, 1);
    cudaMemsetAsync(x, 0, 4);
    if (waits) cudaStreamSynchronize(0);
  }).join();
  set<<<1, 32>>>(x, 2);
  set<<<1, 32, 0, cudaStreamLegacy>>>(x, 3);
  return cudaDeviceSynchronize();
}
"""

STALE = r"""
#include <cstdio>

__global__ void set(int* x) { *x = 2; }

int main() {
  int *x, *y;
  cudaStream_t stream;
  cudaMalloc(&x, sizeof(int));
  cudaMallocHost(&y, sizeof(int));
  cudaStreamCreate(&stream);
  *y = 1;
  set<<<1, 1, 0, stream>>>(x);
  cudaMemcpyAsync(y, x, sizeof(int), cudaMemcpyDeviceToHost, stream);
  printf("%d", *y);
  return cudaStreamSynchronize(stream);
}
"""


def lines_with(text: str, line: str) -> list[str]:
    return [each for each in text.splitlines() if line in each]


class SimulateTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name: str, text: str) -> str:
        (self.folder / name).write_text(text.lstrip("\n"))
        return name

    def simulate(self, *words: str, environment: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [SIMULATE, *words], cwd=self.folder, capture_output=True, text=True, env={**os.environ, **(environment or {})}
        )

    def test_each_thread_has_its_default_stream(self) -> None:
        threads = self.write("threads.cu", THREADS)
        flag = "--default-stream=per-thread"
        raced = self.simulate(threads, flag, "--", "0")
        self.assertEqual(raced.returncode, 86, raced.stderr)
        for text in (
            "threads.cu:15: simulator: race between operations: kernel set (1st operation in the thread's",
            "threads.cu:11, 1st operation in",
            "threads.cu:12, 2nd operation in",
        ):
            self.assertIn(text, raced.stderr)
        self.assertNotIn("threads.cu:16", raced.stderr)
        for arguments in ((flag, "--", "1"), ("--", "0")):
            run = self.simulate(threads, *arguments)
            self.assertEqual((run.returncode, run.stderr), (0, ""))

    def test_streams_take_effect_when_the_schedule_says_so(self) -> None:
        stale = self.write("stale.cu", STALE)
        for streams, printed in (("early", "2"), ("late", "1")):
            run = self.simulate(stale, "--streams", streams)
            self.assertEqual((run.returncode, run.stdout), (86, printed), run.stderr)
            self.assertIn("stale.cu:14: simulator: race with the host: the host reads", run.stderr)
        run = self.simulate(stale, "--streams", "sideways")
        self.assertEqual(run.returncode, 86)
        self.assertIn("SIMULATE_STREAMS: no such schedule of streams: 'sideways'", run.stderr)

    def test_program_runs_and_its_exit_status_and_arguments_are_passed_on(self) -> None:
        self.write("add.cu", ADD)
        run = self.simulate("add.cu")
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "1000 right\n", ""))
        run = self.simulate("-arch=sm_80", "add.cu", "-O1", "--", "3", "--count", "b c")
        self.assertEqual(run.stdout, "1000 right\nargument 3\nargument --count\nargument b c\n")
        self.assertEqual((run.returncode, run.stderr), (3, ""))
        self.assertEqual([each.name for each in self.folder.iterdir()], ["add.cu"], "something was left behind")

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

    def test_explore_finds_what_needs_luck(self) -> None:
        self.write(
            "locks.cu",
            """
#include <cstdio>
__device__ int a, b, n;
__device__ void lock(int* l) { while (atomicCAS(l, 0, 1) != 0) {} __threadfence(); }
__device__ void unlock(int* l) { __threadfence(); atomicExch(l, 0); }
__global__ void both(int crosswise) {
  if (threadIdx.x != 0) return;
  int *first = blockIdx.x && crosswise ? &b : &a, *second = blockIdx.x && crosswise ? &a : &b;
  lock(first);
  lock(second);
  n += 1;
  printf("%d", n);
  unlock(second);
  unlock(first);
}
int main(int argc, char**) {
  both<<<2, 32>>>(argc > 1);
  return cudaDeviceSynchronize();
}
""",
        )
        run = self.simulate("locks.cu", "--", "crosswise")
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "12", ""), "it needs luck")
        run = self.simulate("--explore", "locks.cu", "--", "crosswise")
        self.assertEqual((run.returncode, run.stdout), (86, "12"))
        self.assertRegex(
            run.stderr,
            r"locks\.cu:3: simulator: deadlock: kernel both, .*; in this order: "
            r"block \(0,0,0\) warp 0 up to atom\.\S* in line 3, block \(1,0,0\) warp 0",
        )
        self.assertRegex(run.stderr, r"kernel both ran in \d+ orders, which are all that differ; [1-9]\d* with a fault")
        run = self.simulate("--explore", "locks.cu")
        self.assertEqual((run.returncode, run.stdout), (0, "12"), run.stderr)
        self.assertRegex(
            run.stderr, r"^simulator: kernel both ran in \d+ orders, which are all that differ; " r"none has a fault; 1 result\n$"
        )
        self.assertIn("and there may be more", self.simulate("--explore=2", "locks.cu").stderr)
        tried = self.simulate("--explore=20", "locks.cu", environment={"SIMULATE_TELL_AFTER": "0.000001"}).stderr
        self.assertRegex(tried, r"kernel both is being explored for \S+ s: \d+ orders so far, 0 with a fault\n")
        self.assertIn("--explore=few", self.simulate("--explore=few", "locks.cu").stderr)

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
        run = self.simulate("--strict", "--json=outcome.json", "crash.cu")
        outcome = json.loads((self.folder / "outcome.json").read_text())
        self.assertEqual((run.returncode, outcome["exit_status"], len(outcome["faults"])), (139, 139, 1))
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

    def test_another_device_has_its_own_limits(self) -> None:
        self.write(
            "fit.cu",
            """
#include <cstdio>
__global__ void nothing() {}
int main() {
  int blocks = 0, count = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 64, 40 << 10);
  cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0);
  nothing<<<1, 64, 40 << 10>>>();
  std::printf("%d blocks on each of %d multiprocessors\\n", blocks, count);
  return cudaDeviceSynchronize();
}
""",
        )
        for words, said in (
            ("", "5 blocks on each of 132"),
            ("--device h100", "5 blocks on each of 132"),
            ("--device=a100", "4 blocks on each of 108"),
        ):
            run = self.simulate("fit.cu", *words.split())
            self.assertEqual((run.returncode, run.stdout), (0, f"{said} multiprocessors\n"), run.stderr)

    def test_leaks_are_told_on_request(self) -> None:
        self.write("faulty.cu", FAULTY)
        run = self.simulate("faulty.cu", "--", "neither", "kernel")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        run = self.simulate("--leaks", "faulty.cu", "--", "neither", "kernel")
        self.assertEqual(run.returncode, 86)
        self.assertIn("simulator: leak: 124 bytes", run.stderr)

    def test_counts_as_a_table_as_csv_and_as_json(self) -> None:
        self.write("add.cu", ADD)
        expected = {  # 31 warps are whole, the last has 8 lanes at work
            "global_load_requests": 64,
            "global_load_sectors": 250,
            "global_load_bytes": 8000,
            "global_store_requests": 32,
            "global_store_sectors": 125,
            "global_store_bytes": 4000,
            "barriers": 0,
        }

        output, _, rest = self.simulate("--count=csv", "add.cu").stdout.partition("\n")
        self.assertEqual(output, "1000 right")
        (row,) = csv.DictReader(io.StringIO(rest))
        self.assertEqual((row["kernel"], row["grid"], row["block"]), ("add", "8x1x1", "128x1x1"))
        self.assertEqual({name: int(row[name]) for name in expected}, expected)

        output, _, rest = self.simulate("--count=json", "add.cu").stdout.partition("\n")
        (launch,) = json.loads(rest)
        self.assertEqual({**row, **expected}["kernel"], launch["kernel"])
        self.assertEqual({name: launch[name] for name in expected}, expected)
        for name in (
            "global_load_lines",
            "global_store_bytes_moved",
            "shared_conflicts_16_bytes",
            "atomic_max_same_address",
            "active_lanes_per_instruction",
            "local_loads",
        ):
            self.assertIn(name, launch)
        self.assertEqual(set(launch), set(row))

        table = self.simulate("--count", "add.cu").stdout
        self.assertIn("\nadd  grid 8x1x1  block 128x1x1\n", table)
        self.assertRegex(table, r"\n  global load bytes +8,000\n")
        self.assertRegex(table, r"\n  global load bytes moved +8,000\n")
        self.assertRegex(table, r"\n  active lanes per instruction +\d+\.\d+\n")
        self.assertNotIn("barriers", table, "a count of nothing is left out")

    def test_counts_of_bulk_copies_are_their_own(self) -> None:
        self.write("bulk.cu", BULK)
        (row,) = csv.DictReader(io.StringIO(self.simulate("--count=csv", "bulk.cu", "-arch=sm_90").stdout))
        moved = {name: int(row[name]) for name in row if name.endswith(("load_bytes", "store_bytes"))}
        self.assertEqual(
            moved, {"global_load_bytes": 0, "global_store_bytes": 0, "bulk_load_bytes": 1024, "bulk_store_bytes": 640}
        )

    def test_schedules_order_the_blocks(self) -> None:
        self.write("order.cu", ORDER)
        said = {}
        for schedule in ("forward", "reverse", "random:1", "starve", "lockstep"):
            run = self.simulate("--schedule", schedule, "order.cu")
            self.assertEqual((run.returncode, run.stderr), (0, ""), schedule)
            said[schedule] = run.stdout.split()
            self.assertEqual(sorted(said[schedule]), list("012345"), schedule)
        self.assertEqual(said["forward"], list("012345"))
        self.assertEqual(said["reverse"], list("543210"))
        self.assertNotIn(said["random:1"], (said["forward"], said["reverse"]))
        run = self.simulate("--schedule=sideways", "order.cu")
        self.assertEqual(run.returncode, 86)
        self.assertIn("sideways", run.stderr)

    def test_trace_tells_what_every_lane_did(self) -> None:
        self.write("add.cu", ADD)
        self.assertEqual(self.simulate("--trace-to", "add.csv", "add.cu").returncode, 0)
        with (self.folder / "add.csv").open(newline="") as file:
            rows = list(csv.DictReader(file))
        columns = "step,block,warp,lane,op,line,address,source_lane,before,after,active,bytes,sectors,bank,wavefront,file"
        self.assertEqual(list(rows[0]), columns.split(","))
        stores = [row for row in rows if row["op"].startswith("st.")]
        self.assertEqual(len(stores), 1000)
        self.assertEqual({row["line"] for row in stores}, {"6"})
        last = stores[-1]
        self.assertEqual((last["block"], last["warp"], last["lane"], last["after"]), ("7", "3", "7", "2997"))

    def test_trace_tells_what_memory_and_branches_do(self) -> None:
        self.write(
            "paths.cu",
            """
__global__ void walk(int* x) {
  __shared__ volatile int row[64];
  row[2 * threadIdx.x] = 1;
  if (threadIdx.x % 4 == 0) {
    x[8 * threadIdx.x] = row[2 * threadIdx.x];
  } else {
    row[2 * threadIdx.x] = 2;
  }
}
int main() {
  int* x;
  cudaMalloc(&x, 256 * sizeof(int));
  walk<<<1, 32>>>(x);
  return cudaFree(x);
}
""",
        )
        self.assertEqual(self.simulate("--trace-to", "walk.csv", "paths.cu").returncode, 0)
        with (self.folder / "walk.csv").open(newline="") as file:
            rows = list(csv.DictReader(file))
        every, some = (1 << 32) - 1, sum(1 << lane for lane in range(0, 32, 4))

        def at_line(line: int, op: str) -> list[dict[str, str]]:
            return [row for row in rows if (row["line"], row["op"].split(".")[0]) == (str(line), op)]

        self.assertEqual({row["file"] for row in rows}, {"paths.cu"})
        first = at_line(3, "st")
        self.assertEqual({(row["active"], row["bytes"], row["sectors"]) for row in first}, {(str(every), "4", "")})
        self.assertEqual(
            [(int(row["bank"]), int(row["wavefront"])) for row in first], [(2 * lane % 32, lane // 16) for lane in range(32)]
        )
        jumps = {int(row["lane"]): row["after"] for row in rows if row["op"].startswith("bra")}
        self.assertEqual(sorted(jumps), list(range(32)))
        self.assertEqual(len({jumps[lane] for lane in range(0, 32, 4)}), 1)
        self.assertEqual({jumps[lane] for lane in range(32) if lane % 4}, {"01"[jumps[0] == "0"]})
        stored = at_line(5, "st")
        self.assertEqual([int(row["lane"]) for row in stored], list(range(0, 32, 4)))
        self.assertEqual({(row["active"], row["sectors"], row["bank"]) for row in stored}, {(str(some), "8", "")})
        self.assertEqual({row["active"] for row in at_line(7, "st")}, {str(every - some)})

    def test_trace_of_one_kernel(self) -> None:
        self.write(
            "two.cu",
            """
namespace work {
template <int n>
__global__ void first(int* x) { x[threadIdx.x] = n; }
__global__ void second(int* x) { x[threadIdx.x + 32] = 7; }
}
int main() {
  int* x;
  cudaMalloc(&x, 64 * sizeof(int));
  work::first<5><<<1, 32>>>(x);
  work::second<<<1, 32>>>(x);
  return cudaFree(x);
}
""",
        )
        for kernel, value in (("second", "7"), ("work::first", "5")):
            run = self.simulate("--trace", kernel, "two.cu")
            self.assertEqual((run.returncode, run.stderr), (0, ""))
            with (self.folder / f"{kernel}-trace.csv").open(newline="") as file:
                self.assertEqual([row["after"] for row in csv.DictReader(file)], [value] * 32)
        run = self.simulate("--trace", "third", "two.cu")
        self.assertIn("no kernel named third was launched", run.stderr)

    def test_patience_ends_a_livelock_that_goes_on_changing_memory(self) -> None:
        self.write(
            "livelock.cu",
            """
#include <cstdlib>
__global__ void change(int* x, int limit) {
  for (int i = 0; atomicAdd(x, 1) != limit; ++i)
    if (i % 2) atomicSub(x, 2);
}
int main(int, char** argv) {
  int* x;
  cudaMalloc(&x, sizeof(int));
  cudaMemset(x, 0, sizeof(int));
  change<<<1, 1>>>(x, atoi(argv[1]));
  return cudaDeviceSynchronize() != cudaErrorLaunchTimeout;
}
""",
        )
        run = self.simulate("--patience", "100000", "livelock.cu", "--", "1000")
        self.assertEqual(run.returncode, 86)
        self.assertRegex(
            run.stderr,
            r"livelock\.cu:\d: simulator: deadlock: kernel change, block \(0,0,0\), thread "
            r"\(0,0,0\) never ends: patience ran out, .*warp 0 .*livelock.cu:",
        )
        run = self.simulate("--patience", "100000", "livelock.cu", "--", "1")
        self.assertEqual((run.returncode, run.stderr), (1, ""), "it ends in time")

    def test_a_long_launch_tells_how_far_it_is(self) -> None:
        self.write(
            "long.cu",
            """
#include <cstdio>
__global__ void busy(unsigned* x, unsigned rounds) {
  for (unsigned k = 0; k < rounds; ++k) x[blockIdx.x * 32 + threadIdx.x] = k * (x[blockIdx.x * 32 + threadIdx.x] + k);
}
int main() {
  unsigned* x;
  cudaMallocManaged(&x, 64 * 128);
  busy<<<64, 32>>>(x, 100000);
  return cudaDeviceSynchronize();
}
""",
        )
        told = r"simulator: kernel busy is at work for (\d\S*) s: (\d+) of 64 blocks begun\n"
        for cores in ("1", "2"):
            run = self.simulate("--cores", cores, "long.cu", environment={"SIMULATE_TELL_AFTER": "0.01"})
            self.assertEqual(run.returncode, 0)
            matches = [(float(seconds), int(begun)) for seconds, begun in re.findall(told, run.stderr)]
            self.assertGreater(len(matches), 1, run.stderr)
            self.assertEqual(re.sub(told, "", run.stderr), "")
            due = 0.01
            for seconds, _ in matches:
                self.assertGreater(seconds, 0.99 * due)  # three digits are told
                while due <= seconds:
                    due *= 2
            self.assertTrue(all(1 <= begun <= 64 for _, begun in matches))
        self.assertEqual(self.simulate("long.cu").stderr, "", "ten seconds have not passed")

    def test_a_variable_that_means_nothing_is_told(self) -> None:
        self.write("empty.cu", "__global__ void empty() {}\nint main() { empty<<<1, 1>>>(); return cudaDeviceSynchronize(); }\n")
        for variable, value, told in (
            ("SIMULATE_TELL_AFTER", "5x", "'5x' is no number of seconds"),
            ("SIMULATE_TELL_AFTER", "-1", "'-1' is no number of seconds"),
            ("SIMULATE_LEAKS", "yes", "'yes' is neither 0 nor 1"),
            ("SIMULATE_PATIENCE", "many", "'many' is no number"),
            ("SIMULATE_CHECKS", "maybe", "'maybe' is neither on nor off"),
        ):
            run = self.simulate("empty.cu", environment={variable: value})
            self.assertEqual(run.returncode, 86, run.stderr)
            self.assertEqual(run.stderr.count(f"{variable}: {told}"), 1, run.stderr)

    def test_ctrl_c_tells_where_the_warps_stand(self) -> None:
        self.write(
            "busy.cu",
            """
#include <cstdio>
__global__ void busy(unsigned* x) {
  while (atomicAdd(x, 1) != ~0u) {}
}
int main() {
  unsigned* x;
  cudaMallocManaged(&x, 4);
  printf("begins\\n");
  fflush(stdout);
  busy<<<2, 32>>>(x);
  return cudaDeviceSynchronize();
}
""",
        )
        process = subprocess.Popen(
            [SIMULATE, "busy.cu"],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self.assertEqual(process.stdout and process.stdout.readline(), "begins\n")
        time.sleep(0.5)
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130)
        self.assertRegex(errors, r"simulator: interrupted: kernel busy.*\n  block \(0,0,0\): warp 0 .*busy.cu:3")
        self.assertNotIn("Traceback", errors)

    def test_several_sources_are_linked(self) -> None:
        self.write("half.cuh", "void half(int* x, int n);\n")
        self.write(
            "half.cu",
            """
#include "half.cuh"
__global__ void halve(int* x, int n) { if (threadIdx.x < n) x[threadIdx.x] /= DIVISOR; }
void half(int* x, int n) { halve<<<1, 64>>>(x, n); cudaDeviceSynchronize(); }
""",
        )
        self.write(
            "main.cpp",
            """
#include <cuda_runtime.h>
#include <cstdio>
#include "half.cuh"
int main() {
  int* x;
  cudaMallocManaged(&x, 4);
  *x = 84;
  half(x, 1);
  std::printf("%d\\n", *x);
}
""",
        )
        run = self.simulate("main.cpp", "half.cu", "-DDIVISOR=2")
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "42\n", ""))

    def test_complaints_of_the_compiler_are_passed_through(self) -> None:
        self.write("wrong.cu", "__global__ void k() { undeclared = 1; }\nint main() {}\n")
        run = self.simulate("wrong.cu")
        self.assertNotIn(run.returncode, (0, 86))
        self.assertTrue(lines_with(run.stderr, "wrong.cu(1): error"), run.stderr)
        self.assertNotIn("Traceback", run.stderr)
        self.write("halfway.cu", "void elsewhere();\nint main() { elsewhere(); }\n")
        run = self.simulate("halfway.cu")
        self.assertNotIn(run.returncode, (0, 86))
        self.assertIn("elsewhere", run.stderr)
        self.write("driver.cu", "#include <cuda.h>\nint main() { return cuInit(0); }\n")
        self.assertIn("simulate: cuInit is not part of the simulator\n", self.simulate("driver.cu").stderr)
        self.write("driver.cu", "#include <cuda.h>\nint main() { CUdeviceptr p; return cuMemAlloc(&p, 4); }\n")
        run = self.simulate("driver.cu")
        self.assertIn("simulate: cuMemAlloc is not part of the simulator\n", run.stderr)
        self.assertIn("simulate: of the driver API (cu...) the simulator has cuTensorMapEncodeTiled alone", run.stderr)

    def test_libraries_that_need_a_gpu_are_named(self) -> None:
        self.write("empty.cu", "int main() {}\n")
        subprocess.run(["c++", "-x", "c++", "-shared", "/dev/null", "-o", self.folder / "libcurand.so"], check=True)
        run = self.simulate("empty.cu", f"-L{self.folder}", "-lcurand")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("simulate: libcurand has a CUDA runtime of its own, which needs a GPU", run.stderr)
        self.assertEqual(self.simulate("empty.cu", "-lm", "-Xcompiler", "-DNAME=-lcublas").stderr, "")

    def test_kernels_that_launch_kernels_are_refused(self) -> None:
        self.write(
            "parent.cu",
            "__global__ void child() {}\n__global__ void parent() { child<<<1, 1>>>(); }\n"
            "int main() { parent<<<1, 1>>>(); }\n",
        )
        run = self.simulate("parent.cu", "-rdc=true")
        self.assertEqual((run.returncode, run.stdout), (86, ""))
        self.assertRegex(
            run.stderr,
            r"parent\.cu:2: simulator: not supported: kernel parent, .* kernels that launch " r"kernels are not supported",
        )
        run = self.simulate("parent.cu")
        self.assertNotIn(run.returncode, (0, 86))
        self.assertIn("requires separate compilation", run.stderr)

    def test_missing_file_and_missing_words(self) -> None:
        run = self.simulate("absent.cu")
        self.assertEqual((run.returncode, run.stdout), (1, ""))
        self.assertEqual(run.stderr, "simulate: no such file: absent.cu\n")
        self.assertIn("Usage: simulate", self.simulate("--help").stdout)
        run = self.simulate()
        self.assertEqual(run.returncode, 1)
        self.assertIn("Usage: simulate", run.stderr)
        for words in (
            ["--count=xml", "a.cu"],
            ["a.cu", "--trace"],
            ["a.cu", "--patience=much"],
            ["a.cu", "--cores=all"],
            ["a.cu", "--device=v100"],
        ):
            run = self.simulate(*words)
            self.assertEqual(run.returncode, 1)
            self.assertRegex(run.stderr, "^simulate: -")

    def test_standard_input_reaches_the_program(self) -> None:
        self.write(
            "read.cu",
            """
#include <cstdio>
int main() {
  int n = 0;
  return scanf("%d", &n) == 1 ? n : 1;
}
""",
        )
        run = subprocess.run([SIMULATE, "read.cu", "-o", "unused"], cwd=self.folder, input="42\n", text=True)
        self.assertEqual(run.returncode, 42)
        self.assertFalse((self.folder / "unused").exists())

    def test_a_signal_ends_it_as_a_shell_says(self) -> None:
        self.write("abort.cu", "#include <cstdlib>\nint main() { std::abort(); }\n")
        self.assertEqual(self.simulate("abort.cu").returncode, 134)


if __name__ == "__main__":
    unittest.main()
