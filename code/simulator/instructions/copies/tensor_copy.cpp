#include "simulator/instructions/copies/tensor_copy.hpp"

#include <algorithm>
#include <optional>

#include "simulator/instructions/copies/combiner.hpp"
#include "simulator/instructions/copies/copy_builder.hpp"
#include "simulator/instructions/copies/tensor_map.hpp"

namespace simulator {
namespace {

TensorMap map_of(Warp& warp, CopyBuilder& builder, std::uint64_t address) {
  const std::byte* bytes = nullptr;
  if (window::holds(window::param, address)) {
    const auto parameters = warp.execution().parameters();
    const std::uint64_t offset = address - window::param;
    if (offset + TensorMap::bytes <= parameters.size()) bytes = parameters.data() + offset;
  } else {
    bytes = warp.execution().memory().host(address, TensorMap::bytes);
  }
  const std::optional<TensorMap> map = bytes ? TensorMap::from(bytes) : std::nullopt;
  if (!map)
    builder.refuse(fault::out_of_bounds,
                   "copies a tensor by a map that cuTensorMapEncodeTiled did not make",
                   LaunchFailure::Reason::illegal_address);
  builder.require(address % 64 == 0, "by a tensor map whose address is no multiple of 64");
  return *map;
}

/// By the numbers of CUtensorMapDataType; nothing for what no operation combines.
std::optional<Type> type_of(const TensorMap& map) {
  switch (map.type) {
    case 2:
      return Type::u32;
    case 3:
      return Type::s32;
    case 4:
      return Type::u64;
    case 5:
      return Type::s64;
    case 6:
      return Type::f16;
    case 7:
    case 10:  // …_FLOAT32_FTZ
      return Type::f32;
    case 8:
      return Type::f64;
    case 9:
      return Type::bf16;
    default:
      return std::nullopt;
  }
}

/// One row of a box along dimension 0: `global` is where its first element would lie, of which
/// those from `first` to `last` do.
void copy_row(CopyBuilder& builder, const TensorMap& map, std::uint64_t global,
              std::uint64_t shared, std::uint32_t first, std::uint32_t last) {
  constexpr std::uint64_t unit = 16;  // that swizzling keeps together
  const std::uint64_t row = std::uint64_t{map.box[0]} * map.element;
  const std::uint64_t begin = std::uint64_t{first} * map.element,
                      end = std::uint64_t{last} * map.element;
  for (std::uint64_t k = 0; k < row; k += unit) {
    const std::uint64_t there = map.swizzled(shared + k), stop = std::min(k + unit, row);
    const std::uint64_t from = std::clamp(begin, k, stop), to = std::clamp(end, from, stop);
    if (!builder.copy.to_shared) {
      builder.add(global + from, there + (from - k), to - from);
      continue;
    }
    builder.clear(there, from - k);
    builder.add(there + (from - k), global + from, to - from);
    builder.clear(there + (to - k), stop - to);
  }
}

void copy_box(Warp& warp, const Instruction& i, unsigned lane, const CopySite& site, Stores& stores,
              CopyBuilder& builder) {
  const TensorMap map = map_of(warp, builder, address_of(warp, site.map, lane));
  if (map.rank != site.coordinates.size())
    builder.refuse(fault::out_of_bounds,
                   "copies a tensor of " + std::to_string(map.rank) + " dimensions by " +
                       std::to_string(site.coordinates.size()) + " coordinates",
                   LaunchFailure::Reason::illegal_instruction);
  const std::uint64_t box =
      site.to_shared ? shared_offset(warp, site.to, lane)
                     : in_shared(address_of(warp, site.from, lane)) - warp.block().shared().base;
  builder.require(box % 128 == 0, "a box of a tensor whose shared address is no multiple of 128");
  if (!site.operation.empty()) {
    const std::optional<Type> type = type_of(map);
    builder.copy.combine = type ? combiner(*type, site.operation) : nullptr;
    if (builder.copy.combine == nullptr)
      builder.refuse(fault::unsupported,
                     "executes " + std::string(i.text) + " on a tensor of a type that it has not",
                     LaunchFailure::Reason::illegal_instruction);
  }

  std::int64_t start[TensorMap::most_dimensions] = {};
  std::uint64_t rows = 1;
  for (unsigned k = 0; k < map.rank; ++k) {
    start[k] = warp.lanes<std::int32_t>(site.coordinates[k])[lane];
    if (start[k] < 0 && !site.to_shared)
      builder.refuse(fault::out_of_bounds,
                     "copies a box to a tensor from coordinate " + std::to_string(start[k]) + " on",
                     LaunchFailure::Reason::illegal_instruction);
    if (k > 0) rows *= map.taken(k);
  }
  if (start[0] * map.element % 16 != 0)
    builder.refuse(fault::misaligned,
                   "copies a box that begins at coordinate " + std::to_string(start[0]) +
                       " of the first dimension, which is no multiple of 16 bytes",
                   LaunchFailure::Reason::illegal_instruction);
  const auto clipped = [&](std::int64_t element) {
    const std::int64_t extent = std::int64_t{map.extents[0]} + 1;
    return std::uint32_t(std::clamp<std::int64_t>(element - start[0], 0, map.box[0]) *
                         (extent > 0));
  };
  if (!site.to_shared && site.operation.empty()) {
    std::vector<std::uint64_t> places = {address_of(warp, site.map, lane), box};
    for (unsigned k = 0; k < map.rank; ++k) places.push_back(std::uint64_t(start[k]));
    builder.repeats = stores.repeat(std::move(places));
  }
  for (std::uint64_t row = 0; row < rows; ++row) {
    std::uint64_t global = map.address + std::uint64_t(start[0]) * map.element, rest = row;
    bool inside = true;
    for (unsigned k = 1; k < map.rank; ++k) {
      const std::int64_t index = start[k] + std::int64_t(rest % map.taken(k)) * map.steps[k];
      rest /= map.taken(k);
      inside = inside && index >= 0 && index <= std::int64_t{map.extents[k]};
      global += std::uint64_t(index) * map.strides[k - 1];
    }
    const std::uint32_t first = inside ? clipped(0) : 0,
                        last = inside ? clipped(std::int64_t{map.extents[0]} + 1) : 0;
    copy_row(builder, map, global, box + row * map.box[0] * map.element, first, last);
  }
  builder.copy.bytes = map.box_bytes();
  builder.begin();
}

}  // namespace

void copy_tensor(Warp& warp, const Instruction& i, std::uint32_t mask) {
  warp.execution().interacts();
  const CopySite& site = copy_site(warp, i);
  Stores stores;
  for_lanes(mask, [&](unsigned lane) {
    for_destinations(warp, i, lane, site,
                     [&](CopyBuilder& builder) { copy_box(warp, i, lane, site, stores, builder); });
  });
}

}  // namespace simulator
