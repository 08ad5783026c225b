#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
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
///
/// Most programs wait for what they have begun before they do anything that is not ordered after
/// it. So operations that all come one after the other are kept as they are, and written down only
/// when one comes that does not follow them all.
class UseHistory {
 public:
  using UseList = std::vector<MemoryUse>;
  using UsePointer = std::shared_ptr<UseList>;

  UseHistory() { clear(); }

  /// Earlier operations that this one may have synchronised with through memory: kernels that both
  /// use the same bytes by volatile or atomic accesses; a kernel that writes by volatile stores
  /// what a copy reads.
  std::vector<OperationPointer> partners(const Operation& operation, const UseList& uses);

  /// Notes what an operation uses, and gives the races with operations before: of each operation
  /// the first. The uses may be kept, and do not change any more then.
  std::vector<OperationRace> add(const OperationPointer& operation, const UsePointer& uses);
  std::vector<OperationRace> add(const OperationPointer& operation, UseList uses) {
    return add(operation, std::make_shared<UseList>(std::move(uses)));
  }

  /// Does an operation follow all that is known, so that it races with nothing?
  bool follows_all(const Operation& operation) const {
    return !written_ && chain_.size() < longest_chain && chained_ <= most_chained &&
           follows_chain(operation);
  }
  /// Notes an operation that follows all. What it uses is looked up when that comes to matter.
  void add_later(const OperationPointer& operation, std::unique_ptr<Uses> uses);
  /// Looks it up: nobody can, after what comes now.
  void look_up();

  /// The memory is gone.
  void forget(std::uint64_t begin, std::uint64_t end);
  void clear();
  /// Memory of uses that clear() forgot, for the next ones.
  UseList take_room() { return std::exchange(room_, {}); }

  /// Pieces of memory of which the same is known.
  std::size_t size();
  std::size_t states();
  bool keeps_a_chain() const { return !chain_.empty(); }

 private:
  using Number = NumberMap::Number;

  /// A chain has no more operations, nor more uses, but for those of the last that was looked up.
  static constexpr std::size_t longest_chain = 64, most_chained = std::size_t{1} << 20;

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
  /// One of the operations that follow one another, or memory that was gone after them.
  struct Link {
    OperationPointer by;  // null: the memory is gone
    UsePointer uses;
  };

  bool follows_chain(const Operation& operation) const;
  void write_chain_down();
  std::vector<OperationRace> write_down(const OperationPointer& operation, const UseList& uses);
  std::size_t numbered() const { return states_.size() - free_.size(); }
  Number make(State state);
  void drop_unused();

  std::vector<State> states_;  // by their numbers; 0: no use is known
  std::vector<Number> free_;
  std::size_t many_ = 0;  // states: time to look which are used
  NumberMap states_of_;   // bytes
  std::vector<Link> chain_;
  std::unique_ptr<Uses> later_;  // of one in the chain, which has none yet
  UsePointer uses_of_later_;
  std::size_t chained_ = 0;  // uses in the chain
  bool written_ = false;     // anything, which makes an end of the chain
  UseList room_;
};

}  // namespace simulator::runtime
