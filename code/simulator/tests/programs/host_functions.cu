// exit: 0
// prints: all as it should be
// streams: early late random:1 random:5
#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

// Functions of the host that a stream calls, and that wait for the thread which launched them.

#define CHECK(condition)                                  \
  do {                                                    \
    if (!(condition)) {                                   \
      std::printf("line %d: %s\n", __LINE__, #condition); \
      return 1;                                           \
    }                                                     \
  } while (0)
#define CALL(call) CHECK((call) == cudaSuccess)

__global__ void add(int* x, int by) {
  x[threadIdx.x] += by;
}

struct Gate {
  std::atomic<bool> open = false;
  std::atomic<int> passed = 0;

  static void wait(void* gate) {
    auto& self = *static_cast<Gate*>(gate);
    while (!self.open) std::this_thread::yield();
    ++self.passed;
  }
};

/// What both threads write down, one at a time.
struct Journal {
  std::mutex mutex;
  std::vector<int> lines;

  static void note(void* journal) {
    auto& self = *static_cast<Journal*>(journal);
    const std::lock_guard lock(self.mutex);
    self.lines.push_back(int(self.lines.size()));
  }
};

int main() {
  cudaStream_t stream;
  CALL(cudaStreamCreate(&stream));
  int *x, y = 0;
  CALL(cudaMalloc(&x, 32 * sizeof(int)));
  CALL(cudaMemset(x, 0, 32 * sizeof(int)));

  // The stream is held up; the host goes on, and is told so.
  Gate gate;
  add<<<1, 32, 0, stream>>>(x, 1);
  CALL(cudaLaunchHostFunc(stream, Gate::wait, &gate));
  add<<<1, 32, 0, stream>>>(x, 2);
  CHECK(cudaStreamQuery(stream) == cudaErrorNotReady);
  CHECK(gate.passed == 0);
  std::thread opener([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    gate.open = true;
  });
  CALL(cudaStreamSynchronize(stream));
  opener.join();
  CHECK(gate.passed == 1 && cudaStreamQuery(stream) == cudaSuccess);
  CALL(cudaMemcpy(&y, x, sizeof y, cudaMemcpyDeviceToHost));
  CHECK(y == 3);

  // The host holds a lock while it launches what wants it.
  Journal journal;
  {
    const std::lock_guard lock(journal.mutex);
    for (int k = 0; k < 3; ++k) {
      add<<<1, 32, 0, stream>>>(x, 1);
      CALL(cudaLaunchHostFunc(stream, Journal::note, &journal));
    }
  }
  CALL(cudaDeviceSynchronize());
  CHECK((journal.lines == std::vector<int>{0, 1, 2}));

  // In a graph, too; and it has a thread of its own.
  cudaGraph_t graph;
  cudaGraphExec_t runnable;
  std::thread::id caller;
  const auto note_thread = [](void* id) {
    *static_cast<std::thread::id*>(id) = std::this_thread::get_id();
  };
  CALL(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  CALL(cudaLaunchHostFunc(stream, note_thread, &caller));
  CALL(cudaStreamEndCapture(stream, &graph));
  CALL(cudaGraphInstantiate(&runnable, graph, 0));
  CALL(cudaGraphLaunch(runnable, stream));
  CALL(cudaStreamSynchronize(stream));
  CHECK(caller != std::thread::id() && caller != std::this_thread::get_id());

  CALL(cudaGraphExecDestroy(runnable));
  CALL(cudaGraphDestroy(graph));
  CALL(cudaFree(x));
  CALL(cudaStreamDestroy(stream));
  std::printf("all as it should be\n");
}
