#include "simulator/machine/undefined/shadow.hpp"

#include <algorithm>
#include <cstring>

namespace simulator {

void FrameShadow::fit(std::size_t values, std::size_t params) {
  clear();
  in_use_ = true;
  const std::size_t bytes = values + 64;
  if (storage_.size() != bytes) {
    storage_.assign(bytes, std::byte{0});
    index_.assign(values / 4 + 1, 0);
    records_.clear();
    const auto address = reinterpret_cast<std::uintptr_t>(storage_.data());
    values_ = storage_.data() + (64 - address % 64) % 64;
  }
  if (params_.size() != params) params_.assign(params, std::byte{0});
}

void FrameShadow::clear() {
  in_use_ = false;
  for (const Record& record : records_) {
    index_[record.slot / 4] = 0;
    if (record.size > 0)
      std::memset(values_ + record.slot, 0, std::size_t{record.size} * warp_size);
  }
  records_.clear();
  live_ = 0;
  if (params_used_) std::fill(params_.begin(), params_.end(), std::byte{0});
  params_used_ = false;
}

std::uint64_t FrameShadow::bits(Slot slot, unsigned size, unsigned lane) const {
  const std::uint32_t mask = lanes(slot);
  if ((mask >> lane & 1) == 0) return 0;
  if (size == 0) return 1;
  std::uint64_t value = 0;
  std::memcpy(&value, values_ + slot + lane * size, std::min(size, 8u));
  return value;
}

FrameShadow::Record& FrameShadow::record(Slot slot, unsigned size) {
  std::uint32_t& number = index_[slot / 4];
  if (number == 0) {
    records_.push_back({.slot = slot, .size = std::uint8_t(size)});
    number = std::uint32_t(records_.size());
  }
  return records_[number - 1];
}

void FrameShadow::define(Slot slot, std::uint32_t lanes) {
  const std::uint32_t number = index_[slot / 4];
  if (number == 0) return;
  Record& record = records_[number - 1];
  lanes &= record.lanes;
  if (lanes == 0) return;
  record.lanes &= ~lanes;
  live_ -= record.lanes == 0;
  for_lanes(lanes, [&](unsigned lane) {
    std::memset(values_ + slot + lane * record.size, 0, record.size);
  });
}

void FrameShadow::set(Slot slot, unsigned size, unsigned lane, std::uint64_t bits,
                      OriginNumber origin) {
  set_wide(slot, size, lane, reinterpret_cast<const std::byte*>(&bits), origin);
}

void FrameShadow::set_wide(Slot slot, unsigned size, unsigned lane, const std::byte* bits,
                           OriginNumber origin) {
  const bool any = std::any_of(bits, bits + std::max(size, 1u),
                               [](std::byte each) { return each != std::byte{0}; });
  if (!any) return define(slot, 1u << lane);
  Record& there = record(slot, size);
  live_ += there.lanes == 0;
  there.lanes |= 1u << lane;
  there.origins[lane] = origin;
  std::memcpy(values_ + slot + lane * size, bits, size);
}

void FrameShadow::exchange(Slot slot, unsigned size, std::uint32_t lanes, FrameShadow& other) {
  struct Bits {
    std::array<std::byte, 16> bits{};
    OriginNumber origin = 0;
  };
  const auto bits_of = [&](const FrameShadow& shadow, unsigned lane) {
    Bits found;
    if ((shadow.lanes(slot) >> lane & 1) == 0) return found;
    found.origin = shadow.origin(slot, lane);
    found.bits[0] = std::byte{1};  // of a predicate
    if (size > 0) std::memcpy(found.bits.data(), shadow.values_ + slot + lane * size, size);
    return found;
  };
  for_lanes(lanes, [&](unsigned lane) {
    const Bits here = bits_of(*this, lane), there = bits_of(other, lane);
    set_wide(slot, size, lane, there.bits.data(), there.origin);
    other.set_wide(slot, size, lane, here.bits.data(), here.origin);
  });
}

void FrameShadow::look(Slot slot, unsigned size, std::uint32_t mask,
                       const std::array<OriginNumber, warp_size>& origins) {
  static constexpr std::byte none[16] = {};
  std::uint32_t undefined = 0;
  for_lanes(mask, [&](unsigned lane) {
    const bool any = std::memcmp(values_ + slot + lane * size, none, size) != 0;
    undefined |= std::uint32_t(any) << lane;
  });
  define(slot, mask & ~undefined);
  if (undefined == 0) return;
  Record& there = record(slot, size);
  live_ += there.lanes == 0;
  there.lanes |= undefined;
  for_lanes(undefined, [&](unsigned lane) { there.origins[lane] = origins[lane]; });
}

}  // namespace simulator
