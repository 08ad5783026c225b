#include "simulator/instructions/small_conversion.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "simulator/arithmetic/flush.hpp"
#include "simulator/instructions/lanes.hpp"
#include "simulator/program/decoding.hpp"

namespace simulator {
namespace {

// cvt with formats that exist only packed or for tensor cores: tf32, pairs of 8-bit floats, and
// integers packed with saturation.

enum class Tie : std::uint8_t { even, away, truncate };

struct Rounded {
  Tie tie = Tie::even;
  bool relu = false;
};

/// tf32 has float's exponent and ten bits of mantissa; its other bits are zero.
std::uint32_t to_tf32(float v, Tie tie, bool relu) {
  std::uint32_t bits = std::bit_cast<std::uint32_t>(v);
  constexpr std::uint32_t lost = 0x1fff;
  if (std::isnan(v)) return (tie == Tie::away ? bits : 0x7fffffff) & ~lost;
  if (relu && bits >> 31) return 0;
  if (std::isinf(v)) return bits;
  if (tie == Tie::even) bits += (lost >> 1) + (bits >> 13 & 1);
  if (tie == Tie::away) bits += (lost >> 1) + 1;
  return bits & ~lost;
}

void convert_to_tf32(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const float* a = warp.lanes<float>(i.a);
  std::uint32_t* d = warp.lanes<std::uint32_t>(i.d);
  const auto [tie, relu] = i.payload.as<Rounded>();
  for_lanes(mask, [=, t = tie, r = relu](unsigned lane) { d[lane] = to_tf32(a[lane], t, r); });
}

/// An 8-bit float: e4m3, which has no infinity, or e5m2.
struct Tiny {
  int mantissa, bias;
  std::uint8_t largest;  // finite
  std::uint8_t infinity;

  static constexpr std::uint8_t nan = 0x7f;

  std::uint8_t from(float v, bool relu) const {
    if (std::isnan(v)) return nan;
    if (relu && !(v > 0)) return 0;
    const std::uint8_t sign = std::signbit(v) ? 0x80 : 0;
    const float magnitude = std::fabs(v);
    if (std::isinf(magnitude)) return sign | largest;
    if (magnitude == 0) return sign;
    const int leading = std::max(std::ilogb(magnitude), 1 - bias);
    // The hidden bit carries into the exponent.
    const int code = (leading - 1 + bias) * (1 << mantissa) +
                     int(std::rint(std::ldexp(magnitude, mantissa - leading)));
    return sign | std::uint8_t(std::min<int>(code, largest));
  }
  float value(std::uint8_t bits) const {
    const std::uint8_t magnitude = bits & 0x7f;
    const float sign = bits & 0x80 ? -1.0f : 1.0f;
    if (magnitude > largest)
      return magnitude == infinity ? sign * INFINITY : std::bit_cast<float>(0x7fffffffu);
    const int exponent = magnitude >> mantissa, fraction = magnitude & ((1 << mantissa) - 1);
    return sign * (exponent == 0
                       ? std::ldexp(float(fraction), 1 - bias - mantissa)
                       : std::ldexp(float((1 << mantissa) + fraction), exponent - bias - mantissa));
  }
};
constexpr Tiny e4m3{3, 7, 0x7e, 0xff}, e5m2{2, 15, 0x7b, 0x7c};

struct TinyForm {
  const Tiny* tiny;
  bool relu;
};

std::uint16_t two_tiny(const TinyForm& form, float high, float low) {
  return std::uint16_t(form.tiny->from(high, form.relu) << 8 | form.tiny->from(low, form.relu));
}

void floats_to_tiny(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const float *a = warp.lanes<float>(i.a), *b = warp.lanes<float>(i.b);
  std::uint16_t* d = warp.lanes<std::uint16_t>(i.d);
  const TinyForm& form = i.payload.as<TinyForm>();
  for_lanes(mask, [&](unsigned lane) { d[lane] = two_tiny(form, a[lane], b[lane]); });
}

void halves_to_tiny(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const Half* a = warp.lanes<Half>(i.a);
  std::uint16_t* d = warp.lanes<std::uint16_t>(i.d);
  const TinyForm& form = i.payload.as<TinyForm>();
  for_lanes(mask, [&](unsigned lane) {
    d[lane] = two_tiny(form, float(a[2 * lane + 1]), float(a[2 * lane]));
  });
}

void tiny_to_halves(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const std::uint8_t* a = warp.lanes<std::uint8_t>(i.a);
  Half* d = warp.lanes<Half>(i.d);
  const TinyForm& form = i.payload.as<TinyForm>();
  const auto half = [&](std::uint8_t bits) {
    const float v = form.tiny->value(bits);
    return Half::from(form.relu && !(v > 0) && !std::isnan(v) ? 0.0f : v);
  };
  for_lanes(mask, [&](unsigned lane) {
    const Half low = half(a[2 * lane]), high = half(a[2 * lane + 1]);
    d[2 * lane] = low;
    d[2 * lane + 1] = high;
  });
}

void decode_tf32(Decoding& d) {
  Tie tie = Tie::even;
  if (d.take("rna"))
    tie = Tie::away;
  else if (d.take("rz"))
    tie = Tie::truncate;
  else if (!d.take("rn"))
    d.fail("no rounding");
  Instruction& i = d.instruction;
  i.payload = Rounded{tie, d.take("relu")};
  d.take_type();
  i.d = d.destination(0, Type::b32);
  i.a = d.source(1, Type::f32);
  i.execute = convert_to_tf32;
}

void decode_to_tiny(Decoding& d, const Tiny& tiny) {
  if (!d.take("rn") || !d.take("satfinite")) d.fail("not supported");
  Instruction& i = d.instruction;
  i.payload = TinyForm{&tiny, d.take("relu")};
  const Type from = d.take_type();
  i.d = d.destination(0, Type::b16);
  i.a = d.source(1, from);
  if (from == Type::f32) {
    i.b = d.source(2, from);
    i.execute = floats_to_tiny;
  } else if (from == Type::f16x2) {
    i.execute = halves_to_tiny;
  }
}

void decode_from_tiny(Decoding& d, const Tiny& tiny) {
  d.take("rn");
  Instruction& i = d.instruction;
  i.payload = TinyForm{&tiny, d.take("relu")};
  const Type to = d.take_type();
  i.d = d.destination(0, to);
  i.a = d.source(1, Type::b16);
  if (to == Type::f16x2) i.execute = tiny_to_halves;
}

template <class T>
std::uint32_t saturated(std::int32_t v) {
  using U = std::make_unsigned_t<T>;
  return U(
      T(std::clamp<std::int32_t>(v, std::numeric_limits<T>::min(), std::numeric_limits<T>::max())));
}

/// cvt.pack: a above b, each saturated, below what c holds.
template <class T>
void pack(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const std::int32_t *a = warp.lanes<std::int32_t>(i.a), *b = warp.lanes<std::int32_t>(i.b);
  const std::uint32_t* c = i.c == no_slot ? nullptr : warp.lanes<std::uint32_t>(i.c);
  std::uint32_t* d = warp.lanes<std::uint32_t>(i.d);
  constexpr unsigned bits = 8 * sizeof(T);
  for_lanes(mask, [=](unsigned lane) {
    const std::uint32_t two = saturated<T>(a[lane]) << bits | saturated<T>(b[lane]);
    d[lane] = c == nullptr ? two : c[lane] << 2 * bits % 32 | two;
  });
}

void decode_pack(Decoding& d) {
  if (!d.take("sat")) d.fail("not supported");
  const Type to = d.take_type(), from = d.take_type();
  if (from != Type::s32) d.fail("not supported");
  Instruction& i = d.instruction;
  i.d = d.destination(0, Type::b32);
  i.a = d.source(1, from);
  i.b = d.source(2, from);
  if (d.maybe_type()) i.c = d.source(3, Type::b32);
  if (to == Type::s16) i.execute = pack<std::int16_t>;
  if (to == Type::u16) i.execute = pack<std::uint16_t>;
  if (to == Type::s8) i.execute = pack<std::int8_t>;
  if (to == Type::u8) i.execute = pack<std::uint8_t>;
}

}  // namespace

bool decode_small_conversion(Decoding& d) {
  const auto& modifiers = d.statement().modifiers;
  d.instruction.kind = InstructionClass::fp32;
  if (d.take("tf32")) return decode_tf32(d), true;
  if (d.take("pack")) return decode_pack(d), true;
  for (const std::string_view format : {"e4m3x2", "e5m2x2"}) {
    const auto found = std::find(modifiers.begin(), modifiers.end(), format);
    if (found == modifiers.end()) continue;
    const bool is_source = found + 1 == modifiers.end();
    d.take(format);
    const Tiny& tiny = format == "e5m2x2" ? e5m2 : e4m3;
    is_source ? decode_from_tiny(d, tiny) : decode_to_tiny(d, tiny);
    return true;
  }
  return false;
}

}  // namespace simulator
