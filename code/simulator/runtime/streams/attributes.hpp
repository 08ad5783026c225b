#pragma once

#include <cuda_runtime_api.h>

namespace simulator::runtime {

/// What a program can set of a stream, and ask for. Only hints, which change no result.
struct StreamAttributes {
  cudaAccessPolicyWindow window = {};
  int synchronization = -1;  // as an H100 says of a stream that nobody told
  int priority = 0;
  cudaLaunchMemSyncDomain domain = cudaLaunchMemSyncDomainDefault;
  cudaLaunchMemSyncDomainMap domains = {0, 1};
};

/// Of the stream that has that number for Work.
StreamAttributes& attributes_of(unsigned stream);
/// Another stream may get the number.
void forget_attributes(unsigned stream);
/// The next that there is.
int priority_near(int wish);

inline constexpr int least_priority = 0, greatest_priority = -5;

}  // namespace simulator::runtime
