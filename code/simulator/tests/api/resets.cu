#include <cuda_runtime.h>

#include "cases.hpp"

/// What was made before cudaDeviceReset, and used after it.

__device__ int variable = 7;
__device__ __managed__ int managed = 7;
__global__ void add_one(int* x) {
  ++*x;
}
__global__ void count() {
  ++variable;
  ++managed;
}

namespace {

int *x, *pinned;
cudaStream_t stream;
cudaEvent_t event;
cudaGraph_t graph;
cudaGraphExec_t executable;
cudaGraphNode_t node;
cudaMemPool_t pool;
int ordinary[4096], value;
size_t bytes;
unsigned flags;

void make_and_reset() {
  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  SHOW(cudaMalloc(&x, 4));
  SHOW(cudaMemset(x, 0, 4));
  SHOW(cudaMallocHost(&pinned, 4));
  SHOW(cudaStreamCreate(&stream));
  SHOW(cudaEventCreate(&event));
  SHOW(cudaEventRecord(event, stream));
  SHOW(cudaGraphCreate(&graph, 0));
  SHOW(cudaGraphAddEmptyNode(&node, graph, nullptr, 0));
  SHOW(cudaGraphInstantiate(&executable, graph, 0));
  SHOW(cudaMemPoolCreate(&pool, &properties));
  SHOW(cudaHostRegister(ordinary, sizeof ordinary, cudaHostRegisterDefault));
  SHOW(cudaDeviceReset());
}

void capture_a_kernel() {
  SHOW(cudaStreamCreate(&stream));
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  count<<<1, 1, 0, stream>>>();
  SHOW(cudaStreamEndCapture(stream, &graph));
}

}  // namespace

CASE(free_after_a_reset) {
  make_and_reset();
  SHOW(cudaFree(x));
  SHOW(cudaGetLastError());
  SHOW(cudaMalloc(&x, 4));
  SHOW(cudaFree(x));
}

CASE(asynchronous_free_after_a_reset) {
  make_and_reset();
  SHOW(cudaFreeAsync(x, nullptr));
  SHOW(cudaDeviceSynchronize());
}

CASE(copy_after_a_reset) {
  make_and_reset();
  SHOW(cudaMemcpy(&value, x, 4, cudaMemcpyDeviceToHost));
  SHOW(cudaGetLastError());
  SHOW(cudaDeviceSynchronize());
}

CASE(fill_after_a_reset) {
  make_and_reset();
  SHOW(cudaMemset(x, 0, 4));
}

CASE(launch_after_a_reset) {
  make_and_reset();
  count<<<1, 1>>>();
  SHOW(cudaGetLastError());
  SHOW(cudaDeviceSynchronize());
}

CASE(pinned_memory_after_a_reset) {
  make_and_reset();
  SHOW(cudaHostGetFlags(&flags, pinned));
  SHOW(cudaFreeHost(pinned));
}

CASE(registered_memory_after_a_reset) {
  make_and_reset();
  SHOW(cudaHostUnregister(ordinary));
  SHOW(cudaHostRegister(ordinary, sizeof ordinary, cudaHostRegisterDefault));
}

CASE(wait_for_a_stream_after_a_reset) {
  make_and_reset();
  SHOW(cudaStreamSynchronize(stream));
}

CASE(destroy_a_stream_after_a_reset) {
  make_and_reset();
  SHOW(cudaStreamDestroy(stream));
}

CASE(launch_in_a_stream_after_a_reset) {
  make_and_reset();
  count<<<1, 1, 0, stream>>>();
  SHOW(cudaGetLastError());
}

CASE(wait_for_an_event_after_a_reset) {
  make_and_reset();
  SHOW(cudaEventSynchronize(event));
}

CASE(record_an_event_after_a_reset) {
  make_and_reset();
  SHOW(cudaEventRecord(event));
}

CASE(destroy_an_event_after_a_reset) {
  make_and_reset();
  SHOW(cudaEventDestroy(event));
}

CASE(graph_after_a_reset) {
  make_and_reset();
  SHOW(cudaGraphGetNodes(graph, nullptr, &bytes));
  SHOW(cudaGraphInstantiate(&executable, graph, 0));
  SHOW(cudaGraphLaunch(executable, nullptr));
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaGraphExecDestroy(executable));
  SHOW(cudaGraphDestroy(graph));
}

CASE(launch_a_graph_after_a_reset) {
  make_and_reset();
  SHOW(cudaGraphLaunch(executable, nullptr));
  SHOW(cudaDeviceSynchronize());
}

CASE(destroy_an_executable_graph_after_a_reset) {
  make_and_reset();
  SHOW(cudaGraphExecDestroy(executable));
}

CASE(graph_of_a_kernel_after_a_reset) {
  capture_a_kernel();
  SHOW(cudaDeviceReset());
  SHOW(cudaGraphInstantiate(&executable, graph, 0));
}

CASE(executable_graph_of_a_kernel_after_a_reset) {
  capture_a_kernel();
  SHOW(cudaGraphInstantiate(&executable, graph, 0));
  SHOW(cudaDeviceReset());
  SHOW(cudaGraphLaunch(executable, nullptr));
  SHOW(cudaDeviceSynchronize());
}

CASE(executable_graph_of_a_fill_after_a_reset) {
  SHOW(cudaMalloc(&x, 4));
  SHOW(cudaStreamCreate(&stream));
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaMemsetAsync(x, 0, 4, stream));
  SHOW(cudaStreamEndCapture(stream, &graph));
  SHOW(cudaGraphInstantiate(&executable, graph, 0));
  SHOW(cudaDeviceReset());
  SHOW(cudaGraphLaunch(executable, nullptr));
  SHOW(cudaDeviceSynchronize());
}

CASE(destroy_graphs_of_a_kernel_after_a_reset) {
  capture_a_kernel();
  SHOW(cudaGraphInstantiate(&executable, graph, 0));
  SHOW(cudaDeviceReset());
  SHOW(cudaGraphExecDestroy(executable));
  SHOW(cudaGraphDestroy(graph));
}

CASE(capture_over_a_reset) {
  SHOW(cudaStreamCreate(&stream));
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaDeviceReset());
  SHOW(cudaMalloc(&x, 4));
}

CASE(relaxed_capture_over_a_reset) {
  SHOW(cudaStreamCreate(&stream));
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  SHOW(cudaDeviceReset());
  SHOW(cudaMalloc(&x, 4));
}

CASE(destroy_a_pool_after_a_reset) {
  make_and_reset();
  SHOW(cudaMemPoolDestroy(pool));
}

CASE(allocate_from_a_pool_after_a_reset) {
  make_and_reset();
  SHOW(cudaMallocFromPoolAsync(&x, 4, pool, nullptr));
  SHOW(cudaDeviceSynchronize());
}

CASE(usual_pool_after_a_reset) {
  const cudaMemPoolAttr threshold = cudaMemPoolAttrReleaseThreshold;
  unsigned long long asked = 1 << 20, found = 0;
  SHOW(cudaDeviceGetDefaultMemPool(&pool, 0));
  SHOW(cudaMemPoolSetAttribute(pool, threshold, &asked));
  SHOW(cudaMallocAsync(&x, 4, nullptr));
  SHOW(cudaDeviceReset());
  SHOW(cudaMemPoolGetAttribute(pool, threshold, &found));
  SHOW_VALUE(found);
  SHOW(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &found));
  SHOW_VALUE(found);
  SHOW(cudaFreeAsync(x, nullptr));
  SHOW(cudaDeviceSynchronize());
}

CASE(memory_of_pools_after_a_reset) {
  SHOW(cudaMallocAsync(&x, 4, nullptr));
  SHOW(cudaDeviceReset());
  SHOW(cudaMemset(x, 0, 4));
  SHOW(cudaDeviceSynchronize());
}

CASE(variable_after_a_reset) {
  SHOW(cudaMemcpyFromSymbol(&value, variable, sizeof value));
  SHOW_VALUE(value);
  count<<<1, 1>>>();
  SHOW(cudaDeviceReset());
  SHOW(cudaMemcpyFromSymbol(&value, variable, sizeof value));
  SHOW_VALUE(value);
  count<<<1, 1>>>();
  SHOW(cudaMemcpyFromSymbol(&value, variable, sizeof value));
  SHOW_VALUE(value);
}

CASE(address_of_a_variable_after_a_reset) {
  SHOW(cudaGetSymbolAddress(reinterpret_cast<void**>(&x), variable));
  SHOW(cudaDeviceReset());
  SHOW(cudaMemset(x, 0, 4));
}

CASE(managed_variable_after_a_reset) {
  managed = 8;
  SHOW_VALUE(managed);
  SHOW(cudaDeviceReset());
  SHOW_VALUE(managed);
  count<<<1, 1>>>();
  SHOW(cudaDeviceSynchronize());
  SHOW_VALUE(managed);
}

CASE(managed_variable_after_a_reset_and_an_allocation) {
  managed = 8;
  SHOW(cudaDeviceReset());
  SHOW(cudaMalloc(&x, 4));
  SHOW_VALUE(managed);
}

CASE(managed_memory_after_a_reset) {
  SHOW(cudaMallocManaged(&x, 4));
  *x = 1;
  SHOW(cudaDeviceReset());
  SHOW(cudaMemset(x, 0, 4));
}

CASE(error_after_a_reset) {
  SHOW(cudaMalloc(static_cast<int**>(nullptr), 4));
  SHOW(cudaDeviceReset());
  SHOW(cudaPeekAtLastError());
}

CASE(settings_after_a_reset) {
  cudaFuncAttributes attributes;
  SHOW(cudaFuncSetAttribute(count, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000));
  SHOW(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
  SHOW(cudaSetDeviceFlags(cudaDeviceScheduleSpin));
  SHOW(cudaDeviceReset());
  SHOW(cudaGetDeviceFlags(&flags));
  SHOW_VALUE(flags);
  SHOW(cudaDeviceGetLimit(&bytes, cudaLimitStackSize));
  SHOW_VALUE(bytes);
  SHOW(cudaFuncGetAttributes(&attributes, count));
  SHOW_VALUE(attributes.maxDynamicSharedSizeBytes);
  count<<<1, 1, 100000>>>();
  SHOW(cudaGetLastError());
}

CASE(reset_twice) {
  SHOW(cudaDeviceReset());
  SHOW(cudaDeviceReset());
  SHOW(cudaMalloc(&x, 4));
  SHOW(cudaDeviceReset());
  SHOW(cudaDeviceReset());
  SHOW(cudaMalloc(&x, 4));
  add_one<<<1, 1>>>(x);
  SHOW(cudaDeviceSynchronize());
}
