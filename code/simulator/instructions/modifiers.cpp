#include "simulator/instructions/modifiers.hpp"

#include "simulator/races/detector.hpp"

namespace simulator {

Ordering take_ordering(Decoding& d, bool atomic) {
  Strength strength = atomic ? Strength::device : Strength::weak;
  MemoryOrder order = MemoryOrder::relaxed;
  if (d.take("volatile") || d.take("mmio")) strength = Strength::volatile_;
  const bool relaxed = d.take("relaxed");
  if (d.take("acquire"))
    order = MemoryOrder::acquire;
  else if (d.take("release"))
    order = MemoryOrder::release;
  else if (d.take("acq_rel"))
    order = MemoryOrder::acquire_release;
  if (relaxed || order != MemoryOrder::relaxed) strength = Strength::device;
  if (d.take("cta")) strength = Strength::block;
  if (d.take("cluster")) strength = Strength::cluster;
  Ordering ordering{strength, order};
  ordering.of_system = d.take("sys") && strength == Strength::device;
  d.ignore({"weak", "gpu"});
  return ordering;
}

StateSpace take_space(Decoding& d) {
  if (d.take("global")) return StateSpace::global;
  if (d.take("shared") || d.take("shared::cta") || d.take("shared::cluster"))
    return StateSpace::shared;
  if (d.take("local")) return StateSpace::local;
  if (d.take("const")) return StateSpace::constant;
  if (d.take("param") || d.take("param::entry") || d.take("param::func")) return StateSpace::param;
  return StateSpace::generic;
}

void take_cache_hints(Decoding& d) {
  d.ignore({"nc", "ca", "cg", "cs", "lu", "cv", "wb", "wt", "L1::evict_normal",
            "L1::evict_unchanged", "L1::evict_first", "L1::evict_last", "L1::no_allocate",
            "L2::evict_normal", "L2::evict_first", "L2::evict_last", "L2::64B", "L2::128B",
            "L2::256B"});
}

std::uint8_t take_vector(Decoding& d) {
  return d.take("v2") ? 2 : d.take("v4") ? 4 : 1;
}

}  // namespace simulator
