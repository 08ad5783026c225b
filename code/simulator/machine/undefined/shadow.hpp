#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "simulator/lane_mask.hpp"
#include "simulator/program/program.hpp"

namespace simulator {

/// Where the undefined values of a warp came from: numbers among its origins, from 1 on.
using OriginNumber = std::uint32_t;

/// Which bits of a frame's values are undefined, laid out as they are themselves: one bit for each
/// of theirs, so that what moves values moves these too. A bit is set only in lanes that a record
/// of the value names. What lies in param space has a bit for each bit as well.
class FrameShadow {
 public:
  struct Record {
    Slot slot;
    std::uint8_t size;        // bytes a lane; 0: a predicate, whose bits are the lanes
    std::uint32_t lanes = 0;  // with undefined bits
    std::array<OriginNumber, warp_size> origins{};
  };

  /// For a frame of that layout: nothing in it is undefined. `params`: of all lanes.
  void fit(std::size_t values, std::size_t params);
  void clear();
  /// Does it stand for its frame? If not, nothing there is undefined.
  bool in_use() const { return in_use_; }
  bool empty() const { return live_ == 0 && !params_used_; }

  /// Lanes in which a value has undefined bits.
  std::uint32_t lanes(Slot slot) const {
    const std::uint32_t number = index_[slot / 4];
    return number == 0 ? 0 : records_[number - 1].lanes;
  }
  OriginNumber origin(Slot slot, unsigned lane) const {
    const std::uint32_t number = index_[slot / 4];
    return number == 0 ? 0 : records_[number - 1].origins[lane];
  }
  /// Where the bits of a frame's values begin.
  std::byte* values() const { return values_; }
  std::byte* bits(Slot slot) const { return values_ + slot; }
  /// Of one lane's value; a predicate's is 0 or 1.
  std::uint64_t bits(Slot slot, unsigned size, unsigned lane) const;

  /// The value is defined in those lanes.
  void define(Slot slot, std::uint32_t lanes);
  /// Bits of one lane's value of up to 8 bytes.
  void set(Slot slot, unsigned size, unsigned lane, std::uint64_t bits, OriginNumber origin);
  void set_wide(Slot slot, unsigned size, unsigned lane, const std::byte* bits,
                OriginNumber origin);
  /// The bits are in their place: which lanes of `mask` have any?
  void look(Slot slot, unsigned size, std::uint32_t mask,
            const std::array<OriginNumber, warp_size>& origins);
  /// The lanes' bits, with those of the same value in another frame.
  void exchange(Slot slot, unsigned size, std::uint32_t lanes, FrameShadow& other);

  // Param space. `at`: of all lanes' bytes.
  bool params_used() const { return params_used_; }
  std::byte* params(std::size_t at) { return params_.data() + at; }
  OriginNumber& param_origin(unsigned lane) { return param_origins_[lane]; }
  void use_params() { params_used_ = true; }

 private:
  Record& record(Slot slot, unsigned size);

  std::vector<std::byte> storage_, params_;
  std::byte* values_ = nullptr;
  std::vector<std::uint32_t> index_;  // by slot / 4: a record's number, from 1 on
  std::vector<Record> records_;
  std::array<OriginNumber, warp_size> param_origins_{};
  unsigned live_ = 0;  // records with lanes
  bool in_use_ = false, params_used_ = false;
};

}  // namespace simulator
