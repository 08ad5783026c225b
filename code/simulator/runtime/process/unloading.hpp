#pragma once

namespace simulator::runtime {

// A program that has reset a device comes to its end: static destructors often free what went with
// that.

/// A device has been reset. Static objects that are there by now are destroyed after the program.
void watch_unloading();
/// Of what is gone. Throws ApiError without a report where the program is at that end.
void check_not_unloading();

}  // namespace simulator::runtime
