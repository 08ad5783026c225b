#include "simulator/instructions/textures/object_operand.hpp"

namespace simulator {
namespace {

constexpr Geometry geometries[] = {
    {"1d", 1, false, false},  {"2d", 2, false, false}, {"3d", 3, false, false},
    {"a1d", 1, true, false},  {"a2d", 2, true, false}, {"cube", 3, false, true},
    {"acube", 3, true, true},
};

}  // namespace

const Geometry& take_geometry(Decoding& d) {
  for (const Geometry& each : geometries)
    if (d.take(each.name)) return each;
  d.fail("textures of several samples are not simulated");
}

ObjectOperand take_object(Decoding& d, std::size_t operand, const Geometry& geometry, Type type) {
  const Operand& named = d.operand(operand);
  if (named.kind != Operand::Kind::address || named.elements.size() != 2 || named.offset != 0)
    d.fail("no object and coordinates");
  ObjectOperand result;
  result.object = d.address(named).slot;
  const Operand& given = named.elements[1];
  const bool one = given.kind != Operand::Kind::list;
  const std::size_t count = one ? 1 : given.elements.size(), first = geometry.layered ? 1 : 0,
                    last = first + geometry.axes;
  if (count < last) d.fail("too few coordinates");
  const auto nth = [&](std::size_t k) -> const Operand& { return one ? given : given.elements[k]; };
  if (geometry.layered) result.layer = d.source(nth(0), Type::u32);
  for (std::size_t k = first; k < last; ++k) result.coordinates[k - first] = d.source(nth(k), type);
  for (std::size_t k = last; k < count; ++k)
    if (nth(k).kind == Operand::Kind::reg) d.source(nth(k), type);
  return result;
}

}  // namespace simulator
