#include "harness/host/machine.hpp"

#include <cuda_runtime_api.h>

#include <cctype>
#include <fstream>

#include "harness/call.hpp"

namespace harness {
namespace {

std::string version(int number) {
  return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

std::string folder_name(const std::string& name) {
  std::string folder;
  for (unsigned char c : name) {
    if (std::isalnum(c)) {
      folder += static_cast<char>(std::tolower(c));
    } else if (!folder.empty() && folder.back() != '-') {
      folder += '-';
    }
  }
  while (!folder.empty() && folder.back() == '-') folder.pop_back();
  return folder;
}

std::string host_processor() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

}  // namespace

Facts machine_facts() {
  int device = 0, driver = 0, runtime = 0;
  CUDA_CALL(cudaGetDevice(&device));
  CUDA_CALL(cudaDriverGetVersion(&driver));
  CUDA_CALL(cudaRuntimeGetVersion(&runtime));
  cudaDeviceProp properties;
  CUDA_CALL(cudaGetDeviceProperties(&properties, device));
  auto attribute = [&](cudaDeviceAttr which) {
    int value = 0;
    CUDA_CALL(cudaDeviceGetAttribute(&value, which, device));
    return std::to_string(value);
  };
  return {
      {"machine", folder_name(properties.name)},
      {"gpu", properties.name},
      {"compute capability",
       std::to_string(properties.major) + "." + std::to_string(properties.minor)},
      {"multiprocessors", attribute(cudaDevAttrMultiProcessorCount)},
      {"L2 bytes", attribute(cudaDevAttrL2CacheSize)},
      {"memory bytes", std::to_string(properties.totalGlobalMem)},
      {"memory clock kHz", attribute(cudaDevAttrMemoryClockRate)},
      {"memory bus bits", attribute(cudaDevAttrGlobalMemoryBusWidth)},
      {"SM clock kHz", attribute(cudaDevAttrClockRate)},
      {"ECC", attribute(cudaDevAttrEccEnabled) == "1" ? "on" : "off"},
      {"driver CUDA", version(driver)},
      {"CUDA", version(runtime)},
      {"compiler", __VERSION__},
      {"host processor", host_processor()},
  };
}

}  // namespace harness
