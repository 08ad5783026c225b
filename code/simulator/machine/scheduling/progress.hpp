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
  explicit Stagnation(bool again = false)
      : least_(again ? short_patience : spin_patience),
        until_turn_(again ? short_wait : long_wait) {}

  void note(const Progress& before, const Progress& after) {
    const std::uint64_t steps = after.steps - before.steps;
    since_change_ = after.changes == before.changes ? since_change_ + steps : 0;
    since_milestone_ = after.milestones == before.milestones ? since_milestone_ + steps : 0;
    since_turn_ = after.milestones == before.milestones ? since_turn_ + steps : 0;
    if (since_change_ == 0) patience_ = least_;
  }

  std::uint64_t since_milestone() const { return since_milestone_; }
  /// Is it time to look whether threads spin for ever? After a yes, not until as much again.
  bool is_suspicious() {
    if (since_change_ <= patience_) return false;
    patience_ = since_change_ * 2;
    return true;
  }
  /// Lanes have gone ahead of others that spun, or threads wait for somebody outside of the launch:
  /// soon they may have to again.
  void expect_more() {
    if (least_ == short_patience) return;
    least_ = patience_ = short_patience;
  }
  /// Is it time that lanes that wait for others of their warp get their turn? Sooner after the
  /// first time.
  bool is_unfair() {
    if (since_turn_ <= until_turn_) return false;
    since_turn_ = 0;
    until_turn_ = short_wait;
    return true;
  }

 private:
  static constexpr std::uint64_t spin_patience = std::uint64_t{1} << 14,
                                 short_patience = std::uint64_t{1} << 10,
                                 long_wait = std::uint64_t{1} << 20,
                                 short_wait = std::uint64_t{1} << 15;

  std::uint64_t least_, since_change_ = 0, since_milestone_ = 0, patience_ = least_;
  std::uint64_t since_turn_ = 0, until_turn_;
};

}  // namespace simulator
