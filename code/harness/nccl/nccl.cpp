#include "harness/nccl/nccl.hpp"

#include <cstdio>
#include <cstdlib>

namespace harness {

void Nccl::require_success(ncclResult_t status, const char* what,
                           std::source_location where) const {
  if (status == ncclSuccess) return;
  std::fprintf(stderr, "%s:%u: error: NCCL %s: %s failed: %s\n", where.file_name(), where.line(),
               version.c_str(), what, get_error_string(status));
  std::exit(EXIT_FAILURE);
}

}  // namespace harness
