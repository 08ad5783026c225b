#pragma once

#include <chrono>
#include <mutex>
#include <string>

#include "simulator/exploration/exploration.hpp"
#include "simulator/machine/scheduling/spectator.hpp"

namespace simulator::runtime {

/// Tells on stderr that a launch is at work, and how far.
class Waiting : public Spectator {
 public:
  /// Tells when so many seconds have passed, and each time when twice as many have.
  Waiting(std::string name, double first);

  void at_work(std::uint64_t begun, std::uint64_t blocks) override;
  /// Its orders are being tried.
  void exploring(const Exploration& found);
  /// It waits for what others do.
  void at_rest();
  /// The same of a host function, by the name of the call that launched it.
  void has_not_returned();

 private:
  /// Seconds, if it is time to tell, or else 0.
  double due();

  using Clock = std::chrono::steady_clock;

  std::mutex mutex_;
  const std::string name_;
  const Clock::time_point start_ = Clock::now();
  std::chrono::duration<double> next_;
  bool hinted_ = false;
};

}  // namespace simulator::runtime
