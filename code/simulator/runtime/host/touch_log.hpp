#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "simulator/memory/uses.hpp"
#include "simulator/runtime/host/host_guard.hpp"
#include "simulator/runtime/streams/operation.hpp"

namespace simulator::runtime {

/// What the host has touched while kernels had not begun of which nobody knew what they would use:
/// under a schedule of streams that lets them wait.
class TouchLog {
 public:
  /// `issued`: how many operations the program had given until then.
  void note(const Touch& touch, std::uint64_t bytes, std::uint64_t issued);
  /// What the operation uses of it, which was given before and has begun after.
  HostAccess find(const OperationPointer& operation, const std::vector<MemoryUse>& uses) const;
  void forget(std::uint64_t begin, std::uint64_t end);
  void clear() { all_.clear(); }
  bool empty() const { return all_.empty(); }

 private:
  struct Entry {
    std::uint64_t begin, end;
    bool writes;
    std::uint64_t issued;
    const void* code;
    HostCall site;
  };

  std::vector<Entry> all_;
};

}  // namespace simulator::runtime
