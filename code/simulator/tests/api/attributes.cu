// Attributes of streams and of ranges of memory, copies in batches, and what a host function may
// not call.
#include <initializer_list>

#include "cases.hpp"

__device__ int* heap;
__managed__ int managed_variable[4];
__global__ void allocate() {
  heap = static_cast<int*>(malloc(64));
  for (int i = 0; i < 16; ++i) heap[i] = i;
}
int host[64], more[64];

cudaStream_t made() {
  cudaStream_t stream = nullptr;
  cudaStreamCreate(&stream);
  return stream;
}

CASE(every_stream_attribute) {
  cudaStream_t stream = made();
  for (int id = -1; id < 20; ++id) {
    cudaStreamAttrValue value;
    std::memset(&value, 0, sizeof value);
    const auto attribute = cudaStreamAttrID(id);
    const std::string name = std::to_string(id);
    show("get " + name, cudaGetErrorName(cudaStreamGetAttribute(stream, attribute, &value)));
    show("first " + name, std::to_string(value.priority).c_str());
    show("set " + name, cudaGetErrorName(cudaStreamSetAttribute(stream, attribute, &value)));
    show("get of null " + name,
         cudaGetErrorName(cudaStreamGetAttribute(nullptr, attribute, &value)));
    show("set of null " + name,
         cudaGetErrorName(cudaStreamSetAttribute(nullptr, attribute, &value)));
  }
}

CASE(stream_window) {
  cudaStream_t stream = made();
  char* x = nullptr;
  SHOW(cudaMalloc(&x, 1 << 20));
  const auto id = cudaStreamAttributeAccessPolicyWindow;
  cudaStreamAttrValue value = {}, found = {};
  auto& window = value.accessPolicyWindow;
  window = {x, 1 << 20, 0.5f, cudaAccessPropertyPersisting, cudaAccessPropertyStreaming};
  SHOW(cudaStreamSetAttribute(stream, id, &value));
  SHOW(cudaStreamGetAttribute(stream, id, &found));
  SHOW_VALUE(found.accessPolicyWindow.base_ptr == x);
  SHOW_VALUE(found.accessPolicyWindow.num_bytes);
  SHOW_VALUE(int(100 * found.accessPolicyWindow.hitRatio));
  SHOW_VALUE(found.accessPolicyWindow.hitProp);
  SHOW_VALUE(found.accessPolicyWindow.missProp);
  window.hitRatio = 2;
  SHOW(cudaStreamSetAttribute(stream, id, &value));
  window.hitRatio = -1;
  SHOW(cudaStreamSetAttribute(stream, id, &value));
  window.hitRatio = 1;
  window.missProp = cudaAccessPropertyPersisting;
  SHOW(cudaStreamSetAttribute(stream, id, &value));
  window.missProp = cudaAccessPropertyNormal;
  window.hitProp = cudaAccessProperty(7);
  SHOW(cudaStreamSetAttribute(stream, id, &value));
  window.hitProp = cudaAccessPropertyStreaming;
  window.num_bytes = size_t(1) << 30;
  SHOW(cudaStreamSetAttribute(stream, id, &value));
  window.num_bytes = 2 << 20;
  SHOW(cudaStreamSetAttribute(stream, id, &value));
  window.base_ptr = nullptr;
  SHOW(cudaStreamSetAttribute(stream, id, &value));
  window.num_bytes = 0;
  SHOW(cudaStreamSetAttribute(stream, id, &value));
}
CASE(stream_attribute_from_nowhere) {
  SHOW(cudaStreamSetAttribute(made(), cudaStreamAttributePriority, nullptr));
}
CASE(stream_attribute_to_nowhere) {
  SHOW(cudaStreamGetAttribute(made(), cudaStreamAttributePriority, nullptr));
}

CASE(stream_policies) {
  cudaStream_t stream = made(), other = made();
  cudaStreamAttrValue value = {}, found = {};
  for (const int wish : {1, 2, 3, 4, 5, -1}) {
    value.syncPolicy = cudaSynchronizationPolicy(wish);
    SHOW(cudaStreamSetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &value));
    SHOW(cudaStreamGetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &found));
    SHOW_VALUE(found.syncPolicy);
  }
  for (const int wish : {-3, -6, 1, -1}) {
    value.priority = wish;
    SHOW(cudaStreamSetAttribute(stream, cudaStreamAttributePriority, &value));
    SHOW(cudaStreamGetAttribute(stream, cudaStreamAttributePriority, &found));
    SHOW_VALUE(found.priority);
    int priority = 9;
    SHOW(cudaStreamGetPriority(stream, &priority));
    SHOW_VALUE(priority);
  }
  for (const int wish : {1, 2, 0}) {
    value.memSyncDomain = cudaLaunchMemSyncDomain(wish);
    SHOW(cudaStreamSetAttribute(stream, cudaStreamAttributeMemSyncDomain, &value));
    SHOW(cudaStreamGetAttribute(stream, cudaStreamAttributeMemSyncDomain, &found));
    SHOW_VALUE(found.memSyncDomain);
  }
  SHOW(cudaStreamGetAttribute(stream, cudaStreamAttributeMemSyncDomainMap, &found));
  SHOW_VALUE(found.memSyncDomainMap.default_);
  SHOW_VALUE(found.memSyncDomainMap.remote);
  for (const int wish : {2, 3, 4, 200}) {
    value.memSyncDomainMap.default_ = 1;
    value.memSyncDomainMap.remote = static_cast<unsigned char>(wish);
    SHOW(cudaStreamSetAttribute(stream, cudaStreamAttributeMemSyncDomainMap, &value));
    SHOW(cudaStreamGetAttribute(stream, cudaStreamAttributeMemSyncDomainMap, &found));
    SHOW_VALUE(found.memSyncDomainMap.remote);
  }
  SHOW(cudaStreamCopyAttributes(other, stream));
  SHOW(cudaStreamGetAttribute(other, cudaStreamAttributePriority, &found));
  SHOW_VALUE(found.priority);
  SHOW(cudaStreamGetAttribute(other, cudaStreamAttributeMemSyncDomainMap, &found));
  SHOW_VALUE(found.memSyncDomainMap.remote);
  SHOW(cudaStreamGetAttribute(other, cudaStreamAttributeSynchronizationPolicy, &found));
  SHOW_VALUE(found.syncPolicy);
  SHOW(cudaStreamCopyAttributes(other, nullptr));
  SHOW(cudaStreamGetAttribute(other, cudaStreamAttributePriority, &found));
  SHOW_VALUE(found.priority);
  SHOW(cudaStreamCopyAttributes(nullptr, stream));
  SHOW(cudaStreamCopyAttributes(stream, stream));
  SHOW(cudaStreamGetAttribute(nullptr, cudaStreamAttributePriority, &found));
  SHOW_VALUE(found.priority);
  value.priority = -3;
  SHOW(cudaStreamSetAttribute(nullptr, cudaStreamAttributePriority, &value));
  SHOW(cudaStreamGetAttribute(nullptr, cudaStreamAttributePriority, &found));
  SHOW_VALUE(found.priority);
}

CASE(attachment) {
  cudaStream_t stream = made();
  char* x = nullptr;
  SHOW(cudaMallocManaged(&x, 4096));
  SHOW(cudaStreamAttachMemAsync(stream, x));
  SHOW(cudaStreamAttachMemAsync(stream, x, 4096));
  SHOW(cudaStreamAttachMemAsync(stream, x, 64));
  SHOW(cudaStreamAttachMemAsync(stream, x, 8192));
  SHOW(cudaStreamAttachMemAsync(stream, x + 64));
  SHOW(cudaStreamAttachMemAsync(stream, x, 0, cudaMemAttachHost));
  SHOW(cudaStreamAttachMemAsync(nullptr, x, 0, cudaMemAttachHost));
  SHOW(cudaStreamAttachMemAsync(nullptr, x, 0, cudaMemAttachGlobal));
  SHOW(cudaStreamAttachMemAsync(nullptr, x, 0, cudaMemAttachSingle));
  SHOW(cudaStreamAttachMemAsync(cudaStreamPerThread, x, 0, cudaMemAttachSingle));
  SHOW(cudaStreamAttachMemAsync(stream, managed_variable, 0, cudaMemAttachGlobal));
  SHOW(cudaDeviceSynchronize());
}
CASE(attachment_of_device_memory) {
  char* device = nullptr;
  SHOW(cudaMalloc(&device, 64));
  SHOW(cudaStreamAttachMemAsync(made(), device));
}
CASE(attachment_of_pinned_memory) {
  char* pinned = nullptr;
  SHOW(cudaMallocHost(&pinned, 64));
  SHOW(cudaStreamAttachMemAsync(made(), pinned));
}
CASE(attachment_of_pageable_memory) {
  SHOW(cudaStreamAttachMemAsync(made(), host));
}
CASE(attachment_of_some_pageable_memory) {
  SHOW(cudaStreamAttachMemAsync(made(), host, 64));
}
CASE(attachment_of_nothing) {
  SHOW(cudaStreamAttachMemAsync(made(), static_cast<char*>(nullptr)));
}
CASE(attachment_with_no_flag) {
  char* x = nullptr;
  SHOW(cudaMallocManaged(&x, 4096));
  SHOW(cudaStreamAttachMemAsync(made(), x, 0, 0));
}
CASE(attachment_with_two_flags) {
  char* x = nullptr;
  SHOW(cudaMallocManaged(&x, 4096));
  SHOW(cudaStreamAttachMemAsync(made(), x, 0, 3));
}
CASE(attachment_with_an_unknown_flag) {
  char* x = nullptr;
  SHOW(cudaMallocManaged(&x, 4096));
  SHOW(cudaStreamAttachMemAsync(made(), x, 0, 8));
}

int range(cudaMemRangeAttribute attribute, const void* x, size_t bytes) {
  int found = -99;
  show("attribute " + std::to_string(attribute),
       cudaGetErrorName(cudaMemRangeGetAttribute(&found, 4, attribute, x, bytes)));
  return found;
}
void show_range(const void* x, size_t bytes) {
  for (int attribute = 0; attribute < 10; ++attribute)
    SHOW_VALUE(range(cudaMemRangeAttribute(attribute), x, bytes));
}
CASE(range_attributes) {
  char *x = nullptr, *device = nullptr;
  SHOW(cudaMallocManaged(&x, 1 << 16));
  SHOW(cudaMalloc(&device, 64));
  const cudaMemLocation gpu = {cudaMemLocationTypeDevice, 0}, cpu = {cudaMemLocationTypeHost, 0};
  show_range(x, 1 << 16);
  SHOW(cudaMemAdvise(x, 1 << 16, cudaMemAdviseSetPreferredLocation, gpu));
  SHOW(cudaMemAdvise(x, 1 << 16, cudaMemAdviseSetReadMostly, gpu));
  SHOW(cudaMemAdvise(x, 1 << 16, cudaMemAdviseSetAccessedBy, gpu));
  SHOW(cudaMemPrefetchAsync(x, 1 << 16, gpu, 0));
  show_range(x, 1 << 16);
  show_range(x + 8192, 4096);
  SHOW(cudaMemAdvise(x, 4096, cudaMemAdviseUnsetReadMostly, gpu));
  SHOW(cudaMemAdvise(x, 4096, cudaMemAdviseSetPreferredLocation, cpu));
  SHOW(cudaMemAdvise(x, 4096, cudaMemAdviseUnsetAccessedBy, gpu));
  SHOW(cudaMemPrefetchAsync(x, 4096, cpu, 0));
  show_range(x, 1 << 16);
  show_range(x, 4096);
  show_range(x, 100);
  show_range(x + 4096, 4096);
  SHOW(cudaMemAdvise(x, 1 << 16, cudaMemAdviseUnsetPreferredLocation, gpu));
  show_range(x, 1 << 16);
  SHOW(cudaMemAdvise(x, 1 << 16, cudaMemAdviseSetAccessedBy, cpu));
  SHOW(cudaMemAdvise(x, 1 << 16, cudaMemAdviseSetAccessedBy, gpu));
  int list[3] = {7, 7, 7};
  const auto accessed = cudaMemRangeAttributeAccessedBy;
  SHOW(cudaMemRangeGetAttribute(list, sizeof list, accessed, x, 1 << 16));
  for (const int each : list) SHOW_VALUE(each);
  SHOW(cudaMemRangeGetAttribute(list, 6, accessed, x, 1 << 16));
  SHOW(cudaMemRangeGetAttribute(list, 0, accessed, x, 1 << 16));
  const auto read = cudaMemRangeAttributeReadMostly;
  SHOW(cudaMemRangeGetAttribute(list, 8, read, x, 1 << 16));
  SHOW(cudaMemRangeGetAttribute(list, 1, read, x, 1 << 16));
  SHOW(cudaMemRangeGetAttribute(nullptr, 4, read, x, 1 << 16));
  SHOW(cudaMemRangeGetAttribute(list, 4, read, x, 0));
  SHOW(cudaMemRangeGetAttribute(list, 4, read, x, 1 << 17));
  SHOW(cudaMemRangeGetAttribute(list, 4, read, device, 64));
  SHOW(cudaMemRangeGetAttribute(list, 4, read, host, 64));
  SHOW(cudaMemRangeGetAttribute(list, 4, read, nullptr, 64));
  SHOW(cudaMemRangeGetAttribute(list, 4, read, managed_variable, 16));
  int a = -9, b = -9;
  void* places[] = {&a, &b};
  size_t sizes[] = {4, 4};
  cudaMemRangeAttribute asked[] = {cudaMemRangeAttributeReadMostly,
                                   cudaMemRangeAttributePreferredLocation};
  SHOW(cudaMemRangeGetAttributes(places, sizes, asked, 2, x + 4096, 4096));
  SHOW_VALUE(a);
  SHOW_VALUE(b);
  SHOW(cudaMemRangeGetAttributes(places, sizes, asked, 0, x, 4096));
  SHOW(cudaMemRangeGetAttributes(nullptr, sizes, asked, 2, x, 4096));
  SHOW(cudaMemRangeGetAttributes(places, nullptr, asked, 2, x, 4096));
  SHOW(cudaMemRangeGetAttributes(places, sizes, nullptr, 2, x, 4096));
}

CASE(batches) {
  cudaStream_t stream = made();
  int *x = nullptr, *y = nullptr;
  SHOW(cudaMalloc(&x, 64));
  SHOW(cudaMalloc(&y, 64));
  void* to[] = {x, y};
  const void* from[] = {host, host + 16};
  size_t sizes[] = {64, 64}, first[] = {0, 1};
  cudaMemcpyAttributes a[2] = {};
  a[0].srcAccessOrder = a[1].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  host[3] = 5, host[19] = 6;
  SHOW(cudaMemcpyBatchAsync(to, from, sizes, 2, a, first, 1, stream));
  SHOW(cudaMemcpyBatchAsync(to, from, sizes, 2, a, first, 2, stream));
  SHOW(cudaStreamSynchronize(stream));
  SHOW(cudaMemcpy(more, x, 64, cudaMemcpyDeviceToHost));
  SHOW_VALUE(more[3]);
  SHOW(cudaMemcpy(more, y, 64, cudaMemcpyDeviceToHost));
  SHOW_VALUE(more[3]);
  SHOW(cudaMemcpyBatchAsync(to, from, sizes, 2, a, first, 1, nullptr));
  SHOW(cudaMemcpyBatchAsync(to, from, sizes, 2, a, first, 1, cudaStreamPerThread));
  SHOW(cudaMemcpyBatchAsync(to, from, sizes, 2, a, first, 0, stream));
  SHOW(cudaMemcpyBatchAsync(to, from, sizes, 0, a, first, 0, stream));
  SHOW(cudaMemcpyBatchAsync(to, from, sizes, 1, a, first, 2, stream));
  SHOW(cudaMemcpyBatchAsync(to, from, sizes, 2, nullptr, first, 1, stream));
  SHOW(cudaMemcpyBatchAsync(to, from, sizes, 2, a, nullptr, 1, stream));
  SHOW(cudaMemcpyBatchAsync(nullptr, from, sizes, 2, a, first, 1, stream));
  SHOW(cudaMemcpyBatchAsync(to, nullptr, sizes, 2, a, first, 1, stream));
  SHOW(cudaMemcpyBatchAsync(to, from, nullptr, 2, a, first, 1, stream));
  first[0] = 1;
  SHOW(cudaMemcpyBatchAsync(to, from, sizes, 2, a, first, 1, stream));
  first[0] = 0, first[1] = 0;
  SHOW(cudaMemcpyBatchAsync(to, from, sizes, 2, a, first, 2, stream));
  first[1] = 2;
  SHOW(cudaMemcpyBatchAsync(to, from, sizes, 2, a, first, 2, stream));
  first[1] = 1;
  for (const int order : {0, 2, 3, 4}) {
    a[0].srcAccessOrder = cudaMemcpySrcAccessOrder(order);
    SHOW(cudaMemcpyBatchAsync(to, from, sizes, 2, a, first, 1, stream));
  }
  a[0].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  a[0].flags = 9;
  SHOW(cudaMemcpyBatchAsync(to, from, sizes, 2, a, first, 1, stream));
  a[0].flags = 0;
  sizes[1] = 0;
  SHOW(cudaMemcpyBatchAsync(to, from, sizes, 2, a, first, 1, stream));
  sizes[1] = 64;
  to[1] = nullptr;
  SHOW(cudaMemcpyBatchAsync(to, from, sizes, 2, a, first, 1, stream));
  to[1] = more, from[1] = host;
  SHOW(cudaMemcpyBatchAsync(to, from, sizes, 2, a, first, 1, stream));
  SHOW(cudaStreamSynchronize(stream));
}

CASE(batch_captured) {
  cudaStream_t s = made();
  char *x, *y;
  cudaMalloc(&x, 64);
  cudaMalloc(&y, 64);
  void* to[] = {x, y};
  const void* from[] = {host, host + 16};
  size_t n[] = {64, 64}, first[] = {0};
  cudaMemcpyAttributes a = {};
  a.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  SHOW(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  SHOW(cudaMemcpyBatchAsync(to, from, n, 2, &a, first, 1, s));
  cudaGraph_t g = nullptr;
  SHOW(cudaStreamEndCapture(s, &g));
  size_t nodes = 99;
  SHOW(cudaGraphGetNodes(g, nullptr, &nodes));
  SHOW_VALUE(nodes);
}

CASE(attach_captured) {
  cudaStream_t s = made();
  char* x;
  cudaMallocManaged(&x, 64);
  SHOW(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamAttachMemAsync(s, x));
  cudaGraph_t g = nullptr;
  SHOW(cudaStreamEndCapture(s, &g));
}

CASE(memory_of_the_device_heap) {
  allocate<<<1, 1>>>();
  SHOW(cudaDeviceSynchronize());
  int *x = nullptr, *y = nullptr;
  SHOW(cudaMalloc(&y, 64));
  SHOW(cudaMemcpyFromSymbol(&x, heap, sizeof x));
  SHOW(cudaMemcpy(host, x, 64, cudaMemcpyDeviceToHost));
  SHOW(cudaMemcpy(host, x, 64, cudaMemcpyDefault));
  SHOW(cudaMemcpy(x, host, 64, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy(y, x, 64, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpyAsync(host, x, 64, cudaMemcpyDeviceToHost));
  SHOW(cudaMemset(x, 0, 64));
  SHOW(cudaMemsetAsync(x, 0, 64));
  SHOW(cudaMemcpy2D(host, 16, x, 16, 16, 4, cudaMemcpyDeviceToHost));
  SHOW(cudaFree(x));
  SHOW(cudaFreeAsync(x, nullptr));
  cudaPointerAttributes a = {};
  SHOW(cudaPointerGetAttributes(&a, x));
  SHOW_VALUE(a.type);
  SHOW_VALUE(a.device);
  SHOW_VALUE(a.devicePointer == x);
  SHOW(cudaDeviceSynchronize());
}

CASE(overlapping_copies) {
  char *x = nullptr, *managed = nullptr, *pinned = nullptr;
  SHOW(cudaMalloc(&x, 256));
  SHOW(cudaMallocManaged(&managed, 256));
  SHOW(cudaMallocHost(&pinned, 256));
  for (char* const each : {x, managed, pinned}) {
    SHOW(cudaMemcpy(each + 1, each, 128, cudaMemcpyDefault));
    SHOW(cudaMemcpyAsync(each + 1, each, 128, cudaMemcpyDefault));
    SHOW(cudaMemcpyAsync(each, each, 128, cudaMemcpyDefault));
    SHOW(cudaMemcpy2D(each + 8, 16, each, 16, 16, 8, cudaMemcpyDefault));
  }
  SHOW(cudaDeviceSynchronize());
}

struct Given {
  cudaStream_t stream, other;
  cudaEvent_t event;
  int* x;
};
void idle(void*) {}
void call_much(void* data) {
  const Given& given = *static_cast<Given*>(data);
  int n = 0;
  size_t a = 0, b = 0;
  int* y = nullptr;
  cudaDeviceProp p;
  cudaPointerAttributes attributes;
  SHOW(cudaGetLastError());
  SHOW(cudaPeekAtLastError());
  SHOW(cudaGetDevice(&n));
  SHOW(cudaSetDevice(0));
  SHOW(cudaGetDeviceCount(&n));
  SHOW(cudaRuntimeGetVersion(&n));
  SHOW(cudaDriverGetVersion(&n));
  SHOW(cudaDeviceGetAttribute(&n, cudaDevAttrWarpSize, 0));
  SHOW(cudaGetDeviceProperties(&p, 0));
  SHOW(cudaMemGetInfo(&a, &b));
  SHOW(cudaPointerGetAttributes(&attributes, given.x));
  SHOW(cudaEventQuery(given.event));
  SHOW(cudaStreamQuery(given.other));
  SHOW(cudaStreamGetPriority(given.other, &n));
  SHOW(cudaEventRecord(given.event, given.other));
  SHOW(cudaMallocHost(&y, 4));
  SHOW(cudaMalloc(&y, 4));
  SHOW(cudaMemsetAsync(given.x, 0, 4, given.other));
  SHOW(cudaMemcpyAsync(given.x + 1, given.x, 4, cudaMemcpyDeviceToDevice, given.other));
  allocate<<<1, 1, 0, given.other>>>();
  SHOW(cudaGetLastError());
  SHOW(cudaLaunchHostFunc(given.other, idle, nullptr));
  SHOW(cudaFree(given.x));
  SHOW(cudaGetLastError());
}
Given given_things() {
  Given given = {made(), made(), nullptr, nullptr};
  cudaEventCreate(&given.event);
  cudaMalloc(&given.x, 64);
  cudaMemset(given.x, 0, 64);
  cudaEventRecord(given.event, given.other);
  cudaDeviceSynchronize();
  return given;
}
CASE(calls_in_a_host_function) {
  Given given = given_things();
  cudaLaunchHostFunc(given.stream, call_much, &given);
  SHOW(cudaStreamSynchronize(given.stream));
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaGetLastError());
}
CASE(calls_in_a_callback) {
  Given given = given_things();
  cudaStreamAddCallback(
      given.stream, [](cudaStream_t, cudaError_t, void* data) { call_much(data); }, &given, 0);
  SHOW(cudaStreamSynchronize(given.stream));
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaGetLastError());
}
