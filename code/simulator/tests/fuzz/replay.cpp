// Reads files as the fuzzer's target does. Usage: replay FILE ...
// Or writes the PTX of a fat binary: replay --ptx FILE
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "read_input.hpp"
#include "simulator/runtime/programs/fat_binary.hpp"

namespace {

std::string content(const char* name) {
  std::ifstream file(name, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

int write_ptx(const char* name) {
  try {
    const std::string text = simulator::choose_ptx(bytes_of(content(name)), 90);
    std::fwrite(text.data(), 1, text.size(), stdout);
    return 0;
  } catch (const simulator::FatBinaryError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::string(argv[1]) == "--ptx") return write_ptx(argv[2]);
  int understood = 0;
  for (int k = 1; k < argc; ++k) understood += simulator::read_input(bytes_of(content(argv[k])));
  std::printf("%d of %d understood\n", understood, argc - 1);
}
