#include "simulator/runtime/pool_memory.hpp"

#include <algorithm>
#include <cstdint>
#include <map>

#include "simulator/runtime/handles.hpp"
#include "simulator/runtime/runtime.hpp"

// Pools that memory comes from in the order of a stream. Nothing is kept in them: memory that is
// freed is gone, and what is allocated is new, so that every use after its release is found.

using namespace simulator;
using namespace simulator::runtime;

struct CUmemPoolHandle_st {
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

Pool* default_pool() {
  static Pool* const pool = pools().make({});
  return pool;
}

Pool*& current_pool() {
  static Pool* pool = default_pool();
  return pool;
}

Pool& checked(cudaMemPool_t pool) {
  if (!pools().contains(pool)) throw ApiError{cudaErrorInvalidValue};
  return *pool;
}

void check_device(int device) {
  if (device != 0) throw ApiError{cudaErrorInvalidDevice};
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
  Pool& from = pool ? checked(pool) : *current_pool();
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
  checked(pool);
}

extern "C" {

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  return call([&](State&) {
    check_device(device);
    result(pool) = default_pool();
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  return call([&](State&) {
    check_device(device);
    result(pool) = current_pool();
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  return call([&](State&) {
    check_device(device);
    current_pool() = &checked(pool);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
  return call([&](State&) {
    if (!pool || !properties || properties->allocType != cudaMemAllocationTypePinned)
      return cudaErrorInvalidValue;
    if (properties->location.type != cudaMemLocationTypeDevice || properties->location.id != 0)
      return cudaErrorInvalidValue;
    *pool = pools().make({});
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  return call([&](State&) {
    if (&checked(pool) == default_pool()) return cudaErrorInvalidValue;
    if (current_pool() == pool) current_pool() = default_pool();
    pools().destroy(pool);  // its memory lives on
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t) {
  return call([&](State&) {
    checked(pool);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  return call([&](State&) {
    Pool& it = checked(pool);
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
    const Pool& it = checked(pool);
    if (!value || !is_known(attribute)) return cudaErrorInvalidValue;
    if (is_flag(attribute))
      *static_cast<int*>(value) = int(value_of(it, attribute));
    else
      *static_cast<std::uint64_t*>(value) = value_of(it, attribute);
    return cudaSuccess;
  });
}

}  // extern "C"
