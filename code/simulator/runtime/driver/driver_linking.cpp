#include <cstring>
#include <string>
#include <vector>

#include "simulator/ptx/linking.hpp"
#include "simulator/ptx/unsupported.hpp"
#include "simulator/runtime/driver/driver_call.hpp"
#include "simulator/runtime/driver/images.hpp"
#include "simulator/runtime/driver/jit_options.hpp"
#include "simulator/runtime/handles.hpp"
#include "simulator/runtime/programs/fat_binary_error.hpp"

// PTX of several texts becomes one. What cuLinkComplete gives is no cubin but PTX, too.

struct CUlinkState_st {
  std::vector<std::string> texts = {};
  std::string linked = {};
  simulator::runtime::JitOptions options = {};
};

using namespace simulator;
using namespace simulator::runtime;

namespace {

Handles<CUlinkState_st>& linkers() {
  static auto& all = *new Handles<CUlinkState_st>;
  return all;
}

CUlinkState_st& checked_linker(CUlinkState state) {
  if (!linkers().contains(state)) throw ApiError{cudaErrorInvalidResourceHandle};
  return *state;
}

template <class Body>
cudaError_t linking(CUlinkState_st& linker, CUresult failure, Body&& body) {
  try {
    body();
    return cudaSuccess;
  } catch (const std::runtime_error& error) {
    linker.options.tell(error.what());
    throw ApiError{error_of(failure), error.what()};
  }
}

cudaError_t add_code(CUlinkState state, CUjitInputType type, const void* image) {
  CUlinkState_st& linker = checked_linker(state);
  if (type != CU_JIT_INPUT_PTX && type != CU_JIT_INPUT_FATBINARY)
    throw ApiError{unsupported("cuLinkAddData of what is neither PTX nor a fat binary")};
  return linking(linker, CUDA_ERROR_NO_BINARY_FOR_GPU,
                 [&] { linker.texts.push_back(ptx_of_image(image)); });
}

}  // namespace

extern "C" {

CUresult cuLinkCreate_v2(unsigned count, CUjit_option* options, void** values, CUlinkState* state) {
  return driver_call([&](State&) {
    const JitOptions known(count, options, values);
    known.tell("");
    result(state) = linkers().make({.options = known});
    return cudaSuccess;
  });
}

CUresult cuLinkAddData_v2(CUlinkState state, CUjitInputType type, void* data, std::size_t bytes,
                          const char*, unsigned, CUjit_option*, void**) {
  return driver_call([&](State&) {
    if (!data) return cudaErrorInvalidValue;
    return add_code(state, type, std::string(static_cast<const char*>(data), bytes).c_str());
  });
}

CUresult cuLinkAddFile_v2(CUlinkState state, CUjitInputType type, const char* path, unsigned,
                          CUjit_option*, void**) {
  return driver_call([&](State&) { return add_code(state, type, bytes_of_file(path).c_str()); });
}

CUresult cuLinkComplete(CUlinkState state, void** image, std::size_t* bytes) {
  return driver_call([&](State&) {
    CUlinkState_st& linker = checked_linker(state);
    return linking(linker, CUDA_ERROR_INVALID_PTX, [&] {
      if (linker.texts.empty()) throw ApiError{cudaErrorInvalidValue};
      linker.linked = linker.texts.size() == 1 ? linker.texts[0] : linked_ptx(linker.texts);
      result(image) = linker.linked.data();
      if (bytes) *bytes = linker.linked.size() + 1;
    });
  });
}

CUresult cuLinkDestroy(CUlinkState state) {
  return driver_call([&](State&) {
    checked_linker(state);
    linkers().destroy(state);
    return cudaSuccess;
  });
}

}  // extern "C"
