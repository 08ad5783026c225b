#pragma once

namespace simulator::runtime {

/// From now on it is reported if the host touches device memory, or memory that was freed. A
/// further call does nothing.
void watch_host_accesses();

}  // namespace simulator::runtime
