#include "simulator/program/dataflow.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "simulator/ptx/types.hpp"

namespace simulator {
namespace {

using enum Propagation;

bool has(const Statement& s, std::string_view modifier) {
  return std::find(s.modifiers.begin(), s.modifiers.end(), modifier) != s.modifiers.end();
}

std::vector<Type> types_of(const Statement& s) {
  std::vector<Type> types;
  for (const std::string_view modifier : s.modifiers)
    if (const std::optional<Type> type = type_named(modifier)) types.push_back(*type);
  return types;
}

bool is_packed(const Statement& s) {
  return has(s, "f16x2") || has(s, "bf16x2") || has(s, "u16x2") || has(s, "s16x2");
}

/// Of a and b as lop3's immediate has it; of nothing else.
std::optional<std::uint8_t> logic_table(std::string_view opcode) {
  if (opcode == "and") return 0xf0 & 0xcc;
  if (opcode == "or") return 0xf0 | 0xcc;
  if (opcode == "xor") return 0xf0 ^ 0xcc;
  if (opcode == "not") return 0x0f;
  if (opcode == "lop3") return 0;
  return {};
}

Propagation arithmetic(const Statement& s, const std::vector<Type>& types) {
  if (is_packed(s)) return s.opcode == "setp" ? whole : halves;
  if (types.empty() || is_float(types[0]) || has(s, "cc") || has(s, "sat")) return whole;
  if (s.opcode == "add") return sum;
  if (s.opcode == "sub") return difference;
  const bool multiplies = s.opcode == "mul" || s.opcode == "mad";
  return multiplies && !has(s, "hi") ? product : whole;
}

Order3 order_of(const Statement& s) {
  static const std::unordered_map<std::string_view, Order3> known = {
      {"eq", Order3::equal},
      {"ne", Order3::equal},
      {"lt", Order3::less},
      {"lo", Order3::less},
      {"le", Order3::less_or_equal},
      {"ls", Order3::less_or_equal},
      {"gt", Order3::greater},
      {"hi", Order3::greater},
      {"ge", Order3::greater_or_equal},
      {"hs", Order3::greater_or_equal}};
  for (const std::string_view modifier : s.modifiers)
    if (const auto found = known.find(modifier); found != known.end()) return found->second;
  return Order3::unknown;
}

Dataflow conversion(const Statement& s, const std::vector<Type>& types) {
  Dataflow flow;
  const bool two = types.size() == 2 && s.operands.size() == 3;
  if (two && (types[0] == Type::f16x2 || types[0] == Type::bf16x2) && types[1] == Type::f32)
    flow.how = two_halves;
  else if (types.size() == 2 && !is_float(types[0]) && !is_float(types[1]) && !has(s, "sat"))
    flow.how = carried;
  return flow;
}

Dataflow computed(const Statement& s) {
  static const std::unordered_map<std::string_view, std::uint8_t> moves = {
      {"mov", 0},
      {"brev", 0},
      {"shl", steers::b},
      {"shr", steers::b},
      {"shf", steers::c},
      {"prmt", steers::c},
      {"bfe", steers::b | steers::c},
      {"bfi", steers::c | steers::x},
      {"szext", steers::b},
      {"selp", steers::c},
      {"slct", steers::c}};
  const std::vector<Type> types = types_of(s);
  const bool predicates = !types.empty() && types[0] == Type::pred;
  Dataflow flow;
  flow.size = predicates || types.empty() ? 4 : std::uint8_t(size_of(types[0]));
  if (predicates && s.opcode == "mov") {
    flow.how = Propagation::logic;
    flow.variant = 0xf0;
  } else if (const auto found = moves.find(s.opcode); found != moves.end()) {
    flow.how = carried;
    flow.steered = found->second;
    flow.variant = s.opcode == "selp";
  } else if (s.opcode == "cvt") {
    return conversion(s, types);
  } else if (const auto table = logic_table(s.opcode)) {
    flow.how = Propagation::logic;
    flow.variant = *table;
  } else if (s.opcode == "setp" && !is_packed(s) && !types.empty()) {
    flow.how = comparison;
    flow.sign = is_signed(types[0]);
    flow.variant = std::uint8_t(is_float(types[0]) ? Order3::unknown : order_of(s));
  } else if (s.opcode.starts_with('v') && !has(s, "add")) {
    flow.how = s.opcode.ends_with('4') ? bytes : halves;
  } else {
    flow.how = arithmetic(s, types);
  }
  return flow;
}

}  // namespace

Dataflow dataflow_of(const Statement& s, bool computes) {
  if (computes) return computed(s);
  static const std::unordered_map<std::string_view, Propagation> others = {
      {"ld", addressed},           {"ldu", addressed},        {"st", addressed},
      {"shfl", collective},        {"vote", collective},      {"match", collective},
      {"redux", collective},       {"mma", collective},       {"movmatrix", collective},
      {"ldmatrix", addressed},     {"stmatrix", addressed},   {"wmma", addressed},
      {"prefetch", ignored},       {"prefetchu", ignored},    {"applypriority", ignored},
      {"discard", ignored},        {"createpolicy", ignored}, {"nanosleep", ignored},
      {"griddepcontrol", ignored}, {"setmaxnreg", ignored}};
  Dataflow flow;
  const auto found = others.find(s.opcode);
  flow.how = found == others.end() ? used : found->second;
  if (s.opcode == "wmma" && has(s, "mma")) flow.how = collective;
  if (s.opcode == "wgmma") flow.how = has(s, "mma_async") ? collective : ignored;
  return flow;
}

}  // namespace simulator
