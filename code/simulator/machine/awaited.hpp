#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>

#include "simulator/machine/access_observer.hpp"

namespace simulator {

class Memory;

/// What threads that spin read of global memory, as it was before they read it: as long as that
/// stays, so do they.
class Awaited : public AccessObserver {
 public:
  void accessed(Warp& warp, Space space, std::uint32_t mask, const std::uint64_t* addresses,
                unsigned bytes, Use use) override;

  void clear() { found_.clear(); }
  /// Is there nothing that anybody else could change?
  bool empty() const { return found_.empty(); }
  bool has_changed(Memory& memory) const;

 private:
  struct Value {
    unsigned bytes = 0;
    std::array<std::byte, 16> value = {};
  };

  std::map<std::uint64_t, Value> found_;  // by address
};

}  // namespace simulator
