#pragma once

#include <functional>

namespace harness {

/// Makes `launch` between cudaProfilerStart and cudaProfilerStop, so that a profiler that waits for
/// them sees its kernels and no others. In a rehearsal it is only called.
void profile_on_device(const std::function<void()>& launch);

}  // namespace harness
