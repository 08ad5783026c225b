#include <algorithm>

#include "simulator/instructions/access_counts.hpp"
#include "simulator/instructions/copies/bulk_copy.hpp"
#include "simulator/instructions/copies/copy_builder.hpp"
#include "simulator/instructions/lanes.hpp"
#include "simulator/machine/access/request.hpp"
#include "simulator/program/decoding.hpp"

namespace simulator {
namespace {

/// `size` bytes, of which the first `taken` are the source's.
void put_async(std::byte* to, unsigned size, const std::byte* from, unsigned taken) {
  if (size == 16 && taken == 16) {
    std::memcpy(to, from, 16);
  } else if (size == 4 && taken == 4) {
    std::memcpy(to, from, 4);
  } else {
    std::byte value[16] = {};
    if (taken > 0) std::memcpy(value, from, taken);
    std::memcpy(to, value, size);
  }
}

struct Copy {
  Address to, from;
  std::uint8_t bytes;
};

/// cp.async: a load from global and a store to shared memory. Bytes beyond the source's are zero.
/// c: how many bytes the source has, if that differs; or e: a predicate to ignore it.
void copy_async(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const Copy& operands = i.payload.as<Copy>();
  const unsigned size = operands.bytes;
  const std::uint32_t* given = i.c == no_slot ? nullptr : warp.lanes<std::uint32_t>(i.c);
  const std::uint32_t ignored = i.e == no_slot ? 0
                                : i.negate_c   ? ~warp.predicate(i.e)
                                               : warp.predicate(i.e);
  Request from(warp, i), to(warp, i);
  from.space = StateSpace::global;
  from.follows = true;
  to.space = StateSpace::shared;
  from.mask = to.mask = mask;
  from.bytes = to.bytes = size;
  from.take_addresses(operands.from);
  to.take_addresses(operands.to);
  for_lanes(mask, [&](unsigned lane) {
    if (given != nullptr && given[lane] == 0) from.mask &= ~(1u << lane);
  });
  from.mask &= ~ignored;
  if (from.mask != 0) count_load(from);
  count_store(to);
  if (from.mask != 0) from.prepare(Use::read);
  const bool read = from.mask == 0 || from.row(Use::read) != nullptr || from.at_once(Use::read);
  to.prepare(Use::write);
  const bool written = to.row(Use::write) != nullptr || to.at_once(Use::write);
  AsyncCopies& copies = warp.block().copies();
  const bool at_once = read && written && copies.at_once();
  const auto taken = [&](unsigned lane) {
    if ((from.mask >> lane & 1) == 0) return 0u;
    return given == nullptr ? size : std::min(size, given[lane]);
  };
  if (at_once) {
    for_lanes(mask, [&](unsigned lane) {
      put_async(to.place(lane), size, taken(lane) > 0 ? from.place(lane) : nullptr, taken(lane));
    });
    warp.execution().progressed();
    if (copies.leaves_nothing(AsyncCopy::Kind::thread)) return;
  }
  AsyncCopy copy;
  copy.warp = warp.index();
  copy.place = i.place;
  copy.chunks.resize(warp_size);
  copy.moved = at_once ? mask : 0;
  const std::uint64_t base = warp.block().shared().base;
  // As a lower lane copies the same, both write the same value.
  const auto repeats = [&](unsigned lane) {
    bool found = false;
    for_lanes(to.mask & ((1u << lane) - 1), [&](unsigned other) {
      found =
          found || (to.addresses[other] == to.addresses[lane] &&
                    from.addresses[other] == from.addresses[lane] && taken(other) == taken(lane));
    });
    return found;
  };
  for_lanes(mask, [&](unsigned lane) {
    if ((from.mask >> lane & 1) && !read) {
      const LaneTarget source = from.find(lane, Use::read);
      if (source.host != nullptr)
        from.note_read(lane, source);
      else
        from.mask &= ~(1u << lane);
    }
    copy.chunks[lane] = {to.addresses[lane] - base, from.addresses[lane], std::uint8_t(size),
                         std::uint8_t(taken(lane))};
    if (!written) {
      const LaneTarget destination = to.find(lane, Use::write);
      if (destination.host == nullptr) {
        to.mask &= ~(1u << lane);
        return;
      }
      std::byte other[16];  // no harmless write of what is there already
      for (unsigned k = 0; k < size; ++k) other[k] = ~destination.host[k];
      to.note_write(lane, destination, repeats(lane) ? destination.host : other);
    }
    if (from.undefined >> lane & 1) to.undefine_as(lane, from, taken(lane));
  });
  copy.lanes = to.mask;
  copies.begin(std::move(copy));
}

template <AsyncCopy::Kind kind>
void commit(Warp& warp, const Instruction&, std::uint32_t mask) {
  AsyncCopies& copies = warp.block().copies();
  if (!copies.leaves_nothing(kind)) copies.commit(kind, warp.index(), mask);
}

struct GroupWait {
  std::uint32_t but = 0;   // groups that may go on
  bool only_read = false;  // only the sources
  bool all = false;        // also what is in no group
};

template <AsyncCopy::Kind kind>
void wait(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const auto& [but, only_read, all] = i.payload.as<GroupWait>();
  AsyncCopies& copies = warp.block().copies();
  if (!copies.leaves_nothing(kind)) copies.wait(kind, warp.index(), mask, but, all, only_read);
}

struct LateArrival {
  Address barrier;
  bool expected;  // the barrier expects one arrival more for it
};

/// cp.async.mbarrier.arrive: once the thread's copies are there.
void arrive_later(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const LateArrival& late = i.payload.as<LateArrival>();
  for_lanes(mask, [&](unsigned lane) {
    AsyncCopy arrival;
    arrival.kind = AsyncCopy::Kind::arrival;
    arrival.warp = warp.index();
    arrival.lanes = 1u << lane;
    arrival.place = i.place;
    arrival.barrier = in_shared(address_of(warp, late.barrier, lane)) - warp.block().shared().base;
    check_mbarrier(warp, i, lane, late.barrier, &warp.block(), arrival.barrier);
    warp.block().copies().expect(arrival, late.expected);
    warp.block().copies().begin(std::move(arrival));
  });
}

void decode_copy(Decoding& d) {
  Instruction& i = d.instruction;
  d.ignore({"ca", "cg", "shared", "shared::cta", "global", "L2::64B", "L2::128B", "L2::256B"});
  const bool hinted = d.take("L2::cache_hint");
  Copy copy;
  copy.from = d.address(d.operand(1));
  if (copy.from.width != 8) d.fail("a global address of 32 bits");
  copy.to = d.address(d.operand(0), StateSpace::shared);
  copy.bytes = std::uint8_t(d.literal(d.operand(2)));
  if (copy.bytes != 4 && copy.bytes != 8 && copy.bytes != 16) d.fail("a copy of the wrong size");
  if (d.operands() > 3u + hinted) {
    if (d.register_type(d.operand(3)) == Type::pred)
      i.e = d.predicate(d.operand(3), i.negate_c);
    else
      i.c = d.source(3, Type::u32);
  }
  i.payload = copy;
  i.execute = copy_async;
}

void decode_cp(Decoding& d) {
  const bool reduce = d.take("reduce");
  if (!d.take("async")) d.fail("not supported");
  Instruction& i = d.instruction;
  i.kind = InstructionClass::memory;
  const bool bulk = d.take("bulk");
  if (d.take("commit_group")) {
    i.execute = bulk ? commit<AsyncCopy::Kind::bulk_group> : commit<AsyncCopy::Kind::thread>;
  } else if (d.take("wait_group")) {
    GroupWait groups;
    groups.only_read = d.take("read");
    groups.but = std::uint32_t(std::min<std::uint64_t>(d.literal(d.operand(0)), 1u << 20));
    i.payload = groups;
    i.execute = bulk ? wait<AsyncCopy::Kind::bulk_group> : wait<AsyncCopy::Kind::thread>;
  } else if (d.take("wait_all")) {
    i.payload = GroupWait{0, false, true};
    i.execute = wait<AsyncCopy::Kind::thread>;
  } else if (bulk) {
    decode_bulk_copy(d, reduce);
  } else if (d.take("mbarrier")) {
    d.ignore({"arrive", "shared", "shared::cta", "b64"});
    const bool expected = !d.take("noinc");
    i.payload = LateArrival{d.address(d.operand(0)), expected};
    i.execute = arrive_later;
  } else {
    decode_copy(d);
  }
}

}  // namespace

void add_async_copies(Opcodes& opcodes) {
  opcodes.add("cp", all_read, decode_cp);
}

}  // namespace simulator
