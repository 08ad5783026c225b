#include "simulator/runtime/driver/libraries.hpp"

#include "simulator/runtime/driver/nvrtc.hpp"
#include "simulator/runtime/handles.hpp"

struct CUlib_st {
  simulator::runtime::LoadedCode code = {};
};

using namespace simulator;
using namespace simulator::runtime;

namespace {

Handles<CUlib_st>& libraries() {
  static auto& all = *new Handles<CUlib_st>;
  return all;
}

}  // namespace

CUlibrary simulator::runtime::load_library(const void* image, const JitOptions& options) {
  keep_nvrtc();
  return libraries().make({load_code(image, options)});
}

LoadedCode& simulator::runtime::code_of(CUlibrary library) {
  if (libraries().contains(library)) return library->code;
  if (library) report_misuse(fault::api, "use of a library that was unloaded or never loaded");
  throw ApiError{cudaErrorInvalidResourceHandle};
}

void simulator::runtime::unload_library(State& s, CUlibrary library) {
  LoadedCode& code = code_of(library);
  unload_code(s, code, "library");
  for (unsigned device = 0; device < s.contexts.size(); ++device) code.binary->unload(device);
  libraries().destroy(library);
}
