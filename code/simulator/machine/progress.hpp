#pragma once

#include <cstdint>

namespace simulator {

/// What has happened in a launch.
struct Progress {
  std::uint64_t steps = 0;       // warp instructions
  std::uint64_t changes = 0;     // of what a waiting thread could see
  std::uint64_t milestones = 0;  // threads that ended, barriers that were complete
  std::uint64_t looks_at_clock = 0;
};

/// For how many warp instructions nothing has happened.
class Stagnation {
 public:
  /// `again`: of a launch that has spun before, and whose threads may soon spin again.
  explicit Stagnation(bool again = false) : least_(again ? short_patience : spin_patience) {}

  void note(const Progress& before, const Progress& after) {
    const std::uint64_t steps = after.steps - before.steps;
    since_change_ = after.changes == before.changes ? since_change_ + steps : 0;
    since_milestone_ = after.milestones == before.milestones ? since_milestone_ + steps : 0;
    if (since_change_ == 0) patience_ = least_;
  }

  std::uint64_t since_milestone() const { return since_milestone_; }
  /// Is it time to look whether threads spin for ever? After a yes, not until as much again.
  bool is_suspicious() {
    if (since_change_ <= patience_) return false;
    patience_ = since_change_ * 2;
    return true;
  }

 private:
  static constexpr std::uint64_t spin_patience = std::uint64_t{1} << 14,
                                 short_patience = std::uint64_t{1} << 10;

  std::uint64_t least_, since_change_ = 0, since_milestone_ = 0, patience_ = least_;
};

}  // namespace simulator
