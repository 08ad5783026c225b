#include "harness/call.hpp"

#include <cstdio>
#include <cstdlib>

namespace harness {

void require_success(cudaError_t status, const char* what, std::source_location where) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s:%u: error: %s failed: %s (%s)\n", where.file_name(), where.line(), what,
               cudaGetErrorName(status), cudaGetErrorString(status));
  std::exit(EXIT_FAILURE);
}

}  // namespace harness
