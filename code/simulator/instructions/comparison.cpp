#include <cmath>

#include "simulator/arithmetic/flush.hpp"
#include "simulator/instructions/lanes.hpp"
#include "simulator/program/decoding.hpp"

namespace simulator {
namespace {

enum class Comparison : std::uint8_t {
  eq,
  ne,
  lt,
  le,
  gt,
  ge,
  equ,
  neu,
  ltu,
  leu,
  gtu,
  geu,
  num,
  nan
};
enum class Combination : std::uint8_t { none, and_, or_, xor_ };

constexpr const char* comparison_names[] = {"eq",  "ne",  "lt",  "le",  "gt",  "ge",  "equ",
                                            "neu", "ltu", "leu", "gtu", "geu", "num", "nan"};

template <Comparison c, class T>
bool holds(T a, T b) {
  if constexpr (c == Comparison::num) return a == a && b == b;
  if constexpr (c == Comparison::nan) return a != a || b != b;
  if constexpr (c == Comparison::eq) return a == b;
  if constexpr (c == Comparison::ne) return a < b || a > b;  // ordered
  if constexpr (c == Comparison::lt) return a < b;
  if constexpr (c == Comparison::le) return a <= b;
  if constexpr (c == Comparison::gt) return a > b;
  if constexpr (c == Comparison::ge) return a >= b;
  if constexpr (c == Comparison::equ) return !(a < b || a > b);
  if constexpr (c == Comparison::neu) return !(a == b);
  if constexpr (c == Comparison::ltu) return !(a >= b);
  if constexpr (c == Comparison::leu) return !(a > b);
  if constexpr (c == Comparison::gtu) return !(a <= b);
  return !(a < b);  // geu
}

template <class T>
struct As {
  static T from(T v) { return v; }
};
template <bool flushed>
struct FloatAs {
  static float from(float v) { return flushed ? flush(v) : v; }
};
template <class S, bool flushed = false>
struct SmallAs {
  static float from(S v) { return float(flushed ? flushed_small(v) : v); }
};

std::uint32_t combine(Combination how, std::uint32_t bits, std::uint32_t with) {
  switch (how) {
    case Combination::and_:
      return bits & with;
    case Combination::or_:
      return bits | with;
    case Combination::xor_:
      return bits ^ with;
    default:
      return bits;
  }
}

/// The comparison's bit for each lane in the mask.
template <Comparison c, class T, class Read>
std::uint32_t compare(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const T* a = warp.lanes<T>(i.a);
  const T* b = warp.lanes<T>(i.b);
  std::uint32_t bits = 0;
  if (mask == full_mask) {
    // Bytes first: that is a loop which the compiler turns into vector instructions.
    std::uint8_t flags[warp_size];
    for (unsigned lane = 0; lane < warp_size; ++lane)
      flags[lane] = holds<c>(Read::from(a[lane]), Read::from(b[lane]));
    for (unsigned byte = 0; byte < 4; ++byte) {
      std::uint64_t eight;
      std::memcpy(&eight, flags + 8 * byte, sizeof eight);
      bits |= std::uint32_t(eight * 0x0102040810204080ull >> 56) << 8 * byte;
    }
  } else {
    for_lanes(mask, [&](unsigned lane) {
      bits |= std::uint32_t(holds<c>(Read::from(a[lane]), Read::from(b[lane]))) << lane;
    });
  }
  return bits;
}

template <Comparison c, class T, class Read>
void set_predicate(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const std::uint32_t bits = compare<c, T, Read>(warp, i, mask);
  const Combination how = Combination(i.mode);
  std::uint32_t with = 0;
  if (how != Combination::none) with = i.negate_c ? ~warp.predicate(i.c) : warp.predicate(i.c);
  // Both results are formed before either is written: c may be one of them.
  const std::uint32_t yes = combine(how, bits, with), no = combine(how, ~bits, with);
  std::uint32_t& d = warp.predicate(i.d);
  d = (d & ~mask) | (yes & mask);
  if (i.e != no_slot) {
    std::uint32_t& e = warp.predicate(i.e);
    e = (e & ~mask) | (no & mask);
  }
}

/// What set gives where the comparison holds; else it gives 0.
struct Truth {
  std::uint32_t bits;
  std::uint8_t bytes = 4;  // of the result
  bool flushed = false;    // operands of 16 bits
};

template <Comparison c, class T, class Read>
void set_value(Warp& warp, const Instruction& i, std::uint32_t mask) {
  std::uint32_t bits = compare<c, T, Read>(warp, i, mask);
  if (const Combination how = Combination(i.mode); how != Combination::none)
    bits = combine(how, bits, i.negate_c ? ~warp.predicate(i.c) : warp.predicate(i.c));
  std::uint32_t* d = warp.lanes<std::uint32_t>(i.d);
  const std::uint32_t yes = i.payload.as<Truth>().bits;
  for_lanes(mask, [=](unsigned lane) { d[lane] = bits >> lane & 1 ? yes : 0; });
}

/// f(std::integral_constant of the comparison).
template <class F>
auto with_constant(Comparison c, F&& f) {
#define SIMULATOR_CASE(name) \
  case Comparison::name:     \
    return f(std::integral_constant<Comparison, Comparison::name>());
  switch (c) {
    SIMULATOR_CASE(eq)
    SIMULATOR_CASE(ne)
    SIMULATOR_CASE(lt)
    SIMULATOR_CASE(le)
    SIMULATOR_CASE(gt)
    SIMULATOR_CASE(ge)
    SIMULATOR_CASE(equ)
    SIMULATOR_CASE(neu)
    SIMULATOR_CASE(ltu)
    SIMULATOR_CASE(leu)
    SIMULATOR_CASE(gtu)
    SIMULATOR_CASE(geu)
    SIMULATOR_CASE(num)
    default:
      SIMULATOR_CASE(nan)
  }
#undef SIMULATOR_CASE
}

struct Chosen {
  Execute execute = nullptr;
  LaneComparison comparison = {};  // of setp
};

template <bool value, class T, class Read, bool floating>
Chosen by_comparison(Comparison which) {
  return with_constant(which, []<Comparison c>(std::integral_constant<Comparison, c>) -> Chosen {
    if constexpr (!floating && c > Comparison::ge)
      return {};
    else if constexpr (value)
      return {set_value<c, T, Read>};
    else
      return {set_predicate<c, T, Read>, {compare<c, T, Read>}};
  });
}

template <bool value, class T>
Chosen integer(Comparison c) {
  return by_comparison<value, T, As<T>, false>(c);
}

template <bool value>
Chosen by_type(Type type, Comparison c, bool flushed) {
  switch (type) {
    case Type::b16:
    case Type::u16:
      return integer<value, std::uint16_t>(c);
    case Type::s16:
      return integer<value, std::int16_t>(c);
    case Type::b32:
    case Type::u32:
      return integer<value, std::uint32_t>(c);
    case Type::s32:
      return integer<value, std::int32_t>(c);
    case Type::b64:
    case Type::u64:
      return integer<value, std::uint64_t>(c);
    case Type::s64:
      return integer<value, std::int64_t>(c);
    case Type::f32:
      return flushed ? by_comparison<value, float, FloatAs<true>, true>(c)
                     : by_comparison<value, float, FloatAs<false>, true>(c);
    case Type::f64:
      return by_comparison<value, double, As<double>, true>(c);
    case Type::f16:
      return flushed ? by_comparison<value, Half, SmallAs<Half, true>, true>(c)
                     : by_comparison<value, Half, SmallAs<Half>, true>(c);
    case Type::bf16:
      return by_comparison<value, Bfloat, SmallAs<Bfloat>, true>(c);
    default:
      return {};
  }
}

Comparison take_comparison(Decoding& d, bool& of_unsigned) {
  for (unsigned k = 0; k < std::size(comparison_names); ++k)
    if (d.take(comparison_names[k])) return Comparison(k);
  // lo, ls, hi, hs: for unsigned integers.
  of_unsigned = true;
  if (d.take("lo")) return Comparison::lt;
  if (d.take("ls")) return Comparison::le;
  if (d.take("hi")) return Comparison::gt;
  if (d.take("hs")) return Comparison::ge;
  d.fail("no comparison");
}

Combination take_combination(Decoding& d) {
  if (d.take("and")) return Combination::and_;
  if (d.take("or")) return Combination::or_;
  if (d.take("xor")) return Combination::xor_;
  return Combination::none;
}

template <class S>
std::uint32_t compare_small(std::uint8_t which, S a, S b) {
  return with_constant(Comparison(which), [&]<Comparison c>(std::integral_constant<Comparison, c>) {
    return std::uint32_t(holds<c>(float(a), float(b)));
  });
}

/// setp on pairs: p for the low halves, q for the high ones.
template <class S>
void set_predicates_of_pair(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const S* a = warp.lanes<S>(i.a);
  const S* b = warp.lanes<S>(i.b);
  std::uint32_t& p = warp.predicate(i.d);
  std::uint32_t& q = warp.predicate(i.e);
  const std::uint32_t low =
      lanes_where(mask, p, [&](unsigned l) { return compare_small(i.mode, a[2 * l], b[2 * l]); });
  const std::uint32_t high = lanes_where(
      mask, q, [&](unsigned l) { return compare_small(i.mode, a[2 * l + 1], b[2 * l + 1]); });
  p = low;
  q = high;
}

void decode_setp(Decoding& d) {
  bool of_unsigned = false;
  const Comparison comparison = take_comparison(d, of_unsigned);
  const Combination combination = take_combination(d);
  const bool flushed = d.take("ftz");
  const Type type = d.take_type();
  Instruction& i = d.instruction;
  i.kind = class_of(type);
  i.mode = std::uint8_t(combination);
  const Operand& result = d.operand(0);
  if (result.kind == Operand::Kind::pair) {
    i.d = d.predicate_destination(result.elements[0]);
    i.e = d.predicate_destination(result.elements[1]);
  } else {
    i.d = d.predicate_destination(result);
  }
  i.a = d.source(1, type);
  i.b = d.source(2, type);
  if (combination != Combination::none) i.c = d.predicate(d.operand(3), i.negate_c);
  if (type == Type::f16x2 || type == Type::bf16x2) {
    if (combination != Combination::none || i.e == no_slot) d.fail("not supported");
    i.mode = std::uint8_t(comparison);
    i.execute = type == Type::f16x2 ? set_predicates_of_pair<Half> : set_predicates_of_pair<Bfloat>;
    return;
  }
  const Chosen chosen = by_type<false>(type, comparison, flushed);
  i.execute = chosen.execute;
  i.payload = chosen.comparison;
}

/// set on Half or Bfloat, one or two of them: `T` is what holds them.
template <class S, class T>
void set_small(Warp& warp, const Instruction& i, std::uint32_t mask) {
  constexpr unsigned parts = sizeof(T) / sizeof(S);
  const auto& [truth, bytes, flushed] = i.payload.as<Truth>();
  const S *a = warp.lanes<S>(i.a), *b = warp.lanes<S>(i.b);
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const unsigned lane = unsigned(std::countr_zero(rest));
    std::uint32_t result = 0;
    for (unsigned k = 0; k < parts; ++k) {
      const unsigned at = lane * parts + k;
      if (compare_small(i.mode, flushed ? flushed_small(a[at]) : a[at],
                        flushed ? flushed_small(b[at]) : b[at]))
        result |= truth << 16 * k;
    }
    std::memcpy(warp.lanes<std::byte>(i.d) + lane * bytes, &result, bytes);
  }
}

/// d.instruction has its operands, and the comparison in `mode`.
void decode_set_small(Decoding& d, Type result, Type type, bool flushed) {
  Instruction& i = d.instruction;
  const bool two = type == Type::f16x2 || type == Type::bf16x2;
  Truth truth{0, std::uint8_t(size_of(result)), flushed};
  if (result == Type::f16 || result == Type::f16x2)
    truth.bits = 0x3c00;
  else if (result == Type::bf16 || result == Type::bf16x2)
    truth.bits = 0x3f80;
  else
    truth.bits = two || truth.bytes == 2 ? 0xffff : 0xffffffff;
  if (truth.bytes != 4 && (two || truth.bytes != 2)) d.fail("not supported");
  i.payload = truth;
  if (type == Type::f16 || type == Type::f16x2)
    i.execute = two ? set_small<Half, std::uint32_t> : set_small<Half, std::uint16_t>;
  else
    i.execute = two ? set_small<Bfloat, std::uint32_t> : set_small<Bfloat, std::uint16_t>;
}

void decode_set(Decoding& d) {
  bool of_unsigned = false;
  const Comparison comparison = take_comparison(d, of_unsigned);
  const Combination combination = take_combination(d);
  const bool flushed = d.take("ftz");
  const Type result = d.take_type(), type = d.take_type();
  Instruction& i = d.instruction;
  i.kind = class_of(type);
  if (type != Type::f32 && type != Type::f64 && is_float(type)) {
    if (combination != Combination::none) d.fail("not supported");
    i.mode = std::uint8_t(comparison);
    i.d = d.destination(0, result);
    i.a = d.source(1, type);
    i.b = d.source(2, type);
    return decode_set_small(d, result, type, flushed);
  }
  if (result != Type::u32 && result != Type::s32 && result != Type::f32) d.fail("not supported");
  i.mode = std::uint8_t(combination);
  i.payload = Truth{result == Type::f32 ? 0x3f800000u : full_mask};
  i.d = d.destination(0, result);
  i.a = d.source(1, type);
  i.b = d.source(2, type);
  if (combination != Combination::none) i.c = d.predicate(d.operand(3), i.negate_c);
  i.execute = by_type<true>(type, comparison, flushed).execute;
}

Order3 order_of(const Statement& s) {
  static constexpr std::pair<std::string_view, Order3> known[] = {{"eq", Order3::equal},
                                                                  {"ne", Order3::equal},
                                                                  {"lt", Order3::less},
                                                                  {"lo", Order3::less},
                                                                  {"le", Order3::less_or_equal},
                                                                  {"ls", Order3::less_or_equal},
                                                                  {"gt", Order3::greater},
                                                                  {"hi", Order3::greater},
                                                                  {"ge", Order3::greater_or_equal},
                                                                  {"hs", Order3::greater_or_equal}};
  for (const auto& [name, order] : known)
    if (s.has(name)) return order;
  return Order3::unknown;
}

Dataflow of_setp(const Statement& s) {
  const std::optional<Type> type = first_type(s);
  if (!type || is_packed(s)) return computed(s, Propagation::whole);
  Dataflow flow = computed(s, Propagation::comparison);
  flow.sign = is_signed(*type);
  flow.variant = std::uint8_t(is_float(*type) ? Order3::unknown : order_of(s));
  return flow;
}

}  // namespace

void add_comparison(Opcodes& opcodes) {
  opcodes.add_computing("setp", decode_setp, of_setp);
  opcodes.add_computing("set", decode_set);
}

}  // namespace simulator
