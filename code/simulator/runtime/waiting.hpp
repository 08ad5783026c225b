#pragma once

#include <chrono>
#include <mutex>
#include <string>

#include "simulator/machine/spectator.hpp"

namespace simulator::runtime {

/// Tells on stderr that a launch is at work, and how far: after as many seconds as
/// SIMULATE_TELL_AFTER says, ten if it says nothing, and each time when twice as many have passed.
class Waiting : public Spectator {
 public:
  explicit Waiting(std::string kernel);

  void at_work(std::uint64_t begun, std::uint64_t blocks) override;
  /// It waits for what others do.
  void at_rest();

 private:
  /// Seconds, if it is time to tell, or else 0.
  double due();

  using Clock = std::chrono::steady_clock;

  std::mutex mutex_;
  const std::string kernel_;
  const Clock::time_point start_ = Clock::now();
  std::chrono::duration<double> next_;
};

}  // namespace simulator::runtime
