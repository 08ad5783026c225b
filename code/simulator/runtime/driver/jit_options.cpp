#include "simulator/runtime/driver/jit_options.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "simulator/runtime/runtime.hpp"

using namespace simulator;
using namespace simulator::runtime;

simulator::runtime::JitOptions::JitOptions(unsigned count, CUjit_option* options, void** values) {
  if (count > 0 && (!options || !values)) throw ApiError{cudaErrorInvalidValue};
  const auto set_size = [](Log& log, void** size) {
    log.size = size;
    log.room = unsigned(address_of(*size));
  };
  for (unsigned k = 0; k < count; ++k) {
    switch (options[k]) {
      case CU_JIT_INFO_LOG_BUFFER:
        info_.text = static_cast<char*>(values[k]);
        break;
      case CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES:
        set_size(info_, values + k);
        break;
      case CU_JIT_ERROR_LOG_BUFFER:
        error_.text = static_cast<char*>(values[k]);
        break;
      case CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES:
        set_size(error_, values + k);
        break;
      case CU_JIT_WALL_TIME:
        values[k] = nullptr;  // 0.0f
        break;
      case CU_JIT_GLOBAL_SYMBOL_NAMES:
      case CU_JIT_GLOBAL_SYMBOL_ADDRESSES:
      case CU_JIT_GLOBAL_SYMBOL_COUNT:
        throw ApiError{unsupported("CU_JIT_GLOBAL_SYMBOL_NAMES")};
      default:
        if (options[k] < 0 || options[k] >= CU_JIT_NUM_OPTIONS)
          throw ApiError{cudaErrorInvalidValue};
    }
  }
}

void simulator::runtime::JitOptions::tell(std::string_view error) const {
  info_.write("");
  error_.write(error);
}

void simulator::runtime::JitOptions::Log::write(std::string_view what) const {
  if (!text || room == 0) return;
  const std::size_t written = std::min(what.size(), room - 1);
  std::memcpy(text, what.data(), written);
  text[written] = '\0';
  *size = reinterpret_cast<void*>(written);
}
