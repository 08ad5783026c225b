#include "simulator/runtime/driver/libraries.hpp"

#include <optional>
#include <utility>

#include "simulator/runtime/driver/nvrtc.hpp"
#include "simulator/runtime/handles.hpp"

struct CUlib_st {
  simulator::runtime::LoadedCode code = {};
  std::optional<simulator::runtime::ApiError> refused = {};
};

using namespace simulator;
using namespace simulator::runtime;

namespace {

Handles<CUlib_st>& libraries() {
  static auto& all = *new Handles<CUlib_st>;
  return all;
}

CUlib_st& checked_library(CUlibrary library) {
  if (libraries().contains(library)) return *library;
  if (library) report_misuse(fault::api, "use of a library that was unloaded or never loaded");
  throw ApiError{cudaErrorInvalidResourceHandle};
}

}  // namespace

CUlibrary simulator::runtime::load_library(const void* image, const JitOptions& options) {
  keep_nvrtc();
  if (!image) throw ApiError{cudaErrorInvalidValue};
  CUlib_st library;
  try {
    library.code = load_code(image, options);
  } catch (const ApiError& error) {
    library.refused = error;
  }
  return libraries().make(std::move(library));
}

LoadedCode& simulator::runtime::code_of(CUlibrary library) {
  CUlib_st& checked = checked_library(library);
  if (checked.refused) throw *checked.refused;
  return checked.code;
}

unsigned simulator::runtime::kernels_in(CUlibrary library) {
  return checked_library(library).refused ? 0 : kernel_count(library->code);
}

void simulator::runtime::unload_library(State& s, CUlibrary library) {
  if (!checked_library(library).refused) {
    LoadedCode& code = library->code;
    unload_code(s, code, "library");
    for (unsigned device = 0; device < s.contexts.size(); ++device) code.binary->unload(device);
  }
  libraries().destroy(library);
}
