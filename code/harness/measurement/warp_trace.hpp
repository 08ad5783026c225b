#pragma once

namespace harness::observer {

/// To be called where a trace's body begins: of each block, the trace holds that warp alone. On a
/// GPU does nothing.
void trace_warp(unsigned warp);

}  // namespace harness::observer
