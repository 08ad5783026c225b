#pragma once

#include <cstdint>

#include "simulator/program/decoding.hpp"

namespace simulator {

/// What choose(T{}) gives for the type T of an integer; null for other types.
template <class Choose>
Execute by_integer(Type type, Choose choose) {
  switch (type) {
    case Type::u16:
    case Type::b16:
      return choose(std::uint16_t{});
    case Type::s16:
      return choose(std::int16_t{});
    case Type::u32:
    case Type::b32:
      return choose(std::uint32_t{});
    case Type::s32:
      return choose(std::int32_t{});
    case Type::u64:
    case Type::b64:
      return choose(std::uint64_t{});
    case Type::s64:
      return choose(std::int64_t{});
    default:
      return nullptr;
  }
}

}  // namespace simulator
