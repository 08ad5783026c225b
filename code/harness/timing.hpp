#pragma once

#include <functional>

namespace harness {

/// A time in milliseconds: median and quartiles over `samples` launches.
struct Timing {
  double median, lower_quartile, upper_quartile;
  int samples;
};

/// Time of `launch` on the current device, between two events around it.
///
/// Before each sample a buffer of twice the L2 cache is overwritten: that evicts what the launch
/// before left there, and keeps the device busy while the host queues the events, so that launch
/// latency on the host is not measured. Three launches warm up; then samples are taken until the
/// median's standard error is below half a percent, 25 at least and 201 at most, or until a second
/// has passed (5 samples at least).
Timing time_on_device(const std::function<void()>& launch);

/// Time of `run` on the host, in milliseconds, by the steady clock; stops by the same rule.
Timing time_on_host(const std::function<void()>& run);

/// A name for the method above, kept with each result: another method is another result.
inline constexpr const char* timing_method = "events-cold-l2-median/1";

}  // namespace harness
