#include <algorithm>

#include "simulator/memory/memory.hpp"
#include "simulator/runtime/driver/driver_call.hpp"
#include "simulator/runtime/driver/undeclared.hpp"

// Memory, as the runtime gives and takes it.

using namespace simulator;
using namespace simulator::runtime;

namespace {

cudaMemLocation location_of(CUdevice device) {
  if (device == CU_DEVICE_CPU) return {cudaMemLocationTypeHost, 0};
  return {cudaMemLocationTypeDevice, device};
}

cudaMemLocation location_of(const CUmemLocation& location) {
  return {cudaMemLocationType(location.type), location.id};
}

}  // namespace

extern "C" {

CUresult cuMemAlloc_v2(CUdeviceptr* memory, std::size_t bytes) {
  return driver_call([&](State&) {
    if (bytes == 0) return cudaErrorInvalidValue;
    return cudaMalloc(pointer_in(memory), bytes);
  });
}

CUresult cuMemAllocPitch_v2(CUdeviceptr* memory, std::size_t* pitch, std::size_t width,
                            std::size_t height, unsigned element) {
  return driver_call([&](State&) {
    if (width == 0 || height == 0 || (element != 4 && element != 8 && element != 16))
      return cudaErrorInvalidValue;
    return cudaMallocPitch(pointer_in(memory), pitch, width, height);
  });
}

CUresult cuMemFree_v2(CUdeviceptr memory) {
  return driver_call([&](State&) { return cudaFree(pointer_to(memory)); });
}

CUresult cuMemAllocManaged(CUdeviceptr* memory, std::size_t bytes, unsigned flags) {
  return driver_call([&](State&) {
    if (bytes == 0) return cudaErrorInvalidValue;
    return cudaMallocManaged(pointer_in(memory), bytes, flags);
  });
}

CUresult cuMemAllocHost_v2(void** memory, std::size_t bytes) {
  return driver_call([&](State&) { return cudaMallocHost(memory, bytes); });
}

CUresult cuMemHostAlloc(void** memory, std::size_t bytes, unsigned flags) {
  return driver_call([&](State&) { return cudaHostAlloc(memory, bytes, flags); });
}

CUresult cuMemFreeHost(void* memory) {
  return driver_call([&](State&) { return cudaFreeHost(memory); });
}

CUresult cuMemHostRegister_v2(void* memory, std::size_t bytes, unsigned flags) {
  return driver_call([&](State&) { return cudaHostRegister(memory, bytes, flags); });
}

CUresult cuMemHostUnregister(void* memory) {
  return driver_call([&](State&) { return cudaHostUnregister(memory); });
}

CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr* device, void* host, unsigned flags) {
  return driver_call(
      [&](State&) { return cudaHostGetDevicePointer(pointer_in(device), host, flags); });
}

CUresult cuMemHostGetFlags(unsigned* flags, void* host) {
  return driver_call([&](State&) { return cudaHostGetFlags(flags, host); });
}

CUresult cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
  return driver_call([&](State&) { return cudaMemGetInfo(free, total); });
}

CUresult cuMemGetAddressRange_v2(CUdeviceptr* begin, std::size_t* bytes, CUdeviceptr memory) {
  return driver_call([&](State&) {
    const Allocation* const found = living_at(pointer_to(memory));
    if (!found) return error_of(CUDA_ERROR_NOT_FOUND);
    if (begin) *begin = found->address;
    if (bytes) *bytes = found->bytes;
    return cudaSuccess;
  });
}

CUresult cuMemAllocAsync(CUdeviceptr* memory, std::size_t bytes, CUstream stream) {
  return driver_call([&](State&) {
    if (bytes == 0) return cudaErrorInvalidValue;
    return cudaMallocAsync(pointer_in(memory), bytes, stream);
  });
}

CUresult cuMemAllocFromPoolAsync(CUdeviceptr* memory, std::size_t bytes, CUmemoryPool pool,
                                 CUstream stream) {
  return driver_call([&](State&) {
    if (bytes == 0) return cudaErrorInvalidValue;
    return cudaMallocFromPoolAsync(pointer_in(memory), bytes, pool, stream);
  });
}

CUresult cuMemFreeAsync(CUdeviceptr memory, CUstream stream) {
  return driver_call([&](State&) { return cudaFreeAsync(pointer_to(memory), stream); });
}

CUresult cuDeviceGetDefaultMemPool(CUmemoryPool* pool, CUdevice device) {
  return driver_call_without_context(
      [&](State&) { return cudaDeviceGetDefaultMemPool(pool, device); });
}

CUresult cuDeviceGetMemPool(CUmemoryPool* pool, CUdevice device) {
  return driver_call_without_context([&](State&) { return cudaDeviceGetMemPool(pool, device); });
}

CUresult cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool) {
  return driver_call_without_context([&](State&) { return cudaDeviceSetMemPool(device, pool); });
}

CUresult cuMemPoolTrimTo(CUmemoryPool pool, std::size_t kept) {
  return driver_call_without_context([&](State&) { return cudaMemPoolTrimTo(pool, kept); });
}

CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void* value) {
  return driver_call_without_context(
      [&](State&) { return cudaMemPoolSetAttribute(pool, cudaMemPoolAttr(attribute), value); });
}

CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void* value) {
  return driver_call_without_context(
      [&](State&) { return cudaMemPoolGetAttribute(pool, cudaMemPoolAttr(attribute), value); });
}

CUresult cuMemPoolDestroy(CUmemoryPool pool) {
  return driver_call_without_context([&](State&) { return cudaMemPoolDestroy(pool); });
}

CUresult cuMemPrefetchAsync_v2(CUdeviceptr memory, std::size_t bytes, CUmemLocation location,
                               unsigned flags, CUstream stream) {
  return driver_call([&](State&) {
    return cudaMemPrefetchAsync(pointer_to(memory), bytes, location_of(location), flags, stream);
  });
}

CUresult cuMemAdvise_v2(CUdeviceptr memory, std::size_t bytes, CUmem_advise advice,
                        CUmemLocation location) {
  return driver_call([&](State&) {
    return cudaMemAdvise(pointer_to(memory), bytes, cudaMemoryAdvise(advice),
                         location_of(location));
  });
}

// As CUDA 12 has them.
CUresult cuMemPrefetchAsync(CUdeviceptr memory, std::size_t bytes, CUdevice device,
                            CUstream stream) {
  return driver_call([&](State&) {
    return cudaMemPrefetchAsync(pointer_to(memory), bytes, location_of(device), 0, stream);
  });
}

CUresult cuMemAdvise(CUdeviceptr memory, std::size_t bytes, CUmem_advise advice, CUdevice device) {
  return driver_call([&](State&) {
    return cudaMemAdvise(pointer_to(memory), bytes, cudaMemoryAdvise(advice), location_of(device));
  });
}

}  // extern "C"
