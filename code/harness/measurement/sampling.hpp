#pragma once

#include <functional>
#include <string>

namespace harness {

/// How fast the GPU's multiprocessors ran when somebody looked. Of a host nothing is known.
struct Clock {
  unsigned megahertz = 0;  // 0: not known
  bool throttled = false;  // held below what was asked for, by heat, power or the board
};

struct Sample {
  double milliseconds;
  Clock clock;
};

/// A time in milliseconds: median and quartiles over `samples` launches.
struct Timing {
  double median, lower_quartile, upper_quartile;
  int samples;
  int discarded = 0;                              // samples at another clock, or throttled
  unsigned slowest_clock = 0, fastest_clock = 0;  // MHz, of the samples kept; 0: not known
  bool throttled = false;                         // too few others: the samples are those discarded
  bool in_l2 = false;                             // all that is touched fits into the L2 cache

  /// Are the quartiles further apart than `widest_spread` of the median?
  bool is_unstable() const;
  /// `ok`, or what to know of it: `unstable`, `throttled`, `in-L2`, joined by +.
  std::string remark() const;
};

inline constexpr double widest_spread = 0.05;

/// What a launch takes depends a little on its stream, and on where in the stream's queue it comes
/// to lie, which comes round after four samples. So that many in a row are taken in each stream.
inline constexpr int samples_a_stream = 4, samples_a_round = 128 * samples_a_stream;

/// Takes a round of samples; or, where that takes longer than a tenth of a second, until the
/// median's standard error is below half a percent, 25 at least; or until a second has passed, then
/// 5 at least. A sample that was throttled, or whose clock is more than 5 % off the samples' median
/// clock, does not count; if after three seconds fewer than 5 do, all do and the timing says so.
/// `seconds` is the time.
Timing sample_until_steady(const std::function<Sample()>& sample,
                           const std::function<double()>& seconds);

/// Likewise of calls of `run`, which last from one look at the clock `seconds` to the next. First
/// it runs for a twentieth of a second, to warm up. Where a call is shorter than a tenth of a
/// millisecond, a sample is the mean of as many calls as take that long.
Timing sample_calls(const std::function<void()>& run, const std::function<double()>& seconds);

}  // namespace harness
