// What is wrong with graphs, and with what is captured into them.
#include "cases.hpp"

namespace {

constexpr int n = 1024;

struct Stream {
  Stream() { cudaStreamCreateWithFlags(&handle, cudaStreamNonBlocking); }
  ~Stream() { cudaStreamDestroy(handle); }
  operator cudaStream_t() const { return handle; }

  cudaStream_t handle;
};

void let_wait(cudaStream_t second, cudaStream_t first) {
  cudaEvent_t event;
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  cudaEventRecord(event, first);
  cudaStreamWaitEvent(second, event);
  cudaEventDestroy(event);
}

/// An executable graph.
class Executable {
 public:
  explicit Executable(cudaGraph_t graph) { cudaGraphInstantiate(&handle_, graph, 0); }
  ~Executable() {
    if (handle_) cudaGraphExecDestroy(handle_);
  }
  Executable(const Executable&) = delete;
  Executable& operator=(const Executable&) = delete;

  void launch(cudaStream_t stream) const { cudaGraphLaunch(handle_, stream); }

 private:
  cudaGraphExec_t handle_ = nullptr;
};

cudaGraph_t captured(cudaStream_t stream, auto&& body) {
  cudaGraph_t graph = nullptr;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  body();
  cudaStreamEndCapture(stream, &graph);
  return graph;
}

}  // namespace

template <bool repaired>
__global__ void set(int* x, int value) {
  x[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

template <bool repaired>
__global__ void add(int* to, const int* from) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] += from[i];
}

CASE(two_branches_write) {
  Buffer<int> x(n);
  const Stream a, b;
  const cudaGraph_t graph = captured(a, [&] {
    let_wait(b, a);
    set<repaired><<<n / 256, 256, 0, a>>>(x, 1);
    if (repaired) let_wait(b, a);
    // wrong: race between operations: let one node depend on the other
    set<repaired><<<n / 256, 256, 0, b>>>(x, 2);
    let_wait(a, b);
  });
  {
    const Executable executable(graph);
    for (int k = 0; k < 3; ++k) executable.launch(a);
  }
  cudaGraphDestroy(graph);
  cudaDeviceSynchronize();
}

// The two nodes of a graph that was put together by hand.
CASE(a_dependency_is_missing) {
  Buffer<int> x(n), y(n, 0);
  cudaDeviceSynchronize();
  const Stream stream;
  cudaGraph_t graph;
  cudaGraphNode_t first, second;
  cudaGraphCreate(&graph, 0);
  cudaMemsetParams zero = {x, 0, 0, 4, n, 1};
  cudaGraphAddMemsetNode(&first, graph, nullptr, 0, &zero);
  int *to = y, *from = x;
  void* arguments[] = {&to, &from};
  cudaKernelNodeParams kernel = {(void*)add<repaired>, n / 256, 256, 0, arguments, nullptr};
  // wrong: race between operations: node 1 of a graph in non-blocking stream 1
  cudaGraphAddKernelNode(&second, graph, &first, repaired, &kernel);
  {
    const Executable executable(graph);
    executable.launch(stream);
  }
  cudaGraphDestroy(graph);
  cudaDeviceSynchronize();
}

// What another stream does while the graph runs.
CASE(graph_beside_a_stream) {
  Buffer<int> x(n);
  const Stream a, b;
  const cudaGraph_t graph = captured(a, [&] { set<repaired><<<n / 256, 256, 0, a>>>(x, 1); });
  {
    const Executable executable(graph);
    executable.launch(a);
  }
  if (repaired) let_wait(b, a);
  // wrong: race between operations: non-blocking stream 2
  set<repaired><<<n / 256, 256, 0, b>>>(x, 2);
  cudaGraphDestroy(graph);
  cudaDeviceSynchronize();
}

// Launches of two executable graphs are not ordered, as those of one are.
CASE(two_executables_of_one_graph) {
  Buffer<int> x(n);
  const Stream a, b;
  const cudaGraph_t graph = captured(a, [&] {
    // wrong: race between operations: writes
    set<repaired><<<n / 256, 256, 0, a>>>(x, 1);
  });
  {
    const Executable first(graph), second(graph);
    first.launch(a);
    (repaired ? first : second).launch(b);
  }
  cudaGraphDestroy(graph);
  cudaDeviceSynchronize();
}

// The graph has the address of memory that is gone.
template <bool repaired>
__global__ void set_what_was_captured(int* x) {
  x[threadIdx.x] = 1;  // wrong: use after free
}
CASE(memory_freed_before_a_launch) {
  int* x;
  const Stream stream;
  cudaMalloc(&x, n * sizeof(int));
  const cudaGraph_t graph =
      captured(stream, [&] { set_what_was_captured<repaired><<<1, 256, 0, stream>>>(x); });
  {
    const Executable executable(graph);
    executable.launch(stream);
    if (!repaired) cudaFree(x);
    executable.launch(stream);
    if (repaired) cudaFree(x);
    cudaDeviceSynchronize();
  }
  cudaGraphDestroy(graph);
}

CASE(copied_memory_freed_before_a_launch) {
  int* x;
  const Stream stream;
  cudaMalloc(&x, n * sizeof(int));
  const cudaGraph_t graph = captured(stream, [&] {
    // wrong: use after free: in a graph: fill of 4096 bytes
    cudaMemsetAsync(x, 0, n * sizeof(int), stream);
  });
  {
    const Executable executable(graph);
    if (!repaired) cudaFree(x);
    executable.launch(stream);
    if (repaired) cudaFree(x);
    cudaDeviceSynchronize();
  }
  cudaGraphDestroy(graph);
}

// Memory of a graph is gone after the node that frees it, until the next launch.
template <bool repaired>
__global__ void read_memory_of_a_graph(const int* x, int* y) {
  y[threadIdx.x] = x[threadIdx.x];  // wrong: use after free
}
CASE(memory_of_a_graph_used_outside) {
  int* x = nullptr;
  Buffer<int> y(n);
  const Stream stream;
  const cudaGraph_t graph = captured(stream, [&] {
    cudaMallocAsync(&x, n * sizeof(int), stream);
    cudaMemsetAsync(x, 0, n * sizeof(int), stream);
    if (repaired) read_memory_of_a_graph<repaired><<<1, 256, 0, stream>>>(x, y);
    cudaFreeAsync(x, stream);
  });
  {
    const Executable executable(graph);
    executable.launch(stream);
    if (!repaired) read_memory_of_a_graph<repaired><<<1, 256, 0, stream>>>(x, y);
    cudaDeviceSynchronize();
  }
  cudaGraphDestroy(graph);
}

// In each launch the memory is new.
template <bool repaired>
__global__ void read_new_memory(const int* x, int* y) {
  y[threadIdx.x] = x[threadIdx.x];  // noted: read of memory never written
}
CASE(memory_of_a_graph_is_not_kept) {
  int* x = nullptr;
  Buffer<int> y(n);
  const Stream stream;
  const cudaGraph_t graph = captured(stream, [&] {
    cudaMallocAsync(&x, n * sizeof(int), stream);
    if (repaired) cudaMemsetAsync(x, 0, n * sizeof(int), stream);
    read_new_memory<repaired><<<1, 256, 0, stream>>>(x, y);
    cudaFreeAsync(x, stream);
  });
  {
    const Executable executable(graph);
    executable.launch(stream);
    executable.launch(stream);
    cudaDeviceSynchronize();
  }
  cudaGraphDestroy(graph);
}

// A number of the launch that is an argument stays what it was when the graph was made.
template <bool repaired>
__global__ void count_launch(unsigned* launches) {
  ++*launches;
}
template <bool repaired>
__global__ void meet(unsigned* arrived, const unsigned* launches, unsigned number) {
  const unsigned wanted = (repaired ? *launches : number) * gridDim.x;
  atomicAdd(arrived, 1);
  while (*static_cast<volatile unsigned*>(arrived) != wanted) {  // wrong: deadlock
  }
}
CASE(a_launch_number_that_is_frozen) {
  Buffer<unsigned> arrived(1, 0), launches(1, 0);
  const Stream stream;
  cudaDeviceSynchronize();
  const cudaGraph_t graph = captured(stream, [&] {
    count_launch<repaired><<<1, 1, 0, stream>>>(launches);
    meet<repaired><<<4, 1, 0, stream>>>(arrived, launches, 1);
  });
  {
    const Executable executable(graph);
    executable.launch(stream);
    executable.launch(stream);
    cudaDeviceSynchronize();
  }
  cudaGraphDestroy(graph);
}

CASE(a_fork_that_is_not_joined) {
  Buffer<int> x(n), y(n);
  const Stream a, b;
  cudaGraph_t graph = nullptr;
  cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
  let_wait(b, a);
  set<repaired><<<n / 256, 256, 0, a>>>(x, 1);
  set<repaired><<<n / 256, 256, 0, b>>>(y, 2);
  if (repaired) let_wait(a, b);
  // wrong: misuse of the runtime API: cudaStreamEndCapture returned cudaErrorStreamCaptureUnjoined
  cudaStreamEndCapture(a, &graph);
  if (graph) cudaGraphDestroy(graph);
}

CASE(allocation_in_a_capture) {
  int* x = nullptr;
  const Stream stream;
  if (repaired) cudaMalloc(&x, n * sizeof(int));
  const cudaGraph_t graph = captured(stream, [&] {
    // wrong: misuse of the runtime API: cudaMalloc returned cudaErrorStreamCaptureUnsupported
    if (!repaired) cudaMalloc(&x, n * sizeof(int));
    if (x) set<repaired><<<n / 256, 256, 0, stream>>>(x, 1);
  });
  if (graph) cudaGraphDestroy(graph);
  if (x) cudaFree(x);
}

CASE(synchronisation_in_a_capture) {
  const Stream stream;
  const cudaGraph_t graph = captured(stream, [&] {
    // wrong: misuse of the runtime API: cudaErrorStreamCaptureUnsupported
    if (!repaired) cudaStreamSynchronize(stream);
  });
  if (graph) cudaGraphDestroy(graph);
}

CASE(a_graph_destroyed_twice) {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphDestroy(graph);
  // wrong: misuse of the runtime API: use of a graph that was destroyed
  if (!repaired) cudaGraphDestroy(graph);
}

CASE(an_executable_graph_launched_when_it_is_gone) {
  const Stream stream;
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaGraphCreate(&graph, 0);
  cudaGraphInstantiate(&executable, graph, 0);
  if (repaired) cudaGraphLaunch(executable, stream);
  cudaGraphExecDestroy(executable);
  // wrong: misuse of the runtime API: use of an executable graph that was destroyed
  if (!repaired) cudaGraphLaunch(executable, stream);
  cudaGraphDestroy(graph);
}
