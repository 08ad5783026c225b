#include "simulator/memory/place.hpp"

#include "simulator/faults.hpp"

namespace simulator {

const char* fault_kind(MemoryStatus status) {
  switch (status) {
    case MemoryStatus::ok:
      break;
    case MemoryStatus::null_pointer:
      return fault::null_pointer;
    case MemoryStatus::out_of_bounds:
      return fault::out_of_bounds;
    case MemoryStatus::misaligned:
      return fault::misaligned;
    case MemoryStatus::use_after_free:
      return fault::use_after_free;
    case MemoryStatus::uninitialised:
      return fault::uninitialised;
    case MemoryStatus::read_only:
      return fault::read_only;
    case MemoryStatus::no_peer_access:
      return fault::peer_access;
  }
  return "";
}

}  // namespace simulator
