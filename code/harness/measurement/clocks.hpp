#pragma once

#include <functional>

#include "harness/measurement/sampling.hpp"

namespace harness {

/// A way to ask how fast the current device runs, through NVIDIA's management library
/// (libnvidia-ml.so.1), which comes with the driver. Where it is not there, nothing is known.
std::function<Clock()> clock_of_device();

}  // namespace harness
