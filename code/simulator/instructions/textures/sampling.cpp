#include "simulator/instructions/textures/sampling.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "simulator/arithmetic/small_float.hpp"

namespace simulator {
namespace {

using Kind = TextureMap::Kind;
using Beyond = TextureMap::Beyond;

constexpr double one = 256;  // of positions and weights

Beyond beyond(const TextureMap& map, unsigned axis) {
  // Only with normalized coordinates is there anything to repeat.
  const Beyond said = map.beyond[axis];
  return map.normalized || said == Beyond::border ? said : Beyond::clamp;
}

/// In texels, exact. No number is as good as zero.
double position(const TextureMap& map, float coordinate, unsigned axis) {
  const std::uint32_t extent = map.extents[axis];
  const Beyond mode = beyond(map, axis);
  const bool repeats = mode == Beyond::wrap || mode == Beyond::mirror;
  double x = coordinate;
  if (std::isnan(x) || std::abs(x) < double(std::numeric_limits<float>::min())) x = 0;
  if (std::isinf(x) && repeats) x = 0;
  if (!map.normalized) return std::clamp(x, -double(1 << 20), double(1 << 28));
  // What normalized coordinates are counted in: of wide arrays, in 256ths of a texel or finer.
  const double steps = double(1u << std::max(21, 8 + int(std::bit_width(extent - 1))));
  x = std::floor(x * steps) / steps;
  if (repeats) x -= 2 * std::floor(x / 2);
  return std::clamp(x, -4.0, 4.0) * extent;
}

/// Along an axis: the first texel's number, and the share of the one behind it.
struct Between {
  std::int64_t first;
  unsigned share;
};

Between between(double position) {
  const auto fixed = std::int64_t(std::floor((position - 0.5) * one + 0.5));
  return {fixed >> 8, unsigned(fixed & 255)};
}

/// The number of the texel that stands for one beyond the array.
std::int64_t inside(std::int64_t number, std::int64_t extent, Beyond mode) {
  if (number >= 0 && number < extent) return number;
  const auto modulo = [](std::int64_t a, std::int64_t b) { return (a % b + b) % b; };
  switch (mode) {
    case Beyond::wrap:
      return modulo(number, extent);
    case Beyond::mirror: {
      const std::int64_t place = modulo(number, 2 * extent);
      return place < extent ? place : 2 * extent - 1 - place;
    }
    default:
      return std::clamp<std::int64_t>(number, 0, extent - 1);
  }
}

void put_inside(const TextureMap& map, Tap& tap, unsigned axes) {
  for (unsigned axis = 0; axis < axes; ++axis) {
    const std::int64_t extent = map.extents[axis];
    const Beyond mode = beyond(map, axis);
    tap.outside |= mode == Beyond::border && (tap.at[axis] < 0 || tap.at[axis] >= extent);
    tap.at[axis] = inside(tap.at[axis], extent, mode);
  }
}

unsigned axes_of(const TextureMap& map) {
  return map.shape == TextureMap::Shape::volume ? 3 : 2;
}

/// Rounds up from the middle, or down.
unsigned up(unsigned product) {
  return (product + 128) / 256;
}
unsigned down(unsigned product) {
  return (product + 127) / 256;
}

/// A weight, shared out to four texels.
void share_out(unsigned weight, unsigned column_share, unsigned row_share, Tap* taps) {
  const unsigned right = up(column_share * weight), left = weight - right;
  taps[3].weight = up(right * row_share);
  taps[2].weight = down(left * row_share);
  taps[1].weight = right - taps[3].weight;
  taps[0].weight = left - taps[2].weight;
}

double half_away(double value) {
  return std::copysign(std::floor(std::abs(value) + 0.5), value);
}

int exponent_of(double value) {
  int exponent = 0;
  std::frexp(value, &exponent);
  return exponent;
}

struct Format {
  int digits;  // of its significand
  int least;   // exponent, below which there are fewer
};
constexpr Format single = {24, -125}, half = {11, -13};

/// The sum of four texels by their weights: each is cut off four digits behind the last of the
/// largest.
double sum_of_four(const double* texels, const Tap* taps, const Format& format) {
  int exponent = std::numeric_limits<int>::min();
  for (unsigned k = 0; k < 4; ++k)
    if (taps[k].weight > 0 && texels[k] != 0) exponent = std::max(exponent, exponent_of(texels[k]));
  if (exponent == std::numeric_limits<int>::min()) return 0;
  const int digits = format.digits - exponent + 4;
  double sum = 0;
  for (unsigned k = 0; k < 4; ++k)
    sum += std::trunc(std::ldexp(texels[k], digits)) * taps[k].weight;
  return std::ldexp(sum, -digits) / one;
}

double rounded(double value, const Format& format) {
  if (value == 0 || !std::isfinite(value)) return value;
  const int digits = format.digits - std::max(exponent_of(value), format.least);
  return std::ldexp(half_away(std::ldexp(value, digits)), -digits);
}

float blend_floats(const TextureMap& map, const Taps& taps, const double* texels) {
  const Format& format = map.channel_bits == 16 ? half : single;
  double sum = 0, plain = 0;
  bool finite = true;
  for (unsigned k = 0; k < taps.size(); ++k) {
    if (taps[k].weight == 0) continue;
    finite = finite && std::isfinite(texels[k]);
    plain += texels[k] * taps[k].weight;
  }
  if (!finite) return float(plain);
  for (unsigned k = 0; k < taps.size(); k += 4) sum += sum_of_four(texels + k, &taps[k], format);
  return float(rounded(sum, format));
}

std::int32_t extended(const TextureMap& map, std::uint32_t bits) {
  if (map.channel_bits == 32) return std::int32_t(bits);
  if (map.channel_bits == 16)
    return map.kind == Kind::signed_integer ? std::int16_t(bits) : std::uint16_t(bits);
  return map.kind == Kind::signed_integer ? std::int8_t(bits) : std::uint8_t(bits);
}

double largest(const TextureMap& map, unsigned bits) {
  return map.kind == Kind::signed_integer ? (1 << (bits - 1)) - 1 : (1 << bits) - 1;
}

/// Integers become numbers of 16 bits, between which there are no others. A signed byte has three
/// digits more on its way.
float blend_integers(const TextureMap& map, const Taps& taps, const ChannelBits& texels) {
  const bool is_signed = map.kind == Kind::signed_integer;
  std::int64_t sum = 0;
  for (unsigned k = 0; k < taps.size(); ++k) {
    const std::int64_t value = extended(map, texels[k]);
    const std::int64_t eighths = map.channel_bits == 16 ? 8 * value
                                 : is_signed            ? 8 * 258 * value + (value >> 4)
                                                        : 8 * 257 * value;
    sum += eighths * taps[k].weight;
  }
  const double most = largest(map, 16);
  return float(std::max(double((sum + 1024) >> 11), -most) / most);
}

}  // namespace

Taps taps_at(const TextureMap& map, const std::array<float, 3>& coordinates) {
  const unsigned axes = axes_of(map);
  Taps taps{};
  if (!map.linear) {
    for (unsigned axis = 0; axis < axes; ++axis)
      taps[0].at[axis] = std::int64_t(std::floor(position(map, coordinates[axis], axis)));
    taps[0].weight = 256;
    put_inside(map, taps[0], axes);
    return taps;
  }
  std::array<Between, 3> places{};
  for (unsigned axis = 0; axis < axes; ++axis) {
    places[axis] = between(position(map, coordinates[axis], axis));
    const std::int64_t first = places[axis].first, extent = map.extents[axis];
    const Beyond mode = beyond(map, axis);
    // Beyond the last there is but that one.
    if (mode == Beyond::clamp && (first < 0 || first + 1 >= extent)) places[axis].share = 0;
  }
  for (unsigned k = 0; k < 1u << axes; ++k) {
    for (unsigned axis = 0; axis < axes; ++axis)
      taps[k].at[axis] = places[axis].first + (k >> axis & 1);
    put_inside(map, taps[k], axes);
  }
  const unsigned behind = places[2].share;
  share_out(256 - behind, places[0].share, places[1].share, &taps[0]);
  share_out(behind, places[0].share, places[1].share, &taps[4]);
  return taps;
}

Taps corners_at(const TextureMap& map, const std::array<float, 3>& coordinates) {
  constexpr std::array<std::array<int, 2>, 4> order = {{{0, 1}, {1, 1}, {1, 0}, {0, 0}}};
  Taps taps{};
  const std::int64_t column = between(position(map, coordinates[0], 0)).first;
  const std::int64_t row = between(position(map, coordinates[1], 1)).first;
  for (unsigned k = 0; k < order.size(); ++k) {
    taps[k] = {{column + order[k][0], row + order[k][1], 0}, 256, false};
    put_inside(map, taps[k], 2);
  }
  return taps;
}

std::uint32_t blend(const TextureMap& map, const Taps& taps, const ChannelBits& texels,
                    unsigned channel) {
  if (map.kind != Kind::floating && !map.to_float)
    return taps[0].outside ? map.border[channel] : std::uint32_t(extended(map, texels[0]));
  const bool meets_border = std::any_of(
      taps.begin(), taps.end(), [](const Tap& tap) { return tap.outside && tap.weight > 0; });
  if (map.kind != Kind::floating && map.linear && !meets_border)
    return std::bit_cast<std::uint32_t>(blend_integers(map, taps, texels));
  std::array<double, 8> values{};
  for (unsigned k = 0; k < values.size(); ++k) {
    if (taps[k].outside)
      values[k] = std::bit_cast<float>(map.border[channel]);
    else if (map.kind != Kind::floating)
      values[k] = std::max(extended(map, texels[k]) / largest(map, map.channel_bits), -1.0);
    else if (map.channel_bits == 16)
      values[k] = float(Half{std::uint16_t(texels[k])});
    else
      values[k] = std::bit_cast<float>(texels[k]);
  }
  return std::bit_cast<std::uint32_t>(map.linear ? blend_floats(map, taps, values.data())
                                                 : float(values[0]));
}

CubePlace place_on_cube(float x, float y, float z) {
  const float across = std::abs(x), up = std::abs(y), along = std::abs(z);
  const auto place = [](unsigned face, float column, float row, float distance) {
    const float share = 1 / distance;  // as an H200 does it: no quotients
    return CubePlace{face, (column * share + 1) / 2, (row * share + 1) / 2};
  };
  if (across >= up && across >= along)
    return x >= 0 ? place(0, -z, -y, across) : place(1, z, -y, across);
  if (up >= along) return y >= 0 ? place(2, x, z, up) : place(3, x, -z, up);
  return z >= 0 ? place(4, x, -y, along) : place(5, -x, -y, along);
}

}  // namespace simulator
