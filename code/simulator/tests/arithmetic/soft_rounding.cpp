// Soft arithmetic and a processor's, which rounds as fesetround() tells it, give the same bits.
#include <doctest/doctest.h>

#include "simulator/arithmetic/rounding.hpp"

#if SIMULATOR_HARD_ROUNDING

#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

using namespace simulator;

namespace {

constexpr Rounding modes[] = {Rounding::nearest, Rounding::zero, Rounding::down, Rounding::up};

unsigned seed() {
  static const unsigned value = std::random_device{}();
  return value;
}

template <class T>
std::vector<T> boundaries() {
  using Limits = std::numeric_limits<T>;
  const T one = 1, two = 2, many = std::ldexp(one, Limits::digits);
  std::vector<T> result = {0,
                           Limits::denorm_min(),
                           Limits::min(),
                           one,
                           Limits::max(),
                           Limits::infinity(),
                           Limits::quiet_NaN(),
                           two / 3,
                           many,
                           many * many,
                           std::sqrt(Limits::min()),
                           std::sqrt(Limits::max())};
  for (std::size_t k = 1; k < 12; ++k)
    for (const T towards : {-Limits::infinity(), Limits::infinity()})
      result.push_back(std::nextafter(result[k], towards));
  for (std::size_t k = result.size(); k-- > 0;) result.push_back(-result[k]);
  return result;
}

/// With any exponent; bits of the fraction that are mostly zero or one stand for ties and carries.
template <class T>
T any(std::mt19937_64& random) {
  using F = soft::Format<T>;
  using Bits = typename F::Bits;
  Bits fraction = Bits(random()) & (F::hidden - 1);
  const Bits few = Bits{1} << random() % F::digits;
  if (random() % 4 == 0) fraction &= ~(few - 1);
  if (random() % 4 == 0) fraction |= (F::hidden - 1) & ~(few - 1);
  Bits exponent = Bits(random()) & F::exponents;
  if (random() % 2 == 0) exponent = F::exponents / 2 + Bits(random() % 8);
  if (random() % 8 == 0) exponent = Bits(random() % (F::digits + 4));
  const Bits sign = Bits(random() % 2) << (8 * sizeof(T) - 1);
  return std::bit_cast<T>(Bits(sign | (exponent & F::exponents) << (F::digits - 1) | fraction));
}

template <class T>
bool same(T a, T b) {
  using Bits = typename soft::Format<T>::Bits;
  return (std::isnan(a) && std::isnan(b)) || std::bit_cast<Bits>(a) == std::bit_cast<Bits>(b);
}

/// What `operation` gives of operands that the compiler does not know, in each mode.
template <class T, class Operation, class... S>
std::array<T, 4> hard(Operation operation, S... operands) {
  std::array<T, 4> results;
  for (const Rounding mode : modes) {
    const RoundingScope scope(mode);
    const auto hidden = [](auto value) {
      volatile auto kept = value;
      return kept;
    };
    results[std::size_t(mode)] = hidden(T(operation(hidden(operands)...)));
  }
  return results;
}

template <class T, class Hard, class Soft, class... S>
void compare(const char* what, Hard operation, Soft soft, S... operands) {
  const std::array<T, 4> expected = hard<T>(operation, operands...);
  for (const Rounding mode : modes) {
    const T result = soft(operands..., mode);
    if (same(result, expected[std::size_t(mode)])) continue;
    CAPTURE(what);
    CAPTURE(int(mode));
    CAPTURE(seed());
    const std::array<double, sizeof...(S)> of = {double(operands)...};
    for (const double each : of) MESSAGE(each);
    CHECK(result == expected[std::size_t(mode)]);
  }
}

#define AS(function) [](auto... operands) { return function(operands...); }

template <class T>
void compare_all(T a, T b, T c) {
  compare<T>(
      "add", [](T x, T y) { return x + y; }, AS(soft::add), a, b);
  compare<T>(
      "multiply", [](T x, T y) { return x * y; }, AS(soft::multiply), a, b);
  compare<T>(
      "divide", [](T x, T y) { return x / y; }, AS(soft::divide), a, b);
  compare<T>(
      "fma", [](T x, T y, T z) { return std::fma(x, y, z); }, AS(soft::fma), a, b, c);
  compare<T>(
      "square root", [](T x) { return std::sqrt(x); }, AS(soft::square_root), a);
}

template <class T, class S>
void compare_conversion(S value) {
  compare<T>(
      "convert", [](S v) { return T(v); }, AS(soft::convert<T>), value);
}

}  // namespace

TEST_CASE_TEMPLATE("soft arithmetic agrees with the processor's at boundaries", T, float, double) {
  const std::vector<T> values = boundaries<T>();
  for (const T a : values)
    for (const T b : values)
      for (const T c : {T(0), -T(0), a, -T(a * b), std::numeric_limits<T>::denorm_min()})
        compare_all(a, b, c);
}

TEST_CASE_TEMPLATE("… and on many others", T, float, double) {
  std::mt19937_64 random(seed());
  for (unsigned k = 0; k < 50000; ++k) {
    const T a = any<T>(random), b = any<T>(random);
    T c = any<T>(random);
    if (k % 4 == 0) c = -T(a * b);  // what is left is what the product lost
    compare_all(a, k % 8 == 1 ? T(-a) : b, c);
  }
}

TEST_CASE("… and in conversions") {
  std::mt19937_64 random(seed());
  for (const double value : boundaries<double>()) compare_conversion<float>(value);
  for (const float value : boundaries<float>()) compare_conversion<double>(value);
  for (const auto value : {std::int64_t{0}, std::numeric_limits<std::int64_t>::min(),
                           std::numeric_limits<std::int64_t>::max()}) {
    compare_conversion<float>(value);
    compare_conversion<double>(value);
  }
  for (unsigned k = 0; k < 50000; ++k) {
    compare_conversion<float>(any<double>(random));
    compare_conversion<float>(double(any<float>(random)) * (1 + std::ldexp(1.0, -24)));
    const std::uint64_t bits = random() >> random() % 64;
    compare_conversion<float>(bits);
    compare_conversion<double>(bits);
    compare_conversion<float>(std::int64_t(bits));
    compare_conversion<double>(-std::int64_t(bits / 2));
  }
}

#endif
