#include "simulator/arithmetic/flush.hpp"
#include "simulator/instructions/lanes.hpp"
#include "simulator/program/decoding.hpp"

// One of two values, by a predicate or a sign.

namespace simulator {
namespace {

template <class T>
void select(Warp& warp, const Instruction& i, std::uint32_t mask) {
  T* d = warp.lanes<T>(i.d);
  const T* a = warp.lanes<T>(i.a);
  const T* b = warp.lanes<T>(i.b);
  const std::uint32_t p = i.negate_c ? ~warp.predicate(i.c) : warp.predicate(i.c);
  for_lanes(mask, [=](unsigned lane) { d[lane] = p >> lane & 1 ? a[lane] : b[lane]; });
}

void decode_selp(Decoding& d) {
  const Type type = d.take_type();
  Instruction& i = d.instruction;
  i.kind = class_of(type);
  i.d = d.destination(0, type);
  i.a = d.source(1, type);
  i.b = d.source(2, type);
  i.c = d.predicate(d.operand(3), i.negate_c);
  switch (size_of(type)) {
    case 2:
      i.execute = select<std::uint16_t>;
      break;
    case 4:
      i.execute = select<std::uint32_t>;
      break;
    case 8:
      i.execute = select<std::uint64_t>;
      break;
    default:
      d.fail("not supported");
  }
}

template <class T, class C, bool flushed = false>
void select_by_sign(Warp& warp, const Instruction& i, std::uint32_t mask) {
  T* d = warp.lanes<T>(i.d);
  const T* a = warp.lanes<T>(i.a);
  const T* b = warp.lanes<T>(i.b);
  const C* c = warp.lanes<C>(i.c);
  for_lanes(mask, [=](unsigned lane) {
    const C by = flushed ? C(flush(float(c[lane]))) : c[lane];
    d[lane] = by >= C(0) ? a[lane] : b[lane];
  });
}

void decode_slct(Decoding& d) {
  const bool flushed = d.take("ftz");
  const Type type = d.take_type(), by = d.take_type();
  Instruction& i = d.instruction;
  i.kind = class_of(by);
  i.d = d.destination(0, type);
  i.a = d.source(1, type);
  i.b = d.source(2, type);
  i.c = d.source(3, by);
  const auto choose = [&]<class T>(T) -> Execute {
    if (by == Type::f32) return flushed ? select_by_sign<T, float, true> : select_by_sign<T, float>;
    return by == Type::s32 ? Execute(select_by_sign<T, std::int32_t>) : nullptr;
  };
  switch (size_of(type)) {
    case 2:
      i.execute = choose(std::uint16_t{});
      break;
    case 4:
      i.execute = choose(std::uint32_t{});
      break;
    default:
      i.execute = choose(std::uint64_t{});
  }
}

Dataflow of_selp(const Statement& statement) {
  Dataflow flow = moving<steers::c>(statement);
  flow.variant = 1;
  return flow;
}

}  // namespace

void add_selection(Opcodes& opcodes) {
  opcodes.add_computing("selp", decode_selp, of_selp);
  opcodes.add_computing("slct", decode_slct, moving<steers::c>);
}

}  // namespace simulator
