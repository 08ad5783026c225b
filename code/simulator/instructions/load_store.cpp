#include <array>

#include "simulator/instructions/access_counts.hpp"
#include "simulator/instructions/copies/async_store.hpp"
#include "simulator/instructions/copies/bulk_copy.hpp"
#include "simulator/instructions/lanes.hpp"
#include "simulator/instructions/modifiers.hpp"
#include "simulator/machine/access/request.hpp"
#include "simulator/observation/trace.hpp"
#include "simulator/program/decoding.hpp"

namespace simulator {
namespace {

/// Between memory and registers: the values' registers, all of one width in bytes.
struct Transfer : Access {
  std::array<Slot, 4> values{no_slot, no_slot, no_slot, no_slot};
  std::uint8_t width = 0;
  std::uint16_t selection = no_selection;  // of a load, among those of the function
};

/// What is read by a load that is left out.
constexpr std::byte nothing[16] = {};

bool traced(const Request& r) {
  return r.space == StateSpace::global || r.space == StateSpace::shared;
}

template <class T>
void move_in(std::byte* to, const std::byte* const* from, unsigned at, std::uint32_t mask) {
  T* values = reinterpret_cast<T*>(to);
  for_lanes(mask, [=](unsigned lane) { std::memcpy(values + lane, from[lane] + at, sizeof(T)); });
}

template <class T, class Wide>
void widen(std::byte* to, const std::byte* const* from, unsigned at, std::uint32_t mask) {
  for_lanes(mask, [=](unsigned lane) {
    T value;
    std::memcpy(&value, from[lane] + at, sizeof value);
    reinterpret_cast<Wide*>(to)[lane] = Wide(value);
  });
}

/// Into a register of `width` bytes, by the sign of T.
template <class T>
void widen(std::byte* to, unsigned width, const std::byte* const* from, unsigned at,
           std::uint32_t mask) {
  switch (width) {
    case 2:
      return widen<T, std::int16_t>(to, from, at, mask);
    case 4:
      return widen<T, std::int32_t>(to, from, at, mask);
    default:
      return widen<T, std::int64_t>(to, from, at, mask);
  }
}

/// One element of each lane into a register.
void move_in(Warp& warp, const Transfer& t, unsigned element, const std::byte* const* from,
             std::uint32_t mask) {
  const unsigned size = size_of(t.type), at = element * size;
  std::byte* to = warp.lanes<std::byte>(t.values[element]);
  if (t.width == size) {
    switch (size) {
      case 1:
        return move_in<std::uint8_t>(to, from, at, mask);
      case 2:
        return move_in<std::uint16_t>(to, from, at, mask);
      case 4:
        return move_in<std::uint32_t>(to, from, at, mask);
      case 8:
        return move_in<std::uint64_t>(to, from, at, mask);
      default:
        return move_in<unsigned __int128>(to, from, at, mask);
    }
  }
  const bool sign = is_signed(t.type);
  switch (size) {
    case 1:
      return sign ? widen<std::int8_t>(to, t.width, from, at, mask)
                  : widen<std::uint8_t>(to, t.width, from, at, mask);
    case 2:
      return sign ? widen<std::int16_t>(to, t.width, from, at, mask)
                  : widen<std::uint16_t>(to, t.width, from, at, mask);
    default:
      return sign ? widen<std::int32_t>(to, t.width, from, at, mask)
                  : widen<std::uint32_t>(to, t.width, from, at, mask);
  }
}

/// Undefined bits go to the registers with the values.
void move_in_undefined(Warp& warp, const Transfer& t, Request& r) {
  const unsigned size = size_of(t.type);
  FrameShadow& shadow = warp.shadow();
  for_lanes(r.undefined, [&](unsigned lane) {
    const OriginNumber origin = r.origin(lane);
    for (unsigned k = 0; k < t.count; ++k) {
      if (t.values[k] == no_slot) continue;
      std::byte bits[16] = {};
      std::memcpy(bits, r.undefined_bits[lane] + k * size, size);
      if (is_signed(t.type) && (bits[size - 1] & std::byte{0x80}) != std::byte{0})
        std::fill(bits + size, bits + sizeof bits, std::byte{0xff});
      shadow.set_wide(t.values[k], t.width, lane, bits, origin);
    }
  });
  warp.follow();
}

/// The lanes that take a load's value.
std::uint32_t taken(Warp& warp, const Selection& selection, std::uint32_t mask) {
  if (selection.ways.empty()) return mask;
  for (const Instruction& step : selection.steps) step.execute(warp, step, mask);
  std::uint32_t lanes = 0;
  for (const auto& way : selection.ways) {
    std::uint32_t all = mask;
    for (const auto& [predicate, negated] : way)
      all &= negated ? ~warp.predicate(predicate) : warp.predicate(predicate);
    lanes |= all;
  }
  return lanes;
}

void load(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const Transfer& t = i.payload.as<Transfer>();
  const unsigned size = size_of(t.type);
  const std::uint32_t dropped =
      t.selection == no_selection
          ? 0
          : mask & ~taken(warp, warp.function().selections[t.selection], mask);
  for_spaces(warp, i, t, mask, [&](Request& r) {
    r.follows = true;
    r.dropped = dropped;
    count_load(r);
    r.prepare(Use::read);
    const std::byte* from[warp_size];
    const std::uint32_t wanted = r.mask;
    if (const std::byte* all = r.row(Use::read)) {
      if (t.count == 1 && t.width == size && t.values[0] != no_slot && !warp.execution().trace()) {
        std::memcpy(warp.lanes<std::byte>(t.values[0]), all,
                    unsigned(std::popcount(r.mask)) * size);
        return;
      }
      for_lanes(r.mask, [&](unsigned lane) { from[lane] = all + lane * r.bytes; });
    } else {
      r.visit(Use::read, nullptr,
              [&](unsigned lane, const std::byte* place) { from[lane] = place; });
      for_lanes(wanted & ~r.mask, [&](unsigned lane) { from[lane] = nothing; });
    }
    for (unsigned k = 0; k < t.count; ++k)
      if (t.values[k] != no_slot) move_in(warp, t, k, from, wanted);
    if (r.undefined != 0) move_in_undefined(warp, t, r);
    if (Trace* trace = warp.execution().trace(); trace && traced(r))
      trace->access(r, Use::read, from);
  });
}

/// A kernel's parameter at a known place: the same for all lanes.
template <class T>
void load_parameter(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const Transfer& t = i.payload.as<Transfer>();
  const std::byte* from = warp.execution().parameters().data() + t.address.offset;
  for (unsigned k = 0; k < t.count; ++k) {
    T value;
    std::memcpy(&value, from + k * sizeof(T), sizeof value);
    T* to = warp.lanes<T>(t.values[k]);
    for_lanes(mask, [=](unsigned lane) { to[lane] = value; });
  }
}

/// `size` bytes of each lane.
template <unsigned size>
void gather(std::byte* to, unsigned to_stride, const std::byte* from, unsigned from_stride,
            std::uint32_t mask) {
  for_lanes(mask, [=](unsigned lane) {
    std::memcpy(to + lane * to_stride, from + lane * from_stride, size);
  });
}

/// The lanes' values side by side, r.bytes each: in their register, or else gathered in `room`.
const std::byte* values_to_store(Warp& warp, const Transfer& t, const Request& r, std::byte* room) {
  const unsigned size = size_of(t.type);
  if (t.count == 1 && t.width == size) return warp.lanes<std::byte>(t.values[0]);
  for (unsigned k = 0; k < t.count; ++k) {
    const std::byte* from = warp.lanes<std::byte>(t.values[k]);
    std::byte* to = room + k * size;
    const auto put_side_by_side = size == 1   ? gather<1>
                                  : size == 2 ? gather<2>
                                  : size == 4 ? gather<4>
                                              : gather<8>;
    put_side_by_side(to, r.bytes, from, t.width, r.mask);
  }
  return room;
}

template <class T>
void put(Warp& warp, std::byte* to, const std::byte* from) {
  T old, value;
  std::memcpy(&old, to, sizeof old);
  std::memcpy(&value, from, sizeof value);
  if (old == value) return;
  std::memcpy(to, &value, sizeof value);
  warp.execution().progressed();
}

/// Stores, and says so if that changes something.
void put(Warp& warp, std::byte* to, const std::byte* from, unsigned bytes) {
  switch (bytes) {
    case 1:
      return put<std::uint8_t>(warp, to, from);
    case 2:
      return put<std::uint16_t>(warp, to, from);
    case 4:
      return put<std::uint32_t>(warp, to, from);
    case 8:
      return put<std::uint64_t>(warp, to, from);
    case 16:
      return put<unsigned __int128>(warp, to, from);
    default:
      if (std::memcmp(to, from, bytes) == 0) return;
      std::memcpy(to, from, bytes);
      warp.execution().progressed();
  }
}

/// Undefined bits go to memory with the values.
void move_out_undefined(Warp& warp, const Transfer& t, Request& r) {
  const unsigned size = size_of(t.type);
  const FrameShadow* const shadow = warp.shadow_of_current();
  if (shadow == nullptr) return;
  std::uint32_t undefined = r.space == StateSpace::param ? r.mask : 0;
  for (unsigned k = 0; k < t.count; ++k) undefined |= shadow->lanes(t.values[k]);
  for_lanes(undefined & r.mask, [&](unsigned lane) {
    std::byte bits[16] = {};
    OriginNumber origin = 0;
    for (unsigned k = 0; k < t.count; ++k) {
      if ((shadow->lanes(t.values[k]) >> lane & 1) == 0) continue;
      std::memcpy(bits + k * size, shadow->bits(t.values[k]) + lane * t.width, size);
      if (origin == 0) origin = shadow->origin(t.values[k], lane);
    }
    // Where others may find it, it is used: hardly anyone sorts out later what was undefined.
    if (r.space == StateSpace::global && warp.is_shuffled(origin))
      warp.depends(origin, lane, std::string(r.i.text));
    else
      r.undefine(lane, bits, origin);
  });
}

void store(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const Transfer& t = i.payload.as<Transfer>();
  for_spaces(warp, i, t, mask, [&](Request& r) {
    count_store(r);
    r.prepare(Use::write);
    alignas(16) std::byte room[warp_size * 16];
    const std::byte* const values = values_to_store(warp, t, r, room);
    if (std::byte* all = r.row(Use::write))
      put(warp, all, values, unsigned(std::popcount(r.mask)) * r.bytes);
    else
      r.visit(Use::write, values, [&](unsigned lane, std::byte* place) {
        put(warp, place, values + lane * r.bytes, r.bytes);
      });
    if (warp.follows()) move_out_undefined(warp, t, r);
    if (Trace* trace = warp.execution().trace(); trace && traced(r)) {
      const std::byte* after[warp_size];
      for_lanes(r.mask, [&](unsigned lane) { after[lane] = values + lane * r.bytes; });
      trace->access(r, Use::write, after);
    }
  });
}

void value_registers(Decoding& d, const Operand& operand, Transfer& t, bool destination) {
  if (operand.kind != Operand::Kind::list) {
    t.values[0] = d.wide(operand, t.type, t.width, destination);
    return;
  }
  if (operand.elements.size() != t.count) d.fail("a vector of the wrong length");
  std::uint8_t width = 0, shared_width = 0;
  for (unsigned k = 0; k < t.count; ++k) {
    t.values[k] = d.wide(operand.elements[k], t.type, width, destination);
    if (operand.elements[k].kind != Operand::Kind::reg) continue;
    if (shared_width != 0 && width != shared_width)
      d.fail("a vector of registers of different width");
    shared_width = width;
  }
  // Constants and `_` take the width of the registers beside them.
  t.width = shared_width == 0 ? std::uint8_t(size_of(t.type)) : shared_width;
  for (unsigned k = 0; k < t.count; ++k) {
    const Operand& element = operand.elements[k];
    if (element.kind == Operand::Kind::discard)
      t.values[k] = destination ? no_slot : d.frame().scratch();
    else if (element.kind != Operand::Kind::reg && t.width != size_of(t.type))
      t.values[k] = d.frame().constant(element.bits, t.width);
  }
}

Execute parameter_loader(Type type) {
  switch (size_of(type)) {
    case 1:
      return load_parameter<std::uint8_t>;
    case 2:
      return load_parameter<std::uint16_t>;
    case 4:
      return load_parameter<std::uint32_t>;
    case 8:
      return load_parameter<std::uint64_t>;
    default:
      return load_parameter<unsigned __int128>;
  }
}

/// A load or a store by the places of its operands.
Transfer decode_transfer(Decoding& d, std::size_t value, std::size_t address) {
  d.instruction.kind = InstructionClass::memory;
  Transfer t;
  t.ordering = take_ordering(d, false);
  t.space = take_space(d);
  t.ordering.read_only = d.take("nc");
  take_cache_hints(d);
  const bool hinted = d.take("L2::cache_hint");
  t.count = take_vector(d);
  t.type = d.take_type();
  value_registers(d, d.operand(value), t, value == 0);
  t.address = d.address(d.operand(address), t.space);
  if (hinted) d.source(2, Type::b64);
  if (t.bytes() > 16) d.fail("an access of more than 16 bytes");
  return t;
}

void decode_load(Decoding& d) {
  Transfer t = decode_transfer(d, 0, 1);
  // An old value does no harm there: so it races with plain stores alone, as a strong load does.
  if (d.guesses() != Guess::none) t.ordering.strength = Strength::device;
  t.ordering.of_part =
      (t.bytes() == 4 || t.bytes() == 2) && t.ordering.strength != Strength::weak &&
      t.ordering.strength != Strength::volatile_ && d.frame().is_of_word(d.operand(1));
  t.ordering.weighs = d.guesses() == Guess::of_extremum;
  t.selection = d.frame().selection(d.statement());
  Instruction& i = d.instruction;
  i.execute = load;
  const Operand& base = d.operand(1).elements.front();
  const FunctionSyntax& function = d.frame().syntax;
  if (t.space == StateSpace::param && function.entry && base.kind == Operand::Kind::variable &&
      t.width == size_of(t.type) && base.bits < function.parameter_bytes) {
    i.computes = true;
    t.address.offset += std::int64_t(base.bits);
    if (t.address.offset < 0 ||
        std::uint64_t(t.address.offset) + t.bytes() > function.parameter_bytes)
      d.fail("a parameter out of bounds");
    for (unsigned k = 0; k < t.count; ++k)
      if (t.values[k] == no_slot) t.values[k] = d.frame().scratch();
    i.execute = parameter_loader(t.type);
  }
  i.payload = t;
}

void decode_store(Decoding& d) {
  if (d.take("async")) return decode_async_store(d, false);
  d.instruction.payload = decode_transfer(d, 1, 0);
  d.instruction.execute = store;
}

bool in_own_space(const Statement& s) {
  return s.has("param") || s.has("param::func") || s.has("local");
}

}  // namespace

void add_loads_and_stores(Opcodes& opcodes) {
  opcodes.add("ld", {decode_load, first_written, passes<Propagation::addressed>, in_own_space});
  opcodes.add("ldu", first_written, decode_load, passes<Propagation::addressed>);
  opcodes.add("st", {decode_store, all_read, passes<Propagation::addressed>, in_own_space});
}

}  // namespace simulator
