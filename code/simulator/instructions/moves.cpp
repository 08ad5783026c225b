#include <array>

#include "simulator/instructions/lanes.hpp"
#include "simulator/program/decoding.hpp"
#include "simulator/program/special_register.hpp"

namespace simulator {
namespace {

struct Same {
  template <class T>
  static T apply(T a) {
    return a;
  }
};

void copy_predicate(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const std::uint32_t a = i.negate_a ? ~warp.predicate(i.a) : warp.predicate(i.a);
  std::uint32_t& d = warp.predicate(i.d);
  d = (d & ~mask) | (a & mask);
}

/// Elements of a vector.
struct Parts {
  std::uint8_t count;
  std::array<Slot, 4> slots;
};

/// mov.b64 d, {a, b}: elements side by side in one register.
template <class T>
void join(Warp& warp, const Instruction& i, std::uint32_t mask) {
  T* d = warp.lanes<T>(i.d);
  const Parts parts = i.payload.as<Parts>();
  for (unsigned k = 0; k < parts.count; ++k) {
    const T* from = warp.lanes<T>(parts.slots[k]);
    for_lanes(mask, [=, count = parts.count](unsigned lane) { d[lane * count + k] = from[lane]; });
  }
}

template <class T>
void split(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const T* a = warp.lanes<T>(i.a);
  const Parts parts = i.payload.as<Parts>();
  for (unsigned k = 0; k < parts.count; ++k) {
    T* to = warp.lanes<T>(parts.slots[k]);
    for_lanes(mask, [=, count = parts.count](unsigned lane) { to[lane] = a[lane * count + k]; });
  }
}

/// For elements of a size.
template <class T>
Execute mover(bool splits) {
  return splits ? split<T> : join<T>;
}

Type untyped(unsigned size) {
  switch (size) {
    case 1:
      return Type::b8;
    case 2:
      return Type::b16;
    case 4:
      return Type::b32;
    default:
      return Type::b64;
  }
}

struct SpecialRead {
  const SpecialRegister* special;
  unsigned bytes;  // of the result
};

void read_special(Warp& warp, const Instruction& i, std::uint32_t mask) {
  warp.execution().interacts();
  const auto& [special, bytes] = i.payload.as<SpecialRead>();
  alignas(64) std::byte values[16 * warp_size];
  special->fill(warp, warp.local_start(), values, bytes, 0);
  resize_lanes(warp.lanes<std::byte>(i.d), bytes, values, bytes, false, mask);
}

Execute copier(unsigned size) {
  switch (size) {
    case 1:
      return map_unary<Same, std::uint8_t, std::uint8_t>;
    case 2:
      return map_unary<Same, std::uint16_t, std::uint16_t>;
    case 4:
      return map_unary<Same, std::uint32_t, std::uint32_t>;
    case 8:
      return map_unary<Same, std::uint64_t, std::uint64_t>;
    default:
      return map_unary<Same, unsigned __int128, unsigned __int128>;
  }
}

void decode_mov(Decoding& d) {
  d.ignore({"volatile"});
  const Type type = d.take_type();
  Instruction& i = d.instruction;
  i.kind = InstructionClass::other;
  const Operand &to = d.operand(0), &from = d.operand(1);
  if (type == Type::pred) {
    i.d = d.predicate_destination(to);
    if (from.kind == Operand::Kind::name && from.name == "%is_explicit_cluster") {
      i.a = d.frame().special(*special_register(from.name), size_of(Type::b32));
      i.execute = copy_predicate;
      return;
    }
    i.a = d.predicate(from, i.negate_a);
    i.execute = copy_predicate;
    return;
  }
  const unsigned size = size_of(type);
  for (const Operand* list : {&to, &from}) {
    if (list->kind != Operand::Kind::list) continue;
    const bool splits = list == &to;
    Parts parts{};
    const std::size_t count = list->elements.size();
    if (count < 2 || count > 4 || size % count != 0) d.fail("a vector of the wrong length");
    parts.count = std::uint8_t(count);
    const unsigned width = unsigned(size / count);
    for (unsigned k = 0; k < count; ++k) {
      const Operand& part = list->elements[k];
      parts.slots[k] =
          splits ? d.destination(part, untyped(width)) : d.source(part, untyped(width));
    }
    i.payload = parts;
    if (splits)
      i.a = d.source(from, type);
    else
      i.d = d.destination(to, type);
    i.execute = width == 1   ? mover<std::uint8_t>(splits)
                : width == 2 ? mover<std::uint16_t>(splits)
                : width == 4 ? mover<std::uint32_t>(splits)
                             : mover<std::uint64_t>(splits);
    return;
  }
  i.d = d.destination(to, type);
  const SpecialRegister* const special =
      from.kind == Operand::Kind::name ? special_register(from.name) : nullptr;
  if (special != nullptr && special->changes == SpecialRegister::Changes::always) {
    i.payload = SpecialRead{special, size};
    i.execute = read_special;
    return;
  }
  i.a = d.source(from, type);
  i.execute = copier(size);
}

Dataflow of_mov(const Statement& s) {
  return first_type(s) == Type::pred ? by_logic<0xf0>(s) : moving<0>(s);
}

}  // namespace

void add_moves(Opcodes& opcodes) {
  opcodes.add_computing("mov", decode_mov, of_mov);
}

}  // namespace simulator
