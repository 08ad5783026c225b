#include "simulator/program/decoding.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>

#include "simulator/lane_mask.hpp"
#include "simulator/program/left_out.hpp"
#include "simulator/program/register_allocation.hpp"
#include "simulator/program/special_register.hpp"
#include "simulator/program/word_addresses.hpp"
#include "simulator/ptx/unsupported.hpp"

namespace simulator {
namespace {

bool is_part(const Operand& part, const Operand& whole) {
  return &part == &whole ||
         std::any_of(whole.elements.begin(), whole.elements.end(),
                     [&](const Operand& element) { return is_part(part, element); });
}

}  // namespace
// FrameLayout

FrameLayout::FrameLayout(const ModuleSyntax& module, const FunctionSyntax& syntax,
                         Routine& function)
    : module(module), syntax(syntax), function(function) {
  flow_ = control_flow_of(syntax);
  postdominators_ = immediate_postdominators(flow_.successors);
  guesses_ = simulator::guesses(syntax, flow_, postdominators_);
  word_addresses_ = word_addresses(syntax);
  const auto uses = register_uses(syntax);
  shared_addresses_.emplace(module, syntax, uses);
  function.shared_variables = shared_addresses_->variables();
  const auto ranges = live_ranges(syntax.registers.size(), uses, flow_);
  selected_loads_ = simulator::selected_loads(syntax, flow_, uses, ranges);
  RegisterPlan plan = allocate_registers(syntax.registers, ranges);
  registers_ = std::move(plan.offsets);
  read_ = read_registers(syntax);
  function.registers = plan.pressure;
  function.frame_bytes = (plan.bytes + 63) / 64 * 64;
  function.constants_start = function.frame_bytes;
}

std::uint16_t FrameLayout::selection(const Statement& statement) const {
  const auto found = selected_loads_.find(std::uint32_t(number_of(statement)));
  return found == selected_loads_.end()
             ? no_selection
             : std::uint16_t(std::distance(selected_loads_.begin(), found));
}

bool FrameLayout::is_of_word(const Operand& address) const {
  if (address.kind != Operand::Kind::address || address.offset != 0) return false;
  const Operand& base = address.elements.front();
  return base.kind == Operand::Kind::reg && word_addresses_[base.index];
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

Slot FrameLayout::special(const SpecialRegister& what, unsigned size, std::uint64_t addend) {
  const auto [place, added] = specials_.try_emplace({&what, size, addend}, no_slot);
  if (added) {
    place->second = allocate(size);
    function.specials.push_back({place->second, &what, size, addend});
  }
  return place->second;
}

/// See Routine::gathering: a, b, c, x, d and e, side by side.
void FrameLayout::make_room_to_gather() {
  if (function.gathering != no_slot) return;
  function.gathering = allocate(8);
  for (unsigned more = 1; more < 6; ++more) allocate(8);
}

Slot FrameLayout::scratch() {
  if (scratch_ == no_slot) scratch_ = allocate(16);
  return scratch_;
}

Slot FrameLayout::carry() {
  if (carry_ == no_slot) carry_ = allocate(0);
  return carry_;
}

std::uint32_t FrameLayout::reconvergence(const Statement& statement) const {
  const std::uint32_t meets = postdominators_[flow_.block_of[number_of(statement)]];
  return meets == flow_.blocks() ? no_instruction : flow_.starts[meets];
}

// Decoding

Decoding::Decoding(FrameLayout& frame, const Statement& statement)
    : frame_(frame), statement_(statement), modifiers_(statement.modifiers) {
  instruction.line = statement.line;
  instruction.place = statement.place;
  if (statement.guard.kind == Operand::Kind::reg)
    instruction.guard = predicate(statement.guard, instruction.guard_negated);
  registers.clear();
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

const Operand& Decoding::list(std::size_t i, std::size_t length) const {
  const Operand& result = operand(i);
  if (result.kind != Operand::Kind::list || result.elements.size() != length)
    fail("a vector of the wrong length");
  return result;
}

std::optional<Type> Decoding::register_type(const Operand& operand) const {
  if (operand.kind != Operand::Kind::reg) return std::nullopt;
  return frame_.syntax.registers[operand.index];
}

/// The place of a register that the instruction reads or writes.
Slot Decoding::in_role(const Operand& operand, Role role) {
  const auto& operands = statement_.operands;
  for (std::size_t k = 0; k < operands.size(); ++k) {
    if (!is_part(operand, operands[k])) continue;
    const Role said = role_of(statement_, k);
    if (said != role && said != Role::updated)
      fail("operand " + std::to_string(k + 1) + " is " + (role == Role::read ? "read" : "written") +
           ", which its opcode does not say");
  }
  const Type type = frame_.syntax.registers[operand.index];
  registers.push_back(
      {frame_.reg(operand.index), std::uint8_t(type == Type::pred ? 0 : size_of(type)),
       role == Role::read ? RegisterOperand::Kind::value : RegisterOperand::Kind::result});
  return frame_.reg(operand.index);
}

Slot Decoding::destination(const Operand& operand, Type type) {
  if (operand.kind == Operand::Kind::discard) return frame_.scratch();
  const std::optional<Type> known = register_type(operand);
  if (!known) fail("a result that is no register");
  if ((*known == Type::pred) != (type == Type::pred) || size_of(*known) != size_of(type))
    fail("a result register of the wrong size");
  return written(operand);
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
    return read(operand);
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
      if (operand.space == StateSpace::local) return frame_.special(local_start, size, at);
      // Statics of the kernel follow those that all kernels share.
      if (operand.space == StateSpace::shared && operand.index != 0)
        return frame_.special(shared_start, size, (frame_.module.shared_bytes + 15) / 16 * 16 + at);
      if (operand.space == StateSpace::shared) return frame_.special(shared_start, size, at);
      return frame_.constant(at, size);
    }
    case Operand::Kind::name: {
      const std::string_view name = operand.name;
      if (name == "WARP_SZ") return frame_.constant(warp_size, size);
      if (const SpecialRegister* found = special_register(name);
          found != nullptr && found->changes != SpecialRegister::Changes::always)
        return frame_.special(*found, size);
      if (const auto shared = frame_.module.shared.find(name); shared != frame_.module.shared.end())
        return frame_.special(shared_start, size,
                              shared->second.offset + std::uint64_t(operand.offset));
      if (frame_.module.dynamic_shared.contains(name))
        return frame_.special(dynamic_shared_start, size, std::uint64_t(operand.offset));
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
    return destination ? written(operand) : read(operand);
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
  return read(operand);
}

Slot Decoding::predicate_destination(const Operand& operand) {
  if (operand.kind == Operand::Kind::discard) return frame_.scratch();
  const std::optional<Type> known = register_type(operand);
  if (!known || *known != Type::pred) fail("a result that is no predicate");
  return written(operand);
}

Address Decoding::address(const Operand& operand, StateSpace space) {
  if (operand.kind != Operand::Kind::address) fail("an operand that is no address");
  const Operand& base = operand.elements.front();
  const std::optional<Type> known = register_type(base);
  const unsigned width = known ? size_of(*known) : 8;
  if (width != 4 && width != 8) fail("an address of the wrong size");
  // As on a GPU, whose own registers for these spaces have 32 bits whatever PTX says.
  const bool narrow = width == 4 || space == StateSpace::shared || space == StateSpace::local;
  const Slot slot = known ? read(base) : value(base, width);
  if (known) registers.back().kind = RegisterOperand::Kind::address;
  return {slot, std::uint8_t(width), narrow, frame_.shared_variable(operand), operand.offset};
}

Slot Decoding::carry(bool read, bool written) {
  const Slot slot = frame_.carry();
  if (read) registers.push_back({slot, 0, RegisterOperand::Kind::value});
  if (written) registers.push_back({slot, 0, RegisterOperand::Kind::result});
  return slot;
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

Instruction Decoding::decoded() {
  const Opcode* const opcode = opcodes().find(statement_.opcode);
  if (opcode == nullptr) {
    const char* const family = left_out(statement_.opcode);
    fail(family != nullptr ? std::string(family) + " are not simulated" : "unknown opcode");
  }
  instruction.computes = opcode->computes;
  opcode->decode(*this);
  if (!modifiers_.empty())
    fail("modifier '." + std::string(modifiers_.front()) + "' not supported");
  if (instruction.execute == nullptr) fail("not supported");
  return instruction;
}

}  // namespace simulator
