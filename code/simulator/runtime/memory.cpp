#include <algorithm>
#include <cstring>

#include "simulator/runtime/runtime.hpp"

using namespace simulator;
using namespace simulator::runtime;

namespace {

void* allocate(std::size_t bytes) {
  if (bytes == 0) return nullptr;
  return reinterpret_cast<void*>(state().recorder->allocate(device_memory(), bytes));
}

void* allocate_on_host(std::size_t bytes, AllocationKind kind) {
  if (bytes == 0) return nullptr;
  return reinterpret_cast<void*>(device_memory().allocate(bytes, kind));
}

cudaError_t allocate(void** pointer, std::size_t bytes) {
  if (!pointer) return cudaErrorInvalidValue;
  *pointer = allocate(bytes);
  return cudaSuccess;
}

/// Frees what an allocation of the same sort gave: cudaFreeHost is not for device memory, nor
/// cudaFree for pinned memory.
cudaError_t release(void* pointer, const char* name, bool pinned) {
  if (!pointer) return cudaSuccess;
  const Allocation* const found = device_memory().find(address_of(pointer));
  if (found && !found->freed && found->address == address_of(pointer) &&
      pinned != (found->kind == AllocationKind::pinned)) {
    report_misuse(fault::invalid_free, std::string(name) + " of " +
                                           device_memory().describe(address_of(pointer)) +
                                           ", which another kind of allocation gave");
    return cudaErrorInvalidValue;
  }
  switch (device_memory().free(address_of(pointer))) {
    case Memory::Freed::ok:
      return cudaSuccess;
    case Memory::Freed::twice:
      report_misuse(fault::double_free,
                    std::string(name) + " of " + device_memory().describe(address_of(pointer)));
      break;
    case Memory::Freed::never_allocated:
      report_misuse(fault::invalid_free,
                    std::string(name) + " of " + device_memory().describe(address_of(pointer)));
      break;
  }
  return cudaErrorInvalidValue;
}

/// Is the range all living device memory? If not, and it is at a device address, says what is wrong
/// with it.
bool is_valid(const void* pointer, std::size_t bytes, const char* what) {
  Memory& memory = device_memory();
  const std::uint64_t address = address_of(pointer);
  if (memory.holds(address, bytes)) return true;
  const Allocation* const found = memory.find(address);
  if (found && is_device_address(pointer))
    report_misuse(found->freed ? fault::use_after_free : fault::out_of_bounds,
                  std::string(what) + ' ' + std::to_string(bytes) + " bytes, from " +
                      memory.describe(address) + " on");
  return false;
}

cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  if (bytes == 0) return cudaSuccess;
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
    return cudaErrorInvalidMemcpyDirection;
  Memory& memory = device_memory();
  if (const bool to_device = is_device_address(to), from_device = is_device_address(from);
      kind == cudaMemcpyDefault || (to_device && from_device)) {
    kind = to_device ? (from_device ? cudaMemcpyDeviceToDevice : cudaMemcpyHostToDevice)
                     : (from_device ? cudaMemcpyDeviceToHost : cudaMemcpyHostToHost);
  }
  const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  if (!to || !from || (!to_device && is_device_address(to)) ||
      (!from_device && is_device_address(from)))
    return cudaErrorInvalidValue;
  if ((to_device && !is_valid(to, bytes, "copy to")) ||
      (from_device && !is_valid(from, bytes, "copy from")))
    return cudaErrorInvalidValue;
  if (!state().recorder->copy(to, from, bytes, kind)) return cudaSuccess;
  if (to_device && from_device)
    memory.copy(address_of(to), address_of(from), bytes);
  else if (to_device)
    memory.copy_in(address_of(to), from, bytes);
  else if (from_device)
    memory.copy_out(to, address_of(from), bytes);
  else
    std::memmove(to, from, bytes);
  return cudaSuccess;
}

cudaError_t copy_rows(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                      std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  if (width > to_pitch || width > from_pitch) return cudaErrorInvalidPitchValue;
  for (std::size_t row = 0; row < height; ++row) {
    const cudaError_t error = copy(static_cast<char*>(to) + row * to_pitch,
                                   static_cast<const char*>(from) + row * from_pitch, width, kind);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

cudaError_t fill(void* to, int value, std::size_t bytes) {
  if (bytes == 0) return cudaSuccess;
  if (!is_valid(to, bytes, "fill of")) return cudaErrorInvalidValue;
  if (!state().recorder->fill(to, value, bytes)) return cudaSuccess;
  device_memory().fill(address_of(to), value, bytes);
  return cudaSuccess;
}

cudaError_t fill_rows(void* to, std::size_t pitch, int value, std::size_t width,
                      std::size_t height) {
  if (width > pitch) return cudaErrorInvalidValue;
  for (std::size_t row = 0; row < height; ++row)
    if (const auto error = fill(static_cast<char*>(to) + row * pitch, value, width);
        error != cudaSuccess)
      return error;
  return cudaSuccess;
}

/// The living allocation that holds an address, or null.
const Allocation* living_at(const void* pointer) {
  const Allocation* const found = device_memory().find(address_of(pointer));
  return found && !found->freed && device_memory().holds(address_of(pointer), 1) ? found : nullptr;
}

void check_managed(const void* pointer, std::size_t bytes, const cudaMemLocation& location) {
  if (location.type == cudaMemLocationTypeDevice && location.id != 0)
    throw ApiError{cudaErrorInvalidDevice};
  const Allocation* const found = living_at(pointer);
  if (bytes == 0 || !found || found->kind != AllocationKind::managed ||
      !device_memory().holds(address_of(pointer), bytes))
    throw ApiError{cudaErrorInvalidValue};
}

/// A copy from or to a variable goes no other way.
void check_direction(cudaMemcpyKind kind, cudaMemcpyKind usual) {
  if (kind != usual && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
    throw ApiError{cudaErrorInvalidMemcpyDirection};
}

/// Where `bytes` at `offset` of a variable are.
void* place_in_variable(const void* symbol, std::size_t bytes, std::size_t offset) {
  const auto [address, size] = find_variable(symbol);
  if (bytes == 0) return nullptr;
  if (offset > size || bytes > size - offset) throw ApiError{cudaErrorInvalidValue};
  return reinterpret_cast<void*>(address + offset);
}

cudaError_t copy_to_variable(const void* symbol, const void* from, std::size_t bytes,
                             std::size_t offset, cudaMemcpyKind kind) {
  void* const to = place_in_variable(symbol, bytes, offset);
  check_direction(kind, cudaMemcpyHostToDevice);
  return copy(to, from, bytes, kind);
}

cudaError_t copy_from_variable(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                               cudaMemcpyKind kind) {
  const void* const from = place_in_variable(symbol, bytes, offset);
  check_direction(kind, cudaMemcpyDeviceToHost);
  return copy(to, from, bytes, kind);
}

}  // namespace

extern "C" {

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
  return call([&](State&) { return allocate(pointer, bytes); });
}

cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream) {
  return call_in(stream, [&](State&) { return allocate(pointer, bytes); });
}

cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width,
                            std::size_t height) {
  return call([&](State&) {
    if (!pointer || !pitch) return cudaErrorInvalidValue;
    *pitch = (width + 511) / 512 * 512;
    *pointer = allocate(*pitch * height);
    return cudaSuccess;
  });
}

cudaError_t cudaFree(void* pointer) {
  return call([&](State&) { return release(pointer, "cudaFree", false); });
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  return call_in(stream, [&](State&) { return release(pointer, "cudaFreeAsync", false); });
}

cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned flags) {
  constexpr unsigned known =
      cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
  return call([&](State& s) {
    if (!pointer || (flags & ~known) != 0) return cudaErrorInvalidValue;
    *pointer = allocate_on_host(bytes, AllocationKind::pinned);
    s.host_flags[address_of(*pointer)] = flags;
    return cudaSuccess;
  });
}

cudaError_t cudaMallocHost(void** pointer, std::size_t bytes) {
  return cudaHostAlloc(pointer, bytes, cudaHostAllocDefault);
}

cudaError_t cudaFreeHost(void* pointer) {
  return call([&](State&) { return release(pointer, "cudaFreeHost", true); });
}

cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes, unsigned flags) {
  return call([&](State&) {
    if (!pointer || (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost))
      return cudaErrorInvalidValue;
    *pointer = allocate_on_host(bytes, AllocationKind::managed);
    return cudaSuccess;
  });
}

cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned flags) {
  constexpr unsigned known = cudaHostRegisterPortable | cudaHostRegisterMapped |
                             cudaHostRegisterIoMemory | cudaHostRegisterReadOnly;
  return call([&](State& s) {
    if (!pointer || bytes == 0 || (flags & ~known) != 0) return cudaErrorInvalidValue;
    if (const Allocation* const found = living_at(pointer))
      return found->kind == AllocationKind::registered ? cudaErrorHostMemoryAlreadyRegistered
                                                       : cudaErrorInvalidValue;
    device_memory().adopt(pointer, bytes);
    s.host_flags[address_of(pointer)] = flags;
    return cudaSuccess;
  });
}

cudaError_t cudaHostUnregister(void* pointer) {
  return call([&](State&) {
    if (!pointer) return cudaErrorInvalidValue;
    const Allocation* const found = living_at(pointer);
    if (!found) return cudaErrorHostMemoryNotRegistered;
    if (found->kind != AllocationKind::registered || found->address != address_of(pointer))
      return cudaErrorInvalidValue;
    device_memory().free(address_of(pointer));
    return cudaSuccess;
  });
}

cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned flags) {
  return call([&](State&) {
    if (flags != 0 || is_device_address(host) || !living_at(host)) return cudaErrorInvalidValue;
    result(device) = host;
    return cudaSuccess;
  });
}

cudaError_t cudaHostGetFlags(unsigned* flags, void* host) {
  return call([&](State& s) {
    const Allocation* const found = living_at(host);
    if (!found || !found->on_host() || found->address != address_of(host))
      return cudaErrorInvalidValue;
    const auto asked = s.host_flags.find(found->address);
    result(flags) = cudaHostAllocMapped | (asked == s.host_flags.end() ? 0 : asked->second);
    return cudaSuccess;
  });
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return call([&](State&) { return copy(to, from, bytes, kind); });
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  return call_in(stream, [&](State&) { return copy(to, from, bytes, kind); });
}

cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                         std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  return call(
      [&](State&) { return copy_rows(to, to_pitch, from, from_pitch, width, height, kind); });
}

cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from,
                              std::size_t from_pitch, std::size_t width, std::size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
  return call_in(stream, [&](State&) {
    return copy_rows(to, to_pitch, from, from_pitch, width, height, kind);
  });
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes,
                               std::size_t offset, cudaMemcpyKind kind) {
  return call([&](State&) { return copy_to_variable(symbol, from, bytes, offset, kind); });
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, std::size_t bytes,
                                    std::size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
  return call_in(stream,
                 [&](State&) { return copy_to_variable(symbol, from, bytes, offset, kind); });
}

cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes,
                                 std::size_t offset, cudaMemcpyKind kind) {
  return call([&](State&) { return copy_from_variable(to, symbol, bytes, offset, kind); });
}

cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, std::size_t bytes,
                                      std::size_t offset, cudaMemcpyKind kind,
                                      cudaStream_t stream) {
  return call_in(stream,
                 [&](State&) { return copy_from_variable(to, symbol, bytes, offset, kind); });
}

cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  return call([&](State&) {
    result(pointer) = reinterpret_cast<void*>(find_variable(symbol).first);
    return cudaSuccess;
  });
}

cudaError_t cudaGetSymbolSize(std::size_t* bytes, const void* symbol) {
  return call([&](State&) {
    result(bytes) = find_variable(symbol).second;
    return cudaSuccess;
  });
}

cudaError_t cudaMemset(void* to, int value, std::size_t bytes) {
  return call([&](State&) { return fill(to, value, bytes); });
}

cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, cudaStream_t stream) {
  return call_in(stream, [&](State&) { return fill(to, value, bytes); });
}

cudaError_t cudaMemset2D(void* to, std::size_t pitch, int value, std::size_t width,
                         std::size_t height) {
  return call([&](State&) { return fill_rows(to, pitch, value, width, height); });
}

cudaError_t cudaMemset2DAsync(void* to, std::size_t pitch, int value, std::size_t width,
                              std::size_t height, cudaStream_t stream) {
  return call_in(stream, [&](State&) { return fill_rows(to, pitch, value, width, height); });
}

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  return call([&](State& s) {
    const std::uint64_t all = s.recorder->device(s.machine.device()).memory_bytes;
    if (total) *total = all;
    if (free) *free = all - std::min(all, device_memory().used());
    return cudaSuccess;
  });
}

cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, cudaMemLocation location,
                                 unsigned flags, cudaStream_t stream) {
  return call_in(stream, [&](State&) {
    if (flags != 0) return cudaErrorInvalidValue;
    check_managed(pointer, bytes, location);
    return cudaSuccess;
  });
}

cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice,
                          cudaMemLocation location) {
  return call([&](State&) {
    if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy)
      return cudaErrorInvalidValue;
    check_managed(pointer, bytes, location);
    return cudaSuccess;
  });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  return call([&](State&) {
    result(attributes) = {};
    attributes->type = cudaMemoryTypeUnregistered;
    attributes->device = -2;
    attributes->hostPointer = const_cast<void*>(pointer);
    const Allocation* const found = living_at(pointer);
    if (!found) return cudaSuccess;
    attributes->device = 0;
    attributes->devicePointer = const_cast<void*>(pointer);
    attributes->type = !found->on_host()                        ? cudaMemoryTypeDevice
                       : found->kind == AllocationKind::managed ? cudaMemoryTypeManaged
                                                                : cudaMemoryTypeHost;
    if (!found->on_host()) attributes->hostPointer = nullptr;
    return cudaSuccess;
  });
}

}  // extern "C"
