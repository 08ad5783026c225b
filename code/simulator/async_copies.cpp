#include "async_copies.hpp"

#include <algorithm>
#include <cstring>

#include "machine.hpp"
#include "phase_barrier.hpp"

namespace simulator {
namespace {

constexpr unsigned word = 4;  // bytes

bool overlap(std::uint64_t a, std::uint64_t a_bytes, std::uint64_t b, std::uint64_t b_bytes) {
  return a < b + b_bytes && b < a + a_bytes;
}

}  // namespace

void CopyStorage::clear() {
  for (std::vector<AsyncCopy>& copies : of_thread) copies.clear();
  std::fill(groups.begin(), groups.end(), Groups{});
  std::fill(written.begin(), written.end(), std::uint16_t{0});
  std::fill(read.begin(), read.end(), std::uint16_t{0});
}

AsyncCopies::~AsyncCopies() {
  if (!storage_) return;
  storage_->clear();
  block_.launch().return_copies(std::move(storage_));
}

void AsyncCopies::open() {
  if (storage_) return;
  storage_ = block_.launch().take_copies();
  const std::size_t threads = block_.launch().configuration().block.volume(),
                    words = block_.shared().bytes.size() / word + 4;
  storage_->of_thread.resize(threads);
  storage_->groups.resize(threads);
  storage_->written.resize(words);
  storage_->read.resize(words);
}

bool AsyncCopies::at_once() const {
  const Schedule::Order order = block_.launch().schedule().order;
  return order == Schedule::Order::forward || order == Schedule::Order::lockstep;
}

bool AsyncCopies::late() {
  if (block_.launch().schedule().order == Schedule::Order::random)
    return block_.launch().random() & 1;
  return !at_once();
}

bool AsyncCopies::leaves_nothing(AsyncCopy::Kind kind) const {
  return kind == AsyncCopy::Kind::thread && at_once() && !block_.launch().checked();
}

void AsyncCopies::begin(AsyncCopy copy) {
  if (leaves_nothing(copy.kind)) return move(copy);
  open();
  if (!late()) move(copy);
  mark(copy, 1);
  storage_->of_thread[copy.thread].push_back(std::move(copy));
}

void AsyncCopies::mark(const AsyncCopy& copy, int by) {
  count_ += std::size_t(by);
  if (copy.chunks().empty() || !block_.launch().checked()) return;
  if (copy.kind != AsyncCopy::Kind::thread || !copy.to_shared) global_ += std::size_t(by);
  if (!copy.to_shared && copy.read && by < 0) return;  // its source is free already
  std::vector<std::uint16_t>& marks = copy.to_shared ? storage_->written : storage_->read;
  for (const AsyncCopy::Chunk& chunk : copy.chunks()) {
    const std::uint64_t at = copy.to_shared ? chunk.to : chunk.from;
    if (chunk.bytes == 4 * word && at % word == 0) {  // as nearly all: four marks in one go
      std::uint64_t four;
      std::memcpy(&four, &marks[at / word], sizeof four);
      constexpr std::uint64_t ones = 0x0001'0001'0001'0001;
      four += by > 0 ? ones : 0 - ones;
      std::memcpy(&marks[at / word], &four, sizeof four);
      continue;
    }
    for (std::uint64_t k = at / word; k <= (at + chunk.bytes - 1) / word; ++k)
      marks[k] = std::uint16_t(marks[k] + by);
  }
}

void AsyncCopies::move(AsyncCopy& copy) {
  if (copy.moved) return;
  copy.moved = true;
  std::byte* const shared = block_.shared().bytes.data();
  Memory& memory = block_.launch().memory();
  for (const AsyncCopy::Chunk& chunk : copy.chunks()) {
    std::byte* const global = memory.host(copy.to_shared ? chunk.from : chunk.to, 1);
    std::byte* const to = copy.to_shared ? shared + chunk.to : global;
    const std::byte* const from = copy.to_shared ? global : shared + chunk.from;
    if (to == nullptr || (from == nullptr && chunk.taken > 0)) continue;
    if (copy.combine == nullptr && chunk.taken == 16) {
      std::memcpy(to, from, 16);
      continue;
    }
    std::byte value[16] = {};
    if (chunk.taken > 0) std::memcpy(value, from, chunk.taken);
    if (copy.combine != nullptr)
      copy.combine(to, value, chunk.bytes);
    else
      std::memcpy(to, value, chunk.bytes);
  }
  block_.launch().progressed();
}

/// The destination is as if its thread had written it just now.
void AsyncCopies::land(AsyncCopy& copy) {
  move(copy);
  mark(copy, -1);
  const bool by_proxy = copy.to_shared && copy.kind == AsyncCopy::Kind::bulk_barrier;
  if (copy.combine == nullptr && block_.launch().checked()) {
    static constexpr std::byte before[16] = {},
                               after[16] = {std::byte{1}, std::byte{1}, std::byte{1}, std::byte{1},
                                            std::byte{1}, std::byte{1}, std::byte{1}, std::byte{1},
                                            std::byte{1}, std::byte{1}, std::byte{1}, std::byte{1},
                                            std::byte{1}, std::byte{1}, std::byte{1}, std::byte{1}};
    for (const AsyncCopy::Chunk& chunk : copy.chunks()) {
      Cell* cell = nullptr;
      if (copy.to_shared)
        cell = block_.shared().cells.data() + chunk.to / word;
      else
        cell = block_.launch().memory().access(chunk.to, chunk.bytes, Use::write).cell;
      if (cell == nullptr) continue;
      const auto space = copy.to_shared ? BlockRaces::Space::shared : BlockRaces::Space::global;
      if (chunk.bytes % word != 0 ||
          !block_.races().write_words(space, copy.thread, cell, chunk.bytes / word))
        block_.races().write(space, copy.thread, chunk.to, chunk.bytes, cell, before, after);
      if (by_proxy) block_.races().wrote_by_proxy(copy.thread, chunk.to, chunk.bytes);
    }
    if (by_proxy) block_.races().leave_proxy();
  }
  if (copy.barrier != AsyncCopy::no_barrier)
    update_barrier(copy, copy.kind == AsyncCopy::Kind::arrival);
  block_.launch().progressed();
}

void AsyncCopies::expect(const AsyncCopy& arrival, bool one_more) {
  SharedMemory& shared = block_.shared();
  if (arrival.barrier % 8 != 0 || arrival.barrier + 8 > shared.bytes.size() || !one_more) return;
  std::uint64_t bits;
  std::memcpy(&bits, shared.bytes.data() + arrival.barrier, sizeof bits);
  std::optional<PhaseBarrier> barrier = PhaseBarrier::of(bits);
  if (!barrier) return;
  ++barrier->pending;
  bits = barrier->bits();
  std::memcpy(shared.bytes.data() + arrival.barrier, &bits, sizeof bits);
}

void AsyncCopies::update_barrier(const AsyncCopy& copy, std::uint32_t arrivals) {
  if (copy.barrier % 8 != 0 || copy.barrier + 8 > block_.shared().bytes.size()) return;
  std::byte* const at = block_.shared().bytes.data() + copy.barrier;
  std::uint64_t bits;
  std::memcpy(&bits, at, sizeof bits);
  std::optional<PhaseBarrier> barrier = PhaseBarrier::of(bits);
  if (!barrier) return;
  block_.races().update(BlockRaces::Space::shared, copy.thread, copy.barrier, sizeof bits,
                        block_.shared().cells.data() + copy.barrier / word, Strength::block,
                        Order::release);
  barrier->pending -= std::min(arrivals, barrier->pending);
  barrier->bytes -= std::int32_t(copy.bytes);
  barrier->complete_if_due();
  bits = barrier->bits();
  std::memcpy(at, &bits, sizeof bits);
}

void AsyncCopies::commit(AsyncCopy::Kind kind, unsigned thread) {
  open();
  CopyStorage::Groups& all = storage_->groups[thread];
  const std::uint32_t group = kind == AsyncCopy::Kind::thread ? ++all.thread : ++all.bulk;
  for (AsyncCopy& copy : storage_->of_thread[thread])
    if (copy.kind == kind && copy.group == 0) copy.group = group;
}

void AsyncCopies::wait(AsyncCopy::Kind kind, unsigned thread, std::uint32_t but, bool all,
                       bool only_read) {
  if (!storage_) return;
  const CopyStorage::Groups& committed = storage_->groups[thread];
  const std::uint32_t last = kind == AsyncCopy::Kind::thread ? committed.thread : committed.bulk;
  std::vector<AsyncCopy>& copies = storage_->of_thread[thread];
  const auto done = [&](const AsyncCopy& copy) {
    return copy.kind == kind &&
           (all || (copy.group != 0 && std::uint64_t{copy.group} + but <= last));
  };
  for (AsyncCopy& copy : copies) {
    if (!done(copy)) continue;
    if (!only_read) {
      land(copy);
    } else if (!copy.read) {
      move(copy);
      for (const AsyncCopy::Chunk& chunk : copy.chunks())
        for (std::uint64_t k = chunk.from / word; k <= (chunk.from + chunk.bytes - 1) / word; ++k)
          --storage_->read[k];
      copy.read = true;
    }
  }
  if (!only_read) std::erase_if(copies, done);
  // An arrival comes when all copies before it are there.
  while (!copies.empty() && copies.front().kind == AsyncCopy::Kind::arrival) {
    land(copies.front());
    copies.erase(copies.begin());
  }
}

void AsyncCopies::look(std::uint64_t barrier) {
  if (count_ == 0) return;
  for (std::vector<AsyncCopy>& copies : storage_->of_thread) {
    const auto arrival = std::find_if(copies.rbegin(), copies.rend(), [&](const AsyncCopy& copy) {
      return copy.kind == AsyncCopy::Kind::arrival && copy.barrier == barrier;
    });
    // All copies of the thread before its arrival, and the arrival.
    const std::size_t before = std::size_t(copies.rend() - arrival);
    std::size_t at = 0;
    std::erase_if(copies, [&](AsyncCopy& copy) {
      const bool own = copy.kind == AsyncCopy::Kind::bulk_barrier && copy.barrier == barrier;
      const bool in_order = at++ < before && (copy.kind == AsyncCopy::Kind::thread ||
                                              copy.kind == AsyncCopy::Kind::arrival);
      if (own || in_order) land(copy);
      return own || in_order;
    });
  }
}

void AsyncCopies::finish() {
  if (count_ == 0) return;
  for (std::vector<AsyncCopy>& copies : storage_->of_thread) {
    for (AsyncCopy& copy : copies) {
      if (copy.kind == AsyncCopy::Kind::bulk_group && !copy.read) {
        Fault fault;
        fault.kind = fault::shared_race;
        fault.kernel = block_.launch().kernel_name();
        fault.message =
            "begins an asynchronous copy from shared memory, and the block ends with nobody "
            "waiting for it to be read";
        fault.file = std::string(block_.launch().program().file_of(copy.place));
        fault.line = copy.place.line;
        fault.block = block_.index();
        fault.thread = index_in(block_.launch().configuration().block, copy.thread);
        report(std::move(fault));
      }
      if (!copy.to_shared) move(copy);
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

const AsyncCopy* AsyncCopies::conflict(bool shared, std::uint64_t address, unsigned bytes,
                                       bool writes) const {
  if (count_ == 0) return nullptr;
  for (const std::vector<AsyncCopy>& copies : storage_->of_thread) {
    for (const AsyncCopy& copy : copies) {
      const bool destination = copy.to_shared == shared;
      // A source may be read; a destination that is summed up may be as well, as memory that others
      // update.
      if (!destination && (!writes || copy.read)) continue;
      if (destination && copy.combine != nullptr) continue;
      for (const AsyncCopy::Chunk& chunk : copy.chunks())
        if (overlap(destination ? chunk.to : chunk.from, destination ? chunk.bytes : chunk.taken,
                    address, bytes))
          return &copy;
    }
  }
  return nullptr;
}

}  // namespace simulator
