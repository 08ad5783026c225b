#include "decoding.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "allocation.hpp"

namespace simulator {
namespace {

struct SpecialName {
  std::string_view name;
  Special what;
};

constexpr SpecialName special_names[] = {
    {"%tid.x", Special::tid_x},
    {"%tid.y", Special::tid_y},
    {"%tid.z", Special::tid_z},
    {"%ntid.x", Special::ntid_x},
    {"%ntid.y", Special::ntid_y},
    {"%ntid.z", Special::ntid_z},
    {"%ctaid.x", Special::ctaid_x},
    {"%ctaid.y", Special::ctaid_y},
    {"%ctaid.z", Special::ctaid_z},
    {"%nctaid.x", Special::nctaid_x},
    {"%nctaid.y", Special::nctaid_y},
    {"%nctaid.z", Special::nctaid_z},
    {"%laneid", Special::laneid},
    {"%warpid", Special::warpid},
    {"%nwarpid", Special::nwarpid},
    {"%smid", Special::smid},
    {"%nsmid", Special::nsmid},
    {"%gridid", Special::gridid},
    {"%lanemask_eq", Special::lanemask_eq},
    {"%lanemask_le", Special::lanemask_le},
    {"%lanemask_lt", Special::lanemask_lt},
    {"%lanemask_ge", Special::lanemask_ge},
    {"%lanemask_gt", Special::lanemask_gt},
    {"%dynamic_smem_size", Special::dynamic_shared_bytes},
    {"%total_smem_size", Special::total_shared_bytes},
    {"%aggr_smem_size", Special::total_shared_bytes},
    {"%reserved_smem_offset_1", Special::reserved_shared_start},
    {"%envreg1", Special::environment_1},
    {"%envreg2", Special::environment_2},
    {"WARP_SZ", Special::nwarpid},  // replaced below by the constant
    // Every block is a cluster of its own.
    {"%clusterid.x", Special::ctaid_x},
    {"%clusterid.y", Special::ctaid_y},
    {"%clusterid.z", Special::ctaid_z},
    {"%nclusterid.x", Special::nctaid_x},
    {"%nclusterid.y", Special::nctaid_y},
    {"%nclusterid.z", Special::nctaid_z},
    {"%cluster_ctaid.x", Special::zero},
    {"%cluster_ctaid.y", Special::zero},
    {"%cluster_ctaid.z", Special::zero},
    {"%cluster_nctaid.x", Special::one},
    {"%cluster_nctaid.y", Special::one},
    {"%cluster_nctaid.z", Special::one},
    {"%cluster_ctarank", Special::zero},
    {"%cluster_nctarank", Special::one},
    {"%is_explicit_cluster", Special::zero},
};

}  // namespace

// FrameLayout

FrameLayout::FrameLayout(const ModuleSyntax& module, const FunctionSyntax& syntax,
                         Routine& function)
    : module(module), syntax(syntax), function(function) {
  RegisterPlan plan = allocate_registers(syntax);
  registers_ = std::move(plan.offsets);
  function.registers = plan.pressure;
  function.frame_bytes = (plan.bytes + 63) / 64 * 64;
  function.constants_start = function.frame_bytes;
}

Slot FrameLayout::allocate(unsigned size) {
  const Slot slot = Slot(function.frame_bytes);
  function.frame_bytes += size == 0 ? sizeof(std::uint32_t) : size * warp_size;
  if (size != 0 && slot % 32 != 0) {
    const Slot aligned = (slot + 31) / 32 * 32;
    function.frame_bytes += aligned - slot;
    return aligned;
  }
  return slot;
}

Slot FrameLayout::constant(std::uint64_t bits, unsigned size, const std::string& symbol) {
  if (size < 8 && size != 0) bits &= (std::uint64_t{1} << size * 8) - 1;
  const auto [place, added] = constants_.try_emplace({bits, size, symbol}, no_slot);
  if (added) {
    place->second = allocate(size);
    function.constants.push_back({place->second, bits, size, symbol});
  }
  return place->second;
}

Slot FrameLayout::special(Special what, unsigned size, std::uint64_t addend) {
  const auto [place, added] = specials_.try_emplace({what, size, addend}, no_slot);
  if (added) {
    place->second = allocate(size);
    function.specials.push_back({place->second, what, size, addend});
  }
  return place->second;
}

Slot FrameLayout::scratch() {
  if (scratch_ == no_slot) scratch_ = allocate(16);
  return scratch_;
}

Slot FrameLayout::carry() {
  if (carry_ == no_slot) carry_ = allocate(0);
  return carry_;
}

// Decoding

Decoding::Decoding(FrameLayout& frame, const Statement& statement)
    : frame_(frame), statement_(statement), modifiers_(statement.modifiers) {
  instruction.line = statement.line;
  instruction.place = statement.place;
  if (statement.guard.kind == Operand::Kind::reg)
    instruction.guard = predicate(statement.guard, instruction.guard_negated);
}

void Decoding::fail(const std::string& what) const {
  throw UnsupportedError(what);
}

bool Decoding::take(std::string_view modifier) {
  const auto found = std::find(modifiers_.begin(), modifiers_.end(), modifier);
  if (found == modifiers_.end()) return false;
  modifiers_.erase(found);
  return true;
}

void Decoding::ignore(std::initializer_list<std::string_view> modifiers) {
  for (std::string_view modifier : modifiers) take(modifier);
}

std::optional<Type> Decoding::maybe_type() {
  for (auto i = modifiers_.begin(); i != modifiers_.end(); ++i) {
    if (const std::optional<Type> type = type_named(*i)) {
      modifiers_.erase(i);
      return type;
    }
  }
  return std::nullopt;
}

Type Decoding::take_type() {
  const std::optional<Type> type = maybe_type();
  if (!type) fail("no type");
  return *type;
}

const Operand& Decoding::operand(std::size_t i) const {
  if (i >= statement_.operands.size()) fail("too few operands");
  return statement_.operands[i];
}

std::optional<Type> Decoding::register_type(const Operand& operand) const {
  if (operand.kind != Operand::Kind::reg) return std::nullopt;
  return frame_.syntax.registers[operand.index];
}

Slot Decoding::destination(const Operand& operand, Type type) {
  if (operand.kind == Operand::Kind::discard) return frame_.scratch();
  const std::optional<Type> known = register_type(operand);
  if (!known) fail("a result that is no register");
  if ((*known == Type::pred) != (type == Type::pred) || size_of(*known) != size_of(type))
    fail("a result register of the wrong size");
  return frame_.reg(operand.index);
}

Slot Decoding::source(const Operand& operand, Type type) {
  if (type == Type::pred) {
    bool negated = false;
    const Slot slot = predicate(operand, negated);
    if (negated) fail("a negated predicate");
    return slot;
  }
  if (operand.negated) fail("a negated operand");
  if (const std::optional<Type> known = register_type(operand)) {
    if (*known == Type::pred || size_of(*known) != size_of(type))
      fail("an operand register of the wrong size");
    return frame_.reg(operand.index);
  }
  if (operand.kind == Operand::Kind::real) {
    std::uint64_t bits = operand.bits;
    if (type == Type::f32 && operand.size == 8)
      bits = std::bit_cast<std::uint32_t>(float(std::bit_cast<double>(bits)));
    else if (type == Type::f64 && operand.size == 4)
      bits = std::bit_cast<std::uint64_t>(double(std::bit_cast<float>(std::uint32_t(bits))));
    return frame_.constant(bits, size_of(type));
  }
  return value(operand, size_of(type));
}

Slot Decoding::value(const Operand& operand, unsigned size) {
  switch (operand.kind) {
    case Operand::Kind::integer:
    case Operand::Kind::real:
      return frame_.constant(operand.bits, size);
    case Operand::Kind::variable: {
      const std::uint64_t at = operand.bits + std::uint64_t(operand.offset);
      if (operand.space == Space::local) return frame_.special(Special::local_start, size, at);
      // Statics of the kernel follow those that all kernels share.
      if (operand.space == Space::shared && operand.index != 0)
        return frame_.constant((frame_.module.shared_bytes + 15) / 16 * 16 + at, size);
      return frame_.constant(at, size);
    }
    case Operand::Kind::name: {
      const std::string_view name = operand.name;
      if (name == "WARP_SZ") return frame_.constant(warp_size, size);
      for (const SpecialName& known : special_names)
        if (known.name == name) return frame_.special(known.what, size);
      if (const auto shared = frame_.module.shared.find(name); shared != frame_.module.shared.end())
        return frame_.constant(shared->second.offset + std::uint64_t(operand.offset), size);
      if (frame_.module.dynamic_shared.contains(name))
        return frame_.special(Special::dynamic_shared_start, size, std::uint64_t(operand.offset));
      if (!name.starts_with('%'))
        return frame_.constant(std::uint64_t(operand.offset), size, std::string(name));
      fail("unknown register '" + std::string(name) + "'");
    }
    default:
      fail("an operand that is no value");
  }
}

Slot Decoding::wide(const Operand& operand, Type type, std::uint8_t& width, bool destination) {
  if (operand.kind == Operand::Kind::discard && destination) {
    width = std::uint8_t(size_of(type));
    return frame_.scratch();
  }
  if (const std::optional<Type> known = register_type(operand)) {
    if (*known == Type::pred || size_of(*known) < size_of(type))
      fail("a register of the wrong size");
    width = std::uint8_t(size_of(*known));
    return frame_.reg(operand.index);
  }
  if (destination) fail("a result that is no register");
  width = std::uint8_t(size_of(type));
  return source(operand, type);
}

Slot Decoding::predicate(const Operand& operand, bool& negated) {
  negated = operand.negated;
  if (operand.kind == Operand::Kind::integer)
    return frame_.constant(operand.bits != 0 ? full_mask : 0, 0);
  const std::optional<Type> known = register_type(operand);
  if (!known || *known != Type::pred) fail("an operand that is no predicate");
  return frame_.reg(operand.index);
}

Slot Decoding::predicate_destination(const Operand& operand) {
  if (operand.kind == Operand::Kind::discard) return frame_.scratch();
  const std::optional<Type> known = register_type(operand);
  if (!known || *known != Type::pred) fail("a result that is no predicate");
  return frame_.reg(operand.index);
}

void Decoding::address(const Operand& operand) {
  if (operand.kind != Operand::Kind::address) fail("an operand that is no address");
  const Operand& base = operand.elements.front();
  instruction.offset = operand.offset;
  if (const std::optional<Type> known = register_type(base)) {
    if (size_of(*known) != 4 && size_of(*known) != 8) fail("an address of the wrong size");
    instruction.width = std::uint8_t(size_of(*known));
    instruction.a = frame_.reg(base.index);
  } else {
    instruction.width = 8;
    instruction.a = value(base, 8);
  }
}

std::uint32_t Decoding::label(const Operand& operand) const {
  if (operand.kind == Operand::Kind::name)
    if (const auto found = frame_.syntax.labels.find(operand.name);
        found != frame_.syntax.labels.end())
      return found->second;
  fail("unknown label");
}

std::uint64_t Decoding::literal(const Operand& operand) const {
  if (operand.kind != Operand::Kind::integer) fail("an operand that is not a literal number");
  return operand.bits;
}

void Decoding::finish() {
  if (!modifiers_.empty())
    fail("modifier '." + std::string(modifiers_.front()) + "' not supported");
  if (instruction.execute == nullptr) fail("not supported");
}

const AllOpcodes& opcodes() {
  static const AllOpcodes all = [] {
    AllOpcodes result;
    add_integer(result.computing);
    add_bits(result.computing);
    add_simd(result.computing);
    add_floating(result.computing);
    add_comparison(result.computing);
    add_conversion(result.computing);
    add_access(result.others);
    add_atomics(result.others);
    add_phase_barriers(result.others);
    add_control(result.others);
    add_exchange(result.others);
    add_synchronisation(result.others);
    return result;
  }();
  return all;
}

}  // namespace simulator
