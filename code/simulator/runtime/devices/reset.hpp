#pragma once

namespace simulator::runtime {

/// Of what is gone. Throws ApiError without a report where the program has reset a device and now
/// comes to its end: static destructors often free what went with that.
void check_not_unloading();

}  // namespace simulator::runtime
