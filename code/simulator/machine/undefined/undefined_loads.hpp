#pragma once

#include <cstdint>
#include <map>

#include "simulator/faults.hpp"
#include "simulator/memory/memory.hpp"
#include "simulator/program/program.hpp"

namespace simulator {

/// The loads of a launch that loaded what nobody wrote. Each is a fault once something depends on
/// it, for somebody else to report, or else noted in the end.
class UndefinedLoads {
 public:
  explicit UndefinedLoads(Memory& memory) : memory_(memory) {}

  /// A thread loads so; make() tells of the first time.
  template <class Make>
  void add(const Instruction& load, Make&& make) {
    const auto [at, first] = found_.try_emplace(&load);
    if (first) at->second.told = make();
    ++at->second.times;
  }
  /// Where a value that a thread stores was loaded: among the memory's origins.
  template <class Make>
  std::uint32_t stored_origin(const Instruction& load, Make&& make) {
    std::uint32_t& number = found_[&load].stored;
    if (number == 0) {
      memory_.origins().push_back({make()});
      number = std::uint32_t(memory_.origins().size());
    }
    return number;
  }
  /// Something depends on what it loaded.
  void use(const Instruction& load) { found_[&load].used = true; }
  /// The same for what was stored meanwhile.
  void use_stored(std::uint32_t origin);

  /// Notes those that nothing has depended on. What was stored in memory that outlives the launch
  /// may wait if it `goes_on`; see LaunchConfiguration.
  void tell(Faults& faults, bool goes_on);

 private:
  struct Found {
    Fault told;  // that it happened
    std::uint64_t times = 0;
    std::uint32_t stored = 0;
    bool used = false;
  };

  Memory& memory_;
  std::map<const Instruction*, Found> found_;
};

}  // namespace simulator
