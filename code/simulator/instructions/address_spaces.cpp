#include "simulator/instructions/lanes.hpp"
#include "simulator/instructions/modifiers.hpp"
#include "simulator/program/decoding.hpp"

namespace simulator {
namespace {

std::uint64_t window_of(StateSpace space) {
  switch (space) {
    case StateSpace::shared:
      return window::shared;
    case StateSpace::local:
      return window::local;
    case StateSpace::param:
      return window::param;
    default:
      return 0;  // global and constant addresses are generic as they are
  }
}

template <class T>
void shift_window(Warp& warp, const Instruction& i, std::uint32_t mask) {
  T* d = warp.lanes<T>(i.d);
  const T* a = warp.lanes<T>(i.a);
  const T by = T(i.payload.as<std::uint64_t>());
  for_lanes(mask, [=](unsigned lane) { d[lane] = a[lane] + by; });
}

void decode_cvta(Decoding& d) {
  const bool to = d.take("to");
  const StateSpace space = take_space(d);
  if (space == StateSpace::generic) d.fail("no state space");
  const Type type = d.take_type();
  Instruction& i = d.instruction;
  i.kind = InstructionClass::integer;
  i.d = d.destination(0, type);
  i.a = d.source(1, type);
  i.payload = to ? -window_of(space) : window_of(space);
  i.execute = size_of(type) == 8 ? shift_window<std::uint64_t> : shift_window<std::uint32_t>;
}

void test_space(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const std::uint64_t* a = warp.lanes<std::uint64_t>(i.a);
  std::uint32_t& p = warp.predicate(i.d);
  const auto in = [&](std::uint64_t address) {
    switch (i.payload.as<StateSpace>()) {
      case StateSpace::shared:
        return window::holds(window::shared, address) &&
               (i.mode != 0 || Cluster::rank_in(address) == warp.block().rank());
      case StateSpace::local:
        return window::holds(window::local, address);
      case StateSpace::param:
        return window::holds(window::param, address);
      case StateSpace::constant: {
        const Allocation* found = warp.execution().memory().find(address);
        return found != nullptr && found->kind == AllocationKind::constant &&
               address - found->address < found->bytes;
      }
      default:
        return !window::holds(window::shared, address) && !window::holds(window::local, address);
    }
  };
  p = lanes_where(mask, p, [&](unsigned lane) { return in(a[lane]); });
}

void decode_isspacep(Decoding& d) {
  Instruction& i = d.instruction;
  const bool whole_cluster = d.take("shared::cluster");
  const StateSpace space = whole_cluster ? StateSpace::shared : take_space(d);
  if (space == StateSpace::generic) d.fail("no state space");
  i.payload = space;
  i.mode = whole_cluster;
  i.kind = InstructionClass::integer;
  i.d = d.predicate_destination(d.operand(0));
  i.a = d.source(1, Type::b64);
  i.execute = test_space;
}

}  // namespace

void add_address_spaces(Opcodes& opcodes) {
  opcodes.add_computing("cvta", decode_cvta);
  opcodes.add_computing("isspacep", decode_isspacep);
}

}  // namespace simulator
