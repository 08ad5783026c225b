// exit: 0
// prints: all as it should be
// devices: 2 3
#include <cstdio>
#include <cstring>
#include <thread>

// What each device has by itself, and what all share.

constexpr int n = 64;
constexpr std::size_t bytes = n * sizeof(int);

__device__ int variable = 7;
__constant__ int fixed[2] = {3, 4};

__global__ void set(int* x, int value) {
  x[threadIdx.x] = value;
}

__global__ void read_variables(int* to) {
  *to = variable + fixed[1];
}

__global__ void count(int* counter) {
  atomicAdd_system(counter, 1);
}

__global__ void with_much_shared_memory(int* x) {
  extern __shared__ int scratch[];
  scratch[threadIdx.x] = threadIdx.x;
  x[threadIdx.x] = scratch[threadIdx.x];
}

__global__ void take_memory(bool* got) {
  void* const memory = malloc(6 << 20);
  *got = memory != nullptr;
  free(memory);
}

#define REQUIRE(...)                                 \
  if (!(__VA_ARGS__)) {                              \
    printf("line %d: %s\n", __LINE__, #__VA_ARGS__); \
    return false;                                    \
  }
#define REQUIRE_OK(...) REQUIRE((__VA_ARGS__) == cudaSuccess)

template <class T>
T value_at(const T* x) {
  T value{};
  cudaMemcpy(&value, x, sizeof value, cudaMemcpyDefault);
  return value;
}

int device_of(const void* x) {
  cudaPointerAttributes attributes;
  return cudaPointerGetAttributes(&attributes, x) == cudaSuccess ? attributes.device : -9;
}

bool current_device_is_the_threads() {
  int here = -1, there = -1;
  REQUIRE_OK(cudaSetDevice(1));
  std::thread([&] { cudaGetDevice(&there); }).join();
  REQUIRE_OK(cudaGetDevice(&here));
  REQUIRE(here == 1 && there == 0);
  return true;
}

bool memory_is_the_current_devices() {
  std::size_t free, total, after, of_other, of_other_after;
  int* x;
  REQUIRE_OK(cudaSetDevice(0));
  REQUIRE_OK(cudaMemGetInfo(&of_other, &total));
  REQUIRE_OK(cudaSetDevice(1));
  REQUIRE_OK(cudaMemGetInfo(&free, &total));
  REQUIRE_OK(cudaMalloc(&x, 1 << 20));
  REQUIRE_OK(cudaMemGetInfo(&after, &total));
  REQUIRE(free - after == 1 << 20);
  REQUIRE_OK(cudaSetDevice(0));
  REQUIRE_OK(cudaMemGetInfo(&of_other_after, &total));
  REQUIRE(of_other == of_other_after);
  cudaPointerAttributes attributes;
  REQUIRE_OK(cudaPointerGetAttributes(&attributes, x));
  REQUIRE(attributes.device == 1 && attributes.type == cudaMemoryTypeDevice);
  REQUIRE(attributes.devicePointer == nullptr);
  REQUIRE_OK(cudaDeviceEnablePeerAccess(1, 0));
  REQUIRE_OK(cudaPointerGetAttributes(&attributes, x));
  REQUIRE(attributes.devicePointer == x);
  REQUIRE_OK(cudaDeviceDisablePeerAccess(1));
  REQUIRE_OK(cudaFree(x));
  REQUIRE_OK(cudaSetDevice(1));
  REQUIRE_OK(cudaMemGetInfo(&after, &total));
  REQUIRE(free == after);
  return true;
}

bool variables_are_each_devices_own() {
  int *first, *second, *result, eight = 8;
  REQUIRE_OK(cudaSetDevice(0));
  REQUIRE_OK(cudaGetSymbolAddress((void**)&first, variable));
  REQUIRE_OK(cudaMemcpyToSymbol(variable, &eight, sizeof eight));
  REQUIRE_OK(cudaSetDevice(1));
  REQUIRE_OK(cudaGetSymbolAddress((void**)&second, variable));
  REQUIRE(first != second && device_of(first) == 0 && device_of(second) == 1);
  REQUIRE(value_at(first) == 8 && value_at(second) == 7);
  REQUIRE_OK(cudaMalloc(&result, sizeof *result));
  read_variables<<<1, 1>>>(result);
  REQUIRE(value_at(result) == 11);
  REQUIRE_OK(cudaFree(result));
  return true;
}

bool hosts_memory_is_everybodys() {
  int *pinned, *managed, devices = 0;
  REQUIRE_OK(cudaGetDeviceCount(&devices));
  REQUIRE_OK(cudaSetDevice(1));
  REQUIRE_OK(cudaMallocHost(&pinned, sizeof *pinned));
  REQUIRE_OK(cudaMallocManaged(&managed, sizeof *managed));
  *pinned = *managed = 0;
  REQUIRE(device_of(pinned) == 1 && device_of(managed) == 1);
  for (int device = 0; device < devices; ++device) {
    REQUIRE_OK(cudaSetDevice(device));
    count<<<2, n>>>(pinned);
    count<<<2, n>>>(managed);
  }
  for (int device = 0; device < devices; ++device) {
    REQUIRE_OK(cudaSetDevice(device));
    REQUIRE_OK(cudaDeviceSynchronize());
  }
  REQUIRE(*pinned == devices * 2 * n && *managed == devices * 2 * n);
  REQUIRE_OK(cudaFreeHost(pinned));
  REQUIRE_OK(cudaFree(managed));
  return true;
}

bool settings_are_each_devices_own() {
  constexpr int much = 100'000;
  bool* got;
  int* x;
  std::size_t heap = 0;
  cudaFuncAttributes attributes;
  unsigned flags = 0;
  REQUIRE_OK(cudaSetDevice(0));
  REQUIRE_OK(cudaFuncSetAttribute(with_much_shared_memory,
                                  cudaFuncAttributeMaxDynamicSharedMemorySize, much));
  REQUIRE_OK(cudaSetDeviceFlags(cudaDeviceScheduleYield));
  REQUIRE_OK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 5 << 20));
  for (int device = 0; device < 2; ++device) {
    REQUIRE_OK(cudaSetDevice(device));
    REQUIRE_OK(cudaFuncGetAttributes(&attributes, with_much_shared_memory));
    REQUIRE((attributes.maxDynamicSharedSizeBytes == much) == (device == 0));
    REQUIRE_OK(cudaGetDeviceFlags(&flags));
    REQUIRE((flags == cudaDeviceScheduleYield) == (device == 0));
    REQUIRE_OK(cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize));
    REQUIRE(heap == (device == 0 ? 5 << 20 : 8 << 20));
    REQUIRE_OK(cudaMalloc(&got, sizeof *got));
    take_memory<<<1, 1>>>(got);
    REQUIRE(value_at(got) == (device == 1));
    REQUIRE_OK(cudaMalloc(&x, bytes));
    with_much_shared_memory<<<1, n, much>>>(x);
    REQUIRE(cudaGetLastError() == (device == 0 ? cudaSuccess : cudaErrorInvalidValue));
    REQUIRE_OK(cudaFree(x));
    REQUIRE_OK(cudaFree(got));
  }
  return true;
}

bool streams_have_a_device() {
  cudaStream_t stream;
  int number = -1;
  int* x;
  REQUIRE_OK(cudaSetDevice(1));
  REQUIRE_OK(cudaStreamCreate(&stream));
  REQUIRE_OK(cudaSetDevice(0));
  REQUIRE_OK(cudaStreamGetDevice(stream, &number));
  REQUIRE(number == 1);
  REQUIRE_OK(cudaStreamGetDevice(nullptr, &number));
  REQUIRE(number == 0);
  REQUIRE_OK(cudaMalloc(&x, bytes));
  set<<<1, n, 0, stream>>>(x, 1);
  REQUIRE(cudaGetLastError() == cudaErrorInvalidResourceHandle);
  // Copies, fills and waiting are for any stream.
  REQUIRE_OK(cudaMemsetAsync(x, 0, bytes, stream));
  REQUIRE_OK(cudaStreamSynchronize(stream));
  REQUIRE(value_at(x) == 0);
  REQUIRE_OK(cudaFree(x));
  // Memory comes from the pool of the stream's device.
  REQUIRE_OK(cudaMallocAsync(&x, bytes, stream));
  REQUIRE(device_of(x) == 1);
  REQUIRE_OK(cudaFreeAsync(x, stream));
  REQUIRE_OK(cudaStreamDestroy(stream));
  return true;
}

bool events_have_a_device() {
  cudaEvent_t first, second, third;
  cudaStream_t stream;
  float time = -1;
  REQUIRE_OK(cudaSetDevice(0));
  REQUIRE_OK(cudaStreamCreate(&stream));
  REQUIRE_OK(cudaEventCreate(&first));
  REQUIRE_OK(cudaEventCreate(&third));
  REQUIRE_OK(cudaSetDevice(1));
  REQUIRE_OK(cudaEventCreate(&second));
  REQUIRE(cudaEventRecord(first, nullptr) == cudaErrorInvalidResourceHandle);
  REQUIRE(cudaEventRecord(second, stream) == cudaErrorInvalidResourceHandle);
  REQUIRE_OK(cudaEventRecord(first, stream));
  REQUIRE_OK(cudaEventRecord(third, stream));
  REQUIRE_OK(cudaEventRecord(second, nullptr));
  REQUIRE_OK(cudaStreamWaitEvent(nullptr, first));
  REQUIRE_OK(cudaStreamWaitEvent(stream, second));
  REQUIRE_OK(cudaEventSynchronize(third));
  REQUIRE_OK(cudaEventQuery(first));
  REQUIRE(cudaEventElapsedTime(&time, first, second) == cudaErrorInvalidResourceHandle);
  REQUIRE_OK(cudaEventElapsedTime(&time, first, third));
  REQUIRE(cudaGetLastError() == cudaErrorInvalidResourceHandle);
  REQUIRE_OK(cudaStreamDestroy(stream));
  return true;
}

bool pools_have_a_device() {
  cudaMemPool_t first, second;
  cudaMemAccessFlags flags;
  cudaMemLocation peer{cudaMemLocationTypeDevice, 1};
  int *x, *later;
  REQUIRE_OK(cudaSetDevice(1));
  REQUIRE_OK(cudaDeviceGetDefaultMemPool(&first, 0));
  REQUIRE_OK(cudaDeviceGetDefaultMemPool(&second, 1));
  REQUIRE(first != second);
  REQUIRE(cudaDeviceSetMemPool(1, first) == cudaErrorInvalidValue);
  REQUIRE_OK(cudaMemPoolGetAccess(&flags, first, &peer));
  REQUIRE(flags == cudaMemAccessFlagsProtNone);
  REQUIRE_OK(cudaMallocFromPoolAsync(&x, bytes, first, nullptr));
  REQUIRE(device_of(x) == 0);
  const cudaMemAccessDesc wish{peer, cudaMemAccessFlagsProtReadWrite};
  REQUIRE_OK(cudaMemPoolSetAccess(first, &wish, 1));
  REQUIRE_OK(cudaMemPoolGetAccess(&flags, first, &peer));
  REQUIRE(flags == cudaMemAccessFlagsProtReadWrite);
  REQUIRE_OK(cudaMallocFromPoolAsync(&later, bytes, first, nullptr));
  set<<<1, n>>>(x, 6);
  set<<<1, n>>>(later, 7);
  REQUIRE(value_at(x) == 6 && value_at(later) == 7);
  const cudaMemAccessDesc home{{cudaMemLocationTypeDevice, 0}, cudaMemAccessFlagsProtNone};
  REQUIRE(cudaMemPoolSetAccess(first, &home, 1) != cudaSuccess);
  cudaGetLastError();
  REQUIRE_OK(cudaFreeAsync(x, nullptr));
  REQUIRE_OK(cudaFreeAsync(later, nullptr));
  REQUIRE_OK(cudaDeviceSynchronize());
  return true;
}

bool peer_access_is_asked_for() {
  int can = -1, value = -1, *x, *y;
  REQUIRE_OK(cudaDeviceCanAccessPeer(&can, 0, 1));
  REQUIRE(can == 1);
  REQUIRE_OK(cudaDeviceCanAccessPeer(&can, 1, 1));
  REQUIRE(can == 0);
  REQUIRE(cudaDeviceCanAccessPeer(&can, 0, 99) == cudaErrorInvalidDevice);
  REQUIRE_OK(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 1));
  REQUIRE(value == 1);
  REQUIRE_OK(cudaSetDevice(0));
  REQUIRE(cudaDeviceEnablePeerAccess(1, 1) == cudaErrorInvalidValue);
  REQUIRE(cudaDeviceEnablePeerAccess(99, 1) == cudaErrorInvalidDevice);
  REQUIRE(cudaDeviceEnablePeerAccess(0, 1) == cudaErrorInvalidValue);
  REQUIRE(cudaDeviceEnablePeerAccess(0, 0) == cudaErrorPeerAccessUnsupported);
  REQUIRE(cudaDeviceDisablePeerAccess(1) == cudaErrorPeerAccessNotEnabled);
  REQUIRE_OK(cudaDeviceEnablePeerAccess(1, 0));
  REQUIRE(cudaDeviceEnablePeerAccess(1, 0) == cudaErrorPeerAccessAlreadyEnabled);
  REQUIRE_OK(cudaSetDevice(1));
  REQUIRE(cudaDeviceDisablePeerAccess(0) == cudaErrorPeerAccessNotEnabled);
  REQUIRE_OK(cudaDeviceEnablePeerAccess(0, 0));
  REQUIRE_OK(cudaDeviceReset());
  REQUIRE(cudaDeviceDisablePeerAccess(0) == cudaErrorPeerAccessNotEnabled);
  // Copies need no access.
  REQUIRE_OK(cudaMalloc(&y, bytes));
  REQUIRE_OK(cudaMemset(y, 1, bytes));
  REQUIRE_OK(cudaSetDevice(0));
  REQUIRE(cudaDeviceDisablePeerAccess(1) == cudaErrorPeerAccessNotEnabled);
  REQUIRE_OK(cudaMalloc(&x, bytes));
  REQUIRE_OK(cudaMemcpyPeer(x, 0, y, 1, bytes));
  REQUIRE(value_at(x) == 0x01010101);
  REQUIRE_OK(cudaMemcpyPeer(x, 1, y, 0, bytes));  // CUDA looks at the pointers alone
  REQUIRE(cudaMemcpyPeer(x, 99, y, 1, bytes) == cudaErrorInvalidDevice);
  REQUIRE(cudaMemcpyPeer(nullptr, 0, y, 1, bytes) == cudaErrorInvalidValue);
  REQUIRE(cudaMemcpyPeer(&can, 0, y, 1, sizeof can) == cudaErrorInvalidValue);
  REQUIRE_OK(cudaMemcpyPeer(x, 99, y, 1, 0));
  REQUIRE_OK(cudaFree(y));
  REQUIRE_OK(cudaFree(x));
  cudaGetLastError();
  return true;
}

bool devices_are_told_apart() {
  char first[64], second[64];
  int number = -1;
  REQUIRE(cudaSetDevice(99) == cudaErrorInvalidDevice);
  REQUIRE(cudaSetDevice(-1) == cudaErrorInvalidDevice);
  REQUIRE_OK(cudaDeviceGetPCIBusId(first, sizeof first, 0));
  REQUIRE_OK(cudaDeviceGetPCIBusId(second, sizeof second, 1));
  REQUIRE(std::strcmp(first, second) != 0);
  REQUIRE_OK(cudaDeviceGetByPCIBusId(&number, second));
  REQUIRE(number == 1);
  cudaGetLastError();
  return true;
}

int main() {
  const bool right = current_device_is_the_threads() && memory_is_the_current_devices() &&
                     variables_are_each_devices_own() && hosts_memory_is_everybodys() &&
                     settings_are_each_devices_own() && streams_have_a_device() &&
                     events_have_a_device() && pools_have_a_device() &&
                     peer_access_is_asked_for() && devices_are_told_apart();
  if (right) printf("all as it should be\n");
}
