#pragma once

#include <cstdint>

#include "simulator/lane_mask.hpp"
#include "simulator/machine/block.hpp"
#include "simulator/machine/warp.hpp"

namespace simulator {

// Executes that apply a function to each lane. `F` has a static `apply`.

template <class F, class D, class A>
void map_unary(Warp& warp, const Instruction& i, std::uint32_t mask) {
  D* d = warp.lanes<D>(i.d);
  const A* a = warp.lanes<A>(i.a);
  for_lanes(mask, [=](unsigned lane) { d[lane] = D(F::apply(a[lane])); });
}

// quote: map-binary
template <class F, class D, class A, class B = A>
void map_binary(Warp& warp, const Instruction& i, std::uint32_t mask) {
  D* d = warp.lanes<D>(i.d);
  const A* a = warp.lanes<A>(i.a);
  const B* b = warp.lanes<B>(i.b);
  if (mask == full_mask) {
    // Slots are the same or apart, so that lanes never depend on each other.
#pragma GCC ivdep
    for (unsigned lane = 0; lane < warp_size; ++lane) d[lane] = D(F::apply(a[lane], b[lane]));
  } else {
    for (; mask != 0; mask &= mask - 1) {
      const unsigned lane = unsigned(std::countr_zero(mask));
      d[lane] = D(F::apply(a[lane], b[lane]));
    }
  }
}
// end quote

template <class F, class D, class A, class B = A, class C = A>
void map_ternary(Warp& warp, const Instruction& i, std::uint32_t mask) {
  D* d = warp.lanes<D>(i.d);
  const A* a = warp.lanes<A>(i.a);
  const B* b = warp.lanes<B>(i.b);
  const C* c = warp.lanes<C>(i.c);
  if (mask == full_mask) {
#pragma GCC ivdep
    for (unsigned lane = 0; lane < warp_size; ++lane)
      d[lane] = D(F::apply(a[lane], b[lane], c[lane]));
  } else {
    for (; mask != 0; mask &= mask - 1) {
      const unsigned lane = unsigned(std::countr_zero(mask));
      d[lane] = D(F::apply(a[lane], b[lane], c[lane]));
    }
  }
}

/// The mask of lanes for which `holds(lane)`; the others keep the bit they have in `old`.
template <class Holds>
inline std::uint32_t lanes_where(std::uint32_t mask, std::uint32_t old, Holds&& holds) {
  std::uint32_t bits = 0;
  for_lanes(mask, [&](unsigned lane) { bits |= std::uint32_t(bool(holds(lane))) << lane; });
  return (old & ~mask) | bits;
}

/// Copies `count` values between registers of different width: extends by sign or zero, or
/// truncates.
void resize_lanes(std::byte* to, unsigned to_size, const std::byte* from, unsigned from_size,
                  bool sign, std::uint32_t mask);

}  // namespace simulator
