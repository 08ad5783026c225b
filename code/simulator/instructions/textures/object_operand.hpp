#pragma once

#include <array>

#include "simulator/program/decoding.hpp"

namespace simulator {

/// The shape of what a texture or surface instruction accesses.
struct Geometry {
  const char* name;
  unsigned axes;
  bool layered, on_cube;
};
const Geometry& take_geometry(Decoding& d);

/// The registers of an object, and of a place in it.
struct ObjectOperand {
  std::array<Slot, 3> coordinates{no_slot, no_slot, no_slot};
  Slot object = no_slot, layer = no_slot;
};

/// `[object, {…}]`: the number of the layer, if there are any, then the coordinates, which are of
/// that type. Of four registers one may stand there for nothing.
ObjectOperand take_object(Decoding& d, std::size_t operand, const Geometry& geometry, Type type);

}  // namespace simulator
