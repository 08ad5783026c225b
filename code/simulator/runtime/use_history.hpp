#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "simulator/machine/uses.hpp"
#include "simulator/runtime/operation.hpp"

namespace simulator::runtime {

/// Two operations that use the same memory, one of them to write, and that nothing orders.
struct OperationRace {
  OperationPointer earlier;  // the other one was done later, by chance
  MemoryUse use;             // by the later one, as much of it as both use
  bool earlier_wrote = false;
};

/// Which operations used which memory last: for every byte the last that wrote it, and of each
/// stream the last that read it since.
class UseHistory {
 public:
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
  void clear() { pieces_.clear(); }
  std::size_t size() const { return pieces_.size(); }

 private:
  struct Access {
    OperationPointer by;
    Strength strength = Strength::weak;
    int filled = MemoryUse::unknown;

    bool operator==(const Access&) const = default;
  };
  struct Piece {
    std::uint64_t end;
    Access wrote;  // by nobody that anybody remembers, if null
    std::vector<Access> read;
  };
  using Pieces = std::map<std::uint64_t, Piece>;  // by where they begin; they do not overlap

  void cut(std::uint64_t address);
  void fill(const MemoryUse& use);
  void merge(std::uint64_t begin, std::uint64_t end);
  void note(const OperationPointer& operation, const MemoryUse& use,
            std::vector<OperationRace>& races);

  Pieces pieces_;
};

}  // namespace simulator::runtime
