#pragma once

#include <array>
#include <cstdint>

#include "simulator/instructions/textures/texture_map.hpp"

namespace simulator {

// Where a texture is read, and what is made of what stands there. All of it is as an H200 does it:
// positions and weights have 8 bits behind the point, and sums are rounded as its units round them.

/// A texel that counts for a value, in 256ths.
struct Tap {
  std::array<std::int64_t, 3> at;  // column, row, slice; in the array unless `outside`
  unsigned weight;
  bool outside;  // the border's colour stands there
};

/// The texels around a position, the weights zero of those that do not matter: of a plane the first
/// four, of a volume all eight, or of the nearest the first alone.
using Taps = std::array<Tap, 8>;

/// What the texture read at these coordinates is made of; of layers and faces, within theirs.
Taps taps_at(const TextureMap& map, const std::array<float, 3>& coordinates);

/// The four texels that lie around a position in a plane, counterclockwise from the lower left one,
/// as tld4 gives them.
Taps corners_at(const TextureMap& map, const std::array<float, 3>& coordinates);

/// One channel of texels, as it lies in memory.
using ChannelBits = std::array<std::uint32_t, 8>;

/// The bits of a channel's value, a float or an integer of 32 bits.
std::uint32_t blend(const TextureMap& map, const Taps& taps, const ChannelBits& texels,
                    unsigned channel);

/// A direction's face of a cube, and the place on it from 0 to 1.
struct CubePlace {
  unsigned face;
  float column, row;
};
CubePlace place_on_cube(float x, float y, float z);

}  // namespace simulator
