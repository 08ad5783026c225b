#pragma once

#include <functional>
#include <vector>

#include "harness/measurement/bandwidth.hpp"
#include "harness/measurement/sampling.hpp"

namespace harness {

/// Time of `launch` on the current device, between two events around it.
///
/// Before each sample a buffer of twice the L2 cache is overwritten: that evicts what the launch
/// before left there, and keeps the device busy while the host queues the events, so that launch
/// latency on the host is not measured. Three launches warm up; then `sample_until_steady`, each
/// sample in another stream than those before it (see `timed_stream`). The clock is read while the
/// launch runs. On the simulator, in a rehearsal, `launch` is called once.
Timing time_on_device(const std::function<void()>& launch, const Traffic& traffic = {});

/// Time of `run` on the host by the steady clock, as `sample_calls` takes it. Not called in a
/// rehearsal.
Timing time_on_host(const std::function<void()>& run);

/// Destroys the streams that samples were taken in, so that what comes then runs without them.
void release_streams();

/// All timings since the last call.
std::vector<Timing> take_timings();

/// A name for the method above, kept with each result.
inline constexpr const char* timing_method = "events-cold-l2-median-of-streams/3";

}  // namespace harness
