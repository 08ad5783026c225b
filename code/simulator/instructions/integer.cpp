#include "simulator/instructions/by_integer.hpp"
#include "simulator/instructions/integer_forms.hpp"
#include "simulator/instructions/lanes.hpp"
#include "simulator/program/decoding.hpp"

namespace simulator {

using namespace integer;

namespace {

template <class F, class T>
constexpr Execute binary = map_binary<F, T, T>;

/// The Execute for an integer type, or null.
template <class F>
Execute binary_of(Type type) {
  return by_integer(type, []<class T>(T) -> Execute { return map_binary<F, T, T>; });
}

template <class F>
Execute halves_of(Type type) {
  return type == Type::s16
             ? Execute(map_binary<Halves<F, std::int16_t>, std::uint32_t, std::uint32_t>)
             : Execute(map_binary<Halves<F, std::uint16_t>, std::uint32_t, std::uint32_t>);
}

/// Reads "u16x2" and "s16x2", which only integer add, min and max know.
bool packed(Decoding& d, Type& halves) {
  if (d.take("u16x2")) return halves = Type::u16, true;
  if (d.take("s16x2")) return halves = Type::s16, true;
  return false;
}

void operands3(Decoding& d, Type type) {
  d.instruction.kind = InstructionClass::integer;
  d.instruction.d = d.destination(0, type);
  d.instruction.a = d.source(1, type);
  d.instruction.b = d.source(2, type);
}

// Carries. The carry flag is a predicate of the frame that follows the scratch slot; it lives in
// mode's lanes.
template <class T, bool in, bool out, bool subtract>
void carry(Warp& warp, const Instruction& i, std::uint32_t mask) {
  T* d = warp.lanes<T>(i.d);
  const T* a = warp.lanes<T>(i.a);
  const T* b = warp.lanes<T>(i.b);
  std::uint32_t& flags = warp.predicate(i.e);
  std::uint32_t next = flags;
  for_lanes(mask, [&](unsigned lane) {
    const bool flag = in && (flags >> lane & 1);
    // A subtraction adds the complement and 1, or what was carried, as the machine code does: the
    // flag tells that nothing was borrowed, and an addition may go on with it.
    const T other = subtract ? T(~b[lane]) : b[lane];
    const bool more = in ? flag : subtract;
    const unsigned __int128 sum = (unsigned __int128)a[lane] + other + more;
    d[lane] = T(sum);
    const bool overflow = (sum >> (8 * sizeof(T)) & 1) != 0;
    next = (next & ~(1u << lane)) | std::uint32_t(overflow) << lane;
  });
  if (out) flags = next;
}

template <class T, bool in, bool out, bool high>
void multiply_carry(Warp& warp, const Instruction& i, std::uint32_t mask) {
  using U = Unsigned<T>;
  U* d = warp.lanes<U>(i.d);
  const T* a = warp.lanes<T>(i.a);
  const T* b = warp.lanes<T>(i.b);
  const U* c = warp.lanes<U>(i.c);
  std::uint32_t& flags = warp.predicate(i.e);
  std::uint32_t next = flags;
  for_lanes(mask, [&](unsigned lane) {
    const bool flag = in && (flags >> lane & 1);
    const U product = high ? U(MultiplyHigh::apply<T>(a[lane], b[lane]))
                           : U(MultiplyLow::apply<T>(a[lane], b[lane]));
    const unsigned __int128 sum = (unsigned __int128)product + c[lane] + flag;
    d[lane] = U(sum);
    next = (next & ~(1u << lane)) | std::uint32_t((sum >> (8 * sizeof(T)) & 1) != 0) << lane;
  });
  if (out) flags = next;
}

template <bool subtract>
void decode_carry(Decoding& d, bool in) {
  const bool out = d.take("cc");
  const Type type = d.take_type();
  operands3(d, type);
  d.instruction.e = d.carry(in, out || !in);
  const bool wide = size_of(type) == 8;
  if (size_of(type) < 4) d.fail("not supported");
  const auto choose = [&]<class T>(T) -> Execute {
    if (in) return out ? carry<T, true, true, subtract> : carry<T, true, false, subtract>;
    return carry<T, false, true, subtract>;
  };
  d.instruction.execute = wide ? choose(std::uint64_t{}) : choose(std::uint32_t{});
}

template <class F, class Saturated>
void decode_sum(Decoding& d, bool subtract) {
  if (std::find(d.statement().modifiers.begin(), d.statement().modifiers.end(), "cc") !=
      d.statement().modifiers.end()) {
    subtract ? decode_carry<true>(d, false) : decode_carry<false>(d, false);
    return;
  }
  Type half;
  if (packed(d, half)) {
    operands3(d, Type::b32);
    d.instruction.execute = halves_of<F>(half);
    return;
  }
  const bool saturated = d.take("sat");
  const Type type = d.take_type();
  operands3(d, type);
  if (saturated && type != Type::s32) d.fail("not supported");
  d.instruction.execute = saturated ? binary<Saturated, std::int32_t> : binary_of<F>(type);
}

template <class T>
Execute multiply_of(bool low, bool high, bool wide) {
  using W = typename Twice<T>::type;
  if (low) return map_binary<MultiplyLow, T, T>;
  if (high) return map_binary<MultiplyHigh, T, T>;
  if constexpr (sizeof(T) < 8)
    if (wide) return map_binary<MultiplyWide, W, T>;
  return nullptr;
}

template <class T>
Execute multiply_add_of(bool low, bool high, bool wide) {
  using W = typename Twice<T>::type;
  if (low) return map_ternary<MultiplyAdd<MultiplyLow>, T, T>;
  if (high) return map_ternary<MultiplyAdd<MultiplyHigh>, T, T>;
  if constexpr (sizeof(T) < 8)
    if (wide) return map_ternary<MultiplyAdd<MultiplyWide>, W, T, T, W>;
  return nullptr;
}

Type doubled(Type type) {
  switch (type) {
    case Type::u16:
      return Type::u32;
    case Type::s16:
      return Type::s32;
    case Type::u32:
      return Type::u64;
    case Type::s32:
      return Type::s64;
    default:
      return type;
  }
}

template <class Product>
Execute multiply24_of(Type type, bool add) {
  if (type == Type::u32)
    return add ? map_ternary<MultiplyAdd<Product>, std::uint32_t, std::uint32_t>
               : map_binary<Product, std::uint32_t, std::uint32_t>;
  if (type == Type::s32)
    return add ? map_ternary<MultiplyAdd<Product>, std::int32_t, std::int32_t>
               : map_binary<Product, std::int32_t, std::int32_t>;
  return nullptr;
}

void decode_multiply(Decoding& d, bool add, bool carry_in) {
  const bool carry_out = d.take("cc");
  const bool low = d.take("lo"), high = d.take("hi"), wide = d.take("wide");
  const bool saturated = d.take("sat");
  const Type type = d.take_type(), result = wide ? doubled(type) : type;
  Instruction& i = d.instruction;
  i.kind = InstructionClass::integer;
  i.d = d.destination(0, result);
  i.a = d.source(1, type);
  i.b = d.source(2, type);
  if (add) i.c = d.source(3, result);
  if (carry_out || carry_in) {
    i.e = d.carry(carry_in, carry_out);
    if (size_of(type) < 4 || wide) d.fail("not supported");
    i.execute = by_integer(type, [&]<class T>(T) -> Execute {
      if (carry_in && carry_out)
        return high ? multiply_carry<T, true, true, true> : multiply_carry<T, true, true, false>;
      if (carry_in)
        return high ? multiply_carry<T, true, false, true> : multiply_carry<T, true, false, false>;
      return high ? multiply_carry<T, false, true, true> : multiply_carry<T, false, true, false>;
    });
    return;
  }
  if (saturated) {
    if (!high || type != Type::s32 || !add) d.fail("not supported");
    i.execute = map_ternary<MultiplyAddHighSaturated, std::int32_t, std::int32_t>;
    return;
  }
  i.execute = by_integer(type, [&]<class T>(T) {
    return add ? multiply_add_of<T>(low, high, wide) : multiply_of<T>(low, high, wide);
  });
}

void decode_multiply24(Decoding& d, bool add) {
  const bool high = d.take("hi");
  d.take("lo");
  const bool saturated = d.take("sat");
  const Type type = d.take_type();
  operands3(d, type);
  if (add) d.instruction.c = d.source(3, type);
  if (saturated) {
    if (!high || type != Type::s32 || !add) d.fail("not supported");
    d.instruction.execute = map_ternary<MultiplyAdd24HighSaturated, std::int32_t, std::int32_t>;
    return;
  }
  d.instruction.execute =
      high ? multiply24_of<Multiply24High>(type, add) : multiply24_of<Multiply24>(type, add);
}

template <class F>
void decode_extreme(Decoding& d) {
  const bool relu = d.take("relu");
  Type half;
  if (packed(d, half)) {
    operands3(d, Type::b32);
    d.instruction.execute = relu ? halves_of<Relu<F>>(half) : halves_of<F>(half);
    return;
  }
  const Type type = d.take_type();
  operands3(d, type);
  d.instruction.execute = relu ? binary_of<Relu<F>>(type) : binary_of<F>(type);
}

template <class F>
void decode_unary(Decoding& d) {
  const Type type = d.take_type();
  d.instruction.kind = InstructionClass::integer;
  d.instruction.d = d.destination(0, type);
  d.instruction.a = d.source(1, type);
  d.instruction.execute =
      by_integer(type, []<class T>(T) -> Execute { return map_unary<F, T, T>; });
}

// Sums of products of bytes or halves.
template <class A, class B>
std::int64_t dot4(std::uint32_t a, std::uint32_t b) {
  std::int64_t sum = 0;
  for (unsigned shift = 0; shift < 32; shift += 8)
    sum += std::int64_t(A(a >> shift)) * B(b >> shift);
  return sum;
}
template <class A, class B, bool high>
std::int64_t dot2(std::uint32_t a, std::uint32_t b) {
  const std::uint32_t pair = high ? b >> 16 : b;
  return std::int64_t(A(a)) * B(pair) + std::int64_t(A(a >> 16)) * B(pair >> 8);
}
template <auto dot>
struct DotAdd {
  static std::uint32_t apply(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    return std::uint32_t(dot(a, b)) + c;
  }
};
template <auto dot>
constexpr Execute dot_add = map_ternary<DotAdd<dot>, std::uint32_t, std::uint32_t>;

void decode_dot(Decoding& d, bool four) {
  const bool high = d.take("hi");
  if (!four && !high && !d.take("lo")) d.fail("dp2a without .lo or .hi");
  const Type a = d.take_type(), b = d.take_type();
  operands3(d, Type::b32);
  d.instruction.c = d.source(3, Type::b32);
  const bool as = is_signed(a), bs = is_signed(b);
  using S8 = std::int8_t;
  using U8 = std::uint8_t;
  using S16 = std::int16_t;
  using U16 = std::uint16_t;
  Execute& execute = d.instruction.execute;
  if (four) {
    execute = as ? (bs ? dot_add<dot4<S8, S8>> : dot_add<dot4<S8, U8>>)
                 : (bs ? dot_add<dot4<U8, S8>> : dot_add<dot4<U8, U8>>);
  } else if (high) {
    execute = as ? (bs ? dot_add<dot2<S16, S8, true>> : dot_add<dot2<S16, U8, true>>)
                 : (bs ? dot_add<dot2<U16, S8, true>> : dot_add<dot2<U16, U8, true>>);
  } else {
    execute = as ? (bs ? dot_add<dot2<S16, S8, false>> : dot_add<dot2<S16, U8, false>>)
                 : (bs ? dot_add<dot2<U16, S8, false>> : dot_add<dot2<U16, U8, false>>);
  }
}

bool floats(const Decoding& d) {
  for (std::string_view modifier : d.statement().modifiers)
    if (const auto type = type_named(modifier); type && is_float(*type)) return true;
  return false;
}

}  // namespace

void add_integer(Opcodes& opcodes) {
  // Opcodes that floating-point types have too.
  opcodes.add_computing(
      "add",
      [](Decoding& d) {
        floats(d) ? decode_float_add(d) : decode_sum<Add, AddSaturated>(d, false);
      },
      of_integers<Propagation::sum>);
  opcodes.add_computing(
      "sub",
      [](Decoding& d) {
        floats(d) ? decode_float_subtract(d) : decode_sum<Subtract, SubtractSaturated>(d, true);
      },
      of_integers<Propagation::difference>);
  opcodes.add_computing(
      "mul",
      [](Decoding& d) { floats(d) ? decode_float_multiply(d) : decode_multiply(d, false, false); },
      of_integers<Propagation::product>);
  opcodes.add_computing(
      "mad", [](Decoding& d) { floats(d) ? decode_float_fma(d) : decode_multiply(d, true, false); },
      of_integers<Propagation::product>);
  opcodes.add_computing(
      "div", [](Decoding& d) { floats(d) ? decode_float_divide(d) : decode_integer_divide(d); });
  opcodes.add_computing(
      "min", [](Decoding& d) { floats(d) ? decode_float_minimum(d) : decode_extreme<Minimum>(d); });
  opcodes.add_computing(
      "max", [](Decoding& d) { floats(d) ? decode_float_maximum(d) : decode_extreme<Maximum>(d); });
  opcodes.add_computing(
      "abs", [](Decoding& d) { floats(d) ? decode_float_absolute(d) : decode_unary<Absolute>(d); });
  opcodes.add_computing(
      "neg", [](Decoding& d) { floats(d) ? decode_float_negate(d) : decode_unary<Negate>(d); });
  opcodes.add_computing("rem", decode_integer_remainder);
  opcodes.add_computing("addc", [](Decoding& d) { decode_carry<false>(d, true); });
  opcodes.add_computing("subc", [](Decoding& d) { decode_carry<true>(d, true); });
  opcodes.add_computing("madc", [](Decoding& d) { decode_multiply(d, true, true); });
  opcodes.add_computing("mul24", [](Decoding& d) { decode_multiply24(d, false); });
  opcodes.add_computing("mad24", [](Decoding& d) { decode_multiply24(d, true); });
  opcodes.add_computing("sad", [](Decoding& d) {
    const Type type = d.take_type();
    operands3(d, type);
    d.instruction.c = d.source(3, type);
    d.instruction.execute = by_integer(
        type, []<class T>(T) -> Execute { return map_ternary<AbsoluteDifferenceAdd, T, T>; });
  });
  opcodes.add_computing("dp4a", [](Decoding& d) { decode_dot(d, true); });
  opcodes.add_computing("dp2a", [](Decoding& d) { decode_dot(d, false); });
}

}  // namespace simulator
