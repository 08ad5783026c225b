#include <cstring>

#include "simulator/memory/memory.hpp"
#include "simulator/runtime/driver/driver_call.hpp"
#include "simulator/runtime/driver/known_contexts.hpp"

// What is told of an address.

using namespace simulator;
using namespace simulator::runtime;

namespace {

template <class T>
void put(void* place, T value) {
  std::memcpy(place, &value, sizeof value);
}

CUcontext owner_of(const State& s, const Allocation& memory) {
  const auto other = s.context_memory.find(memory.address);
  return driver_context(memory.device, other == s.context_memory.end() ? 0 : other->second);
}

bool is_managed(const Allocation& memory) {
  return memory.kind == AllocationKind::managed;
}

/// False where the attribute is none, or none of such memory.
bool tell_attribute(const State& s, void* place, CUpointer_attribute attribute,
                    const Allocation& memory, CUdeviceptr address) {
  switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
      put(place, owner_of(s, memory));
      return true;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
      put(place, unsigned(memory.on_host() && !is_managed(memory) ? CU_MEMORYTYPE_HOST
                                                                  : CU_MEMORYTYPE_DEVICE));
      return true;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
      put(place, address);
      return true;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
      if (!memory.on_host()) return false;
      put(place, pointer_to(address));
      return true;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
      put(place, unsigned(is_managed(memory)));
      return true;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
      put(place, int(memory.device));
      return true;
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
      put(place, static_cast<unsigned long long>(memory.address));
      return true;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
      put(place, CUdeviceptr(memory.address));
      return true;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
      put(place, std::size_t(memory.bytes));
      return true;
    case CU_POINTER_ATTRIBUTE_MAPPED:
      put(place, 1u);
      return true;
    default:
      return false;
  }
}

}  // namespace

extern "C" {

CUresult cuPointerGetAttribute(void* value, CUpointer_attribute attribute, CUdeviceptr address) {
  return driver_call([&](State& s) {
    const Allocation* const found = living_at(pointer_to(address));
    if (!value || !found) return cudaErrorInvalidValue;
    return tell_attribute(s, value, attribute, *found, address) ? cudaSuccess
                                                                : cudaErrorInvalidValue;
  });
}

CUresult cuPointerGetAttributes(unsigned count, CUpointer_attribute* attributes, void** values,
                                CUdeviceptr address) {
  return driver_call([&](State& s) {
    if (count == 0 || !attributes || !values) return cudaErrorInvalidValue;
    const Allocation* const found = living_at(pointer_to(address));
    for (unsigned k = 0; k < count; ++k) {
      if (found && tell_attribute(s, values[k], attributes[k], *found, address)) continue;
      if (attributes[k] == CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL)
        put(values[k], -2);
      else if (attributes[k] == CU_POINTER_ATTRIBUTE_MEMORY_TYPE ||
               attributes[k] == CU_POINTER_ATTRIBUTE_IS_MANAGED ||
               attributes[k] == CU_POINTER_ATTRIBUTE_MAPPED)
        put(values[k], 0u);
      else
        put(values[k], static_cast<void*>(nullptr));
    }
    return cudaSuccess;
  });
}

}  // extern "C"
