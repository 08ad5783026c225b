// Graphs and the capture of streams.
#include <thread>

#include "cases.hpp"

namespace {

constexpr int n = 64;

cudaStream_t non_blocking() {
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  return stream;
}

cudaEvent_t event_without_time() {
  cudaEvent_t event;
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  return event;
}

int* memory() {
  int* x;
  cudaMalloc(&x, n * sizeof(int));
  return x;
}

/// What becomes of a capture, after something in it.
#define SHOW_END(stream)                          \
  {                                               \
    cudaStreamCaptureStatus status{};             \
    cudaGraph_t graph = nullptr;                  \
    SHOW(cudaStreamIsCapturing(stream, &status)); \
    SHOW_VALUE(int(status));                      \
    SHOW(cudaStreamEndCapture(stream, &graph));   \
    SHOW_VALUE(graph != nullptr);                 \
    SHOW(cudaStreamIsCapturing(stream, &status)); \
    SHOW_VALUE(int(status));                      \
  }

size_t count_nodes(cudaGraph_t graph) {
  size_t count = 0;
  cudaGraphGetNodes(graph, nullptr, &count);
  return count;
}

size_t count_edges(cudaGraph_t graph) {
  size_t count = 0;
  cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count);
  return count;
}

}  // namespace

__global__ void nothing() {}
__global__ void set(int* x, int value) {
  x[threadIdx.x] = value;
}
__global__ void other(int* x, int value) {
  x[threadIdx.x] += value;
}
__device__ int variable[n];

CASE(capture_begin) {
  cudaStreamCaptureMode mode = cudaStreamCaptureMode(7);
  const cudaStream_t stream = non_blocking();
  SHOW(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamBeginCapture(cudaStreamLegacy, cudaStreamCaptureModeRelaxed));
  SHOW(cudaStreamBeginCapture(stream, mode));
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW_END(stream);
}
CASE(capture_begin_in_the_stream_of_the_thread) {
  SHOW(cudaStreamBeginCapture(cudaStreamPerThread, cudaStreamCaptureModeGlobal));
  nothing<<<1, 1, 0, cudaStreamPerThread>>>();
  SHOW(cudaGetLastError());
  SHOW_END(cudaStreamPerThread);
}
CASE(capture_end_without_begin) {
  cudaGraph_t graph = nullptr;
  const cudaStream_t stream = non_blocking();
  SHOW(cudaStreamEndCapture(stream, &graph));
  SHOW(cudaStreamEndCapture(nullptr, &graph));
}
CASE(capture_end_without_a_place) {
  const cudaStream_t stream = non_blocking();
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamEndCapture(stream, nullptr));
  SHOW_END(stream);
}
CASE(capture_of_nothing) {
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  const cudaStream_t stream = non_blocking();
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamEndCapture(stream, &graph));
  SHOW_VALUE(count_nodes(graph));
  SHOW(cudaGraphInstantiate(&executable, graph, 0));
  SHOW(cudaGraphLaunch(executable, stream));
  SHOW(cudaStreamSynchronize(stream));
}
CASE(capture_mode_of_the_thread) {
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  SHOW(cudaThreadExchangeStreamCaptureMode(nullptr));
  SHOW(cudaThreadExchangeStreamCaptureMode(&mode));
  SHOW_VALUE(int(mode));
  SHOW(cudaThreadExchangeStreamCaptureMode(&mode));
  SHOW_VALUE(int(mode));
  mode = cudaStreamCaptureMode(9);
  SHOW(cudaThreadExchangeStreamCaptureMode(&mode));
}

// What may not be called while a stream captures, in each mode.
#define FORBIDDEN(name, mode, ...)                  \
  CASE(capture_##name) {                            \
    const cudaStream_t stream = non_blocking();     \
    [[maybe_unused]] int* const x = memory();       \
    [[maybe_unused]] int* y = nullptr;              \
    const cudaEvent_t event = event_without_time(); \
    SHOW(cudaEventRecord(event));                   \
    SHOW(cudaDeviceSynchronize());                  \
    SHOW(cudaStreamBeginCapture(stream, mode));     \
    SHOW(__VA_ARGS__);                              \
    SHOW(cudaGetLastError());                       \
    SHOW_END(stream);                               \
  }
#define FORBIDDEN_IN_EACH(name, ...)                                            \
  FORBIDDEN(global_##name, cudaStreamCaptureModeGlobal, __VA_ARGS__)            \
  FORBIDDEN(thread_local_##name, cudaStreamCaptureModeThreadLocal, __VA_ARGS__) \
  FORBIDDEN(relaxed_##name, cudaStreamCaptureModeRelaxed, __VA_ARGS__)

FORBIDDEN_IN_EACH(malloc, cudaMalloc(&y, 4))
FORBIDDEN_IN_EACH(malloc_null, cudaMalloc(nullptr, 4))
FORBIDDEN_IN_EACH(free, cudaFree(x))
FORBIDDEN_IN_EACH(free_null, cudaFree(nullptr))
FORBIDDEN_IN_EACH(malloc_host, cudaMallocHost(&y, 4))
FORBIDDEN_IN_EACH(malloc_managed, cudaMallocManaged(&y, 4))
FORBIDDEN_IN_EACH(device_synchronize, cudaDeviceSynchronize())
FORBIDDEN_IN_EACH(stream_synchronize, cudaStreamSynchronize(stream))
FORBIDDEN_IN_EACH(stream_query, cudaStreamQuery(stream))
FORBIDDEN_IN_EACH(other_stream_synchronize, cudaStreamSynchronize(non_blocking()))
FORBIDDEN_IN_EACH(other_stream_query, cudaStreamQuery(non_blocking()))
FORBIDDEN_IN_EACH(legacy_synchronize, cudaStreamSynchronize(nullptr))
FORBIDDEN_IN_EACH(event_query, cudaEventQuery(event))
FORBIDDEN_IN_EACH(event_synchronize, cudaEventSynchronize(event))
FORBIDDEN_IN_EACH(memcpy, cudaMemcpy(x, &y, 4, cudaMemcpyHostToDevice))
FORBIDDEN_IN_EACH(memcpy_of_nothing, cudaMemcpy(x, &y, 0, cudaMemcpyHostToDevice))
FORBIDDEN_IN_EACH(memset, cudaMemset(x, 0, 4))
FORBIDDEN_IN_EACH(legacy_memset, cudaMemsetAsync(x, 0, 4, nullptr))
FORBIDDEN_IN_EACH(legacy_record, cudaEventRecord(event, nullptr))
FORBIDDEN_IN_EACH(stream_create, cudaStreamCreate(reinterpret_cast<cudaStream_t*>(&y)))
FORBIDDEN_IN_EACH(stream_destroy, cudaStreamDestroy(non_blocking()))
FORBIDDEN_IN_EACH(get_info, cudaMemGetInfo(reinterpret_cast<size_t*>(&y), nullptr))
FORBIDDEN_IN_EACH(pointer, cudaHostGetDevicePointer(&y, x, 0))
FORBIDDEN_IN_EACH(copy, cudaMemcpyAsync(x, &y, 4, cudaMemcpyHostToDevice, stream))
FORBIDDEN_IN_EACH(copy_back, cudaMemcpyAsync(&y, x, 4, cudaMemcpyDeviceToHost, stream))
FORBIDDEN_IN_EACH(copy_of_nothing, cudaMemcpyAsync(x, &y, 0, cudaMemcpyHostToDevice, stream))
FORBIDDEN_IN_EACH(wrong_copy, cudaMemcpyAsync(x, nullptr, 4, cudaMemcpyHostToDevice, stream))
FORBIDDEN_IN_EACH(external_record, cudaEventRecordWithFlags(event, stream, cudaEventRecordExternal))
FORBIDDEN_IN_EACH(external_wait, cudaStreamWaitEvent(stream, event, cudaEventWaitExternal))
FORBIDDEN_IN_EACH(wait_for_work_outside, cudaStreamWaitEvent(stream, event, 0))
FORBIDDEN_IN_EACH(wait_for_an_event_never_recorded,
                  cudaStreamWaitEvent(stream, event_without_time(), 0))
FORBIDDEN_IN_EACH(destruction, cudaStreamDestroy(stream))
FORBIDDEN_IN_EACH(free_outside, cudaFreeAsync(x, stream))

CASE(capture_wrong_launch) {
  const cudaStream_t stream = non_blocking();
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  nothing<<<1, 2048, 0, stream>>>();
  SHOW(cudaGetLastError());
  nothing<<<1, 1, 0, stream>>>();
  SHOW(cudaGetLastError());
  SHOW_END(stream);
}
CASE(capture_after_it_is_invalid) {
  const cudaStream_t stream = non_blocking();
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamSynchronize(stream));
  SHOW(cudaStreamSynchronize(stream));
  nothing<<<1, 1, 0, stream>>>();
  SHOW(cudaGetLastError());
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW_END(stream);
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW_END(stream);
}

// A stream that the legacy default stream waits for.
CASE(capture_blocking_stream) {
  cudaStream_t stream;
  cudaStreamCaptureStatus status{};
  int* const x = memory();
  SHOW(cudaStreamCreate(&stream));
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  SHOW(cudaStreamIsCapturing(nullptr, &status));
  SHOW(cudaStreamIsCapturing(stream, &status));
  SHOW_VALUE(int(status));
  SHOW(cudaMemsetAsync(x, 0, 4, nullptr));
  SHOW_END(stream);
}
CASE(capture_blocking_stream_launch) {
  cudaStream_t stream;
  SHOW(cudaStreamCreate(&stream));
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  nothing<<<1, 1>>>();
  SHOW(cudaGetLastError());
  SHOW_END(stream);
}
CASE(capture_blocking_stream_memcpy) {
  cudaStream_t stream;
  int y = 0, *const x = memory();
  SHOW(cudaStreamCreate(&stream));
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaMemcpy(x, &y, 4, cudaMemcpyHostToDevice));
  SHOW_END(stream);
}
CASE(capture_blocking_stream_synchronize) {
  cudaStream_t stream;
  SHOW(cudaStreamCreate(&stream));
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  SHOW(cudaStreamSynchronize(nullptr));
  SHOW_END(stream);
}
CASE(capture_blocking_stream_device_synchronize) {
  cudaStream_t stream;
  SHOW(cudaStreamCreate(&stream));
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  SHOW(cudaDeviceSynchronize());
  SHOW_END(stream);
}

// Events in captures.
CASE(capture_event_queried) {
  const cudaStream_t stream = non_blocking();
  const cudaEvent_t event = event_without_time();
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  SHOW(cudaEventRecord(event, stream));
  SHOW(cudaEventQuery(event));
  SHOW_END(stream);
  SHOW(cudaEventQuery(event));
  SHOW(cudaEventSynchronize(event));
}
CASE(capture_event_synchronized) {
  const cudaStream_t stream = non_blocking();
  const cudaEvent_t event = event_without_time();
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  SHOW(cudaEventRecord(event, stream));
  SHOW(cudaEventSynchronize(event));
  SHOW_END(stream);
}
CASE(capture_event_after_its_end) {
  const cudaStream_t stream = non_blocking(), another = non_blocking();
  const cudaEvent_t event = event_without_time();
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  nothing<<<1, 1, 0, stream>>>();
  SHOW(cudaEventRecord(event, stream));
  SHOW_END(stream);
  SHOW(cudaStreamWaitEvent(another, event, 0));
  SHOW(cudaGetLastError());
  SHOW(cudaStreamBeginCapture(another, cudaStreamCaptureModeRelaxed));
  SHOW(cudaStreamWaitEvent(another, event, 0));
  SHOW_END(another);
  SHOW(cudaEventRecord(event, stream));
  SHOW(cudaEventSynchronize(event));
}
CASE(capture_event_waited_for_in_the_legacy_stream) {
  const cudaStream_t stream = non_blocking();
  const cudaEvent_t event = event_without_time();
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  SHOW(cudaEventRecord(event, stream));
  SHOW(cudaStreamWaitEvent(nullptr, event, 0));
  SHOW_END(stream);
}
CASE(capture_event_elapsed) {
  const cudaStream_t stream = non_blocking();
  cudaEvent_t start, stop;
  float milliseconds;
  SHOW(cudaEventCreate(&start));
  SHOW(cudaEventCreate(&stop));
  SHOW(cudaEventRecord(stop));
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  SHOW(cudaEventRecord(start, stream));
  SHOW(cudaEventElapsedTime(&milliseconds, start, stop));
  SHOW_END(stream);
}
CASE(external_events_outside_of_a_capture) {
  const cudaEvent_t event = event_without_time();
  SHOW(cudaEventRecordWithFlags(event, nullptr, cudaEventRecordExternal));
  SHOW(cudaStreamWaitEvent(nullptr, event, cudaEventWaitExternal));
}

// Forks.
CASE(capture_unjoined) {
  const cudaStream_t stream = non_blocking(), fork = non_blocking();
  const cudaEvent_t event = event_without_time();
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaEventRecord(event, stream));
  SHOW(cudaStreamWaitEvent(fork, event, 0));
  nothing<<<1, 1, 0, fork>>>();
  SHOW_END(stream);
  cudaStreamCaptureStatus status{};
  SHOW(cudaStreamIsCapturing(fork, &status));
  SHOW_VALUE(int(status));
}
CASE(capture_fork_without_work) {
  const cudaStream_t stream = non_blocking(), fork = non_blocking();
  const cudaEvent_t event = event_without_time();
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  nothing<<<1, 1, 0, stream>>>();
  SHOW(cudaEventRecord(event, stream));
  SHOW(cudaStreamWaitEvent(fork, event, 0));
  SHOW_END(stream);
}
CASE(capture_work_after_the_join) {
  const cudaStream_t stream = non_blocking(), fork = non_blocking();
  const cudaEvent_t event = event_without_time(), join = event_without_time();
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaEventRecord(event, stream));
  SHOW(cudaStreamWaitEvent(fork, event, 0));
  nothing<<<1, 1, 0, fork>>>();
  SHOW(cudaEventRecord(join, fork));
  SHOW(cudaStreamWaitEvent(stream, join, 0));
  nothing<<<1, 1, 0, fork>>>();
  SHOW_END(stream);
}
CASE(capture_fork_and_join) {
  cudaGraph_t graph;
  const cudaStream_t stream = non_blocking(), fork = non_blocking();
  const cudaEvent_t event = event_without_time(), join = event_without_time();
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  nothing<<<1, 1, 0, stream>>>();
  SHOW(cudaEventRecord(event, stream));
  SHOW(cudaStreamWaitEvent(fork, event, 0));
  nothing<<<1, 1, 0, fork>>>();
  SHOW(cudaEventRecord(join, fork));
  SHOW(cudaStreamWaitEvent(stream, join, 0));
  nothing<<<1, 1, 0, stream>>>();
  SHOW(cudaStreamEndCapture(stream, &graph));
  SHOW_VALUE(count_nodes(graph));
  SHOW_VALUE(count_edges(graph));  // does the last kernel depend on the first as well?
}
CASE(capture_ended_in_the_fork) {
  cudaGraph_t graph = nullptr;
  const cudaStream_t stream = non_blocking(), fork = non_blocking();
  const cudaEvent_t event = event_without_time();
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaEventRecord(event, stream));
  SHOW(cudaStreamWaitEvent(fork, event, 0));
  SHOW(cudaStreamEndCapture(fork, &graph));
  SHOW_END(stream);
}
CASE(capture_merge) {
  const cudaStream_t stream = non_blocking(), another = non_blocking();
  const cudaEvent_t event = event_without_time();
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamBeginCapture(another, cudaStreamCaptureModeGlobal));
  SHOW(cudaEventRecord(event, stream));
  SHOW(cudaStreamWaitEvent(another, event, 0));
  SHOW_END(stream);
  SHOW_END(another);
}
CASE(capture_ended_by_another_thread) {
  const cudaStream_t stream = non_blocking();
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  std::thread([&] {
    cudaGraph_t graph = nullptr;
    SHOW(cudaStreamEndCapture(stream, &graph));
  }).join();
  SHOW_END(stream);
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  std::thread([&] { SHOW_END(stream); }).join();
}
CASE(capture_and_another_thread) {
  const cudaStream_t stream = non_blocking();
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  std::thread([] {
    int* x;
    SHOW(cudaMalloc(&x, 4));
    SHOW(cudaDeviceSynchronize());
  }).join();
  SHOW_END(stream);
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  std::thread([] {
    int* x;
    cudaStreamCaptureMode mode = cudaStreamCaptureModeThreadLocal;
    cudaThreadExchangeStreamCaptureMode(&mode);
    SHOW(cudaMalloc(&x, 4));
    mode = cudaStreamCaptureModeGlobal;
    cudaThreadExchangeStreamCaptureMode(&mode);
    SHOW(cudaMalloc(&x, 4));
  }).join();
  SHOW_END(stream);
}

CASE(capture_info) {
  cudaStreamCaptureStatus status{};
  cudaGraph_t graph = nullptr;
  const cudaGraphNode_t* nodes = nullptr;
  const cudaGraphEdgeData* data = nullptr;
  size_t count = 99;
  unsigned long long id = 0;
  const cudaStream_t stream = non_blocking();
  SHOW(cudaStreamGetCaptureInfo(stream, nullptr, &id));
  SHOW(cudaStreamGetCaptureInfo(stream, &status, &id, &graph, &nodes, &data, &count));
  SHOW_VALUE(int(status));
  SHOW(cudaStreamUpdateCaptureDependencies(stream, nullptr, nullptr, 0, 0));
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamGetCaptureInfo(stream, &status));
  SHOW(cudaStreamGetCaptureInfo(stream, &status, &id, &graph, &nodes, nullptr, &count));
  SHOW_VALUE(count);
  nothing<<<1, 1, 0, stream>>>();
  SHOW(cudaStreamGetCaptureInfo(stream, &status, &id, &graph, &nodes, &data, &count));
  SHOW_VALUE(count);
  SHOW(cudaStreamGetCaptureInfo(stream, &status, nullptr, nullptr, nullptr, &data, &count));
  SHOW(cudaGraphDestroy(graph));
  SHOW(cudaStreamUpdateCaptureDependencies(stream, nullptr, nullptr, 0, 5));
  SHOW(cudaStreamUpdateCaptureDependencies(stream, nullptr, nullptr, 0,
                                           cudaStreamSetCaptureDependencies));
  SHOW_END(stream);
}
CASE(capture_to_a_graph) {
  cudaGraph_t graph, same = nullptr;
  cudaGraphNode_t node;
  const cudaStream_t stream = non_blocking();
  SHOW(cudaGraphCreate(&graph, 0));
  SHOW(cudaGraphAddEmptyNode(&node, graph, nullptr, 0));
  SHOW(cudaStreamBeginCaptureToGraph(stream, nullptr, nullptr, nullptr, 0,
                                     cudaStreamCaptureModeGlobal));
  SHOW(
      cudaStreamBeginCaptureToGraph(stream, graph, &node, nullptr, 1, cudaStreamCaptureModeGlobal));
  nothing<<<1, 1, 0, stream>>>();
  SHOW(cudaStreamEndCapture(stream, &same));
  SHOW_VALUE(graph == same);
  SHOW_VALUE(count_nodes(graph));
  SHOW_VALUE(count_edges(graph));
}

// Graphs.
CASE(graph_create) {
  cudaGraph_t graph;
  SHOW(cudaGraphCreate(nullptr, 0));
  SHOW(cudaGraphCreate(&graph, 1));
  SHOW(cudaGraphCreate(&graph, 0));
  SHOW(cudaGraphDestroy(graph));
  SHOW(cudaGraphDestroy(nullptr));
}
CASE(graph_destroyed_twice) {
  cudaGraph_t graph;
  SHOW(cudaGraphCreate(&graph, 0));
  SHOW(cudaGraphDestroy(graph));
  SHOW(cudaGraphDestroy(graph));
}
CASE(graph_edges) {
  cudaGraph_t graph, another;
  cudaGraphNode_t a, b, c, foreign;
  size_t count = 99;
  cudaGraphNode_t list[9] = {};
  SHOW(cudaGraphCreate(&graph, 0));
  SHOW(cudaGraphCreate(&another, 0));
  SHOW(cudaGraphAddEmptyNode(&a, graph, nullptr, 0));
  SHOW(cudaGraphAddEmptyNode(&b, graph, &a, 1));
  SHOW(cudaGraphAddEmptyNode(&foreign, another, nullptr, 0));
  SHOW(cudaGraphAddEmptyNode(&c, graph, &foreign, 1));
  SHOW(cudaGraphAddEmptyNode(&c, graph, nullptr, 1));
  SHOW(cudaGraphAddEmptyNode(nullptr, graph, nullptr, 0));
  const cudaGraphNode_t twice[] = {a, a};
  SHOW(cudaGraphAddEmptyNode(&c, graph, twice, 2));
  SHOW(cudaGraphAddEmptyNode(&c, graph, nullptr, 0));
  SHOW(cudaGraphAddDependencies(graph, &a, &b, nullptr, 1));
  SHOW(cudaGraphAddDependencies(graph, &a, &a, nullptr, 1));
  SHOW(cudaGraphAddDependencies(graph, &a, &foreign, nullptr, 1));
  SHOW(cudaGraphAddDependencies(graph, nullptr, nullptr, nullptr, 1));
  SHOW(cudaGraphAddDependencies(graph, nullptr, nullptr, nullptr, 0));
  SHOW(cudaGraphRemoveDependencies(graph, &a, &c, nullptr, 1));
  SHOW(cudaGraphGetNodes(graph, nullptr, nullptr));
  SHOW(cudaGraphGetNodes(graph, nullptr, &count));
  SHOW_VALUE(count);
  count = 9;
  SHOW(cudaGraphGetNodes(graph, list, &count));
  SHOW_VALUE(count);
  SHOW_VALUE(list[0] == a && list[1] == b);
  count = 1;
  SHOW(cudaGraphGetNodes(graph, list, &count));
  SHOW_VALUE(count);
  SHOW(cudaGraphGetRootNodes(graph, nullptr, &count));
  SHOW_VALUE(count);
  SHOW(cudaGraphGetEdges(graph, list, nullptr, nullptr, &count));
  SHOW(cudaGraphNodeGetDependencies(b, nullptr, nullptr, &count));
  SHOW_VALUE(count);
  SHOW(cudaGraphNodeGetDependentNodes(a, nullptr, nullptr, &count));
  SHOW_VALUE(count);
  SHOW(cudaGraphDestroyNode(a));
  SHOW_VALUE(count_nodes(graph));
  SHOW_VALUE(count_edges(graph));
  SHOW(cudaGraphDestroyNode(nullptr));
}
CASE(graph_cycle) {
  cudaGraph_t graph;
  cudaGraphNode_t a, b;
  cudaGraphExec_t executable;
  SHOW(cudaGraphCreate(&graph, 0));
  SHOW(cudaGraphAddEmptyNode(&a, graph, nullptr, 0));
  SHOW(cudaGraphAddEmptyNode(&b, graph, &a, 1));
  SHOW(cudaGraphAddDependencies(graph, &b, &a, nullptr, 1));
  SHOW(cudaGraphInstantiate(&executable, graph, 0));
  cudaGraphInstantiateParams parameters = {};
  SHOW(cudaGraphInstantiateWithParams(&executable, graph, &parameters));
  SHOW_VALUE(int(parameters.result_out));
}
CASE(graph_instantiate) {
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  unsigned long long flags = 0;
  SHOW(cudaGraphCreate(&graph, 0));
  SHOW(cudaGraphInstantiate(nullptr, graph, 0));
  SHOW(cudaGraphInstantiate(&executable, nullptr, 0));
  SHOW(cudaGraphInstantiate(&executable, graph, 1 << 20));
  SHOW(cudaGraphInstantiate(&executable, graph, cudaGraphInstantiateFlagUpload));
  SHOW(cudaGraphInstantiate(&executable, graph, cudaGraphInstantiateFlagUseNodePriority));
  SHOW(cudaGraphExecGetFlags(executable, &flags));
  SHOW_VALUE(flags);
  SHOW(cudaGraphUpload(executable, nullptr));
  SHOW(cudaGraphLaunch(executable, nullptr));
  SHOW(cudaGraphLaunch(nullptr, nullptr));
  SHOW(cudaGraphExecDestroy(executable));
  SHOW(cudaGraphExecDestroy(nullptr));
}
CASE(graph_kernel_node) {
  cudaGraph_t graph;
  cudaGraphNode_t node;
  cudaGraphExec_t executable;
  int *x = memory(), value = 1;
  void* arguments[] = {&x, &value};
  cudaKernelNodeParams p = {(void*)set, 1, n, 0, arguments, nullptr}, told;
  SHOW(cudaGraphCreate(&graph, 0));
  SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, nullptr));
  p.func = nullptr;
  SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &p));
  p.func = (void*)set;
  p.blockDim = 2048;
  SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &p));
  p.blockDim = 0;
  SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &p));
  p.blockDim = n;
  p.kernelParams = nullptr;
  SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &p));
  p.kernelParams = arguments;
  p.sharedMemBytes = 1 << 20;
  SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &p));
  p.sharedMemBytes = 0;
  SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &p));
  SHOW(cudaGraphKernelNodeGetParams(node, &told));
  SHOW_VALUE(told.func == p.func);
  SHOW_VALUE(told.blockDim.x);
  SHOW(cudaGraphKernelNodeGetParams(node, nullptr));
  SHOW(cudaGraphMemsetNodeGetParams(node, nullptr));
  SHOW(cudaGraphInstantiate(&executable, graph, 0));
  p.func = (void*)other;
  SHOW(cudaGraphExecKernelNodeSetParams(executable, node, &p));
  p.blockDim = 2048;
  SHOW(cudaGraphExecKernelNodeSetParams(executable, node, &p));
  SHOW(cudaGraphExecKernelNodeSetParams(executable, node, nullptr));
  unsigned enabled = 99;
  SHOW(cudaGraphNodeGetEnabled(executable, node, &enabled));
  SHOW_VALUE(enabled);
  SHOW(cudaGraphNodeSetEnabled(executable, node, 0));
  SHOW(cudaGraphNodeGetEnabled(executable, node, &enabled));
  SHOW_VALUE(enabled);
}
CASE(graph_kernel_attributes) {
  cudaGraph_t graph;
  cudaGraphNode_t node;
  cudaLaunchAttributeValue value = {};
  cudaKernelNodeParams p = {(void*)nothing, 1, n, 0, nullptr, nullptr};
  SHOW(cudaGraphCreate(&graph, 0));
  SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &p));
  SHOW(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeCooperative, &value));
  SHOW_VALUE(value.cooperative);
  value.cooperative = 1;
  SHOW(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeCooperative, &value));
  value = {};
  SHOW(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeCooperative, &value));
  SHOW_VALUE(value.cooperative);
  SHOW(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributePriority, &value));
  SHOW(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeIgnore, &value));
}
CASE(graph_memset_node) {
  cudaGraph_t graph;
  cudaGraphNode_t node;
  cudaGraphExec_t executable;
  int* const x = memory();
  SHOW(cudaGraphCreate(&graph, 0));
  cudaMemsetParams p = {x, 0, 0, 4, n, 1};
  SHOW(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, nullptr));
  p.elementSize = 3;
  SHOW(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &p));
  p.elementSize = 1;
  p.value = 256;
  SHOW(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &p));
  p.value = 255;
  p.width = 0;
  SHOW(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &p));
  p.width = n;
  p.height = 0;
  SHOW(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &p));
  p.height = 2;
  p.pitch = n / 2;
  SHOW(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &p));
  p.height = 1;
  p.dst = nullptr;
  SHOW(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &p));
  p.dst = x;
  p.width = 100000;
  SHOW(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &p));
  p.width = n;
  SHOW(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &p));
  SHOW(cudaGraphInstantiate(&executable, graph, 0));
  p.width = n / 2;
  SHOW(cudaGraphExecMemsetNodeSetParams(executable, node, &p));
  p.height = 2;
  p.pitch = n;
  SHOW(cudaGraphExecMemsetNodeSetParams(executable, node, &p));
}
CASE(graph_memcpy_node) {
  cudaGraph_t graph;
  cudaGraphNode_t node;
  cudaGraphExec_t executable;
  int *const x = memory(), *const y = memory(), host[n];
  SHOW(cudaGraphCreate(&graph, 0));
  SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, nullptr, y, 4, cudaMemcpyDefault));
  SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, x, y, 0, cudaMemcpyDefault));
  SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, x, y, 4, cudaMemcpyKind(9)));
  SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, x, y, 1 << 20, cudaMemcpyDefault));
  SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, x, host, 4, cudaMemcpyDeviceToHost));
  SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, x, y, 4, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphAddMemcpyNode(&node, graph, nullptr, 0, nullptr));
  SHOW(cudaGraphAddMemcpyNodeToSymbol(&node, graph, nullptr, 0, variable, host, 4, 4,
                                      cudaMemcpyHostToDevice));
  SHOW(cudaGraphAddMemcpyNodeToSymbol(&node, graph, nullptr, 0, variable, host, 4 * n, 4,
                                      cudaMemcpyHostToDevice));
  SHOW(cudaGraphAddMemcpyNodeToSymbol(&node, graph, nullptr, 0, host, host, 4, 0,
                                      cudaMemcpyHostToDevice));
  SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, x, y, 4, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphInstantiate(&executable, graph, 0));
  SHOW(cudaGraphExecMemcpyNodeSetParams1D(executable, node, y, x, 8, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParams1D(executable, node, x, host, 8, cudaMemcpyHostToDevice));
}
CASE(graph_other_nodes) {
  cudaGraph_t graph, child, owned;
  cudaGraphNode_t node;
  cudaGraphNodeType type;
  const cudaEvent_t event = event_without_time();
  SHOW(cudaGraphCreate(&graph, 0));
  SHOW(cudaGraphCreate(&child, 0));
  const cudaHostNodeParams host = {nullptr, nullptr};
  SHOW(cudaGraphAddHostNode(&node, graph, nullptr, 0, &host));
  SHOW(cudaGraphAddHostNode(&node, graph, nullptr, 0, nullptr));
  SHOW(cudaGraphAddEventRecordNode(&node, graph, nullptr, 0, nullptr));
  SHOW(cudaGraphAddEventWaitNode(&node, graph, nullptr, 0, event));
  SHOW(cudaGraphNodeGetType(node, &type));
  SHOW_VALUE(int(type));
  SHOW(cudaGraphNodeGetType(node, nullptr));
  SHOW(cudaGraphNodeGetType(nullptr, &type));
  SHOW(cudaGraphAddChildGraphNode(&node, graph, nullptr, 0, nullptr));
  SHOW(cudaGraphAddChildGraphNode(&node, graph, nullptr, 0, child));
  SHOW(cudaGraphChildGraphNodeGetGraph(node, &owned));
  SHOW_VALUE(owned == child);
  SHOW(cudaGraphAddChildGraphNode(&node, graph, nullptr, 0, graph));
  SHOW_VALUE(count_nodes(graph));
  SHOW(cudaGraphDestroy(owned));
}
CASE(graph_any_node) {
  cudaGraph_t graph;
  cudaGraphNode_t node;
  SHOW(cudaGraphCreate(&graph, 0));
  cudaGraphNodeParams p = {};
  p.type = cudaGraphNodeTypeEmpty;
  SHOW(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, nullptr));
  SHOW(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &p));
  p.type = cudaGraphNodeType(77);
  SHOW(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &p));
}
CASE(graph_clone) {
  cudaGraph_t graph, clone;
  cudaGraphNode_t node, found, later;
  SHOW(cudaGraphCreate(&graph, 0));
  SHOW(cudaGraphAddEmptyNode(&node, graph, nullptr, 0));
  SHOW(cudaGraphClone(nullptr, graph));
  SHOW(cudaGraphClone(&clone, nullptr));
  SHOW(cudaGraphClone(&clone, graph));
  SHOW(cudaGraphNodeFindInClone(&found, node, clone));
  SHOW(cudaGraphNodeFindInClone(&found, node, graph));
  SHOW(cudaGraphAddEmptyNode(&later, graph, nullptr, 0));
  SHOW(cudaGraphNodeFindInClone(&found, later, clone));
}
CASE(graph_update) {
  cudaGraph_t graph, another;
  cudaGraphNode_t a, b, c, d;
  cudaGraphExec_t executable;
  cudaGraphExecUpdateResultInfo info = {};
  int* const x = memory();
  SHOW(cudaGraphCreate(&graph, 0));
  SHOW(cudaGraphCreate(&another, 0));
  cudaMemsetParams p = {x, 0, 0, 4, n, 1};
  SHOW(cudaGraphAddMemsetNode(&a, graph, nullptr, 0, &p));
  SHOW(cudaGraphAddEmptyNode(&b, graph, &a, 1));
  SHOW(cudaGraphInstantiate(&executable, graph, 0));
  SHOW(cudaGraphAddMemsetNode(&c, another, nullptr, 0, &p));
  SHOW(cudaGraphExecUpdate(executable, another, &info));
  SHOW_VALUE(int(info.result));
  SHOW(cudaGraphAddEmptyNode(&d, another, nullptr, 0));
  SHOW(cudaGraphExecUpdate(executable, another, &info));
  SHOW_VALUE(int(info.result));
  SHOW(cudaGraphAddDependencies(another, &c, &d, nullptr, 1));
  SHOW(cudaGraphExecUpdate(executable, another, &info));
  SHOW_VALUE(int(info.result));
  SHOW(cudaGraphExecUpdate(executable, another, nullptr));
  SHOW(cudaGraphExecUpdate(executable, nullptr, &info));
  SHOW_VALUE(int(info.result));
}
CASE(graph_memory_nodes) {
  cudaGraph_t graph, clone;
  cudaGraphNode_t a, b;
  cudaGraphExec_t executable, second;
  int* const x = memory();
  cudaMemAllocNodeParams p = {};
  SHOW(cudaGraphCreate(&graph, 0));
  p.poolProps.allocType = cudaMemAllocationTypePinned;
  p.poolProps.location.type = cudaMemLocationTypeDevice;
  SHOW(cudaGraphAddMemAllocNode(&a, graph, nullptr, 0, &p));
  p.bytesize = 4 * n;
  SHOW(cudaGraphAddMemAllocNode(&a, graph, nullptr, 0, nullptr));
  SHOW(cudaGraphAddMemAllocNode(&a, graph, nullptr, 0, &p));
  SHOW(cudaGraphAddMemFreeNode(&b, graph, &a, 1, x));
  SHOW(cudaGraphInstantiate(&executable, graph, 0));
  SHOW(cudaGraphInstantiate(&second, graph, 0));
  SHOW(cudaGraphClone(&clone, graph));
  SHOW(cudaGraphDestroyNode(a));
  SHOW(cudaGraphLaunch(executable, nullptr));
  SHOW(cudaGraphLaunch(executable, nullptr));
  SHOW(cudaFree(p.dptr));
  SHOW(cudaGraphLaunch(executable, nullptr));
  SHOW(cudaDeviceSynchronize());
}
CASE(graph_memory_freed_in_the_graph) {
  cudaGraph_t graph;
  cudaGraphNode_t a, b;
  cudaGraphExec_t executable;
  cudaMemAllocNodeParams p = {};
  SHOW(cudaGraphCreate(&graph, 0));
  p.poolProps.allocType = cudaMemAllocationTypePinned;
  p.poolProps.location.type = cudaMemLocationTypeDevice;
  p.bytesize = 4 * n;
  SHOW(cudaGraphAddMemAllocNode(&a, graph, nullptr, 0, &p));
  SHOW(cudaGraphAddMemFreeNode(&b, graph, &a, 1, p.dptr));
  SHOW(cudaGraphAddMemFreeNode(&b, graph, &a, 1, p.dptr));
  SHOW(cudaGraphInstantiate(&executable, graph, 0));
  SHOW(cudaGraphLaunch(executable, nullptr));
  SHOW(cudaGraphLaunch(executable, nullptr));
  SHOW(cudaDeviceSynchronize());
}
CASE(graph_captured_with_memory) {
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  int* x = nullptr;
  const cudaStream_t stream = non_blocking();
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaMallocAsync(&x, 4 * n, stream));
  SHOW_VALUE(x != nullptr);
  SHOW(cudaMemsetAsync(x, 0, 4 * n, stream));
  SHOW(cudaFreeAsync(x, stream));
  SHOW(cudaStreamEndCapture(stream, &graph));
  SHOW_VALUE(count_nodes(graph));
  SHOW(cudaGraphInstantiate(&executable, graph, 0));
  SHOW(cudaGraphLaunch(executable, stream));
  SHOW(cudaStreamSynchronize(stream));
}
CASE(graph_launched_in_a_capture) {
  cudaGraph_t graph, outer;
  cudaGraphExec_t executable;
  const cudaStream_t stream = non_blocking();
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  nothing<<<1, 1, 0, stream>>>();
  SHOW(cudaStreamEndCapture(stream, &graph));
  SHOW(cudaGraphInstantiate(&executable, graph, 0));
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaGraphLaunch(executable, stream));
  SHOW(cudaStreamEndCapture(stream, &outer));
  SHOW_VALUE(count_nodes(outer));
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaGraphUpload(executable, stream));
  SHOW_END(stream);
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaGraphInstantiate(&executable, graph, 0));
  SHOW_END(stream);
}
CASE(graph_whose_memory_is_freed) {
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  int* const x = memory();
  const cudaStream_t stream = non_blocking();
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaMemsetAsync(x, 0, 4, stream));
  SHOW(cudaStreamEndCapture(stream, &graph));
  SHOW(cudaGraphInstantiate(&executable, graph, 0));
  SHOW(cudaFree(x));
  SHOW(cudaGraphLaunch(executable, stream));
  SHOW(cudaStreamSynchronize(stream));
}
CASE(graph_picture) {
  cudaGraph_t graph;
  SHOW(cudaGraphCreate(&graph, 0));
  SHOW(cudaGraphDebugDotPrint(graph, nullptr, 0));
  SHOW(cudaGraphDebugDotPrint(graph, "/no/such/folder/graph.dot", 0));
}
