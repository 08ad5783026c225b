"""Tests of counts and traces."""

import csv
import io
import json

from simulating import ADD, SimulateTest

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


class Counts(SimulateTest):
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

    def test_trace_tells_what_every_lane_did(self) -> None:
        self.write("add.cu", ADD)
        self.assertEqual(self.simulate("--trace-to", "add.csv", "add.cu").returncode, 0)
        with (self.folder / "add.csv").open(newline="") as file:
            rows = list(csv.DictReader(file))
        columns = "step,block,warp,lane,op,line,address,source_lane,before,after,active,bytes,sectors,bank,wavefront,file,offset"
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
  cudaMalloc(&x, 264 * sizeof(int));
  walk<<<1, 32>>>(x + 8);
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
        # From the pointer that the kernel is given.
        self.assertEqual([int(row["offset"]) for row in stored], [32 * int(row["lane"]) for row in stored])
        self.assertEqual({row["offset"] for row in first}, {""})
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
