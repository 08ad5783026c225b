#pragma once

namespace simulator::runtime {

/// To be called where modules are loaded: a linker then takes what stands in for parts of NVRTC
/// from the simulator's archive.
void keep_nvrtc();

}  // namespace simulator::runtime
