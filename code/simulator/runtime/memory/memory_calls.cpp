#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>

#include "simulator/hexadecimal.hpp"
#include "simulator/runtime/graphs/capture.hpp"
#include "simulator/runtime/graphs/memory.hpp"
#include "simulator/runtime/memory/memory_advice.hpp"
#include "simulator/runtime/memory/pool_memory.hpp"
#include "simulator/runtime/process/unloading.hpp"
#include "simulator/runtime/runtime.hpp"

using namespace simulator;
using namespace simulator::runtime;

namespace {

/// Memory that the call under way gives.
void* noted(std::uint64_t address) {
  State& s = state();
  s.memory_history.note_given(address, call_under_way(s));
  if (current_context() != 0) s.context_memory[address] = current_context();
  return reinterpret_cast<void*>(address);
}

void* allocate(std::size_t bytes, unsigned device = current_device()) {
  if (bytes == 0) return nullptr;
  const Memory::Turn turn(device_memory(), device);
  return noted(state().recorder->allocate(device_memory(), bytes));
}

void* allocate_on_host(std::size_t bytes, AllocationKind kind) {
  if (bytes == 0) return nullptr;
  const Memory::Turn turn(device_memory(), current_device());
  return noted(device_memory().allocate(bytes, kind));
}

cudaError_t allocate(void** pointer, std::size_t bytes, unsigned device = current_device()) {
  if (!pointer) return cudaErrorInvalidValue;
  *pointer = allocate(bytes, device);
  return cudaSuccess;
}

MemoryUse all_of(const Allocation& allocation) {
  return {allocation.address, allocation.address + allocation.bytes, true};
}

/// Whether a pointer can be freed: what an allocation of the same sort gave. cudaFreeHost is not
/// for device memory, nor cudaFree for pinned memory. Null where it can be; else says so.
const Allocation* to_release(State& s, void* pointer, bool pinned) {
  const std::string name = name_of_call_under_way(s);
  const std::uint64_t address = address_of(pointer);
  const Allocation* const found = device_memory().find(address);
  const bool begins = found && found->address == address;
  if (begins && !found->freed && found->kind == AllocationKind::heap) {
    report_misuse(fault::invalid_free, name + " of " + device_memory().describe(address) +
                                           ", which malloc() of device code gave");
    throw ApiError{cudaErrorInvalidValue};
  }
  if (begins && !found->freed && !found->is_variable() &&
      pinned != (found->kind == AllocationKind::pinned)) {
    report_misuse(fault::invalid_free, name + " of " + device_memory().describe(address) +
                                           ", which another kind of allocation gave");
    throw ApiError{cudaErrorInvalidValue};
  }
  if (begins && !found->freed && found->imported) {
    report_misuse(fault::invalid_free, name + " of " + device_memory().describe(address) +
                                           ", which is another process's: cudaIpcCloseMemHandle "
                                           "gives it back");
    throw ApiError{cudaErrorInvalidValue};
  }
  const bool asked_for = begins && !found->is_variable();
  const bool twice = asked_for && !s.lives(*found);
  if (asked_for && !twice) return found;
  check_not_unloading();
  std::string what = name + " of ";
  if (!found) what += hexadecimal(address) + ", ";
  what += device_memory().describe(address);
  if (twice && !found->freed) what += ", freed" + words_for(s.memory_history.freer(address));
  report_misuse(twice ? fault::double_free : fault::invalid_free, what);
  throw ApiError{cudaErrorInvalidValue};
}

}  // namespace

namespace {

void forget(State& s, const Allocation& memory) {
  s.work.forget_memory(memory.address, memory.address + memory.bytes);
  if (memory.kind == AllocationKind::managed)
    advised_memory().forget(memory.address, memory.address + memory.bytes);
}

}  // namespace

void simulator::runtime::free_now(State& s, std::uint64_t address) {
  if (s.pool_memory.erase(address) > 0) forget_pool_memory(address);
  s.context_memory.erase(address);
  if (const auto waiting = s.to_be_freed.find(address); waiting != s.to_be_freed.end())
    s.to_be_freed.erase(waiting);
  if (const Allocation* const found = device_memory().find(address)) forget(s, *found);
  device_memory().free(address);
}

namespace {

/// The host waits for the device, as an H200's driver does it, also in cudaFreeHost and
/// cudaHostUnregister, of which CUDA's documentation says nothing; but not where memory comes from
/// a pool: that is the program's business.
cudaError_t release(State& s, void* pointer, bool pinned) {
  check_capture_allows(s);
  if (!pointer) return cudaSuccess;
  const Allocation& found = *to_release(s, pointer, pinned);
  if (s.pool_memory.contains(found.address))
    s.work.by_host({.kind = Operation::Kind::release,
                    .name = name_of_call_under_way(s),
                    .uses = {all_of(found)},
                    .effect = {}});
  else
    s.work.wait_for_all();
  s.memory_history.note_freed(found.address, call_under_way(s));
  free_now(s, found.address);
  return s.sticky;
}

cudaError_t release_in(State& s, unsigned stream, void* pointer) {
  Capture* const capture = capturing(s, stream);
  if (!pointer) return cudaSuccess;
  if (capture) {
    capture_release(s, *capture, stream, pointer);
    return cudaSuccess;
  }
  const Allocation& found = *to_release(s, pointer, false);
  const std::uint64_t address = found.address;
  s.to_be_freed.insert(address);
  s.memory_history.note_freed(address, call_under_way(s));
  s.work.give(stream, {.kind = Operation::Kind::release,
                       .name = name_of_call_under_way(s),
                       .uses = {all_of(found)},
                       .effect = [&s, address](Uses*) { free_now(s, address); }});
  return cudaSuccess;
}

/// Memory that comes in the order of a stream.
cudaError_t allocate_in(State& s, unsigned stream, void** pointer, std::size_t bytes,
                        cudaMemPool_t pool) {
  if (Capture* const capture = capturing(s, stream)) {
    result(pointer) = capture_allocation(s, *capture, stream, bytes);
    return cudaSuccess;
  }
  if (const cudaError_t error = allocate(pointer, bytes, device_of(pool)); error != cudaSuccess)
    return error;
  if (bytes == 0) return cudaSuccess;
  s.pool_memory.insert(address_of(*pointer));
  const std::uint64_t address = address_of(*pointer);
  note_pool_memory(pool, address, bytes);
  s.work.give(stream, {.kind = Operation::Kind::allocation,
                       .name = name_of_call_under_way(s),
                       .uses = {{address, address + bytes, true}},
                       .effect = {}});
  return cudaSuccess;
}

/// Once.
void tell_not_watched(const State& s, const Allocation& memory) {
  static bool told = false;
  const std::uint64_t bytes = s.work.not_watched(memory);
  if (bytes == 0 || std::exchange(told, true)) return;
  const HostLine line = HostCall::here().line();
  std::fprintf(stderr,
               "%s%ssimulator: %llu of the %llu bytes that cudaHostRegister registers are not "
               "watched: on their pages lies what is not registered\n",
               line.text().c_str(), line ? ": " : "", static_cast<unsigned long long>(bytes),
               static_cast<unsigned long long>(memory.bytes));
}

}  // namespace

const Allocation* simulator::runtime::living_at(const void* pointer) {
  const Allocation* const found = device_memory().find(address_of(pointer));
  return found && !found->freed && device_memory().holds(address_of(pointer), 1) ? found : nullptr;
}

extern "C" {

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
  return call([&](State& s) {
    if (!pointer) return cudaErrorInvalidValue;
    check_capture_allows(s);
    s.work.separate();
    return allocate(pointer, bytes);
  });
}

cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream) {
  return call_in(stream, [&](State& s, unsigned number) {
    return allocate_in(s, number, pointer, bytes, current_pool(device_of(stream)));
  });
}

cudaError_t cudaMallocFromPoolAsync(void** pointer, std::size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream) {
  return call_in(stream, [&](State& s, unsigned number) {
    check_pool(pool);
    return allocate_in(s, number, pointer, bytes, pool);
  });
}

cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width,
                            std::size_t height) {
  return call([&](State& s) {
    if (!pointer || !pitch) return cudaErrorInvalidValue;
    check_capture_allows(s);
    s.work.separate();
    *pitch = (width + 511) / 512 * 512;
    *pointer = allocate(*pitch * height);
    return cudaSuccess;
  });
}

cudaError_t cudaFree(void* pointer) {
  return call([&](State& s) { return release(s, pointer, false); });
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  return call_in(stream, [&](State& s, unsigned number) { return release_in(s, number, pointer); });
}

cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned flags) {
  constexpr unsigned known =
      cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
  return call([&](State& s) {
    if (!pointer || (flags & ~known) != 0) return cudaErrorInvalidValue;
    check_capture_allows(s);
    s.work.separate();
    *pointer = allocate_on_host(bytes, AllocationKind::pinned);
    s.host_flags[address_of(*pointer)] = flags;
    return cudaSuccess;
  });
}

cudaError_t cudaMallocHost(void** pointer, std::size_t bytes) {
  return call([&](State&) { return cudaHostAlloc(pointer, bytes, cudaHostAllocDefault); });
}

cudaError_t cudaFreeHost(void* pointer) {
  return call([&](State& s) { return release(s, pointer, true); });
}

cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes, unsigned flags) {
  return call([&](State& s) {
    if (!pointer || (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost))
      return cudaErrorInvalidValue;
    check_capture_allows(s);
    s.work.separate();
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
    s.work.separate();
    const Memory::Turn turn(device_memory(), current_device());
    device_memory().adopt(pointer, bytes);
    s.host_flags[address_of(pointer)] = flags;
    tell_not_watched(s, *living_at(pointer));
    return cudaSuccess;
  });
}

cudaError_t cudaHostUnregister(void* pointer) {
  return call([&](State& s) {
    if (!pointer) return cudaErrorInvalidValue;
    const Allocation* const found = living_at(pointer);
    if (!found) {
      check_not_unloading();
      return cudaErrorHostMemoryNotRegistered;
    }
    if (found->kind != AllocationKind::registered || found->address != address_of(pointer))
      return cudaErrorInvalidValue;
    s.work.wait_for_all();
    s.work.forget_memory(found->address, found->address + found->bytes);
    device_memory().free(address_of(pointer));
    return s.sticky;
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

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  return call([&](State& s) {
    const std::uint64_t all = s.recorder->device(s.machine().device()).memory_bytes;
    if (total) *total = all;
    if (free) *free = all - std::min(all, s.memory.used(current_device()));
    return cudaSuccess;
  });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  return call_without_context([&](State&) {
    result(attributes) = {};
    attributes->type = cudaMemoryTypeUnregistered;
    attributes->device = -2;
    attributes->hostPointer = const_cast<void*>(pointer);
    const Allocation* const found = living_at(pointer);
    if (!found || found->kind == AllocationKind::heap) return cudaSuccess;
    attributes->device = found->device;
    if (found->open_to >> current_device() & 1)
      attributes->devicePointer = const_cast<void*>(pointer);
    attributes->type = !found->on_host()                        ? cudaMemoryTypeDevice
                       : found->kind == AllocationKind::managed ? cudaMemoryTypeManaged
                                                                : cudaMemoryTypeHost;
    if (!found->on_host()) attributes->hostPointer = nullptr;
    return cudaSuccess;
  });
}

}  // extern "C"
