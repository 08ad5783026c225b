#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <string>

namespace simulator::runtime {

/// Why a copy in that direction cannot be: which pointer is what. Empty where that is not known.
std::string why_refused(const void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind);
/// Why memory cannot be filled.
std::string why_refused(const void* to, std::size_t bytes);

}  // namespace simulator::runtime
