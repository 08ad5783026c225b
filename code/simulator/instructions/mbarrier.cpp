#include "phase_barrier.hpp"

#include "decoding.hpp"
#include "lanes.hpp"
#include "request.hpp"

namespace simulator {

void take_strength(Decoding& d, bool atomic);
void take_memory_space(Decoding& d);

namespace {

// mbarrier.*: barriers in shared memory, whose phases end when all arrivals and all bytes of
// asynchronous copies have come.

/// i.a: the barrier. i.b: a count of arrivals or bytes, or a state or parity that is waited for.
/// i.c: bytes to expect besides.
struct Access {
  Access(Warp& warp, const Instruction& i, std::uint32_t mask) : request(warp, i) {
    request.space = Space::shared;
    request.mask = mask;
    request.bytes = sizeof(std::uint64_t);
    for_lanes(mask, [&](unsigned lane) {
      std::uint64_t address = i.width == 8 ? warp.lanes<std::uint64_t>(i.a)[lane]
                                           : warp.lanes<std::uint32_t>(i.a)[lane];
      address += std::uint64_t(i.offset);
      if (window::holds(window::shared, address)) address -= window::shared;
      request.addresses[lane] = address;
    });
  }

  /// The barrier's state, of a place that may be accessed.
  PhaseBarrier get(unsigned lane, const Spot& spot) {
    std::uint64_t bits;
    std::memcpy(&bits, spot.host, sizeof bits);
    const std::optional<PhaseBarrier> barrier = PhaseBarrier::of(bits);
    if (!barrier) refuse(lane, "uses as an mbarrier what was not initialised as one");
    return *barrier;
  }
  void put(const Spot& spot, const PhaseBarrier& barrier) {
    const std::uint64_t bits = barrier.bits();
    std::memcpy(spot.host, &bits, sizeof bits);
    request.warp.launch().progressed();
    request.warp.launch().passed_milestone();
  }
  [[noreturn]] void refuse(unsigned lane, const std::string& what) {
    report(request.warp.launch().fault(fault::barrier, request.warp, lane, what));
    request.warp.launch().fail(LaunchFailure::Reason::illegal_instruction);
  }

  Request request;
};

std::uint32_t number(Warp& warp, Slot slot, unsigned lane, std::uint32_t otherwise) {
  return slot == no_slot ? otherwise : warp.lanes<std::uint32_t>(slot)[lane];
}

void initialise(Warp& warp, const Instruction& i, std::uint32_t mask) {
  Access access(warp, i, mask);
  for_lanes(mask, [&](unsigned lane) {
    const std::uint32_t count = warp.lanes<std::uint32_t>(i.b)[lane];
    if (count == 0 || count > PhaseBarrier::largest_count)
      access.refuse(lane, "initialises an mbarrier for " + std::to_string(count) + " arrivals");
    const Spot spot = access.request.find(lane, Use::write);
    const PhaseBarrier barrier{count, count, 0, false};
    const std::uint64_t bits = barrier.bits();
    access.request.note_write(lane, spot, &bits);
    access.put(spot, barrier);
  });
}

void invalidate(Warp& warp, const Instruction& i, std::uint32_t mask) {
  Access access(warp, i, mask);
  for_lanes(mask, [&](unsigned lane) {
    const Spot spot = access.request.find(lane, Use::write);
    const std::uint64_t bits = 0;
    access.request.note_write(lane, spot, &bits);
    std::memcpy(spot.host, &bits, sizeof bits);
  });
}

enum class Arrival : std::uint8_t { arrive, drop, expect, complete };

void arrive(Warp& warp, const Instruction& i, std::uint32_t mask) {
  Access access(warp, i, mask);
  for_lanes(mask, [&](unsigned lane) {
    const Spot spot = access.request.find(lane, Use::update);
    access.request.note_update(lane, spot);
    PhaseBarrier barrier = access.get(lane, spot);
    if (i.d != no_slot) warp.lanes<std::uint64_t>(i.d)[lane] = barrier.bits();
    const Arrival what = Arrival(i.mode);
    const std::int32_t bytes = std::int32_t(number(warp, i.c, lane, 0));
    barrier.bytes += what == Arrival::complete ? -bytes : bytes;
    const std::uint32_t count =
        what == Arrival::arrive || what == Arrival::drop ? number(warp, i.b, lane, 1) : 0;
    if (count > barrier.pending)
      access.refuse(lane, "arrives at an mbarrier that awaits " + std::to_string(barrier.pending) +
                              " more in this phase, for " + std::to_string(count));
    barrier.pending -= count;
    if (what == Arrival::drop) barrier.expected -= std::min(count, barrier.expected);
    if (count > 0 || what == Arrival::complete) barrier.complete_if_due();
    access.put(spot, barrier);
  });
}

/// A wait that is through acquires what the arrivals released; one in vain orders nothing.
template <bool by_parity>
void wait(Warp& warp, const Instruction& i, std::uint32_t mask) {
  Instruction in_vain = i;
  in_vain.order = std::uint8_t(Order::relaxed);
  Access access(warp, i, mask), vain(warp, in_vain, mask);
  std::uint64_t looked = AsyncCopy::no_barrier;
  std::uint32_t through = 0;
  for_lanes(mask, [&](unsigned lane) {
    const std::uint64_t address = access.request.addresses[lane];
    if (address != looked) warp.block().copies().look(looked = address);
    const Spot spot = access.request.find(lane, Use::read);
    const PhaseBarrier barrier = access.get(lane, spot);
    bool phase;
    if constexpr (by_parity)
      phase = warp.lanes<std::uint32_t>(i.b)[lane] & 1;
    else
      phase = warp.lanes<std::uint64_t>(i.b)[lane] >> 63;
    const bool done = phase != barrier.phase;
    (done ? access : vain).request.note_read(lane, spot);
    through |= std::uint32_t(done) << lane;
  });
  std::uint32_t& p = warp.predicate(i.e);
  p = (p & ~mask) | through;
}

void pending_count(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const std::uint64_t* a = warp.lanes<std::uint64_t>(i.a);
  std::uint32_t* d = warp.lanes<std::uint32_t>(i.d);
  for_lanes(mask, [=](unsigned lane) {
    const std::optional<PhaseBarrier> barrier = PhaseBarrier::of(a[lane]);
    d[lane] = barrier ? barrier->pending : 0;
  });
}

void decode_arrival(Decoding& d, Arrival what) {
  Instruction& i = d.instruction;
  const bool expects = d.take("expect_tx");
  d.ignore({"noComplete"});
  std::size_t k = 0;
  if ((what == Arrival::arrive || what == Arrival::drop) &&
      d.operand(0).kind != Operand::Kind::address)
    i.d = d.destination(k++, Type::b64);
  d.address(d.operand(k++));
  const bool counts_bytes = expects || what == Arrival::expect || what == Arrival::complete;
  if (k < d.operands()) (counts_bytes ? i.c : i.b) = d.source(k, Type::u32);
  i.mode = std::uint8_t(what);
  i.execute = arrive;
}

void decode(Decoding& d) {
  Instruction& i = d.instruction;
  i.kind = InstructionClass::memory;
  const bool relaxed = std::find(d.statement().modifiers.begin(), d.statement().modifiers.end(),
                                 "relaxed") != d.statement().modifiers.end();
  take_strength(d, true);
  take_memory_space(d);
  d.ignore({"b64"});
  if (i.space != Space::shared && i.space != Space::generic) d.fail("not supported");
  i.strength = std::uint8_t(Strength::block);
  i.order = std::uint8_t(relaxed ? Order::relaxed : Order::release);
  if (d.take("init")) {
    d.address(d.operand(0));
    i.b = d.source(1, Type::u32);
    i.strength = std::uint8_t(Strength::weak);
    i.execute = initialise;
  } else if (d.take("inval")) {
    // The toolkit's own pipelines invalidate after a count that orders nothing.
    d.address(d.operand(0));
    i.execute = invalidate;
  } else if (d.take("arrive")) {
    decode_arrival(d, Arrival::arrive);
  } else if (d.take("arrive_drop")) {
    decode_arrival(d, Arrival::drop);
  } else if (d.take("expect_tx")) {
    decode_arrival(d, Arrival::expect);
  } else if (d.take("complete_tx")) {
    decode_arrival(d, Arrival::complete);
  } else if (d.take("test_wait") || d.take("try_wait")) {
    if (!relaxed) i.order = std::uint8_t(Order::acquire);
    const bool by_parity = d.take("parity");
    i.e = d.predicate_destination(d.operand(0));
    d.address(d.operand(1));
    i.b = d.source(2, by_parity ? Type::b32 : Type::b64);
    if (d.operands() > 3) d.source(3, Type::u32);  // how long it may take
    i.execute = by_parity ? wait<true> : wait<false>;
  } else if (d.take("pending_count")) {
    i.d = d.destination(0, Type::u32);
    i.a = d.source(1, Type::b64);
    i.execute = pending_count;
  }
}

}  // namespace

void add_phase_barriers(Opcodes& opcodes) {
  opcodes["mbarrier"] = decode;
}

}  // namespace simulator
