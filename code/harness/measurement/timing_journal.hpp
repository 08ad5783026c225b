#pragma once

#include <string>
#include <vector>

#include "harness/measurement/timing.hpp"

namespace harness {

/// What is to be said of an experiment's timings; it begins with those that are taken from now on.
class TimingJournal {
 public:
  TimingJournal() { take_timings(); }

  /// Of those since the last call; where there are none, of the same as then.
  std::string remark();

  /// Lines for the head of the experiment's results.
  std::vector<std::string> comments() const;

 private:
  std::vector<Timing> last_;
  int discarded_ = 0;
  unsigned slowest_ = 0, fastest_ = 0;  // MHz
};

}  // namespace harness
