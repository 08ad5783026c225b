#include <algorithm>

#include "simulator/instructions/lanes.hpp"
#include "simulator/program/decoding.hpp"

namespace simulator {
namespace {

// vadd4 and its kin: four bytes or two halves of a register at once. Selectors and masks of parts,
// which nvcc never writes, are not known.

enum class Step : std::uint8_t { add, subtract, average, difference, minimum, maximum };

struct Form {
  bool signed_a, signed_b, signed_result, saturated, accumulated;
};

template <unsigned bits>
std::int32_t part(std::uint32_t word, unsigned k, bool sign) {
  const std::uint32_t value = word >> k * bits & ((1u << bits) - 1);
  return sign ? std::int32_t(value << (32 - bits)) >> (32 - bits) : std::int32_t(value);
}

std::int32_t stepped(Step step, std::int32_t a, std::int32_t b) {
  switch (step) {
    case Step::add:
      return a + b;
    case Step::subtract:
      return a - b;
    case Step::average:
      return (a + b + (a + b >= 0)) >> 1;
    case Step::difference:
      return std::abs(a - b);
    case Step::minimum:
      return std::min(a, b);
    default:
      return std::max(a, b);
  }
}

template <unsigned bits>
std::int32_t saturated(std::int32_t value, bool sign) {
  const std::int32_t least = sign ? -(1 << (bits - 1)) : 0, most = (1 << (bits - sign)) - 1;
  return std::clamp(value, least, most);
}

/// value(part of a, part of b) for every part, side by side or summed up onto c.
template <unsigned bits, class Value>
void map_parts(Warp& warp, const Instruction& i, std::uint32_t mask, Value value) {
  const Form form = i.payload.as<Form>();
  std::uint32_t* d = warp.lanes<std::uint32_t>(i.d);
  const std::uint32_t *a = warp.lanes<std::uint32_t>(i.a), *b = warp.lanes<std::uint32_t>(i.b),
                      *c = warp.lanes<std::uint32_t>(i.c);
  for_lanes(mask, [=](unsigned lane) {
    std::uint32_t packed = 0, sum = c[lane];
    for (unsigned k = 0; k < 32 / bits; ++k) {
      std::int32_t v =
          value(part<bits>(a[lane], k, form.signed_a), part<bits>(b[lane], k, form.signed_b));
      if (form.saturated) v = saturated<bits>(v, form.signed_result);
      packed |= (std::uint32_t(v) & ((1u << bits) - 1)) << k * bits;
      sum += std::uint32_t(v);
    }
    d[lane] = form.accumulated ? sum : packed;
  });
}

template <unsigned bits>
void step_parts(Warp& warp, const Instruction& i, std::uint32_t mask) {
  map_parts<bits>(warp, i, mask, [step = Step(i.mode)](std::int32_t a, std::int32_t b) {
    return stepped(step, a, b);
  });
}

constexpr const char* comparison_names[] = {"eq", "ne", "lt", "le", "gt", "ge"};

template <unsigned bits>
void set_parts(Warp& warp, const Instruction& i, std::uint32_t mask) {
  map_parts<bits>(warp, i, mask, [comparison = i.mode](std::int32_t a, std::int32_t b) {
    const bool holds[] = {a == b, a != b, a<b, a <= b, a> b, a >= b};
    return std::int32_t(holds[comparison]);
  });
}

void operands(Decoding& d) {
  Instruction& i = d.instruction;
  i.kind = InstructionClass::integer;
  i.d = d.destination(0, Type::b32);
  i.a = d.source(1, Type::b32);
  i.b = d.source(2, Type::b32);
  i.c = d.source(3, Type::b32);
}

template <Step step, unsigned bits>
void decode_step(Decoding& d) {
  Form form{};
  form.saturated = d.take("sat");
  form.accumulated = d.take("add");
  form.signed_result = is_signed(d.take_type());
  form.signed_a = is_signed(d.take_type());
  form.signed_b = is_signed(d.take_type());
  operands(d);
  d.instruction.mode = std::uint8_t(step);
  d.instruction.payload = form;
  d.instruction.execute = step_parts<bits>;
}

template <unsigned bits>
void decode_set(Decoding& d) {
  Form form{};
  form.accumulated = d.take("add");
  form.signed_a = is_signed(d.take_type());
  form.signed_b = is_signed(d.take_type());
  unsigned comparison = 0;
  while (comparison < std::size(comparison_names) && !d.take(comparison_names[comparison]))
    ++comparison;
  if (comparison == std::size(comparison_names)) d.fail("no comparison");
  operands(d);
  d.instruction.mode = std::uint8_t(comparison);
  d.instruction.payload = form;
  d.instruction.execute = set_parts<bits>;
}

template <unsigned bits>
Dataflow of_video(const Statement& s) {
  if (s.has("add")) return computed(s, Propagation::whole);
  return computed(s, bits == 8 ? Propagation::bytes : Propagation::halves);
}

template <unsigned bits>
void add_width(Opcodes& opcodes, const char* const (&names)[7]) {
  opcodes.add_computing(names[0], decode_step<Step::add, bits>, of_video<bits>);
  opcodes.add_computing(names[1], decode_step<Step::subtract, bits>, of_video<bits>);
  opcodes.add_computing(names[2], decode_step<Step::average, bits>, of_video<bits>);
  opcodes.add_computing(names[3], decode_step<Step::difference, bits>, of_video<bits>);
  opcodes.add_computing(names[4], decode_step<Step::minimum, bits>, of_video<bits>);
  opcodes.add_computing(names[5], decode_step<Step::maximum, bits>, of_video<bits>);
  opcodes.add_computing(names[6], decode_set<bits>, of_video<bits>);
}

}  // namespace

void add_video(Opcodes& opcodes) {
  add_width<8>(opcodes, {"vadd4", "vsub4", "vavrg4", "vabsdiff4", "vmin4", "vmax4", "vset4"});
  add_width<16>(opcodes, {"vadd2", "vsub2", "vavrg2", "vabsdiff2", "vmin2", "vmax2", "vset2"});
}

}  // namespace simulator
