#include "simulator/machine/access/async_copies.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "simulator/machine/mbarrier.hpp"

namespace simulator {
namespace {

constexpr unsigned word = 4;  // bytes

bool overlap(std::uint64_t a, std::uint64_t a_bytes, std::uint64_t b, std::uint64_t b_bytes) {
  return a < b + b_bytes && b < a + a_bytes;
}

/// Calls body(chunk, lane whose it is) for what a copy of some lanes consists of.
template <class Body>
void for_chunks(const AsyncCopy& copy, std::uint32_t lanes, Body&& body) {
  if (copy.kind == AsyncCopy::Kind::thread) {
    for_lanes(lanes, [&](unsigned lane) { body(copy.chunks[lane], lane); });
  } else {
    const auto lane = unsigned(std::countr_zero(lanes));
    for (const AsyncCopy::Chunk& chunk : copy.chunks) body(chunk, lane);
  }
}

/// From the shared memory of its issuer to that of a block of the cluster, who alone hears of it.
bool is_between_blocks(const AsyncCopy& copy) {
  return copy.from_shared && copy.kind == AsyncCopy::Kind::bulk_barrier;
}

bool has_landed(const AsyncCopy& copy) {
  return copy.lanes == 0;
}

}  // namespace

AsyncCopies::AsyncCopies(Execution& launch, BlockMemory& block)
    : execution_(launch), block_(block), shared_(block.shared), races_(block.races) {}

AsyncCopies::~AsyncCopies() {
  if (!storage_) return;
  storage_->clear();
  execution_.copies().give(std::move(storage_));
}

void AsyncCopies::open() {
  if (storage_) return;
  storage_ = execution_.copies().take();
  const std::size_t threads = execution_.configuration().block.volume(),
                    warps = (threads + warp_size - 1) / warp_size,
                    words = shared_.bytes.size() / word + 4;
  storage_->of_warp.resize(warps);
  storage_->groups.resize(warps);
  storage_->written.resize(words);
  storage_->read.resize(words);
}

bool AsyncCopies::at_once() const {
  const Schedule::Order order = execution_.schedule().order;
  return order == Schedule::Order::forward || order == Schedule::Order::lockstep;
}

bool AsyncCopies::late() {
  if (execution_.schedule().order == Schedule::Order::random) return execution_.random() & 1;
  return !at_once();
}

bool AsyncCopies::leaves_nothing(AsyncCopy::Kind kind) const {
  return kind == AsyncCopy::Kind::thread && at_once() && !execution_.checked();
}

void AsyncCopies::begin(AsyncCopy copy) {
  if (copy.issuer == nullptr) copy.issuer = &block_;
  if (leaves_nothing(copy.kind)) return move(copy, copy.lanes);
  open();
  for_chunks(copy, copy.lanes, [&](const AsyncCopy::Chunk& chunk, unsigned) {
    copy.destination.extend(chunk.to, chunk.bytes);
    copy.source.extend(chunk.from, chunk.taken);
  });
  if (!late()) move(copy, copy.lanes);
  mark(copy, copy.lanes, 1);
  copy.issuer->copies_out += is_between_blocks(copy);
  storage_->of_warp[copy.warp].push_back(std::move(copy));
}

void AsyncCopies::mark(const AsyncCopy& copy, std::uint32_t lanes, int by) {
  count_ += std::size_t(by) * std::size_t(std::popcount(lanes));
  if (copy.chunks.empty() || !execution_.checked()) return;
  if ((copy.kind != AsyncCopy::Kind::thread || !copy.to_shared) && copy.uses_global())
    global_ += std::size_t(by);
  if (!copy.to_shared && copy.read && by < 0) return;  // its source is free already
  std::vector<std::uint16_t>& marks = copy.to_shared ? storage_->written : storage_->read;
  for_chunks(copy, lanes, [&](const AsyncCopy::Chunk& chunk, unsigned) {
    const std::uint64_t at = copy.to_shared ? chunk.to : chunk.from;
    if (chunk.bytes == 4 * word && at % word == 0) {  // as nearly all: four marks in one go
      std::uint64_t four;
      std::memcpy(&four, &marks[at / word], sizeof four);
      constexpr std::uint64_t ones = 0x0001'0001'0001'0001;
      four += by > 0 ? ones : 0 - ones;
      std::memcpy(&marks[at / word], &four, sizeof four);
      return;
    }
    for (std::uint64_t k = at / word; k <= (at + chunk.bytes - 1) / word; ++k)
      marks[k] = std::uint16_t(marks[k] + by);
  });
}

void AsyncCopies::move(AsyncCopy& copy, std::uint32_t lanes) {
  lanes &= ~copy.moved;
  if (lanes == 0 || copy.kind == AsyncCopy::Kind::product) return;
  copy.moved |= lanes;
  std::byte* const shared = shared_.bytes.data();
  Memory& memory = execution_.memory();
  for_chunks(copy, lanes, [&](const AsyncCopy::Chunk& chunk, unsigned) {
    std::byte* const global =
        copy.uses_global() ? memory.host(copy.to_shared ? chunk.from : chunk.to, 1) : nullptr;
    std::byte* const to = copy.to_shared ? shared + chunk.to : global;
    const std::byte* const from = copy.immediate ? reinterpret_cast<const std::byte*>(&chunk.from)
                                  : copy.from_shared ? copy.issuer->shared.bytes.data() + chunk.from
                                  : copy.to_shared   ? global
                                                     : shared + chunk.from;
    if (to == nullptr || (from == nullptr && chunk.taken > 0)) return;
    if (copy.combine == nullptr && chunk.taken == 16) {
      std::memcpy(to, from, 16);
      return;
    }
    std::byte value[16] = {};
    if (chunk.taken > 0) std::memcpy(value, from, chunk.taken);
    if (copy.combine != nullptr)
      copy.combine(to, value, chunk.bytes);
    else
      std::memcpy(to, value, chunk.bytes);
  });
  execution_.progressed();
}

/// Some lanes' copy is through: the destination is as if its thread had written it just now.
void AsyncCopies::land(AsyncCopy& copy, std::uint32_t lanes) {
  if (lanes == 0) return;
  move(copy, lanes);
  mark(copy, lanes, -1);
  if (copy.kind == AsyncCopy::Kind::product) {
    copy.lanes &= ~lanes;
    return;
  }
  const bool by_proxy = copy.to_shared && copy.kind == AsyncCopy::Kind::bulk_barrier;
  BlockRaces& races = copy.issuer->races;
  if (copy.combine == nullptr && execution_.checked()) {
    static constexpr std::byte before[16] = {},
                               after[16] = {std::byte{1}, std::byte{1}, std::byte{1}, std::byte{1},
                                            std::byte{1}, std::byte{1}, std::byte{1}, std::byte{1},
                                            std::byte{1}, std::byte{1}, std::byte{1}, std::byte{1},
                                            std::byte{1}, std::byte{1}, std::byte{1}, std::byte{1}};
    for_chunks(copy, lanes, [&](const AsyncCopy::Chunk& chunk, unsigned lane) {
      ShadowCell* cell = nullptr;
      if (copy.to_shared)
        cell = shared_.cells.data() + chunk.to / word;
      else
        cell = execution_.memory().access(chunk.to, chunk.bytes, Use::write).cell;
      if (cell == nullptr) return;
      const unsigned thread = copy.thread(lane);
      const auto space = copy.to_shared ? StateSpace::shared : StateSpace::global;
      const std::uint64_t to = copy.to_shared ? shared_.base + chunk.to : chunk.to;
      const bool alone = copy.to_shared || !execution_.races().others_use(to);
      if (!alone || chunk.bytes % word != 0 ||
          !races.write_words(space, thread, cell, chunk.bytes / word))
        races.write(space, thread, to, chunk.bytes, cell, before, after);
      if (by_proxy) races_.wrote_by_proxy(races, thread, chunk.to, chunk.bytes);
    });
    if (by_proxy) races_.leave_proxy();
  } else if (copy.combine != nullptr && copy.to_shared && execution_.checked()) {
    for_chunks(copy, lanes, [&](const AsyncCopy::Chunk& chunk, unsigned lane) {
      races.update(StateSpace::shared, copy.thread(lane), shared_.base + chunk.to, chunk.bytes,
                   shared_.cells.data() + chunk.to / word, Strength::cluster, MemoryOrder::relaxed,
                   false);
    });
  }
  if (copy.barrier != AsyncCopy::no_barrier)
    update_barrier(copy, copy.kind == AsyncCopy::Kind::arrival);
  copy.lanes &= ~lanes;
  copy.issuer->copies_out -= is_between_blocks(copy);  // which is of one lane
  execution_.progressed();
}

void AsyncCopies::expect(const AsyncCopy& arrival, bool one_more) {
  if (arrival.barrier % 8 != 0 || arrival.barrier + 8 > shared_.bytes.size() || !one_more) return;
  std::uint64_t bits;
  std::memcpy(&bits, shared_.bytes.data() + arrival.barrier, sizeof bits);
  std::optional<Mbarrier> barrier = Mbarrier::of(bits);
  if (!barrier) return;
  ++barrier->pending;
  bits = barrier->bits();
  std::memcpy(shared_.bytes.data() + arrival.barrier, &bits, sizeof bits);
}

void AsyncCopies::update_barrier(const AsyncCopy& copy, std::uint32_t arrivals) {
  if (copy.barrier % 8 != 0 || copy.barrier + 8 > shared_.bytes.size()) return;
  std::byte* const at = shared_.bytes.data() + copy.barrier;
  std::uint64_t bits;
  std::memcpy(&bits, at, sizeof bits);
  std::optional<Mbarrier> barrier = Mbarrier::of(bits);
  if (!barrier) return;
  const std::uint64_t address = shared_.base + copy.barrier;
  copy.issuer->races.arrive(
      copy.first_thread(), address, shared_.cells.data() + copy.barrier / word,
      is_own(copy) ? Strength::block : Strength::cluster, MemoryOrder::release);
  // Who waits for a copy sees what it brought, by whatever scope.
  if (!is_own(copy)) races_.hear(address);
  barrier->pending -= std::min(arrivals, barrier->pending);
  barrier->bytes -= std::int32_t(copy.bytes);
  if (barrier->complete_if_due() && execution_.checked()) races_.complete_phase(address);
  bits = barrier->bits();
  std::memcpy(at, &bits, sizeof bits);
}

void AsyncCopies::commit(AsyncCopy::Kind kind, unsigned warp, std::uint32_t lanes) {
  open();
  std::array<std::uint32_t, 32>& groups = storage_->groups[warp].of(kind);
  for_lanes(lanes, [&](unsigned lane) { ++groups[lane]; });
  std::vector<AsyncCopy>& copies = storage_->of_warp[warp];
  for (std::size_t k = 0; k < copies.size(); ++k) {
    const std::uint32_t here = copies[k].lanes & lanes;
    if (copies[k].kind != kind || copies[k].group != 0 || here == 0) continue;
    const std::uint32_t group = groups[std::size_t(std::countr_zero(here))];
    std::uint32_t same = 0;
    for_lanes(here, [&](unsigned lane) { same |= std::uint32_t(groups[lane] == group) << lane; });
    if (same != copies[k].lanes) {  // the others' is a copy of its own from here on
      AsyncCopy rest = copies[k];
      rest.lanes &= ~same;
      copies.insert(copies.begin() + std::ptrdiff_t(k) + 1, std::move(rest));
    }
    copies[k].lanes = same;
    copies[k].group = group;
  }
}

void AsyncCopies::wait(AsyncCopy::Kind kind, unsigned warp, std::uint32_t lanes, std::uint32_t but,
                       bool all, bool only_read) {
  if (!storage_) return;
  const std::array<std::uint32_t, 32>& groups = storage_->groups[warp].of(kind);
  std::vector<AsyncCopy>& copies = storage_->of_warp[warp];
  std::uint32_t busy = 0;  // lanes with copies under way that began before
  for (AsyncCopy& copy : copies) {
    if (!is_own(copy)) continue;
    if (copy.kind == AsyncCopy::Kind::arrival && !only_read) {
      land(copy, copy.lanes & lanes & ~busy);  // it comes when all copies before it are there
    } else if (copy.kind == kind) {
      std::uint32_t done = copy.lanes & lanes;
      if (!all)
        for_lanes(done, [&](unsigned lane) {
          const bool ended = copy.group != 0 && std::uint64_t{copy.group} + but <= groups[lane];
          done &= ~(std::uint32_t(!ended) << lane);
        });
      if (done != 0 && !copy.to_shared && !copy.read && execution_.checked()) note_sources(copy);
      if (!only_read) {
        land(copy, done);
      } else if (done != 0 && !copy.read) {
        move(copy, done);
        for_chunks(copy, done, [&](const AsyncCopy::Chunk& chunk, unsigned) {
          for (std::uint64_t k = chunk.from / word; k <= (chunk.from + chunk.bytes - 1) / word; ++k)
            --storage_->read[k];
        });
        copy.read = true;
      }
    }
    busy |= copy.lanes;
  }
  std::erase_if(copies, has_landed);
}

void AsyncCopies::finish_products(unsigned warp, std::uint32_t last) {
  if (!storage_) return;
  for (const AsyncCopy& copy : storage_->of_warp[warp]) {
    if (copy.kind != AsyncCopy::Kind::product || copy.group > last || copy.read_at != 0) continue;
    note_sources(copy);
  }
}

/// Of a copy or product of this block from its own shared memory: its warp reads them now.
void AsyncCopies::note_sources(const AsyncCopy& copy) {
  const bool whole = copy.kind == AsyncCopy::Kind::product;  // of a warp
  for (std::size_t k = 0; k < copy.chunks.size(); ++k) {
    const AsyncCopy::Chunk& chunk = copy.chunks[k];
    const unsigned thread = whole ? copy.thread(unsigned(k % warp_size)) : copy.first_thread();
    races_.read(StateSpace::shared, thread, shared_.base + chunk.from, chunk.taken,
                shared_.cells.data() + chunk.from / word);
  }
}

std::uint32_t AsyncCopies::wait_for_products(unsigned warp, std::uint32_t last, unsigned waiter,
                                             std::uint32_t now, std::uint32_t living) {
  if (!storage_) return 0;
  std::vector<AsyncCopy>& copies = storage_->of_warp[warp];
  std::uint32_t read_at = 0;
  for (AsyncCopy& copy : copies) {
    if (copy.kind != AsyncCopy::Kind::product || copy.group > last) continue;
    if (copy.read_at == 0) copy.read_at = now;
    read_at = copy.read_at;
    if (copy.waited_at[waiter] == 0) copy.waited_at[waiter] = now;
    bool all = true;
    for_lanes(living, [&](unsigned other) { all = all && copy.waited_at[other] != 0; });
    if (all) land(copy, copy.lanes);
  }
  std::erase_if(copies, has_landed);
  return read_at;
}

void AsyncCopies::look(std::uint64_t barrier) {
  if (count_ == 0) return;
  std::vector<std::uint32_t> due;  // lanes that arrive there at a copy or after it
  for (std::vector<AsyncCopy>& copies : storage_->of_warp) {
    due.assign(copies.size() + 1, 0);
    for (std::size_t k = copies.size(); k-- > 0;) {
      const bool arrives =
          copies[k].kind == AsyncCopy::Kind::arrival && copies[k].barrier == barrier;
      due[k] = due[k + 1] | (arrives ? copies[k].lanes : 0);
    }
    for (std::size_t k = 0; k < copies.size(); ++k) {
      AsyncCopy& copy = copies[k];
      const bool own = copy.kind == AsyncCopy::Kind::bulk_barrier && copy.barrier == barrier;
      const bool in_order =
          copy.kind == AsyncCopy::Kind::thread || copy.kind == AsyncCopy::Kind::arrival;
      if (own && !copy.looked && late()) {
        copy.looked = true;
        execution_.progressed();
        continue;
      }
      land(copy, own ? copy.lanes : in_order ? copy.lanes & due[k] : 0);
    }
    std::erase_if(copies, has_landed);
  }
}

void AsyncCopies::finish() {
  if (count_ == 0) return;
  for (std::vector<AsyncCopy>& copies : storage_->of_warp) {
    for (AsyncCopy& copy : copies) {
      const bool from_elsewhere = !is_own(copy) && execution_.checked() && !execution_.failure();
      if ((copy.kind == AsyncCopy::Kind::bulk_group && !copy.read) || from_elsewhere) {
        Fault fault;
        fault.kind = from_elsewhere ? fault::ended_block : fault::shared_race;
        fault.kernel = execution_.kernel_name();
        fault.message = from_elsewhere
                            ? "begins an asynchronous copy to the shared memory of block " +
                                  describe(block_.index) +
                                  ", which ends with nobody in it waiting for the copy"
                            : "begins an asynchronous copy from shared memory, and the block ends "
                              "with nobody waiting for it to be read";
        fault.file = std::string(execution_.program().file_of(copy.place));
        fault.line = copy.place.line;
        fault.block = copy.issuer->index;
        fault.thread = index_in(execution_.configuration().block, copy.first_thread());
        execution_.report(std::move(fault));
      }
      if (!copy.to_shared) move(copy, copy.lanes);
      copy.issuer->copies_out -= is_between_blocks(copy);
    }
    copies.clear();
  }
  count_ = global_ = 0;
}

bool AsyncCopies::concerns_shared(std::uint64_t address, std::uint64_t bytes) const {
  if (count_ == 0) return false;
  const std::uint64_t last =
      std::min<std::uint64_t>((address + bytes - 1) / word, storage_->written.size() - 1);
  for (std::uint64_t k = address / word; k <= last; ++k)
    if (storage_->written[k] | storage_->read[k]) return true;
  return false;
}

std::optional<AsyncCopies::UnderWay> AsyncCopies::conflict(
    bool shared, std::uint64_t address, unsigned bytes, bool writes,
    const std::function<bool(const AsyncCopy&)>& is_over) const {
  if (count_ == 0) return std::nullopt;
  for (const std::vector<AsyncCopy>& copies : storage_->of_warp) {
    for (const AsyncCopy& copy : copies) {
      if (!shared && !copy.uses_global()) continue;
      const bool destination = copy.to_shared == shared;
      // A source may be read; a destination that is summed up may be as well, as memory that others
      // update.
      if (!destination && (!writes || copy.read)) continue;
      if (destination && copy.combine != nullptr) continue;
      const AsyncCopy::Span& span = destination ? copy.destination : copy.source;
      if (address >= span.end || address + bytes <= span.first) continue;
      std::uint32_t meets = 0;  // lanes whose copies it comes in the way of
      for_chunks(copy, copy.lanes, [&](const AsyncCopy::Chunk& chunk, unsigned lane) {
        if (overlap(destination ? chunk.to : chunk.from, destination ? chunk.bytes : chunk.taken,
                    address, bytes))
          meets |= 1u << lane;
      });
      if (meets != 0 && !(copy.kind == AsyncCopy::Kind::product && is_over(copy)))
        return UnderWay{copy.issuer->index, copy.thread(unsigned(std::countr_zero(meets))),
                        copy.place, copy.to_shared, copy.kind == AsyncCopy::Kind::product};
    }
  }
  return std::nullopt;
}

std::optional<AsyncCopies::UnderWay> AsyncCopies::reading(const BlockMemory& issuer,
                                                          std::uint64_t address,
                                                          std::uint64_t bytes) const {
  if (count_ == 0) return std::nullopt;
  for (const std::vector<AsyncCopy>& copies : storage_->of_warp)
    for (const AsyncCopy& copy : copies)
      if (is_between_blocks(copy) && copy.issuer == &issuer &&
          overlap(copy.source.first, copy.source.end - copy.source.first, address, bytes))
        return UnderWay{issuer.index, copy.first_thread(), copy.place, true, false};
  return std::nullopt;
}

}  // namespace simulator
