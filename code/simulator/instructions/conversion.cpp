#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

#include "decoding.hpp"
#include "lanes.hpp"
#include "number.hpp"
#include "small_conversion.hpp"

namespace simulator {
namespace {

enum class Whole : std::uint8_t { none, nearest, zero, down, up };  // .rni and so on

struct Modes {
  Rounding rounding;
  Whole whole;
  bool flushed, saturated, relu, satfinite;

  std::uint8_t packed() const {
    return std::uint8_t(unsigned(rounding) | unsigned(flushed) << 2 | unsigned(saturated) << 3 |
                        unsigned(relu) << 4 | unsigned(satfinite) << 5);
  }
  static Modes of(const Instruction& i) {
    return {Rounding(i.mode & 3), Whole(i.order),    bool(i.mode & 4),
            bool(i.mode & 8),     bool(i.mode & 16), bool(i.mode & 32)};
  }
};

template <class T>
constexpr bool small = std::is_same_v<T, Half> || std::is_same_v<T, Bfloat>;
template <class T>
constexpr bool floating = std::is_floating_point_v<T> || small<T>;

template <class T>
T to_whole(T v, Whole mode) {
  switch (mode) {
    case Whole::nearest:
      return std::nearbyint(v);
    case Whole::zero:
      return std::trunc(v);
    case Whole::down:
      return std::floor(v);
    case Whole::up:
      return std::ceil(v);
    default:
      return v;
  }
}

template <class D, class S>
D float_to_integer(S v, Whole mode) {
  if (std::isnan(v)) {
    // As PTX lays down: zero, but the sign bit alone where 64 bits take part.
    if (sizeof(S) < 8 && sizeof(D) < 8) return 0;
    return D(std::make_unsigned_t<D>(1) << (8 * sizeof(D) - 1));
  }
  v = to_whole(v, mode);
  // The limits as powers of two, which every floating-point type holds.
  const S above = std::ldexp(S(1), std::numeric_limits<D>::digits);
  if (v >= above) return std::numeric_limits<D>::max();
  if (v < (std::is_signed_v<D> ? -above : S(0))) return std::numeric_limits<D>::min();
  return D(v);
}

/// Where double takes part, a NaN keeps its sign and the upper bits of its mantissa, and becomes
/// quiet; bfloat16 becomes the upper half of a float. All others become the one NaN of their type.
double quiet(double v) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(v) | std::uint64_t{1} << 51);
}
template <class D, class S>
bool convert_nan(S value, D& result) {
  if constexpr (std::is_same_v<S, double>) {
    if (!std::isnan(value)) return false;
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(quiet(value)), sign = bits >> 63;
    if constexpr (std::is_same_v<D, double>) return result = quiet(value), true;
    if constexpr (std::is_same_v<D, float>)
      return result = std::bit_cast<float>(std::uint32_t(sign << 31 | (bits >> 29 & 0x7fffffff))),
             true;
    if constexpr (std::is_same_v<D, Half>)
      return result.bits = std::uint16_t(sign << 15 | 0x7c00 | (bits >> 42 & 0x3ff)), true;
  }
  if constexpr (std::is_same_v<S, Half> && std::is_same_v<D, double>) {
    if ((value.bits & 0x7fff) <= Half::infinity) return false;
    const std::uint64_t sign = value.bits >> 15, rest = value.bits & 0x3ff;
    return result =
               quiet(std::bit_cast<double>(sign << 63 | std::uint64_t{0x7ff} << 52 | rest << 42)),
           true;
  }
  if constexpr (std::is_same_v<S, Bfloat> && std::is_same_v<D, float>) {
    if ((value.bits & 0x7fff) <= Bfloat::infinity) return false;
    return result = std::bit_cast<float>(std::uint32_t{value.bits} << 16), true;
  }
  return false;
}

template <class D, class S>
D convert_one(S value, const Modes& m) {
  if constexpr (floating<D>)
    if (D result; !m.saturated && !m.relu && convert_nan(value, result)) return result;
  if constexpr (floating<S>) {
    // Widening is exact.
    auto v = [&] {
      if constexpr (small<S>)
        return float(value);
      else
        return value;
    }();
    if (m.flushed && sizeof(v) == 4 && !small<S>) v = canonical(flush(v));
    if constexpr (!floating<D>) {
      return float_to_integer<D>(v, m.whole);
    } else {
      v = to_whole(v, m.whole);
      if (m.saturated) v = v >= 1 ? 1 : v > 0 ? v : 0;
      if (m.relu && !(v > 0) && !std::isnan(v)) v = 0;
      if constexpr (small<D>) {
        return D::from(v, m.rounding, m.satfinite);
      } else {
        D result = canonical(D(v));
        if constexpr (sizeof(D) == 4) {
          constexpr float least = std::numeric_limits<float>::min();
          if (m.flushed && std::fabs(result) <= least &&
              tiny_after_rounding(double(v), least, 24, m.rounding))
            result = std::copysign(0.0f, result);
        }
        return result;
      }
    }
  } else if constexpr (floating<D>) {
    D result;
    if constexpr (small<D>)
      result = D::from((long double)(value), m.rounding);
    else
      result = D(value);
    if constexpr (!small<D>)
      if (m.saturated) result = result >= 1 ? D(1) : result > 0 ? result : D(0);
    return result;
  } else {
    if (m.saturated) {
      const __int128 wide = value;
      if (wide > std::numeric_limits<D>::max()) return std::numeric_limits<D>::max();
      if (wide < std::numeric_limits<D>::min()) return std::numeric_limits<D>::min();
    }
    return D(value);
  }
}

/// i.x: width of the source's register; i.width: of the result's.
template <class D, class S>
void convert(Warp& warp, const Instruction& i, std::uint32_t mask) {
  alignas(64) std::byte narrow[sizeof(S) * warp_size], result[sizeof(D) * warp_size];
  const S* a = warp.lanes<S>(i.a);
  if (i.x != sizeof(S)) {
    resize_lanes(narrow, sizeof(S), warp.lanes<std::byte>(i.a), i.x, false, mask);
    a = reinterpret_cast<const S*>(narrow);
  }
  const bool resized = i.width != sizeof(D);
  D* d = resized ? reinterpret_cast<D*>(result) : warp.lanes<D>(i.d);
  const Modes modes = Modes::of(i);
  // Conversions that cannot fail or round are by far the most.
  constexpr bool simple = !floating<D> && !floating<S>;
  if constexpr (simple) {
    if (!modes.saturated) {
      for_lanes(mask, [=](unsigned lane) { d[lane] = D(a[lane]); });
    } else {
      for_lanes(mask, [=](unsigned lane) { d[lane] = convert_one<D>(a[lane], modes); });
    }
  } else if constexpr (std::is_floating_point_v<D>) {
    if (modes.rounding != Rounding::nearest) {
      const RoundingScope scope(modes.rounding);
      for_lanes(mask, [=](unsigned lane) { d[lane] = convert_one<D>(a[lane], modes); });
    } else if (std::is_integral_v<S> && !modes.saturated) {
      for_lanes(mask, [=](unsigned lane) {
        if constexpr (std::is_integral_v<S>) d[lane] = D(a[lane]);
      });
    } else {
      for_lanes(mask, [=](unsigned lane) { d[lane] = convert_one<D>(a[lane], modes); });
    }
  } else {
    for_lanes(mask, [=](unsigned lane) { d[lane] = convert_one<D>(a[lane], modes); });
  }
  if (resized)
    resize_lanes(warp.lanes<std::byte>(i.d), i.width, result, sizeof(D), std::is_signed_v<D>, mask);
}

template <class D>
Execute from_type(Type s) {
  switch (s) {
    case Type::u8:
    case Type::b8:
      return convert<D, std::uint8_t>;
    case Type::s8:
      return convert<D, std::int8_t>;
    case Type::u16:
    case Type::b16:
      return convert<D, std::uint16_t>;
    case Type::s16:
      return convert<D, std::int16_t>;
    case Type::u32:
    case Type::b32:
      return convert<D, std::uint32_t>;
    case Type::s32:
      return convert<D, std::int32_t>;
    case Type::u64:
    case Type::b64:
      return convert<D, std::uint64_t>;
    case Type::s64:
      return convert<D, std::int64_t>;
    case Type::f16:
      return convert<D, Half>;
    case Type::bf16:
      return convert<D, Bfloat>;
    case Type::f32:
      return convert<D, float>;
    case Type::f64:
      return convert<D, double>;
    default:
      return nullptr;
  }
}

Execute converter(Type to, Type from) {
  switch (to) {
    case Type::u8:
    case Type::b8:
      return from_type<std::uint8_t>(from);
    case Type::s8:
      return from_type<std::int8_t>(from);
    case Type::u16:
    case Type::b16:
      return from_type<std::uint16_t>(from);
    case Type::s16:
      return from_type<std::int16_t>(from);
    case Type::u32:
    case Type::b32:
      return from_type<std::uint32_t>(from);
    case Type::s32:
      return from_type<std::int32_t>(from);
    case Type::u64:
    case Type::b64:
      return from_type<std::uint64_t>(from);
    case Type::s64:
      return from_type<std::int64_t>(from);
    case Type::f16:
      return from_type<Half>(from);
    case Type::bf16:
      return from_type<Bfloat>(from);
    case Type::f32:
      return from_type<float>(from);
    case Type::f64:
      return from_type<double>(from);
    default:
      return nullptr;
  }
}

/// cvt.rn.f16x2.f32 d, a, b: a goes to the upper half.
template <class S>
void convert_pair(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const Modes modes = Modes::of(i);
  const float *a = warp.lanes<float>(i.a), *b = warp.lanes<float>(i.b);
  std::uint32_t* d = warp.lanes<std::uint32_t>(i.d);
  for_lanes(mask, [=](unsigned lane) {
    const std::uint32_t high = convert_one<S>(a[lane], modes).bits,
                        low = convert_one<S>(b[lane], modes).bits;
    d[lane] = high << 16 | low;
  });
}

void decode_cvt(Decoding& d) {
  if (decode_small_conversion(d)) return;
  Modes m{};
  if (d.take("rz"))
    m.rounding = Rounding::zero;
  else if (d.take("rm"))
    m.rounding = Rounding::down;
  else if (d.take("rp"))
    m.rounding = Rounding::up;
  else
    d.take("rn");
  if (d.take("rni"))
    m.whole = Whole::nearest;
  else if (d.take("rzi"))
    m.whole = Whole::zero;
  else if (d.take("rmi"))
    m.whole = Whole::down;
  else if (d.take("rpi"))
    m.whole = Whole::up;
  m.flushed = d.take("ftz");
  m.saturated = d.take("sat");
  m.relu = d.take("relu");
  m.satfinite = d.take("satfinite");
  const Type to = d.take_type(), from = d.take_type();
  Instruction& i = d.instruction;
  i.kind = to == Type::f64 || from == Type::f64 ? InstructionClass::doubled
           : is_float(to) || is_float(from)     ? InstructionClass::single
                                                : InstructionClass::integer;
  i.mode = m.packed();
  i.order = std::uint8_t(m.whole);
  if (to == Type::f16x2 || to == Type::bf16x2) {
    if (from != Type::f32) d.fail("not supported");
    i.d = d.destination(0, to);
    i.a = d.source(1, Type::f32);
    i.b = d.source(2, Type::f32);
    i.execute = to == Type::f16x2 ? convert_pair<Half> : convert_pair<Bfloat>;
    return;
  }
  i.d = d.wide(d.operand(0), to, i.width, true);
  std::uint8_t source_width = 0;
  i.a = d.wide(d.operand(1), from, source_width);
  i.x = source_width;
  i.execute = converter(to, from);
}

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

/// mov.b64 d, {a, b}: elements side by side in one register.
template <class T>
void join(Warp& warp, const Instruction& i, std::uint32_t mask) {
  T* d = warp.lanes<T>(i.d);
  for (unsigned k = 0; k < i.count; ++k) {
    const T* from = warp.lanes<T>(i.v[k]);
    for_lanes(mask, [=, count = i.count](unsigned lane) { d[lane * count + k] = from[lane]; });
  }
}

template <class T>
void split(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const T* a = warp.lanes<T>(i.a);
  for (unsigned k = 0; k < i.count; ++k) {
    T* to = warp.lanes<T>(i.v[k]);
    for_lanes(mask, [=, count = i.count](unsigned lane) { to[lane] = a[lane * count + k]; });
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

enum class Clock : std::uint8_t { low, high, all, nanoseconds };

/// Clocks tick once a warp instruction.
void read_clock(Warp& warp, const Instruction& i, std::uint32_t mask) {
  warp.launch().interacts();
  const std::uint64_t now = warp.launch().steps();
  const std::uint64_t value = Clock(i.mode) == Clock::high ? now >> 32 : now;
  if (i.width == 8) {
    std::uint64_t* d = warp.lanes<std::uint64_t>(i.d);
    for_lanes(mask, [=](unsigned lane) { d[lane] = value; });
  } else {
    std::uint32_t* d = warp.lanes<std::uint32_t>(i.d);
    for_lanes(mask, [=](unsigned lane) { d[lane] = std::uint32_t(value); });
  }
}

bool is_clock(const Operand& operand, Clock& clock) {
  if (operand.kind != Operand::Kind::name) return false;
  if (operand.name == "%clock" || operand.name == "%globaltimer_lo")
    return clock = Clock::low, true;
  if (operand.name == "%clock_hi" || operand.name == "%globaltimer_hi")
    return clock = Clock::high, true;
  if (operand.name == "%clock64" || operand.name == "%globaltimer") return clock = Clock::all, true;
  return false;
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
    i.a = d.predicate(from, i.negate_a);
    i.execute = copy_predicate;
    return;
  }
  const unsigned size = size_of(type);
  for (const Operand* list : {&to, &from}) {
    if (list->kind != Operand::Kind::list) continue;
    const bool splits = list == &to;
    i.count = std::uint8_t(list->elements.size());
    if (i.count < 2 || i.count > 4 || size % i.count != 0) d.fail("a vector of the wrong length");
    i.width = std::uint8_t(size / i.count);
    const Type part = untyped(i.width);
    for (unsigned k = 0; k < i.count; ++k)
      i.v[k] = splits ? d.destination(list->elements[k], part) : d.source(list->elements[k], part);
    if (splits)
      i.a = d.source(from, type);
    else
      i.d = d.destination(to, type);
    i.execute = i.width == 1   ? mover<std::uint8_t>(splits)
                : i.width == 2 ? mover<std::uint16_t>(splits)
                : i.width == 4 ? mover<std::uint32_t>(splits)
                               : mover<std::uint64_t>(splits);
    return;
  }
  i.d = d.destination(to, type);
  Clock clock;
  if (is_clock(from, clock)) {
    i.mode = std::uint8_t(clock);
    i.width = std::uint8_t(size);
    i.execute = read_clock;
    return;
  }
  i.a = d.source(from, type);
  i.execute = copier(size);
}

std::uint64_t window_of(Space space) {
  switch (space) {
    case Space::shared:
      return window::shared;
    case Space::local:
      return window::local;
    case Space::param:
      return window::param;
    default:
      return 0;  // global and constant addresses are generic as they are
  }
}

bool take_space(Decoding& d, Space& space) {
  if (d.take("global"))
    space = Space::global;
  else if (d.take("shared") || d.take("shared::cta") || d.take("shared::cluster"))
    space = Space::shared;
  else if (d.take("local"))
    space = Space::local;
  else if (d.take("const"))
    space = Space::constant;
  else if (d.take("param") || d.take("param::entry"))
    space = Space::param;
  else
    return false;
  return true;
}

template <class T>
void shift_window(Warp& warp, const Instruction& i, std::uint32_t mask) {
  T* d = warp.lanes<T>(i.d);
  const T* a = warp.lanes<T>(i.a);
  const T by = T(i.offset);
  for_lanes(mask, [=](unsigned lane) { d[lane] = a[lane] + by; });
}

void decode_cvta(Decoding& d) {
  const bool to = d.take("to");
  Space space;
  if (!take_space(d, space)) d.fail("no state space");
  const Type type = d.take_type();
  Instruction& i = d.instruction;
  i.kind = InstructionClass::integer;
  i.d = d.destination(0, type);
  i.a = d.source(1, type);
  i.offset = std::int64_t(to ? -window_of(space) : window_of(space));
  i.execute = size_of(type) == 8 ? shift_window<std::uint64_t> : shift_window<std::uint32_t>;
}

void test_space(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const std::uint64_t* a = warp.lanes<std::uint64_t>(i.a);
  std::uint32_t& p = warp.predicate(i.d);
  const auto in = [&](std::uint64_t address) {
    switch (i.space) {
      case Space::shared:
        return window::holds(window::shared, address);
      case Space::local:
        return window::holds(window::local, address);
      case Space::param:
        return window::holds(window::param, address);
      case Space::constant: {
        const Allocation* found = warp.launch().memory().find(address);
        return found != nullptr && found->kind == AllocationKind::constant &&
               address - found->address < found->bytes;
      }
      default:
        return !window::holds(window::shared, address) && !window::holds(window::local, address);
    }
  };
  p = lanes_where(mask, p, [&](unsigned lane) { return in(a[lane]); });
}

void decode_isspacep(Decoding& d) {
  Instruction& i = d.instruction;
  if (!take_space(d, i.space)) d.fail("no state space");
  i.kind = InstructionClass::integer;
  i.d = d.predicate_destination(d.operand(0));
  i.a = d.source(1, Type::b64);
  i.execute = test_space;
}

/// mapa and its like would need clusters; a block is alone in its cluster.
void decode_mapa(Decoding& d) {
  d.ignore({"shared::cluster"});
  const Type type = d.take_type();
  Instruction& i = d.instruction;
  i.kind = InstructionClass::integer;
  i.d = d.destination(0, type);
  i.a = d.source(1, type);
  d.source(2, Type::u32);
  i.execute = copier(size_of(type));
}

}  // namespace

void add_conversion(Opcodes& opcodes) {
  opcodes["mov"] = decode_mov;
  opcodes["cvt"] = decode_cvt;
  opcodes["cvta"] = decode_cvta;
  opcodes["isspacep"] = decode_isspacep;
  opcodes["mapa"] = decode_mapa;
}

}  // namespace simulator
