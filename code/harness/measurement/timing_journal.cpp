#include "harness/measurement/timing_journal.hpp"

#include <algorithm>

namespace harness {

std::string TimingJournal::remark() {
  std::vector<Timing> timings = take_timings();
  if (!timings.empty()) last_ = timings;
  Timing worst{};
  worst.median = 1;
  for (const Timing& each : timings) {
    discarded_ += each.discarded;
    if (each.fastest_clock == 0) continue;
    fastest_ = std::max(fastest_, each.fastest_clock);
    slowest_ = slowest_ == 0 ? each.slowest_clock : std::min(slowest_, each.slowest_clock);
  }
  for (const Timing& each : last_) {
    worst.throttled |= each.throttled;
    worst.in_l2 |= each.in_l2;
    if (each.is_unstable()) worst.upper_quartile = 2;
  }
  return worst.remark();
}

std::vector<std::string> TimingJournal::comments() const {
  std::string clock = "not known";
  if (fastest_ > 0) clock = std::to_string(slowest_) + " to " + std::to_string(fastest_);
  return {"discarded samples: " + std::to_string(discarded_), "SM clock MHz: " + clock};
}

}  // namespace harness
