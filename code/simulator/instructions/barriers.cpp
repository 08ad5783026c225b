#include <algorithm>

#include "simulator/instructions/lanes.hpp"
#include "simulator/machine/scheduling/deadlock.hpp"
#include "simulator/program/decoding.hpp"
#include "simulator/round_up.hpp"

namespace simulator {
namespace {

/// Does all of a warp have to execute it?
struct Alignment {
  bool aligned;
};

bool is_aligned(const Instruction& i) {
  return i.payload.holds<Alignment>() && i.payload.as<Alignment>().aligned;
}

/// Of some lanes of a warp: have the others come to the barrier by another instruction?
void check_alignment(Warp& warp, const Instruction& i, std::uint32_t which, std::uint32_t mask) {
  for (const Path& path : warp.paths()) {
    if (path.state != Path::State::at_barrier || path.barrier != which) continue;
    const Instruction& other = instruction_of(warp, path);
    if (!is_aligned(i) || !is_aligned(other)) continue;
    if (&other == &i && (path.overtaken_by & mask) == 0) continue;
    warp.execution().report(i, fault::barrier, [&] {
      return warp.fault(
          fault::barrier, unsigned(std::countr_zero(mask)),
          "comes to barrier " + std::to_string(which) +
              (&other == &i ? " by a later execution of " : " by another ") + std::string(i.text) +
              " than lane " + std::to_string(std::countr_zero(path.mask)) + " of its warp, warp " +
              std::to_string(warp.index()) + " of the block, which waits at " +
              place_of(warp, other) + ": all threads of a warp have to come by the same one");
    });
    return;
  }
}

/// Of threads, 0 for all: is it a count that a barrier can have, and that of those who have come?
void check_count(Warp& warp, const Instruction& i, unsigned lane, std::uint32_t which,
                 std::uint32_t count) {
  const Barrier& barrier = warp.block().barrier(which);
  const auto threads = unsigned(warp.execution().configuration().block.volume());
  const auto in_warps = [&](unsigned n) { return round_up(n == 0 ? threads : n, warp_size); };
  const bool possible = count % warp_size == 0 || count == threads;
  const bool agreed = barrier.arrived == 0 || in_warps(barrier.expected) == in_warps(count);
  if (possible && agreed) return;
  warp.execution().report(i, fault::barrier, [&] {
    return warp.fault(fault::barrier, lane,
                      "comes to barrier " + std::to_string(which) + " with a count of " +
                          std::to_string(possible ? in_warps(count) : count) + " threads, " +
                          (possible ? "where others have come with a count of " +
                                          std::to_string(in_warps(barrier.expected))
                                    : "which is no multiple of " + std::to_string(warp_size)));
  });
}

void barrier(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const unsigned lane = unsigned(std::countr_zero(mask));
  const std::uint32_t which = warp.lanes<std::uint32_t>(i.a)[lane];
  const std::uint32_t expected = i.b == no_slot ? 0 : warp.lanes<std::uint32_t>(i.b)[lane];
  const Arrival mode = Arrival(i.mode);
  if (which >= 16 || (mode == Arrival::arrive && expected == 0)) {
    warp.report(
        fault::barrier, lane,
        which >= 16
            ? "comes to barrier " + std::to_string(which) + ", where a block has 16, from 0"
            : "arrives at barrier " + std::to_string(which) + " without a count of threads");
    warp.execution().fail(LaunchFailure::Reason::illegal_instruction);
  }
  check_count(warp, i, lane, which, expected);
  std::uint32_t set = 0;
  if (i.c != no_slot) set = (i.negate_c ? ~warp.predicate(i.c) : warp.predicate(i.c)) & mask;
  if (mask != warp.live() && (expected == 0 || expected >= warp.block().live()))
    check_alignment(warp, i, which, mask);
  warp.block().arrive(warp, which, expected, mask, mode, i.d, set);
}

void decode_bar(Decoding& d) {
  if (d.take("cluster")) return decode_cluster_barrier(d);
  d.ignore({"cta"});
  const bool aligned = d.take("aligned") || d.statement().opcode == "bar";
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
        warp.report(fault::warp_mask, unsigned(std::countr_zero(outside)),
                    "executes " + std::string(i.text) + " with a mask that omits itself");
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
  i.payload = Alignment{aligned};
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

struct Fence {
  Strength scope;
  MemoryOrder order;
};

void fence(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const Fence fence = i.payload.as<Fence>();
  for_lanes(mask, [&](unsigned lane) {
    warp.block().races().fence(warp.thread(lane), fence.scope, fence.order);
  });
}

void fence_proxy(Warp& warp, const Instruction&, std::uint32_t mask) {
  for_lanes(mask, [&](unsigned lane) { warp.block().races().fence_proxy(warp.thread(lane)); });
}

/// `weakest`: without a modifier that says more.
void decode_fence(Decoding& d, MemoryOrder weakest) {
  const bool proxy = d.take("proxy"), sequential = d.take("sc");
  const bool acquire = d.take("acquire"), release = d.take("release");
  d.ignore({"acq_rel", "async::generic", "alias", "mbarrier_init", "sync_restrict::shared::cta",
            "sync_restrict::shared::cluster"});
  const bool async = d.take("async"), elsewhere = d.take("global");
  d.ignore({"shared::cta", "shared::cluster"});
  const bool block = d.take("cta"), cluster = d.take("cluster");
  d.ignore({"gpu", "sys", "gl"});
  d.instruction.payload = Fence{block     ? Strength::block
                                : cluster ? Strength::cluster
                                          : Strength::device,
                                sequential || proxy  ? MemoryOrder::sequential
                                : acquire == release ? weakest
                                : acquire            ? MemoryOrder::acquire
                                                     : MemoryOrder::release};
  d.instruction.kind = InstructionClass::memory;
  d.instruction.execute = async && !elsewhere ? fence_proxy : fence;
}

void decode_nanosleep(Decoding& d) {
  d.take_type();
  d.source(0, Type::u32);
  d.instruction.execute = do_nothing;
}

void let_next_launch_begin(Warp& warp, const Instruction&, std::uint32_t) {
  Execution& execution = warp.execution();
  execution.interacts();
  execution.races().let_next_begin();
}

void wait_for_last_launch(Warp& warp, const Instruction&, std::uint32_t mask) {
  if (!warp.execution().checked()) return;
  for_lanes(mask,
            [&](unsigned lane) { warp.block().races().wait_for_overlapped(warp.thread(lane)); });
}

void decode_grid_dependency(Decoding& d) {
  if (d.take("launch_dependents"))
    d.instruction.execute = let_next_launch_begin;
  else if (d.take("wait"))
    d.instruction.execute = wait_for_last_launch;
  else
    d.fail("not supported");
}

void decode_setmaxnreg(Decoding& d) {
  d.ignore({"inc", "dec", "sync", "aligned"});
  d.take_type();
  d.source(0, Type::u32);
  d.instruction.execute = do_nothing;
}

/// bar.red alone has a result.
Role of_barrier(const Statement& statement, std::size_t operand) {
  const auto& modifiers = statement.modifiers;
  const bool reduces = std::find(modifiers.begin(), modifiers.end(), "red") != modifiers.end();
  return (reduces ? first_written : all_read)(statement, operand);
}

}  // namespace

void add_barriers(Opcodes& opcodes) {
  opcodes.add("bar", of_barrier, decode_bar);
  opcodes.add("barrier", of_barrier, decode_bar);
  opcodes.add("fence", all_read,
              [](Decoding& d) { decode_fence(d, MemoryOrder::acquire_release); });
  opcodes.add("membar", all_read, [](Decoding& d) { decode_fence(d, MemoryOrder::sequential); });
  opcodes.add("nanosleep", all_read, decode_nanosleep, passes<Propagation::ignored>);
  opcodes.add("griddepcontrol", all_read, decode_grid_dependency, passes<Propagation::ignored>);
  opcodes.add("setmaxnreg", all_read, decode_setmaxnreg, passes<Propagation::ignored>);
}

}  // namespace simulator
