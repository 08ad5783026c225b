#include "read_input.hpp"

#include <cstring>
#include <string_view>

#include "simulator/memory/memory.hpp"
#include "simulator/program/module.hpp"
#include "simulator/runtime/programs/fat_binary.hpp"

namespace simulator {
namespace {

constexpr std::uint32_t fat_binary_magic = 0xba55ed50;

void read_ptx(std::string_view text) {
  Memory memory;
  parse_module(text)->load(memory);
}

}  // namespace

bool read_input(std::span<const std::byte> input) {
  std::uint32_t magic = 0;
  if (input.size() >= sizeof magic) std::memcpy(&magic, input.data(), sizeof magic);
  try {
    if (magic == fat_binary_magic)
      read_ptx(choose_ptx(input, 90));
    else
      read_ptx({reinterpret_cast<const char*>(input.data()), input.size()});
  } catch (const UnsupportedError&) {
    return false;
  } catch (const FatBinaryError&) {
    return false;
  }
  return true;
}

}  // namespace simulator
