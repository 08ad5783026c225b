#include "simulator/runtime/driver/images.hpp"

#include <cuda.h>

#include <fstream>
#include <iterator>

#include "simulator/ptx/unsupported.hpp"
#include "simulator/runtime/driver/driver_call.hpp"
#include "simulator/runtime/programs/fat_binary.hpp"

using namespace simulator;
using namespace simulator::runtime;

std::string simulator::runtime::ptx_of_image(const void* image) {
  const unsigned newest = state().machine().device().capability();
  if (!image) throw ApiError{cudaErrorInvalidValue};
  switch (image_kind(image)) {
    case ImageKind::wrapper:
      return linked_ptx_of(image, newest);
    case ImageKind::fat_binary:
      return choose_ptx(fat_binary_at(static_cast<const std::byte*>(image)), newest);
    case ImageKind::machine_code:
      throw FatBinaryError(
          "a cubin is machine code, which the simulator does not run; load PTX, or a fat binary "
          "that has it");
    case ImageKind::text:
      break;
  }
  std::string text(static_cast<const char*>(image));
  if (text.find(".version") == text.npos)
    throw ApiError{error_of(CUDA_ERROR_INVALID_IMAGE), "it is neither PTX nor a fat binary"};
  return text;
}

std::string simulator::runtime::bytes_of_file(const char* path) {
  if (!path) throw ApiError{cudaErrorInvalidValue};
  std::ifstream file(path, std::ios::binary);
  if (!file) throw ApiError{error_of(CUDA_ERROR_FILE_NOT_FOUND), std::string("no file ") + path};
  return {std::istreambuf_iterator<char>(file), {}};
}
