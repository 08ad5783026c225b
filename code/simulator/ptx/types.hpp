#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace simulator {

/// PTX fundamental types.
enum class Type : std::uint8_t {
  pred,
  b8,
  u8,
  s8,
  b16,
  u16,
  s16,
  f16,
  bf16,
  b32,
  u32,
  s32,
  f32,
  f16x2,
  bf16x2,
  b64,
  u64,
  s64,
  f64,
  b128,
};

/// Bytes of one value; 4 for a predicate, kept as a mask of the warp.
constexpr unsigned size_of(Type type) {
  switch (type) {
    case Type::b8:
    case Type::u8:
    case Type::s8:
      return 1;
    case Type::b16:
    case Type::u16:
    case Type::s16:
    case Type::f16:
    case Type::bf16:
      return 2;
    case Type::b64:
    case Type::u64:
    case Type::s64:
    case Type::f64:
      return 8;
    case Type::b128:
      return 16;
    default:
      return 4;
  }
}

constexpr bool is_signed(Type t) {
  return t == Type::s8 || t == Type::s16 || t == Type::s32 || t == Type::s64;
}

constexpr bool is_float(Type t) {
  return t == Type::f16 || t == Type::bf16 || t == Type::f32 || t == Type::f64 ||
         t == Type::f16x2 || t == Type::bf16x2;
}

/// Reads "u32", "f16x2" and so on.
std::optional<Type> type_named(std::string_view name);
std::string_view name_of(Type type);

}  // namespace simulator
