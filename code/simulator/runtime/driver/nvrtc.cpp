#include "simulator/runtime/driver/nvrtc.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

// What a program asks of NVRTC that is for a GPU. All else is NVRTC's own. The code that the
// simulated device runs is PTX: it is given in place of a cubin. With the lines of the source in
// it, faults can be told with them. Where NVRTC is part of the program (libnvrtc_static), it is
// left as it is.

namespace {

using Result = int;          // nvrtcResult
using NvrtcProgram = void*;  // nvrtcProgram; nvrtc.h may not be there
constexpr Result internal_error = 11;

/// NVRTC's own function of that name; null where the program has no NVRTC.
template <class Signature>
Signature* of_nvrtc(const char* name) {
  return reinterpret_cast<Signature*>(dlsym(RTLD_NEXT, name));
}

Result ptx_bytes(NvrtcProgram program, std::size_t* bytes) {
  auto* const own = of_nvrtc<Result(NvrtcProgram, std::size_t*)>("nvrtcGetPTXSize");
  return own ? own(program, bytes) : internal_error;
}

}  // namespace

void simulator::runtime::keep_nvrtc() {}

extern "C" {

[[gnu::weak]] Result nvrtcGetCUBINSize(NvrtcProgram program, std::size_t* bytes);
Result nvrtcGetCUBINSize(NvrtcProgram program, std::size_t* bytes) {
  return ptx_bytes(program, bytes);
}

[[gnu::weak]] Result nvrtcGetCUBIN(NvrtcProgram program, char* code);
Result nvrtcGetCUBIN(NvrtcProgram program, char* code) {
  auto* const own = of_nvrtc<Result(NvrtcProgram, char*)>("nvrtcGetPTX");
  return own ? own(program, code) : internal_error;
}

[[gnu::weak]] Result nvrtcCompileProgram(NvrtcProgram program, int count,
                                         const char* const* options);
Result nvrtcCompileProgram(NvrtcProgram program, int count, const char* const* options) {
  auto* const own = of_nvrtc<Result(NvrtcProgram, int, const char* const*)>("nvrtcCompileProgram");
  if (!own) return internal_error;
  std::vector<const char*> all(options, options + std::max(count, 0));
  const bool any_lines = std::any_of(all.begin(), all.end(), [](std::string_view option) {
    return option == "-lineinfo" || option == "--generate-line-info" || option == "-G" ||
           option == "--device-debug";
  });
  if (!any_lines) all.push_back("--generate-line-info");
  return own(program, int(all.size()), all.data());
}

}  // extern "C"
