// Allocation, copies, fills and variables.
#include "cases.hpp"

__device__ int variable[4];
__constant__ int constants[4];

int host[1 << 20];
constexpr size_t mega = 1 << 20;

CASE(malloc_of) {
  int* x = host;
  SHOW(cudaMalloc(static_cast<int**>(nullptr), 4));
  SHOW(cudaMalloc(&x, 0));
  SHOW_VALUE(x == nullptr);
  SHOW(cudaMalloc(&x, size_t(1) << 50));
  SHOW_VALUE(x == nullptr);
  SHOW(cudaMalloc(&x, ~size_t(0)));
  SHOW(cudaGetLastError());
  SHOW(cudaGetLastError());
}

CASE(malloc_pitch_of) {
  int* x = nullptr;
  size_t pitch = 7;
  SHOW(cudaMallocPitch(&x, &pitch, 0, 4));
  SHOW(cudaMallocPitch(&x, &pitch, 4, 0));
  SHOW(cudaMallocPitch(&x, static_cast<size_t*>(nullptr), 4, 4));
  SHOW(cudaMallocPitch(&x, &pitch, 513, 4));
  SHOW_VALUE(pitch);
  SHOW(cudaMallocPitch(&x, &pitch, size_t(1) << 33, 1));
}

CASE(malloc_managed_of) {
  int* x = nullptr;
  SHOW(cudaMallocManaged(&x, 0));
  SHOW(cudaMallocManaged(&x, 4, 0));
  SHOW(cudaMallocManaged(&x, 4, 7));
  SHOW(cudaMallocManaged(static_cast<int**>(nullptr), 4));
  SHOW(cudaMallocManaged(&x, 4, cudaMemAttachHost));
  SHOW(cudaFreeHost(x));
  SHOW(cudaFree(x));
}

CASE(malloc_host_of) {
  int* x = host;
  SHOW(cudaMallocHost(&x, 0));
  SHOW_VALUE(x == nullptr);
  SHOW(cudaHostAlloc(&x, 4, 0xff));
  SHOW(cudaHostAlloc(static_cast<int**>(nullptr), 4, cudaHostAllocDefault));
  SHOW(cudaHostAlloc(&x, 4, cudaHostAllocPortable | cudaHostAllocMapped));
  unsigned flags = 99;
  SHOW(cudaHostGetFlags(&flags, x));
  SHOW_VALUE(flags);
  SHOW(cudaHostGetFlags(&flags, host));
  SHOW(cudaFree(x));
  SHOW(cudaFreeHost(x));
  SHOW(cudaFreeHost(x));
}

CASE(host_flags_of) {
  const unsigned wishes[] = {cudaHostAllocDefault, cudaHostAllocPortable, cudaHostAllocMapped,
                             cudaHostAllocWriteCombined};
  unsigned flags = 99;
  for (const unsigned wish : wishes) {
    int* x = nullptr;
    SHOW(cudaHostAlloc(&x, 4, wish));
    SHOW(cudaHostGetFlags(&flags, x));
    SHOW_VALUE(flags);
    SHOW(cudaHostGetFlags(&flags, x + 1));
    SHOW(cudaFreeHost(x));
    SHOW(cudaHostRegister(host, 4096, wish & ~cudaHostAllocWriteCombined));
    SHOW(cudaHostGetFlags(&flags, host));
    SHOW_VALUE(flags);
    SHOW(cudaHostUnregister(host));
  }
  int* managed = nullptr;
  SHOW(cudaMallocManaged(&managed, 4));
  SHOW(cudaHostGetFlags(&flags, managed));
}

CASE(malloc_async_of) {
  int* x = host;
  SHOW(cudaMallocAsync(&x, 0, cudaStream_t(0)));
  SHOW_VALUE(x == nullptr);
  SHOW(cudaMallocAsync(&x, 4, cudaStream_t(0)));
  SHOW(cudaFree(x));
  SHOW(cudaMallocAsync(&x, 4, cudaStream_t(0)));
  SHOW(cudaFreeAsync(x, cudaStream_t(0)));
  SHOW(cudaFreeAsync(x, cudaStream_t(0)));
  SHOW(cudaMalloc(&x, 4));
  SHOW(cudaFreeAsync(x, cudaStream_t(0)));
  SHOW(cudaFreeAsync(nullptr, cudaStream_t(0)));
}

CASE(free_of) {
  int *x, *pinned;
  void* symbol;
  SHOW(cudaFree(nullptr));
  SHOW(cudaFreeHost(nullptr));
  SHOW(cudaFree(host));
  SHOW(cudaMalloc(&x, 4096));
  SHOW(cudaFree(x + 1));
  SHOW(cudaFreeHost(x));
  SHOW(cudaFree(x));
  SHOW(cudaFree(x));
  SHOW(cudaMallocHost(&pinned, 4));
  SHOW(cudaFreeHost(host));
  SHOW(cudaGetSymbolAddress(&symbol, variable));
  SHOW(cudaFree(symbol));
  SHOW(cudaGetLastError());
  SHOW(cudaGetLastError());
}

CASE(register_host) {
  void* device = nullptr;
  int* pinned;
  SHOW(cudaHostUnregister(host));
  SHOW(cudaHostRegister(nullptr, 4096, cudaHostRegisterDefault));
  SHOW(cudaHostRegister(host, 0, cudaHostRegisterDefault));
  SHOW(cudaHostRegister(host, 4096, 0xff00));
  SHOW(cudaHostRegister(host, 4096, cudaHostRegisterDefault));
  SHOW(cudaHostRegister(host, 4096, cudaHostRegisterDefault));
  SHOW(cudaHostGetDevicePointer(&device, host, 0));
  SHOW(cudaHostGetDevicePointer(&device, host, 1));
  SHOW(cudaHostGetDevicePointer(static_cast<void**>(nullptr), host, 0));
  SHOW(cudaHostUnregister(host + 1));
  SHOW(cudaHostUnregister(host));
  SHOW(cudaHostUnregister(host));
  SHOW(cudaHostUnregister(nullptr));
  SHOW(cudaMallocHost(&pinned, 4));
  SHOW(cudaHostUnregister(pinned));
  SHOW(cudaHostRegister(pinned, 4, cudaHostRegisterDefault));
}

CASE(device_pointer_of) {
  int *x, *device = nullptr;
  SHOW(cudaMalloc(&x, 4));
  SHOW(cudaHostGetDevicePointer(&device, x, 0));
  SHOW(cudaHostGetDevicePointer(&device, nullptr, 0));
}

CASE(attributes_of_pointers) {
  int *x, *managed, *pinned;
  cudaPointerAttributes where;
  SHOW(cudaPointerGetAttributes(static_cast<cudaPointerAttributes*>(nullptr), host));
  SHOW(cudaPointerGetAttributes(&where, nullptr));
  SHOW_VALUE(int(where.type));
  SHOW(cudaPointerGetAttributes(&where, host));
  SHOW_VALUE(int(where.type));
  SHOW_VALUE(where.device);
  SHOW_VALUE(where.devicePointer == nullptr);
  SHOW_VALUE(where.hostPointer == host);
  SHOW(cudaMalloc(&x, 4096));
  SHOW(cudaPointerGetAttributes(&where, x + 3));
  SHOW_VALUE(int(where.type));
  SHOW_VALUE(where.device);
  SHOW_VALUE(where.devicePointer == x + 3);
  SHOW_VALUE(where.hostPointer == nullptr);
  SHOW(cudaMallocManaged(&managed, 4));
  SHOW(cudaPointerGetAttributes(&where, managed));
  SHOW_VALUE(int(where.type));
  SHOW_VALUE(where.hostPointer == managed);
  SHOW(cudaMallocHost(&pinned, 4));
  SHOW(cudaPointerGetAttributes(&where, pinned));
  SHOW_VALUE(int(where.type));
  SHOW_VALUE(where.devicePointer == pinned);
  SHOW(cudaFree(x));
  SHOW(cudaPointerGetAttributes(&where, x));
  SHOW_VALUE(int(where.type));
}

CASE(copy_in_a_wrong_direction) {
  int *x, *y;
  SHOW(cudaMalloc(&x, 64));
  SHOW(cudaMalloc(&y, 64));
  SHOW(cudaMemcpy(x, host, 64, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy(host, host + 64, 4, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy(host, host + 64, 4, cudaMemcpyDeviceToHost));
  SHOW(cudaMemcpy(host, host + 64, 4, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpy(host, host + 64, 4, cudaMemcpyHostToHost));
  SHOW(cudaMemcpy(host, host + 64, 4, cudaMemcpyDefault));
  SHOW(cudaMemcpy(y, x, 4, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy(y, x, 4, cudaMemcpyDeviceToHost));
  SHOW(cudaMemcpy(y, x, 4, cudaMemcpyHostToHost));
  SHOW(cudaMemcpy(y, x, 4, cudaMemcpyDefault));
  SHOW(cudaMemcpy(x, host, 4, cudaMemcpyDeviceToHost));
  SHOW(cudaMemcpy(x, host, 4, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpy(host, x, 4, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy(host, x, 4, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpy(host, x, 4, cudaMemcpyKind(7)));
  SHOW(cudaMemcpy(host, x, 4, cudaMemcpyKind(-1)));
  SHOW(cudaMemcpy(host, x, 0, cudaMemcpyKind(7)));
  SHOW(cudaGetLastError());
}

CASE(copy_of_nothing_and_of_null) {
  int* x;
  SHOW(cudaMalloc(&x, 64));
  SHOW(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy(host, x, 0, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy(nullptr, host, 4, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy(x, nullptr, 4, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy(nullptr, x, 4, cudaMemcpyDeviceToHost));
  SHOW(cudaMemcpy(host, nullptr, 4, cudaMemcpyDeviceToHost));
  SHOW(cudaMemcpy(nullptr, nullptr, 4, cudaMemcpyDefault));
}

CASE(copy_past_the_end) {
  int* x;
  SHOW(cudaMalloc(&x, 4 * mega));
  SHOW(cudaMemcpy(x + mega / 2, host, 4 * mega, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy(host, x + mega / 2, 4 * mega, cudaMemcpyDeviceToHost));
  SHOW(cudaMemcpy(x + mega / 2, host, 4 * mega, cudaMemcpyDefault));
  SHOW(cudaMemset(x + mega / 2, 0, 4 * mega));
}

CASE(copy_of_freed_memory) {
  int* x;
  SHOW(cudaMalloc(&x, 4 * mega));
  SHOW(cudaMemset(x, 0, 4 * mega));
  SHOW(cudaFree(x));
  SHOW(cudaMemcpy(host, x, 4, cudaMemcpyDeviceToHost));
  SHOW(cudaMemcpy(x, host, 4, cudaMemcpyHostToDevice));
  SHOW(cudaMemset(x, 0, 4));
}

CASE(copy_async) {
  int *x, *pinned;
  cudaStream_t stream;
  SHOW(cudaMalloc(&x, 64));
  SHOW(cudaMallocHost(&pinned, 64));
  SHOW(cudaStreamCreate(&stream));
  SHOW(cudaMemcpyAsync(x, host, 64, cudaMemcpyHostToDevice, stream));
  SHOW(cudaMemcpyAsync(x, pinned, 64, cudaMemcpyHostToDevice, stream));
  SHOW(cudaMemcpyAsync(x, host, 4, cudaMemcpyDeviceToHost, stream));
  SHOW(cudaMemcpyAsync(x, nullptr, 4, cudaMemcpyHostToDevice, stream));
  SHOW(cudaMemcpyAsync(x, pinned, 4, cudaMemcpyKind(9), stream));
  SHOW(cudaMemsetAsync(host, 0, 4, stream));
  SHOW(cudaMemsetAsync(nullptr, 0, 4, stream));
  SHOW(cudaMemsetAsync(nullptr, 0, 0, stream));
  SHOW(cudaStreamSynchronize(stream));
}

CASE(copy_rows) {
  int* x;
  SHOW(cudaMalloc(&x, 4096));
  SHOW(cudaMemcpy2D(x, 32, host, 64, 64, 4, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy2D(x, 64, host, 32, 64, 4, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy2D(x, 64, host, 64, 0, 4, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy2D(x, 64, host, 64, 4, 0, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy2D(x, 0, host, 0, 0, 4, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy2D(x, 64, host, 64, 64, 4, cudaMemcpyKind(7)));
  SHOW(cudaMemcpy2D(x, 64, host, 64, 64, 4, cudaMemcpyDeviceToHost));
  SHOW(cudaMemcpy2D(nullptr, 64, host, 64, 64, 4, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy2D(x, size_t(1) << 40, host, 64, 64, 4, cudaMemcpyHostToDevice));
  SHOW(cudaMemset2D(x, 32, 0, 64, 4));
  SHOW(cudaMemset2D(x, 64, 0, 0, 4));
  SHOW(cudaMemset2D(x, 64, 0, 4, 0));
  SHOW(cudaMemset2D(host, 64, 0, 64, 4));
}

CASE(fill_of) {
  int *x, *pinned;
  SHOW(cudaMalloc(&x, 64));
  SHOW(cudaMallocHost(&pinned, 64));
  SHOW(cudaMemset(nullptr, 0, 0));
  SHOW(cudaMemset(nullptr, 0, 4));
  SHOW(cudaMemset(host, 0, 0));
  SHOW(cudaMemset(host, 0, 4));
  SHOW(cudaMemset(pinned, 0, 64));
  SHOW(cudaMemset(x, 300, 64));
  SHOW(cudaGetLastError());
}

CASE(variables) {
  int four[4] = {};
  void* address = nullptr;
  size_t bytes = 0;
  SHOW(cudaMemcpyToSymbol(variable, four, 16));
  SHOW(cudaMemcpyToSymbol(constants, four, 16));
  SHOW(cudaMemcpyToSymbol(variable, four, 20));
  SHOW(cudaMemcpyToSymbol(variable, four, 4, 16));
  SHOW(cudaMemcpyToSymbol(variable, four, 0, 16));
  SHOW(cudaMemcpyToSymbol(variable, four, 0, 20));
  SHOW(cudaMemcpyToSymbol(variable, four, 4, ~size_t(0)));
  SHOW(cudaMemcpyToSymbol(variable, four, 4, 0, cudaMemcpyDeviceToHost));
  SHOW(cudaMemcpyToSymbol(variable, four, 4, 0, cudaMemcpyHostToHost));
  SHOW(cudaMemcpyToSymbol(variable, four, 4, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpyToSymbol(variable, four, 4, 0, cudaMemcpyDefault));
  SHOW(cudaMemcpyToSymbol(variable, four, 4, 0, cudaMemcpyKind(7)));
  SHOW(cudaMemcpyToSymbol(variable, nullptr, 4));
  SHOW(cudaMemcpyToSymbol(host, four, 4));
  SHOW(cudaMemcpyToSymbol(static_cast<const void*>(nullptr), four, 4));
  SHOW(cudaMemcpyFromSymbol(four, variable, 16));
  SHOW(cudaMemcpyFromSymbol(four, variable, 20));
  SHOW(cudaMemcpyFromSymbol(four, variable, 4, 0, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpyFromSymbol(four, variable, 4, 0, cudaMemcpyHostToHost));
  SHOW(cudaMemcpyFromSymbol(four, host, 4));
  SHOW(cudaGetSymbolAddress(&address, host));
  SHOW(cudaGetSymbolAddress(&address, variable));
  SHOW(cudaMemcpyToSymbol(address, four, 4));
  SHOW(cudaGetSymbolAddress(static_cast<void**>(nullptr), variable));
  SHOW(cudaGetSymbolSize(&bytes, variable));
  SHOW_VALUE(bytes);
  SHOW(cudaGetSymbolSize(&bytes, host));
  SHOW(cudaGetSymbolSize(static_cast<size_t*>(nullptr), variable));
  SHOW(cudaMemcpy(variable, four, 16, cudaMemcpyHostToDevice));
}

CASE(managed_memory) {
  int *managed, *device;
  const cudaMemLocation here{cudaMemLocationTypeDevice, 0}, nowhere{cudaMemLocationTypeDevice, 99};
  SHOW(cudaMallocManaged(&managed, 2 * mega));
  SHOW(cudaMalloc(&device, 4));
  managed[0] = 1;
  SHOW(cudaMemcpy(managed, host, 64, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy(host, managed, 64, cudaMemcpyDeviceToHost));
  SHOW(cudaMemcpy(host, managed, 64, cudaMemcpyHostToHost));
  SHOW(cudaMemcpy(host, managed, 64, cudaMemcpyDefault));
  SHOW(cudaMemset(managed, 0, 64));
  SHOW(cudaMemPrefetchAsync(managed, 2 * mega, here, 0));
  SHOW(cudaMemPrefetchAsync(managed, 2 * mega, nowhere, 0));
  SHOW(cudaMemPrefetchAsync(managed, 0, here, 0));
  SHOW(cudaMemPrefetchAsync(device, 4, here, 0));
  SHOW(cudaMemPrefetchAsync(managed, 4 * mega, here, 0));
  SHOW(cudaMemPrefetchAsync(managed, 2 * mega, here, 1));
  SHOW(cudaMemAdvise(managed, 2 * mega, cudaMemAdviseSetReadMostly, here));
  SHOW(cudaMemAdvise(managed, 2 * mega, cudaMemoryAdvise(77), here));
  SHOW(cudaMemAdvise(device, 4, cudaMemAdviseSetReadMostly, here));
}

CASE(amount_of_memory) {
  size_t free = 0, total = 0;
  SHOW(cudaMemGetInfo(&free, &total));
  SHOW_VALUE(free <= total);
  SHOW(cudaMemGetInfo(nullptr, &total));
  SHOW(cudaMemGetInfo(nullptr, nullptr));
}
