"""Tests of the orders of blocks, warps and streams."""

from simulating import SimulateTest

ORDER = r"""
#include <cstdio>

__global__ void speak() { printf("%d ", blockIdx.x); }

int main() {
  speak<<<6, 1>>>();
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


MET = r"""
#include <cstdio>
#include <cuda/atomic>
using Flag = cuda::atomic_ref<int, cuda::thread_scope_system>;
__global__ void send(int* letter, int* flag) {
  *letter = 42;
  Flag(*flag).store(1, cuda::memory_order_release);
}
__global__ void receive(const int* letter, int* flag, int* copy) {
  while (Flag(*flag).load(cuda::memory_order_acquire) == 0) {}
  *copy = *letter;
}
__global__ void hear(int* pinned) {
  while (Flag(*pinned).load(cuda::memory_order_acquire) == 0) {}
}
// The second block has to be told only if it comes first.
__global__ void told(int* turn, int* flag) {
  const int first = blockIdx.x == 0 ? 0 : 1;
  if (Flag(*turn).exchange(1) == 0 && first == 1)
    while (Flag(*flag).load(cuda::memory_order_acquire) == 0) {}
}
int main(int argc, char**) {
  int *box, *pinned, devices;
  cudaGetDeviceCount(&devices);
  cudaMalloc(&box, 6 * sizeof(int));
  cudaMemset(box, 0, 6 * sizeof(int));
  cudaMallocHost(&pinned, sizeof(int));
  *pinned = 0;
  cudaDeviceSynchronize();
  cudaStream_t a, b, c;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  hear<<<1, 1, 0, a>>>(pinned);
  Flag(*pinned).store(1, cuda::memory_order_release);
  receive<<<1, 1, 0, a>>>(box, box + 1, box + 2);
  if (argc > 1) {
    printf("alone");
    return cudaDeviceSynchronize();
  }
  told<<<2, 1, 0, b>>>(box + 3, box + 4);
  cudaSetDevice(devices - 1);
  if (devices > 1) cudaDeviceEnablePeerAccess(0, 0);
  cudaStreamCreate(&c);
  send<<<1, 1, 0, c>>>(box, box + 1);
  send<<<1, 1, 0, c>>>(box + 5, box + 4);
  for (cudaStream_t each : {a, b, c}) cudaStreamSynchronize(each);
  int copy;
  cudaMemcpy(&copy, box + 2, sizeof copy, cudaMemcpyDeviceToHost);
  printf("%d", copy);
}
"""


class Schedules(SimulateTest):
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

    def test_explore_leaves_out_what_waits_for_others(self) -> None:
        self.write("met.cu", MET)
        for arguments in ((), ("--devices", "2"), ("--streams", "late"), ("--schedule", "random:1")):
            run = self.simulate("--explore", *arguments, "met.cu", environment={"CUDA_MODULE_LOADING": "EAGER"})
            self.assertEqual((run.returncode, run.stdout), (0, "42"), run.stderr)
            self.assertIn("kernel send ran in 1 order, and no other makes a difference; none has a fault", run.stderr)
            self.assertIn("kernel told ran in 2 orders, of which some wait for what another operation", run.stderr)
            for kernel in ("receive",) if "late" in arguments else ("receive", "hear"):
                self.assertIn(
                    f"kernel {kernel} not explored: in each order its threads wait for what another operation or the "
                    "host is to write",
                    run.stderr,
                )
        run = self.simulate("--explore", "met.cu", "--", "alone")
        self.assertEqual((run.returncode, run.stdout), (86, "alone"), run.stderr)
        self.assertRegex(
            run.stderr, r"met\.cu:9: simulator: deadlock: kernel receive, .* nobody is left who could change what they read"
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
