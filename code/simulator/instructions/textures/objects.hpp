#pragma once

#include <bit>
#include <cstdint>
#include <optional>

#include "simulator/instructions/textures/texture_map.hpp"
#include "simulator/machine/access/request.hpp"

namespace simulator {

/// The object at an address of the device's memory. If there is none, reports that.
std::optional<TextureMap> object_at(Warp& warp, const Instruction& i, unsigned lane,
                                    std::uint64_t address, TextureMap::Use use);

/// Calls body(TextureMap, mask) for the lanes, once for each object that they name. A lane that
/// names none is reported, and its access left out.
template <class Body>
void for_objects(Warp& warp, const Instruction& i, Slot object, TextureMap::Use use,
                 std::uint32_t mask, Body&& body) {
  const std::uint64_t* const objects = warp.lanes<std::uint64_t>(object);
  while (mask != 0) {
    const auto lane = unsigned(std::countr_zero(mask));
    std::uint32_t same = 0;
    for_lanes(mask, [&](unsigned other) {
      same |= std::uint32_t(objects[other] == objects[lane]) << other;
    });
    mask &= ~same;
    if (const std::optional<TextureMap> map = object_at(warp, i, lane, objects[lane], use))
      body(*map, same);
  }
}

}  // namespace simulator
