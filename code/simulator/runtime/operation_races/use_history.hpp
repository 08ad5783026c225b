#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "simulator/memory/uses.hpp"
#include "simulator/runtime/operation_races/number_map.hpp"
#include "simulator/runtime/streams/operation.hpp"

namespace simulator::runtime {

/// Two operations that use the same memory, one of them to write, and that nothing orders.
struct OperationRace {
  OperationPointer earlier;  // the other one was done later, by chance
  MemoryUse use;             // by the later one, as much of it as both use
  bool earlier_wrote = false;
  bool narrow = false;  // both are atomic, but one of them for its own device only
};

/// Which operations used which memory last: for every byte the last that wrote it, and of each
/// stream the last that read it since. Bytes of which the same is known share one state.
class UseHistory {
 public:
  UseHistory() { clear(); }

  /// Earlier operations that this one may have synchronised with through memory: kernels that both
  /// use the same bytes by volatile or atomic accesses; a kernel that writes by volatile stores
  /// what a copy reads.
  std::vector<OperationPointer> partners(const Operation& operation,
                                         const std::vector<MemoryUse>& uses) const;

  /// Notes what an operation uses, and gives the races with operations before: of each operation
  /// the first.
  std::vector<OperationRace> add(const OperationPointer& operation,
                                 const std::vector<MemoryUse>& uses);

  /// The memory is gone.
  void forget(std::uint64_t begin, std::uint64_t end);
  void clear();
  /// Pieces of memory of which the same is known.
  std::size_t size() const { return states_of_.pieces(); }
  std::size_t states() const { return states_.size() - free_.size(); }

 private:
  using Number = NumberMap::Number;

  struct Access {
    OperationPointer by;
    Strength strength = Strength::weak;
    std::int16_t filled = MemoryUse::unknown;

    bool operator==(const Access&) const = default;
  };
  struct State {
    Access wrote = {};  // by nobody that anybody remembers, if null
    std::vector<Access> read = {};

    bool operator==(const State&) const = default;
  };
  class Addition;

  Number make(State state);
  void drop_unused();

  std::vector<State> states_;  // by their numbers; 0: no use is known
  std::vector<Number> free_;
  std::size_t many_ = 0;  // states: time to look which are used
  NumberMap states_of_;   // bytes
};

}  // namespace simulator::runtime
