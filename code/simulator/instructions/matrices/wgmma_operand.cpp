#include "simulator/instructions/matrices/wgmma_operand.hpp"

#include <algorithm>
#include <cstring>

#include "simulator/machine/access/request.hpp"

namespace simulator {
namespace {

constexpr unsigned unit_bytes = 16;

/// 16 bytes, and where their elements go: the first one, and the step to the next.
struct Unit {
  std::uint64_t at;
  std::size_t first, step;
};

}  // namespace

std::uint64_t MatrixDescriptor::along(unsigned line, unsigned unit) const {
  const std::uint64_t of_group = start + line / 8 * stride;
  if (atom == 1) return of_group + line % 8 * unit_bytes + unit * leading;
  return swizzled(of_group + line % 8 * (atom * unit_bytes) + unit * unit_bytes);
}

std::uint64_t MatrixDescriptor::transposed(unsigned k, unsigned unit) const {
  if (atom == 1) return start + unit * stride + k % 8 * unit_bytes + k / 8 * leading;
  return swizzled(start + unit % atom * unit_bytes + unit / atom * leading +
                  k % 8 * (atom * unit_bytes) + k / 8 * stride);
}

GroupOperand::GroupOperand(Warp& warp, const Instruction& i, const MatrixDescriptor& matrix,
                           Element element, unsigned first, unsigned lines, unsigned across,
                           bool transposed)
    : bits(std::size_t{lines} * across), causes(bits.size()) {
  const unsigned element_bits = bits_of(element), in_unit = 8 * unit_bytes / element_bits;
  std::vector<Unit> units;
  if (transposed) {
    for (unsigned k = 0; k < across; ++k)
      for (unsigned unit = 0; unit < lines / in_unit; ++unit)
        units.push_back({matrix.transposed(k, first / in_unit + unit),
                         std::size_t{unit} * in_unit * across + k, across});
  } else {
    for (unsigned line = 0; line < lines; ++line)
      for (unsigned unit = 0; unit < across / in_unit; ++unit)
        units.push_back(
            {matrix.along(first + line, unit), std::size_t{line} * across + unit * in_unit, 1});
  }
  const std::uint32_t ones = ~std::uint32_t{0} >> (32 - element_bits);
  const auto for_elements = [&](const Unit& unit, const std::byte* from, auto&& body) {
    for (unsigned k = 0; k < in_unit; ++k) {
      std::uint32_t value = 0;
      std::memcpy(&value, from + k * element_bits / 8, element_bits / 8);
      body(unit.first + k * unit.step, value & ones);
    }
  };
  // The lanes read a unit each, one after the other.
  bool unfenced = false;
  for (std::size_t begin = 0; begin < units.size(); begin += warp_size) {
    const auto count = unsigned(std::min<std::size_t>(warp_size, units.size() - begin));
    Request r(warp, i);
    r.space = StateSpace::shared;
    r.bytes = unit_bytes;
    r.follows = true;
    r.mask = full_mask >> (warp_size - count);
    for (unsigned lane = 0; lane < count; ++lane)
      r.addresses[lane] = warp.block().shared().base + units[begin + lane].at;
    r.prepare(Use::read);
    for (unsigned lane = 0; lane < count; ++lane) {
      const LaneTarget target = r.require(lane, Use::read);
      unfenced = unfenced || r.is_unfenced(lane, target, Use::read);
      r.note_read(lane, target);
      const Unit& unit = units[begin + lane];
      for_elements(unit, target.host,
                   [&](std::size_t at, std::uint32_t value) { bits[at] = value; });
      chunks.push_back(unit.at);
    }
    for_lanes(r.undefined, [&](unsigned lane) {
      const OriginNumber origin = r.origin(lane);
      for_elements(units[begin + lane], r.undefined_bits[lane],
                   [&](std::size_t at, std::uint32_t undefined) {
                     if (undefined != 0) causes.add(at, origin);
                   });
    });
  }
}

}  // namespace simulator
