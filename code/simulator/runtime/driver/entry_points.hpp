#pragma once

#include <string_view>

namespace simulator::runtime {

/// A function of the driver API, as a program made for that version of CUDA (13000 for 13.0) means
/// it; null if there is none of that name. `per_thread`: for a default stream per thread.
void* entry_point(std::string_view name, int version, bool per_thread);

}  // namespace simulator::runtime
