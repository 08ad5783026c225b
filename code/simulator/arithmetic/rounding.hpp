#pragma once

#include "simulator/arithmetic/rounding_mode.hpp"
#include "simulator/arithmetic/soft_rounding.hpp"
#include "simulator/platform.hpp"

#if SIMULATOR_HARD_ROUNDING
#include <cfenv>
#endif

namespace simulator {

#if SIMULATOR_HARD_ROUNDING

/// All arithmetic of this thread rounds as told while one lives.
class RoundingScope {
 public:
  explicit RoundingScope(Rounding mode) : before_(std::fegetround()) {
    constexpr int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
    std::fesetround(modes[int(mode)]);
  }
  ~RoundingScope() { std::fesetround(before_); }
  RoundingScope(const RoundingScope&) = delete;
  RoundingScope& operator=(const RoundingScope&) = delete;

  static bool to_nearest() { return std::fegetround() == FE_TONEAREST; }

 private:
  int before_;
};

/// F, where a RoundingScope lives.
template <class F>
using Directed = F;

/// The nearest D, or what a RoundingScope says.
template <class D, class S>
D directed(S value) {
  return D(value);
}

#else

/// Directed arithmetic of this thread rounds as told while one lives; all other to nearest.
class RoundingScope {
 public:
  explicit RoundingScope(Rounding mode) : before_(mode_) { mode_ = mode; }
  ~RoundingScope() { mode_ = before_; }
  RoundingScope(const RoundingScope&) = delete;
  RoundingScope& operator=(const RoundingScope&) = delete;

  static Rounding mode() { return mode_; }
  static bool to_nearest() { return mode_ == Rounding::nearest; }

 private:
  static inline thread_local Rounding mode_ = Rounding::nearest;

  Rounding before_;
};

/// F, where a RoundingScope lives. F::round(mode, …) is F::apply(…) by soft arithmetic.
template <class F>
struct Directed {
  template <class... T>
  static auto apply(T... operands) {
    if constexpr (requires { F::round(Rounding::zero, operands...); })
      return F::round(RoundingScope::mode(), operands...);
    else
      return F::apply(operands...);
  }
};

/// The nearest D, or what a RoundingScope says.
template <class D, class S>
D directed(S value) {
  return RoundingScope::to_nearest() ? D(value) : soft::convert<D>(value, RoundingScope::mode());
}

#endif

}  // namespace simulator
