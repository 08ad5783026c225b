#include "simulator/ptx/types.hpp"

#include <array>
#include <utility>

namespace simulator {
namespace {

constexpr std::array<std::pair<std::string_view, Type>, 20> names{{
    {"pred", Type::pred}, {"b8", Type::b8},       {"u8", Type::u8},         {"s8", Type::s8},
    {"b16", Type::b16},   {"u16", Type::u16},     {"s16", Type::s16},       {"f16", Type::f16},
    {"bf16", Type::bf16}, {"b32", Type::b32},     {"u32", Type::u32},       {"s32", Type::s32},
    {"f32", Type::f32},   {"f16x2", Type::f16x2}, {"bf16x2", Type::bf16x2}, {"b64", Type::b64},
    {"u64", Type::u64},   {"s64", Type::s64},     {"f64", Type::f64},       {"b128", Type::b128},
}};

}  // namespace

std::optional<Type> type_named(std::string_view name) {
  for (const auto& [text, type] : names)
    if (text == name) return type;
  return std::nullopt;
}

std::string_view name_of(Type type) {
  for (const auto& [text, known] : names)
    if (known == type) return text;
  return "?";
}

}  // namespace simulator
