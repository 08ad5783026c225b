#include "decoding.hpp"
#include "lanes.hpp"

namespace simulator {
namespace {

enum class Arrival : std::uint8_t { sync, arrive, count, all, any };

void barrier(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const unsigned lane = unsigned(std::countr_zero(mask));
  const std::uint32_t which = warp.lanes<std::uint32_t>(i.a)[lane];
  const std::uint32_t expected = i.b == no_slot ? 0 : warp.lanes<std::uint32_t>(i.b)[lane];
  const Arrival mode = Arrival(i.mode);
  if (which >= 16 || (mode == Arrival::arrive && expected == 0)) {
    report(warp.launch().fault(fault::barrier, warp, lane,
                               "uses barrier " + std::to_string(which) + " wrongly"));
    warp.launch().fail(LaunchFailure::Reason::illegal_instruction);
  }
  std::uint32_t set = 0;
  if (i.c != no_slot) set = (i.negate_c ? ~warp.predicate(i.c) : warp.predicate(i.c)) & mask;
  warp.block().arrive(warp, which, expected, mask, i, set);
}

void decode_bar(Decoding& d) {
  d.ignore({"cta", "aligned"});
  Instruction& i = d.instruction;
  i.kind = InstructionClass::control;
  if (d.take("warp")) {
    if (!d.take("sync")) d.fail("not supported");
    i.a = d.source(0, Type::b32);
    i.counter = &Counts::warp_barriers;
    i.execute = [](Warp& warp, const Instruction& i, std::uint32_t mask) {
      const std::uint32_t* members = warp.lanes<std::uint32_t>(i.a);
      std::uint32_t outside = 0;
      for_lanes(mask, [&](unsigned lane) { outside |= (~members[lane] >> lane & 1) << lane; });
      if (outside != 0)
        report(warp.launch().fault(
            fault::warp_mask, warp, unsigned(std::countr_zero(outside)),
            "executes " + std::string(i.text) + " with a mask that omits itself"));
      const std::uint32_t present = warp.meet(members, mask);
      // Groups with masks of their own are ordered among themselves only.
      for (std::uint32_t rest = present; rest != 0;) {
        const std::uint32_t group = (members[std::countr_zero(rest)] | (rest & -rest)) & present;
        warp.block().races().sync_warp(warp.index(), group);
        rest &= ~group;
      }
    };
    return;
  }
  i.counter = &Counts::barriers;
  i.execute = barrier;
  if (d.take("red")) {
    const bool count = d.take("popc"), all = d.take("and");
    if (!count && !all && !d.take("or")) d.fail("no operation");
    i.mode = std::uint8_t(count ? Arrival::count : all ? Arrival::all : Arrival::any);
    const Type type = d.take_type();
    i.d = type == Type::pred ? d.predicate_destination(d.operand(0)) : d.destination(0, type);
    i.a = d.source(1, Type::u32);
    const bool counted = d.operands() == 4;
    if (counted) i.b = d.source(2, Type::u32);
    i.c = d.predicate(d.operand(counted ? 3 : 2), i.negate_c);
    return;
  }
  const bool arrive = d.take("arrive");
  if (!arrive && !d.take("sync")) d.fail("not supported");
  i.mode = std::uint8_t(arrive ? Arrival::arrive : Arrival::sync);
  i.a = d.source(0, Type::u32);
  if (d.operands() > 1) i.b = d.source(1, Type::u32);
}

void fence(Warp& warp, const Instruction& i, std::uint32_t mask) {
  for_lanes(mask, [&](unsigned lane) {
    warp.block().races().fence(warp.thread(lane), Strength(i.strength));
  });
}

void fence_proxy(Warp& warp, const Instruction&, std::uint32_t mask) {
  for_lanes(mask, [&](unsigned lane) { warp.block().races().fence_proxy(warp.thread(lane)); });
}

void decode_fence(Decoding& d) {
  d.ignore({"sc", "acq_rel", "acquire", "release", "proxy", "async::generic", "alias",
            "mbarrier_init", "sync_restrict::shared::cta", "sync_restrict::shared::cluster"});
  const bool async = d.take("async"), elsewhere = d.take("global");
  d.ignore({"shared::cta", "shared::cluster"});
  const bool block = d.take("cta");
  d.ignore({"gpu", "sys", "cluster", "gl"});
  d.instruction.strength = std::uint8_t(block ? Strength::block : Strength::device);
  d.instruction.kind = InstructionClass::memory;
  d.instruction.execute = async && !elsewhere ? fence_proxy : fence;
}

void nothing(Warp&, const Instruction&, std::uint32_t) {}

void decode_nanosleep(Decoding& d) {
  d.take_type();
  d.source(0, Type::u32);
  d.instruction.execute = nothing;
}

void decode_grid_dependency(Decoding& d) {
  d.ignore({"launch_dependents", "wait"});
  d.instruction.execute = nothing;
}

/// A cluster holds one block, which needs no more than its own barrier; arriving alone orders
/// nothing that we check.
void decode_setmaxnreg(Decoding& d) {
  d.ignore({"inc", "dec", "sync", "aligned"});
  d.take_type();
  d.source(0, Type::u32);
  d.instruction.execute = nothing;
}

}  // namespace

void add_synchronisation(Opcodes& opcodes) {
  opcodes["bar"] = decode_bar;
  opcodes["barrier"] = decode_bar;
  opcodes["fence"] = decode_fence;
  opcodes["membar"] = decode_fence;
  opcodes["nanosleep"] = decode_nanosleep;
  opcodes["griddepcontrol"] = decode_grid_dependency;
  opcodes["setmaxnreg"] = decode_setmaxnreg;
}

}  // namespace simulator
