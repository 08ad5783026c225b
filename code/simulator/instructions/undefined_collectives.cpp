#include "simulator/instructions/undefined_collectives.hpp"

#include <bit>
#include <cstring>

namespace simulator {
namespace {

/// Results of one lane after the other, which are written when all are known: operands may lie
/// where results go.
struct Results {
  std::uint32_t undefined = 0;  // lanes
  std::uint64_t bits[warp_size];
  OriginNumber origins[warp_size];

  void add(unsigned lane, std::uint64_t found, OriginNumber origin) {
    if (found == 0) return;
    undefined |= 1u << lane;
    bits[lane] = found;
    origins[lane] = origin;
  }
  void put(FrameShadow& shadow, Slot slot, unsigned size, std::uint32_t mask) const {
    if (slot == no_slot) return;
    shadow.define(slot, mask & ~undefined);
    for_lanes(undefined & mask,
              [&](unsigned lane) { shadow.set(slot, size, lane, bits[lane], origins[lane]); });
  }
};

constexpr std::uint64_t all_of_32 = full_mask;

OriginNumber origin_among(const FrameShadow& shadow, Slot slot, std::uint32_t lanes) {
  lanes &= shadow.lanes(slot);
  return lanes == 0 ? 0 : shadow.origin(slot, unsigned(std::countr_zero(lanes)));
}

std::uint64_t value_of(Warp& warp, Slot slot, unsigned size, unsigned lane) {
  std::uint64_t value = 0;
  std::memcpy(&value, warp.lanes<std::byte>(slot) + lane * size, size);
  return value;
}

}  // namespace

void shuffle_undefined(Warp& warp, const Instruction& i, std::uint32_t mask,
                       const unsigned* sources, std::uint32_t strange) {
  FrameShadow& shadow = warp.shadow();
  Results values, in_range;
  for_lanes(mask, [&](unsigned lane) {
    for (const Slot steering : {i.b, i.c})
      if (shadow.lanes(steering) >> lane & 1) {
        values.add(lane, all_of_32, shadow.origin(steering, lane));
        in_range.add(lane, 1, shadow.origin(steering, lane));
        return;
      }
    if (strange >> lane & 1)
      return values.add(lane, all_of_32, warp.shuffled_from(sources[lane], lane));
    values.add(lane, shadow.bits(i.a, 4, sources[lane]), shadow.origin(i.a, sources[lane]));
  });
  values.put(shadow, i.d, 4, mask);
  in_range.put(shadow, i.e, 0, mask);
}

void vote_undefined(Warp& warp, const Instruction& i, std::uint32_t mask,
                    const std::uint32_t* members) {
  FrameShadow& shadow = warp.shadow();
  const std::uint32_t undefined = shadow.lanes(i.a);
  const std::uint32_t p = i.negate_a ? ~warp.predicate(i.a) : warp.predicate(i.a);
  Results results;
  for_lanes(mask, [&](unsigned lane) {
    const std::uint32_t group = members != nullptr ? members[lane] & mask : mask;
    const std::uint32_t unsure = undefined & group, set = p & group & ~unsure,
                        clear = ~p & group & ~unsure;
    const OriginNumber origin = origin_among(shadow, i.a, group);
    switch (Vote(i.mode)) {
      case Vote::all:
        return results.add(lane, unsure != 0 && clear == 0, origin);
      case Vote::any:
        return results.add(lane, unsure != 0 && set == 0, origin);
      case Vote::uni:
        return results.add(lane, unsure != 0 && (set == 0 || clear == 0), origin);
      case Vote::ballot:
        return results.add(lane, unsure, origin);
    }
  });
  results.put(shadow, i.d, Vote(i.mode) == Vote::ballot ? 4 : 0, mask);
}

void match_undefined(Warp& warp, const Instruction& i, std::uint32_t mask, unsigned size,
                     bool all) {
  FrameShadow& shadow = warp.shadow();
  const std::uint32_t* const members = warp.lanes<std::uint32_t>(i.x);
  Results results, agreed;
  for_lanes(mask, [&](unsigned lane) {
    const std::uint32_t group = members[lane] & mask;
    const std::uint64_t mine = value_of(warp, i.a, size, lane),
                        my_bits = shadow.bits(i.a, size, lane);
    std::uint32_t unsure = 0;
    bool differs = false;
    for_lanes(group, [&](unsigned other) {
      if (other == lane) return;
      const std::uint64_t bits = my_bits | shadow.bits(i.a, size, other);
      const bool surely = ((mine ^ value_of(warp, i.a, size, other)) & ~bits) != 0;
      differs |= surely;
      unsure |= std::uint32_t(bits != 0 && !surely) << other;
    });
    const OriginNumber origin = origin_among(shadow, i.a, group);
    const bool open = unsure != 0 && !differs;
    results.add(lane, all ? (open ? all_of_32 : 0) : unsure, origin);
    agreed.add(lane, open, origin);
  });
  results.put(shadow, i.d, 4, mask);
  agreed.put(shadow, i.e, 0, mask);
}

void reduce_undefined(Warp& warp, const Instruction& i, std::uint32_t mask) {
  FrameShadow& shadow = warp.shadow();
  const std::uint32_t* const members = warp.lanes<std::uint32_t>(i.x);
  Results results;
  for_lanes(mask, [&](unsigned lane) {
    std::uint64_t any = 0, zero = 0, one = 0;  // bits that are undefined, or surely so, somewhere
    const std::uint32_t group = members[lane] & mask;
    for_lanes(group, [&](unsigned other) {
      const std::uint64_t bits = shadow.bits(i.a, 4, other),
                          value = warp.lanes<std::uint32_t>(i.a)[other];
      any |= bits;
      zero |= ~value & ~bits;
      one |= value & ~bits;
    });
    std::uint64_t found = any == 0 ? 0 : all_of_32;
    if (Reduction(i.mode) == Reduction::and_) found = any & ~zero;
    if (Reduction(i.mode) == Reduction::or_) found = any & ~one;
    if (Reduction(i.mode) == Reduction::xor_) found = any;
    results.add(lane, found, origin_among(shadow, i.a, group));
  });
  results.put(shadow, i.d, 4, mask);
}

}  // namespace simulator
