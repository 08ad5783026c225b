#include "simulator/instructions/lanes.hpp"
#include "simulator/program/decoding.hpp"

// Logic, bit by bit, on registers and on predicates.

namespace simulator {
namespace {

struct And {
  template <class T>
  static T apply(T a, T b) {
    return a & b;
  }
};
struct Or {
  template <class T>
  static T apply(T a, T b) {
    return a | b;
  }
};
struct Xor {
  template <class T>
  static T apply(T a, T b) {
    return a ^ b;
  }
};
struct Not {
  template <class T>
  static T apply(T a) {
    return T(~a);
  }
};
struct LogicalNot {
  template <class T>
  static T apply(T a) {
    return a == 0;
  }
};

template <class T>
void logic3(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const unsigned table = i.mode;
  T* d = warp.lanes<T>(i.d);
  const T* a = warp.lanes<T>(i.a);
  const T* b = warp.lanes<T>(i.b);
  const T* c = warp.lanes<T>(i.c);
  T terms[8];
  for (unsigned k = 0; k < 8; ++k) terms[k] = table >> k & 1 ? T(~T(0)) : T(0);
  for_lanes(mask, [=](unsigned lane) {
    T result = 0;
    for (unsigned k = 0; k < 8; ++k) {
      const T ta = k & 4 ? a[lane] : T(~a[lane]), tb = k & 2 ? b[lane] : T(~b[lane]),
              tc = k & 1 ? c[lane] : T(~c[lane]);
      result |= ta & tb & tc & terms[k];
    }
    d[lane] = result;
  });
}

template <class F>
Execute unary_of(Type type) {
  switch (size_of(type)) {
    case 2:
      return map_unary<F, std::uint16_t, std::uint16_t>;
    case 4:
      return map_unary<F, std::uint32_t, std::uint32_t>;
    default:
      return map_unary<F, std::uint64_t, std::uint64_t>;
  }
}

template <class F>
Execute logic_of(Type type) {
  switch (size_of(type)) {
    case 2:
      return map_binary<F, std::uint16_t, std::uint16_t>;
    case 4:
      return map_binary<F, std::uint32_t, std::uint32_t>;
    default:
      return map_binary<F, std::uint64_t, std::uint64_t>;
  }
}

/// Predicates are masks: logic on them is one operation.
template <class F>
void predicate_logic(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const std::uint32_t a = i.negate_a ? ~warp.predicate(i.a) : warp.predicate(i.a);
  const std::uint32_t b = i.negate_b ? ~warp.predicate(i.b) : warp.predicate(i.b);
  std::uint32_t& d = warp.predicate(i.d);
  d = (d & ~mask) | (F::template apply<std::uint32_t>(a, b) & mask);
}

template <class F>
void decode_logic(Decoding& d) {
  const Type type = d.take_type();
  Instruction& i = d.instruction;
  i.kind = InstructionClass::integer;
  if (type == Type::pred) {
    i.d = d.predicate_destination(d.operand(0));
    i.a = d.predicate(d.operand(1), i.negate_a);
    i.b = d.predicate(d.operand(2), i.negate_b);
    i.execute = predicate_logic<F>;
    return;
  }
  i.d = d.destination(0, type);
  i.a = d.source(1, type);
  i.b = d.source(2, type);
  i.execute = logic_of<F>(type);
}

struct First {
  template <class T>
  static T apply(T a, T) {
    return a;
  }
};

void decode_not(Decoding& d) {
  const Type type = d.take_type();
  Instruction& i = d.instruction;
  i.kind = InstructionClass::integer;
  if (type == Type::pred) {
    i.d = d.predicate_destination(d.operand(0));
    i.a = i.b = d.predicate(d.operand(1), i.negate_a);
    i.negate_a = !i.negate_a;
    i.execute = predicate_logic<First>;
    return;
  }
  i.d = d.destination(0, type);
  i.a = d.source(1, type);
  i.execute = unary_of<Not>(type);
}

void decode_logical_not(Decoding& d) {
  const Type type = d.take_type();
  Instruction& i = d.instruction;
  i.kind = InstructionClass::integer;
  i.d = d.destination(0, type);
  i.a = d.source(1, type);
  i.execute = unary_of<LogicalNot>(type);
}

void decode_logic3(Decoding& d) {
  const Type type = d.take_type();
  Instruction& i = d.instruction;
  i.kind = InstructionClass::integer;
  i.d = d.destination(0, type);
  i.a = d.source(1, type);
  i.b = d.source(2, type);
  i.c = d.source(3, type);
  i.mode = std::uint8_t(d.literal(d.operand(4)));
  i.execute = logic3<std::uint32_t>;
}

}  // namespace

void add_logic(Opcodes& opcodes) {
  constexpr std::uint8_t a = 0xf0, b = 0xcc;  // as in lop3's tables
  opcodes.add_computing("and", decode_logic<And>, by_logic<a & b>);
  opcodes.add_computing("or", decode_logic<Or>, by_logic<a | b>);
  opcodes.add_computing("xor", decode_logic<Xor>, by_logic<a ^ b>);
  opcodes.add_computing("not", decode_not, by_logic<0xff ^ a>);
  opcodes.add_computing("cnot", decode_logical_not);
  opcodes.add_computing("lop3", decode_logic3, by_logic<0>);
}

}  // namespace simulator
