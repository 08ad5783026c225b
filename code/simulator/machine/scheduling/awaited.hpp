#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "simulator/faults.hpp"
#include "simulator/machine/access/access_observer.hpp"

namespace simulator {

class Memory;

/// What threads that spin read of global memory, as it was before they read it: as long as that
/// stays, so do they.
///
/// Where it was the host or another device that changed it, an access that is strong for its own
/// device alone was a mistake: PTX promises nothing to it (PTX ISA 9.0, 8.5 and 8.7).
class Awaited : public AccessObserver {
 public:
  void accessed(Warp& warp, StateSpace space, std::uint32_t mask, const std::uint64_t* addresses,
                unsigned bytes, Use use) override;

  void clear() {
    found_.clear();
    narrow_.clear();
  }
  /// Is there nothing that anybody else could change?
  bool empty() const { return found_.empty(); }
  bool has_changed(Memory& memory) const;
  /// Notes of those that read what has changed by an access whose scope is not the system's.
  std::vector<Fault> narrow_reads(Memory& memory) const;

 private:
  struct Value {
    unsigned bytes = 0;
    std::array<std::byte, 16> value = {};

    bool has_changed(Memory& memory, std::uint64_t address) const;
  };

  std::map<std::uint64_t, Value> found_;  // by address
  std::map<std::uint64_t, Fault> narrow_;
};

}  // namespace simulator
