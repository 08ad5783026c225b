// exit: 0
// prints: all as it should be
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

// Graphs, captured and put together, do what they say, in each launch. Run under every schedule of
// streams: this file by itself, graphs_late.cu and graphs_random.cu.

constexpr int n = 256;

__global__ void set(int* x, int value) {
  x[threadIdx.x] = value;
}

__global__ void add(int* to, const int* from) {
  to[threadIdx.x] += from[threadIdx.x];
}

__global__ void add_number(int* to, int number) {
  to[threadIdx.x] += number;
}

__device__ int variable[n];

#define REQUIRE(...)                                 \
  if (!(__VA_ARGS__)) {                              \
    printf("line %d: %s\n", __LINE__, #__VA_ARGS__); \
    return false;                                    \
  }
#define SUCCEED(...)                                                              \
  if (const cudaError_t error = (__VA_ARGS__); error != cudaSuccess) {            \
    printf("line %d: %s: %s\n", __LINE__, #__VA_ARGS__, cudaGetErrorName(error)); \
    return false;                                                                 \
  }

int *a, *b, *c, *pinned;
cudaStream_t stream, second, third;

/// All elements of device memory are this.
bool all_are(const int* x, int value) {
  std::vector<int> host(n);
  cudaMemcpyAsync(pinned, x, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  for (int k = 0; k < n; ++k)
    if (pinned[k] != value) {
      printf("element %d is %d, not %d\n", k, pinned[k], value);
      return false;
    }
  return true;
}

bool nothing_happens_before_the_launch() {
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaStreamCaptureStatus status;
  set<<<1, n, 0, stream>>>(a, 1);
  SUCCEED(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SUCCEED(cudaStreamIsCapturing(stream, &status));
  REQUIRE(status == cudaStreamCaptureStatusActive);
  int number = 10;
  add_number<<<1, n, 0, stream>>>(a, number);
  number = 1000;  // what was captured is captured
  cudaMemsetAsync(b, 0, n * sizeof(int), stream);
  cudaMemcpyAsync(b, a, n * sizeof(int), cudaMemcpyDeviceToDevice, stream);
  SUCCEED(cudaStreamEndCapture(stream, &graph));
  SUCCEED(cudaStreamIsCapturing(stream, &status));
  REQUIRE(status == cudaStreamCaptureStatusNone);
  REQUIRE(all_are(a, 1));
  SUCCEED(cudaGraphInstantiate(&executable, graph, 0));
  SUCCEED(cudaGraphDestroy(graph));
  for (int k = 1; k <= 3; ++k) {
    SUCCEED(cudaGraphLaunch(executable, stream));
    REQUIRE(all_are(b, 1 + 10 * k));
  }
  SUCCEED(cudaGraphExecDestroy(executable));
  return true;
}

bool forks_and_joins_are_captured() {
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaEvent_t fork, join, join_too;
  cudaEventCreateWithFlags(&fork, cudaEventDisableTiming);
  cudaEventCreateWithFlags(&join, cudaEventDisableTiming);
  cudaEventCreateWithFlags(&join_too, cudaEventDisableTiming);
  SUCCEED(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  set<<<1, n, 0, stream>>>(a, 1);
  SUCCEED(cudaEventRecord(fork, stream));
  SUCCEED(cudaStreamWaitEvent(second, fork, 0));
  SUCCEED(cudaStreamWaitEvent(third, fork, 0));
  cudaMemcpyAsync(b, a, n * sizeof(int), cudaMemcpyDeviceToDevice, second);
  add_number<<<1, n, 0, second>>>(b, 2);
  cudaMemcpyAsync(c, a, n * sizeof(int), cudaMemcpyDeviceToDevice, third);
  add_number<<<1, n, 0, third>>>(c, 3);
  SUCCEED(cudaEventRecord(join, second));
  SUCCEED(cudaEventRecord(join_too, third));
  SUCCEED(cudaStreamWaitEvent(stream, join, 0));
  SUCCEED(cudaStreamWaitEvent(stream, join_too, 0));
  add<<<1, n, 0, stream>>>(a, b);
  add<<<1, n, 0, stream>>>(a, c);
  SUCCEED(cudaStreamEndCapture(stream, &graph));
  size_t nodes = 0, edges = 0, roots = 0;
  SUCCEED(cudaGraphGetNodes(graph, nullptr, &nodes));
  SUCCEED(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
  SUCCEED(cudaGraphGetRootNodes(graph, nullptr, &roots));
  REQUIRE(nodes == 7 && edges >= 7 && roots == 1);
  SUCCEED(cudaGraphInstantiate(&executable, graph, 0));
  for (int k = 0; k < 4; ++k) SUCCEED(cudaGraphLaunch(executable, k % 2 ? stream : second));
  SUCCEED(cudaDeviceSynchronize());
  REQUIRE(all_are(a, 1 + 3 + 4));
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  cudaEventDestroy(fork);
  cudaEventDestroy(join);
  cudaEventDestroy(join_too);
  return true;
}

// The stream of a fork may be gone, once it is joined, and its number may be another's.
bool forks_may_go_before_the_end() {
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaEvent_t event;
  cudaStream_t fork, another;
  cudaStreamCaptureStatus status;
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  SUCCEED(cudaStreamCreateWithFlags(&fork, cudaStreamNonBlocking));
  SUCCEED(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  SUCCEED(cudaMemsetAsync(a, -1, n * sizeof(int), stream));
  SUCCEED(cudaEventRecord(event, stream));
  SUCCEED(cudaStreamWaitEvent(fork, event, 0));
  add_number<<<1, n, 0, fork>>>(a, 3);
  SUCCEED(cudaEventRecord(event, fork));
  SUCCEED(cudaStreamWaitEvent(stream, event, 0));
  SUCCEED(cudaStreamDestroy(fork));
  SUCCEED(cudaStreamCreateWithFlags(&another, cudaStreamNonBlocking));
  SUCCEED(cudaStreamIsCapturing(another, &status));
  REQUIRE(status == cudaStreamCaptureStatusNone);
  SUCCEED(cudaStreamEndCapture(stream, &graph));
  SUCCEED(cudaGraphInstantiate(&executable, graph, 0));
  SUCCEED(cudaGraphLaunch(executable, stream));
  REQUIRE(all_are(a, 2));
  // The fill of every byte, told and told again.
  size_t count = 1;
  cudaGraphNode_t fill;
  cudaMemsetParams parameters;
  SUCCEED(cudaGraphGetRootNodes(graph, &fill, &count));
  SUCCEED(cudaGraphMemsetNodeGetParams(fill, &parameters));
  REQUIRE(parameters.value == 0xff && parameters.elementSize == 1);
  SUCCEED(cudaGraphMemsetNodeSetParams(fill, &parameters));
  cudaStreamDestroy(another);
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  cudaEventDestroy(event);
  return true;
}

int called = 0;

// A diamond: a = 5; b = a + 1 beside c = a + 2; a += b + c, with a host function at the end.
bool graphs_are_put_together() {
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaGraphNode_t fill, left, left_adds, right, right_adds, sum, more, last;
  SUCCEED(cudaGraphCreate(&graph, 0));
  cudaMemsetParams five = {a, 0, 5, 4, n, 1};
  SUCCEED(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &five));
  const size_t bytes = n * sizeof(int);
  SUCCEED(cudaGraphAddMemcpyNode1D(&left, graph, &fill, 1, b, a, bytes, cudaMemcpyDeviceToDevice));
  SUCCEED(cudaGraphAddMemcpyNode1D(&right, graph, &fill, 1, c, a, bytes, cudaMemcpyDefault));
  int one = 1, two = 2;
  void* left_arguments[] = {&b, &one};
  void* right_arguments[] = {&c, &two};
  cudaKernelNodeParams kernel = {(void*)add_number, 1, n, 0, left_arguments, nullptr};
  SUCCEED(cudaGraphAddKernelNode(&left_adds, graph, &left, 1, &kernel));
  kernel.kernelParams = right_arguments;
  SUCCEED(cudaGraphAddKernelNode(&right_adds, graph, &right, 1, &kernel));
  void* sum_arguments[] = {&a, &b};
  void* more_arguments[] = {&a, &c};
  kernel.func = (void*)add;
  kernel.kernelParams = sum_arguments;
  const cudaGraphNode_t both[] = {left_adds, right_adds};
  SUCCEED(cudaGraphAddKernelNode(&sum, graph, both, 2, &kernel));
  kernel.kernelParams = more_arguments;
  SUCCEED(cudaGraphAddKernelNode(&more, graph, nullptr, 0, &kernel));
  SUCCEED(cudaGraphAddDependencies(graph, &sum, &more, nullptr, 1));
  cudaHostNodeParams host = {[](void* count) { ++*static_cast<int*>(count); }, &called};
  SUCCEED(cudaGraphAddHostNode(&last, graph, &more, 1, &host));
  SUCCEED(cudaGraphInstantiate(&executable, graph, 0));
  for (int k = 0; k < 3; ++k) SUCCEED(cudaGraphLaunch(executable, stream));
  REQUIRE(all_are(a, 5 + 6 + 7));
  REQUIRE(called == 3);

  // Other arguments for the executable graph: the graph itself keeps its own.
  one = 100;
  kernel = {(void*)add_number, 1, n, 0, left_arguments, nullptr};
  SUCCEED(cudaGraphExecKernelNodeSetParams(executable, left_adds, &kernel));
  five.value = 6;
  SUCCEED(cudaGraphExecMemsetNodeSetParams(executable, fill, &five));
  SUCCEED(cudaGraphNodeSetEnabled(executable, more, 0));
  SUCCEED(cudaGraphLaunch(executable, stream));
  REQUIRE(all_are(a, 6 + 106));
  cudaKernelNodeParams told;
  SUCCEED(cudaGraphKernelNodeGetParams(left_adds, &told));
  REQUIRE(*static_cast<int*>(told.kernelParams[1]) == 1 && told.blockDim.x == n);

  // A clone of the graph within another, between two nodes.
  cudaGraph_t outer, clone;
  cudaGraphExec_t whole;
  cudaGraphNode_t first, child, after;
  SUCCEED(cudaGraphClone(&clone, graph));
  SUCCEED(cudaGraphCreate(&outer, 0));
  kernel.kernelParams = right_arguments;
  SUCCEED(cudaGraphAddKernelNode(&first, outer, nullptr, 0, &kernel));
  SUCCEED(cudaGraphAddChildGraphNode(&child, outer, &first, 1, clone));
  void* after_arguments[] = {&a, &two};
  kernel.kernelParams = after_arguments;
  SUCCEED(cudaGraphAddKernelNode(&after, outer, &child, 1, &kernel));
  SUCCEED(cudaGraphDestroy(clone));
  SUCCEED(cudaGraphInstantiate(&whole, outer, 0));
  SUCCEED(cudaGraphLaunch(whole, stream));
  REQUIRE(all_are(a, 18 + 2));

  // An update by a graph of the same form.
  five.value = 7;
  SUCCEED(cudaGraphMemsetNodeSetParams(fill, &five));
  cudaGraphExecUpdateResultInfo info;
  SUCCEED(cudaGraphExecUpdate(executable, graph, &info));
  REQUIRE(info.result == cudaGraphExecUpdateSuccess);
  SUCCEED(cudaGraphNodeSetEnabled(executable, more, 1));
  SUCCEED(cudaGraphLaunch(executable, stream));
  REQUIRE(all_are(a, 7 + 8 + 9));
  REQUIRE(cudaGraphExecUpdate(executable, outer, &info) == cudaErrorGraphExecUpdateFailure);
  REQUIRE(info.result == cudaGraphExecUpdateErrorTopologyChanged);
  cudaGetLastError();
  cudaGraphExecDestroy(whole);
  cudaGraphDestroy(outer);
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  return true;
}

bool rows_and_variables_are_copied() {
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaGraphNode_t rows, to, from;
  std::vector<int> host(n);
  for (int k = 0; k < n; ++k) host[k] = k;
  SUCCEED(cudaGraphCreate(&graph, 0));
  cudaMemcpy3DParms parameters = {};
  parameters.srcPtr = make_cudaPitchedPtr(host.data(), 64, 64, 16);
  parameters.dstPtr = make_cudaPitchedPtr(a, 64, 64, 16);
  parameters.extent = make_cudaExtent(64, 16, 1);
  parameters.kind = cudaMemcpyHostToDevice;
  SUCCEED(cudaGraphAddMemcpyNode(&rows, graph, nullptr, 0, &parameters));
  SUCCEED(cudaGraphAddMemcpyNodeToSymbol(&to, graph, &rows, 1, variable, a, n * sizeof(int), 0,
                                         cudaMemcpyDeviceToDevice));
  SUCCEED(cudaGraphAddMemcpyNodeFromSymbol(&from, graph, &to, 1, pinned, variable, n * sizeof(int),
                                           0, cudaMemcpyDeviceToHost));
  SUCCEED(cudaGraphInstantiate(&executable, graph, 0));
  for (int turn = 0; turn < 2; ++turn) {
    host[17] = 17 + turn;  // read when the graph runs
    SUCCEED(cudaGraphLaunch(executable, stream));
    SUCCEED(cudaStreamSynchronize(stream));
    for (int k = 0; k < n; ++k) REQUIRE(pinned[k] == k + (k == 17 ? turn : 0));
  }
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  return true;
}

bool memory_of_a_graph_keeps_its_address() {
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  int* x;
  SUCCEED(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  SUCCEED(cudaMallocAsync(&x, n * sizeof(int), stream));
  SUCCEED(cudaMemsetAsync(x, 0, n * sizeof(int), stream));
  add_number<<<1, n, 0, stream>>>(x, 4);
  cudaMemcpyAsync(a, x, n * sizeof(int), cudaMemcpyDeviceToDevice, stream);
  SUCCEED(cudaFreeAsync(x, stream));
  SUCCEED(cudaStreamEndCapture(stream, &graph));
  SUCCEED(cudaGraphInstantiate(&executable, graph, 0));
  for (int k = 0; k < 3; ++k) SUCCEED(cudaGraphLaunch(executable, stream));
  REQUIRE(all_are(a, 4));
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);

  // Memory that outlives the launch.
  cudaGraphNode_t allocation, fill;
  SUCCEED(cudaGraphCreate(&graph, 0));
  cudaMemAllocNodeParams parameters = {};
  parameters.poolProps.allocType = cudaMemAllocationTypePinned;
  parameters.poolProps.location = {cudaMemLocationTypeDevice, 0};
  parameters.bytesize = n * sizeof(int);
  SUCCEED(cudaGraphAddMemAllocNode(&allocation, graph, nullptr, 0, &parameters));
  cudaMemsetParams zero = {parameters.dptr, 0, 0, 1, n * sizeof(int), 1};
  SUCCEED(cudaGraphAddMemsetNode(&fill, graph, &allocation, 1, &zero));
  SUCCEED(cudaGraphInstantiate(&executable, graph, 0));
  SUCCEED(cudaGraphLaunch(executable, stream));
  add_number<<<1, n, 0, stream>>>(static_cast<int*>(parameters.dptr), 9);
  REQUIRE(all_are(static_cast<int*>(parameters.dptr), 9));
  REQUIRE(cudaGraphLaunch(executable, stream) == cudaErrorInvalidValue);
  cudaGetLastError();
  SUCCEED(cudaFreeAsync(parameters.dptr, stream));
  SUCCEED(cudaGraphLaunch(executable, stream));
  SUCCEED(cudaFreeAsync(parameters.dptr, stream));
  SUCCEED(cudaGraphExecDestroy(executable));
  SUCCEED(cudaGraphInstantiate(&executable, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch));
  SUCCEED(cudaGraphLaunch(executable, stream));
  SUCCEED(cudaGraphLaunch(executable, stream));
  REQUIRE(all_are(static_cast<int*>(parameters.dptr), 0));
  SUCCEED(cudaFree(parameters.dptr));
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  return true;
}

// A graph cannot be launched in a stream that captures; the events of a graph are those of the
// program.
bool events_are_nodes() {
  cudaGraph_t inner, outer;
  cudaGraphExec_t executable, whole;
  cudaEvent_t event;
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  set<<<1, n, 0, stream>>>(a, 0);
  SUCCEED(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  add_number<<<1, n, 0, stream>>>(a, 1);
  SUCCEED(cudaStreamEndCapture(stream, &inner));
  SUCCEED(cudaGraphInstantiate(&executable, inner, 0));
  SUCCEED(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  REQUIRE(cudaGraphLaunch(executable, stream) == cudaErrorStreamCaptureUnsupported);
  REQUIRE(cudaStreamEndCapture(stream, &outer) == cudaErrorStreamCaptureInvalidated);
  cudaGetLastError();
  SUCCEED(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  add_number<<<1, n, 0, stream>>>(a, 1);
  add_number<<<1, n, 0, stream>>>(a, 1);
  SUCCEED(cudaEventRecordWithFlags(event, stream, cudaEventRecordExternal));
  cudaLaunchHostFunc(
      stream, [](void* count) { ++*static_cast<int*>(count); }, &called);
  SUCCEED(cudaStreamEndCapture(stream, &outer));
  size_t count = 0;
  SUCCEED(cudaGraphGetNodes(outer, nullptr, &count));
  REQUIRE(count == 4);
  cudaGraphNode_t nodes[4];
  cudaGraphNodeType types[4];
  SUCCEED(cudaGraphGetNodes(outer, nodes, &count));
  for (int k = 0; k < 4; ++k) SUCCEED(cudaGraphNodeGetType(nodes[k], &types[k]));
  REQUIRE(types[0] == cudaGraphNodeTypeKernel && types[2] == cudaGraphNodeTypeEventRecord &&
          types[3] == cudaGraphNodeTypeHost);
  SUCCEED(cudaGraphInstantiate(&whole, outer, 0));
  called = 0;
  SUCCEED(cudaGraphLaunch(whole, stream));
  SUCCEED(cudaStreamWaitEvent(second, event, 0));
  add_number<<<1, n, 0, second>>>(a, 10);
  SUCCEED(cudaStreamSynchronize(second));
  REQUIRE(all_are(a, 12) && called == 1);
  cudaGraphExecDestroy(executable);
  cudaGraphExecDestroy(whole);
  cudaGraphDestroy(inner);
  cudaGraphDestroy(outer);
  cudaEventDestroy(event);
  return true;
}

// Launches of the same executable graph wait for each other, in whatever streams they are.
bool launches_of_one_graph_are_ordered() {
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  set<<<1, n, 0, stream>>>(a, 0);
  SUCCEED(cudaStreamSynchronize(stream));
  SUCCEED(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  add_number<<<1, n, 0, stream>>>(a, 1);
  SUCCEED(cudaStreamEndCapture(stream, &graph));
  SUCCEED(cudaGraphInstantiate(&executable, graph, 0));
  for (int k = 0; k < 3; ++k)
    for (cudaStream_t each : {stream, second, third}) SUCCEED(cudaGraphLaunch(executable, each));
  SUCCEED(cudaDeviceSynchronize());
  REQUIRE(all_are(a, 9));
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  return true;
}

bool dependencies_can_be_set_in_a_capture() {
  cudaGraph_t graph, known;
  cudaStreamCaptureStatus status;
  unsigned long long id;
  const cudaGraphNode_t* before;
  size_t count;
  SUCCEED(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  set<<<1, n, 0, stream>>>(a, 1);
  SUCCEED(cudaStreamGetCaptureInfo(stream, &status, &id, &known, &before, nullptr, &count));
  REQUIRE(status == cudaStreamCaptureStatusActive && count == 1);
  cudaGraphNode_t fill;
  cudaMemsetParams zero = {b, 0, 0, 4, n, 1};
  SUCCEED(cudaGraphAddMemsetNode(&fill, known, before, count, &zero));
  SUCCEED(cudaStreamUpdateCaptureDependencies(stream, &fill, nullptr, 1,
                                              cudaStreamSetCaptureDependencies));
  add<<<1, n, 0, stream>>>(b, a);
  REQUIRE(cudaGraphDestroy(known) == cudaErrorIllegalState);  // not while it is captured
  cudaGetLastError();
  SUCCEED(cudaStreamEndCapture(stream, &graph));
  REQUIRE(graph == known);
  cudaGraphExec_t executable;
  SUCCEED(cudaGraphInstantiate(&executable, graph, 0));
  SUCCEED(cudaGraphLaunch(executable, stream));
  REQUIRE(all_are(b, 1));
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  return true;
}

int main() {
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&b, n * sizeof(int));
  cudaMalloc(&c, n * sizeof(int));
  cudaMallocHost(&pinned, n * sizeof(int));
  for (cudaStream_t* each : {&stream, &second, &third})
    cudaStreamCreateWithFlags(each, cudaStreamNonBlocking);
  if (nothing_happens_before_the_launch() && forks_and_joins_are_captured() &&
      forks_may_go_before_the_end() && graphs_are_put_together() &&
      rows_and_variables_are_copied() && memory_of_a_graph_keeps_its_address() &&
      events_are_nodes() && launches_of_one_graph_are_ordered() &&
      dependencies_can_be_set_in_a_capture())
    puts("all as it should be");
}
