#include "simulator/machine/mbarrier.hpp"

#include <utility>

#include "simulator/instructions/lanes.hpp"
#include "simulator/instructions/modifiers.hpp"
#include "simulator/machine/access/access_observer.hpp"
#include "simulator/machine/access/request.hpp"
#include "simulator/program/decoding.hpp"

namespace simulator {

namespace {

// mbarrier.*: barriers in shared memory, whose phases end when all arrivals and all bytes of
// asynchronous copies have come.

/// Lanes at their barriers, all of one block's. i.b: a count of arrivals or bytes, or a state or
/// parity that is waited for. i.c: bytes to expect besides.
struct Visit {
  Visit(Request& request, Use use) : request(request) {
    if (AccessObserver* const observer = request.warp.execution().observer())
      observer->accessed(request.warp, StateSpace::shared, request.mask, request.addresses,
                         request.bytes, use);
  }

  /// The barrier's state, of a place that may be accessed.
  Mbarrier get(unsigned lane, const LaneTarget& target) {
    std::uint64_t bits;
    std::memcpy(&bits, target.host, sizeof bits);
    const std::optional<Mbarrier> barrier = Mbarrier::of(bits);
    if (!barrier) refuse(lane, "uses as an mbarrier what was not initialised as one");
    return *barrier;
  }
  void put(const LaneTarget& target, const Mbarrier& barrier) {
    const std::uint64_t bits = barrier.bits();
    std::memcpy(target.host, &bits, sizeof bits);
    request.warp.execution().progressed();
    request.warp.execution().passed_milestone();
  }
  [[noreturn]] void refuse(unsigned lane, const std::string& what) {
    request.warp.report(fault::barrier, lane, what);
    request.warp.execution().fail(LaunchFailure::Reason::illegal_instruction);
  }

  Request& request;
};

/// Calls body(Visit&, lanes) for the barriers of each block that the lanes go to.
template <class Body>
void for_visits(Warp& warp, const Instruction& i, std::uint32_t mask, Use use, Body&& body) {
  const Access& access = i.payload.as<Access>();
  Request request(warp, i, access.ordering);
  request.space = StateSpace::shared;
  request.mask = mask;
  request.bytes = sizeof(std::uint64_t);
  if (!warp.execution().in_clusters() && request.ordering.strength == Strength::cluster)
    request.ordering.strength = Strength::block;
  request.take_addresses(access.address);
  for (std::uint64_t& address : request.addresses)
    if (window::holds(window::shared, address)) address -= window::shared;
  for_homes(request, [&](Request& request) {
    Visit visit(request, use);
    body(visit, request.mask);
  });
}

std::uint32_t number(Warp& warp, Slot slot, unsigned lane, std::uint32_t otherwise) {
  return slot == no_slot ? otherwise : warp.lanes<std::uint32_t>(slot)[lane];
}

void initialise(Warp& warp, const Instruction& i, std::uint32_t mask) {
  for_visits(warp, i, mask, Use::write, [&](Visit& visit, std::uint32_t lanes) {
    for_lanes(lanes, [&](unsigned lane) {
      const std::uint32_t count = warp.lanes<std::uint32_t>(i.b)[lane];
      if (count == 0 || count > Mbarrier::largest_count)
        visit.refuse(lane, "initialises an mbarrier for " + std::to_string(count) + " arrivals");
      const LaneTarget target = visit.request.require(lane, Use::write);
      const Mbarrier barrier{count, count, 0, false};
      const std::uint64_t bits = barrier.bits();
      visit.request.note_write(lane, target, &bits);
      visit.put(target, barrier);
    });
  });
}

void invalidate(Warp& warp, const Instruction& i, std::uint32_t mask) {
  for_visits(warp, i, mask, Use::write, [&](Visit& visit, std::uint32_t lanes) {
    for_lanes(lanes, [&](unsigned lane) {
      const LaneTarget target = visit.request.require(lane, Use::write);
      const std::uint64_t bits = 0;
      visit.request.note_write(lane, target, &bits);
      std::memcpy(target.host, &bits, sizeof bits);
    });
  });
}

enum class Operation : std::uint8_t { arrive, drop, expect, complete };

void arrive(Warp& warp, const Instruction& i, std::uint32_t mask) {
  for_visits(warp, i, mask, Use::update, [&](Visit& visit, std::uint32_t lanes) {
    for_lanes(lanes, [&](unsigned lane) {
      const LaneTarget target = visit.request.require(lane, Use::update);
      visit.request.note_arrival(lane, target);
      Mbarrier barrier = visit.get(lane, target);
      if (i.d != no_slot) warp.lanes<std::uint64_t>(i.d)[lane] = barrier.bits();
      const Operation what = Operation(i.mode);
      const std::int32_t bytes = std::int32_t(number(warp, i.c, lane, 0));
      barrier.bytes += what == Operation::complete ? -bytes : bytes;
      const std::uint32_t count =
          what == Operation::arrive || what == Operation::drop ? number(warp, i.b, lane, 1) : 0;
      if (count > barrier.pending)
        visit.refuse(lane, "arrives at an mbarrier that awaits " + std::to_string(barrier.pending) +
                               " more in this phase, for " + std::to_string(count));
      barrier.pending -= count;
      if (what == Operation::drop) barrier.expected -= std::min(count, barrier.expected);
      if ((count > 0 || what == Operation::complete) && barrier.complete_if_due() &&
          warp.execution().checked())
        visit.request.home->races().complete_phase(visit.request.addresses[lane]);
      visit.put(target, barrier);
    });
  });
}

/// A wait that is through acquires what the arrivals in the phases that are over released; one in
/// vain orders nothing.
template <bool by_parity>
void wait(Warp& warp, const Instruction& i, std::uint32_t mask) {
  std::uint32_t through = 0;
  warp.awaited_mbarrier.reset();
  for_visits(warp, i, mask, Use::read, [&](Visit& visit, std::uint32_t lanes) {
    Request& request = visit.request;
    if (request.home != nullptr && request.is_remote())
      visit.refuse(unsigned(std::countr_zero(lanes)), "waits at the mbarrier of another block");
    const std::uint64_t base = warp.block().shared().base;
    const Ordering ordering = std::exchange(request.ordering, {Strength::cluster});
    std::uint64_t looked = AsyncCopy::no_barrier;
    for_lanes(lanes, [&](unsigned lane) {
      const std::uint64_t address = request.addresses[lane];
      if (address != looked) warp.block().copies().look((looked = address) - base);
      const LaneTarget target = request.require(lane, Use::read);
      const Mbarrier barrier = visit.get(lane, target);
      bool phase;
      if constexpr (by_parity)
        phase = warp.lanes<std::uint32_t>(i.b)[lane] & 1;
      else
        phase = warp.lanes<std::uint64_t>(i.b)[lane] >> 63;
      const bool done = phase != barrier.phase;
      request.note_read(lane, target);
      if (done && acquires(ordering.order) && warp.execution().checked())
        warp.block().races().acquire_phase(warp.thread(lane), address, ordering.strength);
      through |= std::uint32_t(done) << lane;
      if (!done) warp.awaited_mbarrier = address - base;
    });
  });
  std::uint32_t& p = warp.predicate(i.e);
  p = (p & ~mask) | through;
}

void pending_count(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const std::uint64_t* a = warp.lanes<std::uint64_t>(i.a);
  std::uint32_t* d = warp.lanes<std::uint32_t>(i.d);
  for_lanes(mask, [=](unsigned lane) {
    const std::optional<Mbarrier> barrier = Mbarrier::of(a[lane]);
    d[lane] = barrier ? barrier->pending : 0;
  });
}

void decode_arrival(Decoding& d, Access& access, Operation what) {
  Instruction& i = d.instruction;
  const bool expects = d.take("expect_tx");
  d.ignore({"noComplete"});
  std::size_t k = 0;
  if ((what == Operation::arrive || what == Operation::drop) &&
      d.operand(0).kind != Operand::Kind::address)
    i.d = d.destination(k++, Type::b64);
  access.address = d.address(d.operand(k++), access.space);
  const bool counts_bytes = expects || what == Operation::expect || what == Operation::complete;
  if (k < d.operands()) (counts_bytes ? i.c : i.b) = d.source(k, Type::u32);
  i.mode = std::uint8_t(what);
  i.execute = arrive;
}

void decode(Decoding& d) {
  Instruction& i = d.instruction;
  i.kind = InstructionClass::memory;
  const bool relaxed = std::find(d.statement().modifiers.begin(), d.statement().modifiers.end(),
                                 "relaxed") != d.statement().modifiers.end();
  // Where no scope is said it is the block's, yet programs rely on one for a barrier that another
  // block arrives at.
  const auto& modifiers = d.statement().modifiers;
  const bool narrow = std::find(modifiers.begin(), modifiers.end(), "cta") != modifiers.end();
  take_ordering(d, true);
  Access access;
  access.space = take_space(d);
  d.ignore({"b64"});
  if (access.space != StateSpace::shared && access.space != StateSpace::generic)
    d.fail("not supported");
  access.ordering = {narrow ? Strength::block : Strength::cluster,
                     relaxed ? MemoryOrder::relaxed : MemoryOrder::release};
  if (d.take("init")) {
    access.address = d.address(d.operand(0), access.space);
    i.b = d.source(1, Type::u32);
    access.ordering.strength = Strength::weak;
    i.execute = initialise;
  } else if (d.take("inval")) {
    // The toolkit's own pipelines invalidate after a count that orders nothing.
    access.address = d.address(d.operand(0), access.space);
    i.execute = invalidate;
  } else if (d.take("arrive")) {
    decode_arrival(d, access, Operation::arrive);
  } else if (d.take("arrive_drop")) {
    decode_arrival(d, access, Operation::drop);
  } else if (d.take("expect_tx")) {
    decode_arrival(d, access, Operation::expect);
  } else if (d.take("complete_tx")) {
    decode_arrival(d, access, Operation::complete);
  } else if (d.take("test_wait") || d.take("try_wait")) {
    if (!relaxed) access.ordering.order = MemoryOrder::acquire;
    const bool by_parity = d.take("parity");
    i.e = d.predicate_destination(d.operand(0));
    access.address = d.address(d.operand(1), access.space);
    i.b = d.source(2, by_parity ? Type::b32 : Type::b64);
    if (d.operands() > 3) d.source(3, Type::u32);  // how long it may take
    i.execute = by_parity ? wait<true> : wait<false>;
  } else if (d.take("pending_count")) {
    i.d = d.destination(0, Type::u32);
    i.a = d.source(1, Type::b64);
    i.execute = pending_count;
  }
  i.payload = access;
}

}  // namespace

void add_mbarriers(Opcodes& opcodes) {
  opcodes.add("mbarrier", first_written, decode);
}

}  // namespace simulator
