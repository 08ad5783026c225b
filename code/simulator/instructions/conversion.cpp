#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

#include "simulator/arithmetic/flush.hpp"
#include "simulator/instructions/lanes.hpp"
#include "simulator/instructions/small_conversion.hpp"
#include "simulator/program/decoding.hpp"

namespace simulator {
namespace {

enum class Whole : std::uint8_t { none, nearest, zero, down, up };  // .rni and so on

struct Modes {
  Rounding rounding;
  Whole whole;
  bool flushed, saturated, relu, satfinite;
};

/// Bytes of the registers, which may be wider than the types, besides.
struct Conversion {
  Modes modes;
  std::uint8_t from, to;
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
        D result = canonical(directed<D>(v));
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
      result = directed<D>(value);
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

template <class D, class S>
void convert(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const auto [modes, from, to] = i.payload.as<Conversion>();
  alignas(64) std::byte narrow[sizeof(S) * warp_size], result[sizeof(D) * warp_size];
  const S* a = warp.lanes<S>(i.a);
  if (from != sizeof(S)) {
    resize_lanes(narrow, sizeof(S), warp.lanes<std::byte>(i.a), from, false, mask);
    a = reinterpret_cast<const S*>(narrow);
  }
  const bool resized = to != sizeof(D);
  D* d = resized ? reinterpret_cast<D*>(result) : warp.lanes<D>(i.d);
  // Conversions that cannot fail or round are by far the most.
  constexpr bool simple = !floating<D> && !floating<S>;
  if constexpr (simple) {
    if (!modes.saturated) {
      for_lanes(mask, [=](unsigned lane) { d[lane] = D(a[lane]); });
    } else {
      for_lanes(mask, [=, m = modes](unsigned lane) { d[lane] = convert_one<D>(a[lane], m); });
    }
  } else if constexpr (std::is_floating_point_v<D>) {
    if (modes.rounding != Rounding::nearest) {
      const RoundingScope scope(modes.rounding);
      for_lanes(mask, [=, m = modes](unsigned lane) { d[lane] = convert_one<D>(a[lane], m); });
    } else if (std::is_integral_v<S> && !modes.saturated) {
      for_lanes(mask, [=](unsigned lane) {
        if constexpr (std::is_integral_v<S>) d[lane] = D(a[lane]);
      });
    } else {
      for_lanes(mask, [=, m = modes](unsigned lane) { d[lane] = convert_one<D>(a[lane], m); });
    }
  } else {
    for_lanes(mask, [=, m = modes](unsigned lane) { d[lane] = convert_one<D>(a[lane], m); });
  }
  if (resized)
    resize_lanes(warp.lanes<std::byte>(i.d), to, result, sizeof(D), std::is_signed_v<D>, mask);
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
  const Modes modes = i.payload.as<Conversion>().modes;
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
  i.kind = to == Type::f64 || from == Type::f64 ? InstructionClass::fp64
           : is_float(to) || is_float(from)     ? InstructionClass::fp32
                                                : InstructionClass::integer;
  if (to == Type::f16x2 || to == Type::bf16x2) {
    if (from != Type::f32) d.fail("not supported");
    i.d = d.destination(0, to);
    i.a = d.source(1, Type::f32);
    i.b = d.source(2, Type::f32);
    i.payload = Conversion{m, 4, 4};
    i.execute = to == Type::f16x2 ? convert_pair<Half> : convert_pair<Bfloat>;
    return;
  }
  Conversion conversion{m, 0, 0};
  i.d = d.wide(d.operand(0), to, conversion.to, true);
  i.a = d.wide(d.operand(1), from, conversion.from);
  i.payload = conversion;
  i.execute = converter(to, from);
}

Dataflow of_cvt(const Statement& s) {
  const std::vector<Type> types = types_of(s);
  if (types.size() != 2) return {};
  const auto [to, from] = std::pair(types[0], types[1]);
  if (s.operands.size() == 3 && (to == Type::f16x2 || to == Type::bf16x2) && from == Type::f32)
    return {.how = Propagation::two_halves};
  if (!is_float(to) && !is_float(from) && !s.has("sat")) return {.how = Propagation::carried};
  return {};
}

}  // namespace

void add_conversion(Opcodes& opcodes) {
  opcodes.add_computing("cvt", decode_cvt, of_cvt);
}

}  // namespace simulator
