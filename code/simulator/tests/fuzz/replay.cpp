// Reads files as the fuzzer's target does. Usage: replay FILE ...
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "read_input.hpp"

int main(int argc, char** argv) {
  int understood = 0;
  for (int k = 1; k < argc; ++k) {
    std::ifstream file(argv[k], std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    understood += simulator::read_input(std::as_bytes(std::span(text.data(), text.size())));
  }
  std::printf("%d of %d understood\n", understood, argc - 1);
}
