#include "simulator/program/dataflow.hpp"

#include <string_view>

namespace simulator {

std::vector<Type> types_of(const Statement& statement) {
  std::vector<Type> types;
  for (const std::string_view modifier : statement.modifiers)
    if (const std::optional<Type> type = type_named(modifier)) types.push_back(*type);
  return types;
}

std::optional<Type> first_type(const Statement& statement) {
  const std::vector<Type> types = types_of(statement);
  return types.empty() ? std::nullopt : std::optional(types.front());
}

bool is_packed(const Statement& s) {
  return s.has("f16x2") || s.has("bf16x2") || s.has("u16x2") || s.has("s16x2");
}

Dataflow computed(const Statement& statement, Propagation how) {
  return {.how = how, .size = std::uint8_t(size_of(first_type(statement).value_or(Type::b32)))};
}

Dataflow within_parts(const Statement& statement) {
  return computed(statement, is_packed(statement) ? Propagation::halves : Propagation::whole);
}

bool is_plain_integer(const Statement& s) {
  const std::optional<Type> type = first_type(s);
  return type && !is_float(*type) && !is_packed(s) && !s.has("cc") && !s.has("sat") && !s.has("hi");
}

}  // namespace simulator
