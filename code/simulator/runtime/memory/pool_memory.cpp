#include "simulator/runtime/memory/pool_memory.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "simulator/runtime/handles.hpp"
#include "simulator/runtime/runtime.hpp"

// Pools that memory comes from in the order of a stream. Nothing is kept in them: memory that is
// freed is gone, and what is allocated is new, so that every use after its release is found.

using namespace simulator;
using namespace simulator::runtime;

struct CUmemPoolHandle_st {
  unsigned device = 0;
  std::uint32_t open_to = 1u << device;  // a bit for each device whose kernels may use the memory
  std::map<cudaMemPoolAttr, std::uint64_t> settings = {};
  std::uint64_t used = 0, most_used = 0;               // bytes
  std::map<std::uint64_t, std::uint64_t> pieces = {};  // bytes by address
};

namespace {

using Pool = CUmemPoolHandle_st;

Handles<Pool>& pools() {
  static auto& all = *new Handles<Pool>;
  return all;
}

struct DevicePools {
  Pool *usual, *current;
};

DevicePools& pools_of(unsigned device) {
  static auto& all = *new std::map<unsigned, DevicePools>;
  const auto known = all.find(device);
  if (known != all.end()) return known->second;
  Pool* const pool = pools().make({.device = device});
  return all[device] = {pool, pool};
}

Pool& checked_pool(cudaMemPool_t pool) {
  if (!pools().contains(pool)) throw ApiError{cudaErrorInvalidValue};
  return *pool;
}

/// A place in `open_to`. Throws ApiError.
unsigned device_at(const cudaMemLocation& location) {
  if (location.type != cudaMemLocationTypeDevice) throw ApiError{cudaErrorInvalidValue};
  return checked_device(location.id);
}

bool is_flag(cudaMemPoolAttr attribute) {
  return attribute >= cudaMemPoolReuseFollowEventDependencies &&
         attribute <= cudaMemPoolReuseAllowInternalDependencies;
}

std::uint64_t value_of(const Pool& pool, cudaMemPoolAttr attribute) {
  switch (attribute) {
    case cudaMemPoolAttrReservedMemCurrent:
    case cudaMemPoolAttrUsedMemCurrent:
      return pool.used;
    case cudaMemPoolAttrReservedMemHigh:
    case cudaMemPoolAttrUsedMemHigh:
      return pool.most_used;
    default:
      break;
  }
  const auto found = pool.settings.find(attribute);
  return found != pool.settings.end() ? found->second : std::uint64_t(is_flag(attribute));
}

bool is_known(cudaMemPoolAttr attribute) {
  return attribute >= cudaMemPoolReuseFollowEventDependencies &&
         attribute <= cudaMemPoolAttrUsedMemHigh;
}

}  // namespace

void simulator::runtime::note_pool_memory(cudaMemPool_t pool, std::uint64_t address,
                                          std::uint64_t bytes) {
  Pool& from = checked_pool(pool);
  device_memory().open_to(address, from.open_to);
  from.pieces[address] = bytes;
  from.used += bytes;
  from.most_used = std::max(from.most_used, from.used);
}

void simulator::runtime::forget_pool_memory(std::uint64_t address) {
  pools().for_all([&](Pool& pool) {
    const auto piece = pool.pieces.find(address);
    if (piece == pool.pieces.end()) return;
    pool.used -= piece->second;
    pool.pieces.erase(piece);
  });
}

void simulator::runtime::check_pool(cudaMemPool_t pool) {
  checked_pool(pool);
}

cudaMemPool_t simulator::runtime::current_pool(unsigned device) {
  return pools_of(device).current;
}

unsigned simulator::runtime::device_of(cudaMemPool_t pool) {
  return pool->device;
}

extern "C" {

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  return call_without_context([&](State&) {
    const unsigned number = checked_device(device);
    result(pool) = pools_of(number).usual;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  return call([&](State&) {
    const unsigned number = checked_device(device);
    result(pool) = pools_of(number).current;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  return call([&](State&) {
    const unsigned number = checked_device(device);
    if (checked_pool(pool).device != number) return cudaErrorInvalidValue;
    pools_of(number).current = pool;
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
  return call([&](State&) {
    if (!pool || !properties || properties->allocType != cudaMemAllocationTypePinned)
      return cudaErrorInvalidValue;
    const cudaMemLocation& place = properties->location;
    if (place.type != cudaMemLocationTypeDevice || place.id < 0 ||
        unsigned(place.id) >= state().contexts.size())
      return cudaErrorInvalidValue;
    *pool = pools().make({.device = unsigned(place.id)});
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  return call([&](State&) {
    DevicePools& of_device = pools_of(checked_pool(pool).device);
    if (pool == of_device.usual) return cudaErrorInvalidValue;
    if (pool == of_device.current) of_device.current = of_device.usual;
    pools().destroy(pool);  // its memory lives on
    return cudaSuccess;
  });
}

/// Of all memory of the pool, that which it gave before included.
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* wishes,
                                 std::size_t count) {
  return call([&](State& s) {
    Pool& it = checked_pool(pool);
    if (count > 0 && !wishes) return cudaErrorInvalidValue;
    std::uint32_t open_to = it.open_to;
    for (const cudaMemAccessDesc& wish : std::vector(wishes, wishes + count)) {
      const unsigned device = device_at(wish.location);
      if (wish.flags == cudaMemAccessFlagsProtReadWrite)
        open_to |= 1u << device;
      else if (wish.flags == cudaMemAccessFlagsProtNone && device != it.device)
        open_to &= ~(1u << device);
      else
        return cudaErrorInvalidValue;  // CUDA knows no memory of pools that can only be read
    }
    it.open_to = open_to;
    for (const auto& [address, bytes] : it.pieces) s.memory.open_to(address, open_to);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool,
                                 cudaMemLocation* location) {
  return call([&](State&) {
    const Pool& it = checked_pool(pool);
    const unsigned device = device_at(result(location));
    result(flags) = (it.open_to >> device & 1) != 0 ? cudaMemAccessFlagsProtReadWrite
                                                    : cudaMemAccessFlagsProtNone;
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t) {
  return call([&](State&) {
    checked_pool(pool);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  return call([&](State&) {
    Pool& it = checked_pool(pool);
    if (!value || !is_known(attribute)) return cudaErrorInvalidValue;
    if (is_flag(attribute)) {
      it.settings[attribute] = *static_cast<const int*>(value) != 0;
    } else if (attribute == cudaMemPoolAttrReleaseThreshold) {
      it.settings[attribute] = *static_cast<const std::uint64_t*>(value);
    } else if ((attribute == cudaMemPoolAttrReservedMemHigh ||
                attribute == cudaMemPoolAttrUsedMemHigh) &&
               *static_cast<const std::uint64_t*>(value) == 0) {
      it.most_used = it.used;
    } else {
      return cudaErrorInvalidValue;
    }
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  return call([&](State&) {
    const Pool& it = checked_pool(pool);
    if (!value || !is_known(attribute)) return cudaErrorInvalidValue;
    if (is_flag(attribute))
      *static_cast<int*>(value) = int(value_of(it, attribute));
    else
      *static_cast<std::uint64_t*>(value) = value_of(it, attribute);
    return cudaSuccess;
  });
}

}  // extern "C"
