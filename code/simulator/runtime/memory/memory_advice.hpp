#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>

namespace simulator::runtime {

/// What the program told of a page of managed memory, last. Only hints, which change no result.
struct Advice {
  /// A place as cudaMemRangeGetAttribute says it: a type, and of a device or a node its number.
  struct Place {
    cudaMemLocationType type = cudaMemLocationTypeInvalid;
    int id = cudaInvalidDeviceId;
    bool operator==(const Place&) const = default;
  };

  bool read_mostly = false;
  Place preferred, prefetched;
  std::set<int> accessed_by;  // devices, and cudaCpuDeviceId

  bool operator==(const Advice&) const = default;
};

/// Of all memory, by ranges.
class AdvisedMemory {
 public:
  template <class Change>
  void change(std::uint64_t begin, std::uint64_t end, Change&& change) {
    split(begin);
    split(end);
    for (auto at = from_.find(begin); at->first < end; ++at) change(at->second);
  }
  template <class Look>
  void look(std::uint64_t begin, std::uint64_t end, Look&& look) const {
    for (auto at = std::prev(from_.upper_bound(begin)); at != from_.end() && at->first < end; ++at)
      look(at->second);
  }
  /// The memory goes, or comes anew.
  void forget(std::uint64_t begin, std::uint64_t end);

 private:
  void split(std::uint64_t at) { from_.try_emplace(at, std::prev(from_.upper_bound(at))->second); }

  std::map<std::uint64_t, Advice> from_{{0, {}}};  // where a range begins
};

AdvisedMemory& advised_memory();

}  // namespace simulator::runtime
