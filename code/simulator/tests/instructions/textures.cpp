// Where textures are read, for random settings. What comes of it, operations/textures.cu compares
// with a GPU's.
#include <doctest/doctest.h>

#include <bit>
#include <limits>
#include <random>

#include "simulator/instructions/textures/sampling.hpp"

using namespace simulator;

namespace {

TextureMap random_map(std::mt19937& random) {
  const auto below = [&](unsigned n) { return unsigned(random() % n); };
  TextureMap map;
  map.shape = below(2) == 0 ? TextureMap::Shape::plane : TextureMap::Shape::volume;
  map.extents = {1 + below(40), 1 + below(40),
                 map.shape == TextureMap::Shape::volume ? 1 + below(9) : 1};
  map.linear = below(2) == 0;
  map.normalized = below(2) == 0;
  for (auto& each : map.beyond) each = TextureMap::Beyond(below(4));
  return map;
}

std::array<float, 3> random_place(const TextureMap& map, std::mt19937& random) {
  std::array<float, 3> place;
  for (unsigned axis = 0; axis < 3; ++axis) {
    const float extent = map.normalized ? 1 : float(map.extents[axis]);
    place[axis] = std::uniform_real_distribution<float>(-2 * extent, 3 * extent)(random);
  }
  return place;
}

}  // namespace

TEST_CASE("weights add up to one, of texels that are there") {
  const unsigned seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (int repetition = 0; repetition < 20'000; ++repetition) {
    const TextureMap map = random_map(random);
    const Taps taps = taps_at(map, random_place(map, random));
    unsigned sum = 0;
    for (const Tap& tap : taps) {
      sum += tap.weight;
      if (tap.weight == 0) continue;
      for (unsigned axis = 0; axis < 3; ++axis) {
        REQUIRE(tap.at[axis] >= 0);
        REQUIRE(tap.at[axis] < std::int64_t(map.extents[axis]));
      }
    }
    REQUIRE(sum == 256);
  }
}

TEST_CASE("in the middle of a texel there is nothing but that one") {
  const unsigned seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (int repetition = 0; repetition < 2'000; ++repetition) {
    TextureMap map = random_map(random);
    map.normalized = false;
    std::array<std::int64_t, 3> texel = {};
    std::array<float, 3> middle = {};
    for (unsigned axis = 0; axis < 3; ++axis) {
      texel[axis] = random() % map.extents[axis];
      middle[axis] = float(texel[axis]) + 0.5f;
    }
    for (const bool linear : {false, true}) {
      map.linear = linear;
      const Taps taps = taps_at(map, middle);
      REQUIRE(taps[0].at == texel);
      REQUIRE(taps[0].weight == 256);
      REQUIRE_FALSE(taps[0].outside);
      const auto value = std::bit_cast<std::uint32_t>(0.3f);
      REQUIRE(blend(map, taps, {value}, 0) == value);
    }
  }
}

TEST_CASE("between texels that are alike there is nothing else") {
  const unsigned seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (int repetition = 0; repetition < 2'000; ++repetition) {
    TextureMap map = random_map(random);
    for (auto& each : map.beyond) each = TextureMap::Beyond(random() % 3);
    ChannelBits texels;
    texels.fill(std::bit_cast<std::uint32_t>(std::uniform_real_distribution<float>(-9, 9)(random)));
    REQUIRE(blend(map, taps_at(map, random_place(map, random)), texels, 0) == texels[0]);
  }
}

TEST_CASE("no number and no end are as good as zero where an array repeats") {
  TextureMap map;
  map.extents = {5, 1, 1};
  map.normalized = true;
  for (const float each :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
        -std::numeric_limits<float>::infinity(), 1e30f, -1e30f})
    CHECK(taps_at(map, {each, 0, 0})[0].at[0] == 0);
  map.beyond[0] = TextureMap::Beyond::clamp;
  CHECK(taps_at(map, {std::numeric_limits<float>::infinity(), 0, 0})[0].at[0] == 4);
  CHECK(taps_at(map, {-1e30f, 0, 0})[0].at[0] == 0);
}

TEST_CASE("a cube's faces meet where two coordinates are alike") {
  CHECK(place_on_cube(1, 0, 0).face == 0);
  CHECK(place_on_cube(-1, 0.5f, 0).face == 1);
  CHECK(place_on_cube(0, 2, 1).face == 2);
  CHECK(place_on_cube(0, -2, 1).face == 3);
  CHECK(place_on_cube(0, 0, 1).face == 4);
  CHECK(place_on_cube(0, 0, -1).face == 5);
  const CubePlace corner = place_on_cube(1, 1, 1);
  CHECK(corner.face == 0);
  CHECK(corner.column == 0);
  CHECK(corner.row == 0);
}
