#pragma once

namespace harness {

/// A launch that does nothing: what any other launch costs at the least.
static __global__ void do_nothing() {}

}  // namespace harness
