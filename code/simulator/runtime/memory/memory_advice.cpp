#include "simulator/runtime/memory/memory_advice.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <vector>

#include "simulator/round_up.hpp"
#include "simulator/runtime/graphs/capture.hpp"
#include "simulator/runtime/runtime.hpp"

// Where managed memory should be, and what the program said of that.

using namespace simulator;
using namespace simulator::runtime;

namespace {

constexpr std::uint64_t page = 4096;

/// The managed allocation that the range is all of or part of. Throws ApiError.
const Allocation& managed_memory(const void* pointer, std::size_t bytes) {
  const Allocation* const found = living_at(pointer);
  if (bytes == 0 || !found || found->kind != AllocationKind::managed ||
      !device_memory().holds(address_of(pointer), bytes))
    throw ApiError{cudaErrorInvalidValue};
  return *found;
}

void check_location(const cudaMemLocation& location) {
  if (location.type == cudaMemLocationTypeDevice) checked_device(location.id);
}

Advice::Place place_of(const cudaMemLocation& location) {
  return {location.type, location.type == cudaMemLocationTypeHost ? cudaCpuDeviceId : location.id};
}

/// Whole pages change, as far as they are the allocation's.
template <class Change>
void change_pages(const void* pointer, std::size_t bytes, Change&& change) {
  const Allocation& memory = managed_memory(pointer, bytes);
  const std::uint64_t begin = address_of(pointer) / page * page;
  const std::uint64_t end = round_up(address_of(pointer) + bytes, page);
  advised_memory().change(std::max(begin, memory.address),
                          std::min(end, memory.address + memory.bytes), change);
}

void follow(Advice& of_page, cudaMemoryAdvise advice, const Advice::Place& place) {
  switch (advice) {
    case cudaMemAdviseSetReadMostly:
    case cudaMemAdviseUnsetReadMostly:
      of_page.read_mostly = advice == cudaMemAdviseSetReadMostly;
      break;
    case cudaMemAdviseSetPreferredLocation:
      of_page.preferred = place;
      break;
    case cudaMemAdviseUnsetPreferredLocation:
      of_page.preferred = {};
      break;
    case cudaMemAdviseSetAccessedBy:
      of_page.accessed_by.insert(place.id);
      break;
    case cudaMemAdviseUnsetAccessedBy:
      of_page.accessed_by.erase(place.id);
      break;
  }
}

/// What is true of all pages of a range.
Advice common_to(const void* pointer, std::size_t bytes) {
  const std::uint64_t begin = address_of(pointer);
  std::vector<const Advice*> pages;
  advised_memory().look(begin, begin + bytes, [&](const Advice& each) { pages.push_back(&each); });
  Advice common = *pages.front();
  for (const Advice* const each : pages) {
    common.read_mostly = common.read_mostly && each->read_mostly;
    if (each->preferred != common.preferred) common.preferred = {};
    if (each->prefetched != common.prefetched) common.prefetched = {};
    std::erase_if(common.accessed_by, [&](int by) { return !each->accessed_by.contains(by); });
  }
  return common;
}

/// Devices first, then the host, and what says that there are no more.
std::vector<int> accessed_by(const Advice& advice, std::size_t count) {
  std::vector<int> list(advice.accessed_by.begin(), advice.accessed_by.end());
  std::stable_partition(list.begin(), list.end(), [](int by) { return by >= 0; });
  list.resize(count, cudaInvalidDeviceId);
  return list;
}

int value_of(const Advice& advice, cudaMemRangeAttribute attribute) {
  switch (attribute) {
    case cudaMemRangeAttributeReadMostly:
      return advice.read_mostly;
    case cudaMemRangeAttributePreferredLocation:
    case cudaMemRangeAttributePreferredLocationId:
      return advice.preferred.id;
    case cudaMemRangeAttributeLastPrefetchLocation:
    case cudaMemRangeAttributeLastPrefetchLocationId:
      return advice.prefetched.id;
    case cudaMemRangeAttributePreferredLocationType:
      return advice.preferred.type;
    case cudaMemRangeAttributeLastPrefetchLocationType:
      return advice.prefetched.type;
    default:
      throw ApiError{cudaErrorInvalidValue};
  }
}

void tell(void* place, std::size_t bytes, cudaMemRangeAttribute attribute, const Advice& advice) {
  const std::size_t count = bytes / sizeof(int);
  if (!place || count == 0 || bytes % sizeof(int) != 0) throw ApiError{cudaErrorInvalidValue};
  if (attribute == cudaMemRangeAttributeAccessedBy) {
    std::memcpy(place, accessed_by(advice, count).data(), bytes);
    return;
  }
  const int value = value_of(advice, attribute);
  if (count != 1) throw ApiError{cudaErrorInvalidValue};
  std::memcpy(place, &value, bytes);
}

}  // namespace

AdvisedMemory& simulator::runtime::advised_memory() {
  static auto& memory = *new AdvisedMemory;
  return memory;
}

void AdvisedMemory::forget(std::uint64_t begin, std::uint64_t end) {
  bool any = false;
  look(begin, end, [&](const Advice& each) { any = any || each != Advice{}; });
  if (!any) return;
  change(begin, end, [](Advice& each) { each = {}; });
  from_.erase(std::next(from_.find(begin)), from_.find(end));
}

extern "C" {

cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, cudaMemLocation location,
                                 unsigned flags, cudaStream_t stream) {
  return call_in(stream, [&](State& s, unsigned number) {
    if (flags != 0) return cudaErrorInvalidValue;
    if (capture_of(number)) check_not_capturing(s, number);
    check_location(location);
    change_pages(pointer, bytes, [&](Advice& each) { each.prefetched = place_of(location); });
    return cudaSuccess;
  });
}

cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice,
                          cudaMemLocation location) {
  return call([&](State&) {
    if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy)
      return cudaErrorInvalidValue;
    check_location(location);
    change_pages(pointer, bytes, [&](Advice& each) { follow(each, advice, place_of(location)); });
    return cudaSuccess;
  });
}

cudaError_t cudaMemRangeGetAttribute(void* place, std::size_t bytes,
                                     cudaMemRangeAttribute attribute, const void* pointer,
                                     std::size_t count) {
  return call([&](State&) {
    return cudaMemRangeGetAttributes(&place, &bytes, &attribute, 1, pointer, count);
  });
}

cudaError_t cudaMemRangeGetAttributes(void** places, std::size_t* bytes,
                                      cudaMemRangeAttribute* attributes, std::size_t many,
                                      const void* pointer, std::size_t count) {
  return call([&](State&) {
    if (!places || !bytes || !attributes || many == 0) return cudaErrorInvalidValue;
    managed_memory(pointer, count);
    const Advice advice = common_to(pointer, count);
    for (std::size_t k = 0; k < many; ++k) tell(places[k], bytes[k], attributes[k], advice);
    return cudaSuccess;
  });
}

/// Which stream alone uses managed memory matters only to devices without concurrent managed
/// access.
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, std::size_t bytes,
                                     unsigned flags) {
  return call_in(stream, [&](State& s, unsigned number) {
    check_not_capturing(s, number);
    const Allocation& memory = managed_memory(pointer, 1);
    const bool all = memory.address == address_of(pointer) && (bytes == 0 || bytes == memory.bytes);
    const bool to_none = !stream || stream == cudaStreamLegacy;
    const bool known = flags == cudaMemAttachGlobal || flags == cudaMemAttachHost ||
                       (flags == cudaMemAttachSingle && !to_none);
    return all && known ? cudaSuccess : cudaErrorInvalidValue;
  });
}

}  // extern "C"
