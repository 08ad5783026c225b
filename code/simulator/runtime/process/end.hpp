#pragma once

namespace simulator::runtime {

struct State;

/// Has the end of the process say what `state` still holds: errors that nobody asked for, counts,
/// leaks.
void watch_end(State& state);
/// Ends the process at once, as one that had faults.
[[noreturn]] void end_for_faults();

}  // namespace simulator::runtime
