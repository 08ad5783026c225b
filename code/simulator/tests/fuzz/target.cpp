// What libFuzzer calls with every input that it makes up.
#include "read_input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  simulator::read_input({reinterpret_cast<const std::byte*>(data), size});
  return 0;
}
