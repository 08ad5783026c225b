#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "simulator/instructions/access_counts.hpp"
#include "simulator/instructions/matrices/matrix_shapes.hpp"
#include "simulator/instructions/modifiers.hpp"
#include "simulator/machine/access/request.hpp"

namespace simulator {
namespace {

// wmma.load, wmma.store: a matrix in memory, its lines `stride` elements apart. The lanes access
// what goes into one register at a time, or single elements where those are not side by side.

constexpr unsigned usual = halves | byte_integers;
constexpr KnownShape shapes[] = {{{16, 16, 16}, usual},
                                 {{32, 8, 16}, usual},
                                 {{8, 32, 16}, usual},
                                 {{16, 16, 8}, set_of(Element::tf32)},
                                 {{8, 8, 4}, set_of(Element::f64)},
                                 {{8, 8, 32}, nibbles},
                                 {{8, 8, 128}, set_of(Element::b1)}};

struct FragmentMove {
  Address address;
  Fragment fragment;
  StateSpace space = StateSpace::generic;
  bool along = true;  // are the elements across a line side by side in memory?
  std::uint8_t registers = 0;
  std::uint32_t first = 0;
  Slot stride = no_slot;  // in elements; else lines are side by side
};

/// One access of all lanes: some elements of a register.
struct Part {
  unsigned reg, shift, bytes;
  std::int64_t line, across;  // of lane 0's first element
};

/// The accesses that a fragment takes.
std::vector<Part> parts_of(const FragmentMove& move) {
  const Fragment& f = move.fragment;
  const unsigned bits = bits_of(f.element), in_register = f.in_register();
  std::vector<Part> parts;
  f.for_elements([&](unsigned element, unsigned line, unsigned across) {
    const unsigned at = element % in_register;
    if (move.along && at != 0) return;
    parts.push_back({element / in_register, at * bits, (move.along ? in_register * bits : bits) / 8,
                     line, across});
  });
  return parts;
}

/// Completes the lanes' addresses of an access, whose bases are there.
void add_offsets(Warp& warp, const FragmentMove& move, const Part& part,
                 std::uint64_t (&addresses)[warp_size]) {
  const Fragment& f = move.fragment;
  const std::int64_t bits = bits_of(f.element), of_stride = f.element == Element::b1 ? 1 : bits;
  const std::uint32_t* const strides =
      move.stride == no_slot ? nullptr : warp.lanes<std::uint32_t>(move.stride);
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    const std::int64_t line = part.line + lane / 4, across = part.across + lane % 4 * f.pack;
    const std::int64_t slow = move.along ? line : across, fast = move.along ? across : line;
    const std::int64_t packed = (move.along ? f.across : f.lines) * bits;
    const std::int64_t step = strides == nullptr ? packed : std::int64_t(strides[lane]) * of_stride;
    addresses[lane] += std::uint64_t((slow * step + fast * bits) / 8);
  }
}

/// Calls body(Request&, Part) for each access.
template <class Body>
void for_accesses(Warp& warp, const Instruction& i, const FragmentMove& move, std::uint32_t mask,
                  Body&& body) {
  for (const Part& part : parts_of(move)) {
    Request request(warp, i);
    request.bytes = part.bytes;
    request.take_addresses(move.address);
    add_offsets(warp, move, part, request.addresses);
    if (move.address.narrow)
      for (std::uint64_t& address : request.addresses) address = std::uint32_t(address);
    for_spaces(request, move.space, mask, [&](Request& r) { body(r, part); });
  }
}

struct Register {
  std::array<std::uint64_t, warp_size> values{}, undefined{};
  std::array<OriginNumber, warp_size> origins{};
};

void load_fragment(Warp& warp, const Instruction& i, std::uint32_t mask) {
  mask = whole_warp(warp, i, mask);
  if (mask == 0) return;
  const FragmentMove& move = i.payload.as<FragmentMove>();
  const unsigned different = move.fragment.registers(), bytes = move.fragment.register_bytes();
  std::vector<Register> found(different);
  bool undefined = false;
  for_accesses(warp, i, move, mask, [&](Request& r, const Part& part) {
    Register& to = found[part.reg];
    r.follows = true;
    count_load(r);
    r.prepare(Use::read);
    r.visit(Use::read, nullptr, [&](unsigned lane, const std::byte* place) {
      std::uint64_t value = 0;
      std::memcpy(&value, place, part.bytes);
      to.values[lane] |= value << part.shift;
    });
    for_lanes(r.undefined, [&](unsigned lane) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, r.undefined_bits[lane], part.bytes);
      to.undefined[lane] |= bits << part.shift;
      to.origins[lane] = r.origin(lane);
      undefined = true;
    });
  });
  const Slot* const registers = warp.function().fragments.data() + move.first;
  for (unsigned k = 0; k < move.registers; ++k) {
    std::byte* const to = warp.lanes<std::byte>(registers[k]);
    const Register& from = found[k % different];
    for_lanes(mask, [&](unsigned lane) {
      std::memcpy(to + lane * bytes, &from.values[lane], bytes);
      if (from.undefined[lane] != 0)
        warp.shadow().set(registers[k], bytes, lane, from.undefined[lane], from.origins[lane]);
    });
  }
  if (undefined) warp.follow();
}

void store_fragment(Warp& warp, const Instruction& i, std::uint32_t mask) {
  mask = whole_warp(warp, i, mask);
  if (mask == 0) return;
  const FragmentMove& move = i.payload.as<FragmentMove>();
  const Slot* const registers = warp.function().fragments.data() + move.first;
  const unsigned size = move.fragment.register_bytes();
  for_accesses(warp, i, move, mask, [&](Request& r, const Part& part) {
    const Slot slot = registers[part.reg];
    const auto part_of = [&](std::uint64_t bits) { return bits >> part.shift; };
    std::byte values[warp_size * 8];  // part.bytes each
    for_lanes(r.mask, [&](unsigned lane) {
      std::uint64_t value = 0;
      std::memcpy(&value, warp.lanes<std::byte>(slot) + lane * size, size);
      value = part_of(value);
      std::memcpy(values + lane * part.bytes, &value, part.bytes);
    });
    count_store(r);
    r.prepare(Use::write);
    r.visit(Use::write, values, [&](unsigned lane, std::byte* place) {
      const std::byte* const from = values + lane * part.bytes;
      if (std::memcmp(place, from, part.bytes) == 0) return;
      std::memcpy(place, from, part.bytes);
      warp.execution().progressed();
    });
    const FrameShadow* const shadow = warp.follows() ? warp.shadow_of_current() : nullptr;
    if (shadow == nullptr) return;
    for_lanes(shadow->lanes(slot) & r.mask, [&](unsigned lane) {
      const std::uint64_t whole = part_of(shadow->bits(slot, size, lane));
      std::byte bits[16] = {};
      std::memcpy(bits, &whole, part.bytes);
      r.undefine(lane, bits, shadow->origin(slot, lane));
    });
  });
}

void decode_move(Decoding& d, bool loads) {
  Instruction& i = d.instruction;
  i.kind = InstructionClass::memory;
  const Matrix which = loads && d.take("a")   ? Matrix::a
                       : loads && d.take("b") ? Matrix::b
                                              : Matrix::c;
  if (which == Matrix::c && !d.take(loads ? "c" : "d")) d.fail("no matrix");
  const bool row = d.take("row");
  if (!row && !d.take("col")) d.fail("no layout");
  FragmentMove move;
  const MatrixShape shape = take_shape(d);
  move.space = take_space(d);
  const Elements elements = take_elements(d);
  if (elements.count != 1) d.fail("no type");
  if (!is_known(shapes, which, elements.types[0], shape)) d.fail("not supported");
  move.fragment = Fragment::of(which, elements.types[0], shape);
  move.along = row == (which != Matrix::b);
  if (!move.along && bits_of(move.fragment.element) < 8) d.fail("not supported");
  if (!move.along && move.fragment.element == Element::b1) d.fail("not supported");
  move.first = std::uint32_t(d.frame().function.fragments.size());
  move.registers = std::uint8_t(
      take_registers(d, d.operand(loads ? 0 : 1), register_type(elements.types[0]), loads));
  const unsigned different = move.fragment.registers();
  if (different == 0 || move.registers % different != 0 || move.registers == 0)
    d.fail("a matrix in the wrong number of registers");
  move.address = d.address(d.operand(loads ? 1 : 0), move.space);
  if (d.operands() > 2) {
    const std::size_t before = d.registers.size();
    move.stride = d.source(2, Type::b32);
    if (d.registers.size() > before) d.registers.back().kind = RegisterOperand::Kind::address;
  }
  i.payload = move;
  i.execute = loads ? load_fragment : store_fragment;
}

void decode_product_of_fragments(Decoding& d) {
  MatrixProduct p;
  p.shape = take_shape(d);
  while (d.take("row") || d.take("col")) {
  }
  const Elements elements = take_elements(d);
  if (elements.count == 2) {  // of D and C
    p.a = p.b = Element::f16;
    p.d = elements.types[0];
    p.c = elements.types[1];
  } else if (elements.count == 4) {
    p.d = elements.types[0];
    p.a = elements.types[1];
    p.b = elements.types[2];
    p.c = elements.types[3];
  } else {
    d.fail("not two types nor four");
  }
  if (!is_known(shapes, p) || p.a != p.b) d.fail("not supported");
  take_operation(d, p);
  decode_product(d, p);
}

void decode_wmma(Decoding& d) {
  const bool loads = d.take("load"), stores = !loads && d.take("store");
  if (!loads && !stores && !d.take("mma")) d.fail("not supported");
  if (!d.take("sync")) d.fail("wmma without .sync");
  d.ignore({"aligned"});
  if (loads || stores)
    decode_move(d, loads);
  else
    decode_product_of_fragments(d);
}

Dataflow of_wmma(const Statement& s) {
  return {.how = s.has("mma") ? Propagation::collective : Propagation::addressed};
}

}  // namespace

void add_fragments(Opcodes& opcodes) {
  opcodes.add("wmma", first_written, decode_wmma, of_wmma);
}

}  // namespace simulator
