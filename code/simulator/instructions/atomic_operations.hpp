#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "simulator/arithmetic/flush.hpp"

/// What atomics make of the value that is there and their operands, for every type.
namespace simulator::atomic {

enum class Operation : std::uint8_t { exch, cas, add, inc, dec, min, max, and_, or_, xor_ };

inline constexpr const char* operation_names[] = {"exch", "cas", "add", "inc", "dec",
                                                  "min",  "max", "and", "or",  "xor"};

template <class T>
T apply(Operation operation, T old, T b, T c, bool flushed) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    switch (operation) {
      case Operation::exch:
        return b;
      case Operation::cas:
        return old == b ? c : old;
      case Operation::add:
        return T(U(old) + U(b));
      case Operation::inc:
        return U(old) >= U(b) ? T(0) : T(old + 1);
      case Operation::dec:
        return old == 0 || U(old) > U(b) ? b : T(old - 1);
      case Operation::min:
        return std::min(old, b);
      case Operation::max:
        return std::max(old, b);
      case Operation::and_:
        return old & b;
      case Operation::or_:
        return old | b;
      case Operation::xor_:
        return old ^ b;
    }
    return old;
  } else {
    if (operation == Operation::exch) return b;
    if constexpr (std::is_same_v<T, double>) {
      // A NaN is taken over as it is: in global memory the new one rather than the old, in shared
      // memory, where the sum is made by a loop, the old one, quiet.
      if (flushed && (old != old || b != b)) return b != b ? b : old;
      if (old != old)
        return std::bit_cast<double>(std::bit_cast<std::uint64_t>(old) | std::uint64_t{1} << 51);
    }
    // In global memory denormals are flushed.
    return flushed ? canonical(flush(T(flush(old) + flush(b)))) : canonical(T(old + b));
  }
}

template <class S>
struct Two {
  S low, high;
};

template <class S>
S add_small(S a, S b) {
  return S::from(float(a) + float(b));
}
inline Half apply(Operation, Half old, Half b, Half, bool) {
  return add_small(old, b);
}
inline Bfloat apply(Operation, Bfloat old, Bfloat b, Bfloat, bool) {
  return add_small(old, b);
}
template <class S>
Two<S> apply(Operation, Two<S> old, Two<S> b, Two<S>, bool) {
  return {add_small(old.low, b.low), add_small(old.high, b.high)};
}
inline unsigned __int128 apply(Operation operation, unsigned __int128 old, unsigned __int128 b,
                               unsigned __int128 c, bool) {
  if (operation == Operation::exch) return b;
  return old == b ? c : old;
}

}  // namespace simulator::atomic
