#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <vector>

#include "simulator/exploration/history.hpp"
#include "simulator/exploration/spinner.hpp"
#include "simulator/machine/access/access_observer.hpp"
#include "simulator/machine/block.hpp"
#include "simulator/machine/execution.hpp"

namespace simulator {

/// One execution of a launch, of which somebody else says at every step whose turn it is. A step of
/// a warp ends with one of its accesses to global or shared memory, at a barrier, or where it ends;
/// warps that spin sleep until what they read changes. Warps are counted through all blocks.
class Stepper {
 public:
  static constexpr unsigned most_warps = 64;
  static constexpr std::size_t most_steps = 100000;  // of an execution

  /// Of a launch with so many warps at most.
  Stepper(const LaunchFacts& launch, Memory& memory, Trace* trace, bool tried_out);

  Execution& execution() { return execution_; }
  const Execution& execution() const { return execution_; }
  const std::vector<Warp*>& warps() const { return warps_; }
  const Spinner& spinner(unsigned warp) const { return spinners_[warp]; }

  /// A bit for each warp that can make a step. If none could, lanes that wait for
  /// others have gone ahead after all.
  std::uint64_t enabled();
  /// Reports that a block never ends, if one has not, and throws LaunchFailure.
  void require_ended();

  struct Step {
    Touches touches;          // each word once
    const Instruction* last;  // that was executed
    std::vector<Meeting> meetings;
    bool failed = false;  // rethrow() says how
  };
  /// Of a warp that is enabled.
  Step step(unsigned warp);
  /// Of the step that failed.
  void rethrow();

 private:
  class Observer : public AccessObserver {
   public:
    void accessed(Warp& warp, StateSpace space, std::uint32_t mask, const std::uint64_t* addresses,
                  unsigned bytes, Use use) override;
    void arrived(Warp& warp, unsigned barrier) override;
    void completed(Block& block, unsigned barrier) override;

    Touches touches;
    bool updates = false;
    std::vector<Meeting> meetings;

   private:
    std::map<std::uint64_t, std::uint32_t> phases_;  // of barriers that are over
  };

  std::uint64_t ready() const;
  bool unlock();

  Execution execution_;
  Observer observer_;
  std::vector<std::unique_ptr<Block>> blocks_;
  std::vector<Warp*> warps_;
  std::vector<Spinner> spinners_;  // one for each warp
  std::exception_ptr failure_;
};

/// Is it a word of global memory, or of the host's?
bool is_global(const Touch& touch);
/// Is it a word of any memory, and no barrier?
inline bool is_memory(const Touch& touch) {
  return touch.phase == 0;
}

}  // namespace simulator
