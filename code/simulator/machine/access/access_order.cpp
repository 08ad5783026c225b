#include <utility>

#include "simulator/machine/access/request.hpp"
#include "simulator/races/race_fault.hpp"

// Part of Request: who of those that access the same memory comes first, and races where nobody can
// tell.

namespace simulator {

void Request::note(unsigned lane, const LaneTarget& target, Use use, const std::byte* after) {
  if ((dropped >> lane & 1) != 0) return;
  switch (use) {
    case Use::read:
      return note_read(lane, target);
    case Use::write:
      return note_write(lane, target, after + lane * bytes);
    case Use::update:
      return note_update(lane, target);
  }
}

void Request::report_race(unsigned lane, const Conflict& conflict, const char* what) {
  const bool wrote = conflict.other == Conflict::Other::wrote;
  warp.execution().report(
      i,
      conflict.same_value ? "the same value"
      : conflict.barrier  ? "behind a barrier"
      : wrote             ? "what was written"
                          : "what was read",
      [&] {
        return race_fault(conflict, race_space(), warp.execution().races(), warp.block().linear(),
                          warp.thread(lane), did(what, lane), warp.execution().kernel_name(),
                          std::string(warp.execution().program().file_of(i.place)), i.place.line);
      });
}

/// By the memory model a race, of which nothing comes.
void Request::note_weighing(unsigned lane, const Conflict& conflict, const char* verb) {
  warp.execution().report(i, "what is weighed", [&] {
    Fault fault =
        race_fault(conflict, race_space(), warp.execution().races(), warp.block().linear(),
                   warp.thread(lane), did(verb, lane), warp.execution().kernel_name(),
                   std::string(warp.execution().program().file_of(i.place)), i.place.line);
    fault.message +=
        "; the value read only decides whether the atomic maximum or minimum is worth it, for "
        "which an "
        "old one will do";
    fault.benign = true;
    return fault;
  });
}

/// Of a load through the read-only path, which may find what was there before, barriers or not.
void Request::report_read_only(unsigned lane, const Conflict& writer) {
  warp.execution().report(i, "what is not read-only", [&] {
    const Dim3 thread = index_in(warp.execution().configuration().block, writer.thread);
    const Dim3 block = index_in(warp.execution().configuration().grid, writer.block);
    const bool same_block = block == warp.block().index();
    const bool itself = same_block && writer.thread == warp.thread(lane);
    Fault fault = warp.fault(
        fault::read_only_load, lane,
        did("reads", lane) +
            (i.text.starts_with("ld") ? " by ld.global.nc (__ldg, or const __restrict__), which "
                                      : " through a texture, which ") +
            (itself ? "it has itself"
                    : "thread " + describe(thread) +
                          (same_block ? "" : " of block " + describe(block)) + " has") +
            " written in the same launch: the load may give what was there before, whatever "
            "orders the two");
    fault.other_thread = thread;
    fault.other_block = block;
    return fault;
  });
}

/// All lanes of a warp that write the same are nothing to speak of.
bool Request::is_told(const Conflict& conflict, unsigned lane) const {
  if (!conflict.same_value) return bool(conflict);
  return conflict.block != (warp.block().linear() & epoch::block_mask) ||
         conflict.thread / warp_size != warp.thread(lane) / warp_size;
}

void Request::note_read(unsigned lane, const LaneTarget& target) {
  if (target.cell == nullptr || !checked()) return;
  BlockRaces& races = warp.block().races();
  if (ordering.of_part)
    return races.read_part(race_space(), warp.thread(lane), addresses[lane], bytes, *target.cell,
                           ordering.strength, ordering.order);
  const Conflict writer = ordering.read_only && race_space() == StateSpace::global
                              ? races.writer(addresses[lane], bytes, target.cell)
                              : Conflict();
  const Conflict update =
      ordering.weighs ? races.unordered_update(warp.thread(lane), *target.cell) : Conflict();
  if (const Conflict conflict = races.read(race_space(), warp.thread(lane), addresses[lane], bytes,
                                           target.cell, ordering.strength, ordering.order))
    report_race(lane, conflict, "reads");
  else if (writer)
    report_read_only(lane, writer);
  else if (update)
    note_weighing(lane, update, "reads");
}

bool Request::is_unfenced(unsigned lane, const LaneTarget& target, Use use) {
  if (target.cell == nullptr || !checked() || is_remote()) return false;
  const std::uint64_t address = addresses[lane] - home->shared().base;
  const Conflict conflict =
      warp.block().races().unfenced(warp.thread(lane), address, bytes, target.cell);
  if (!conflict) return false;
  const Dim3 writer = index_in(warp.execution().configuration().block, conflict.thread);
  Fault fault = warp.fault(fault::shared_race, lane,
                           std::string("has an asynchronous copy ") +
                               (use == Use::read ? "read " : "replace ") + bytes_of(lane) +
                               ", which thread " + describe(writer) +
                               " wrote, and no fence.proxy.async has shown it");
  fault.other_thread = writer;
  fault.other_block = warp.block().index();
  warp.execution().report(std::move(fault));
  return true;
}

void Request::note_write(unsigned lane, const LaneTarget& target, const void* after) {
  if (target.cell == nullptr || !checked()) return;
  if (const Conflict conflict = warp.block().races().write(
          race_space(), warp.thread(lane), addresses[lane], bytes, target.cell, target.host, after,
          ordering.strength, ordering.order);
      is_told(conflict, lane))
    report_race(lane, conflict, "writes");
}

void Request::note_update(unsigned lane, const LaneTarget& target) {
  if (target.cell == nullptr || !checked()) return;
  BlockRaces& races = warp.block().races();
  const Conflict reader =
      ordering.weighed ? races.unordered_guess(warp.thread(lane), *target.cell) : Conflict();
  const BytePart part = ordering.of_part ? parts[lane] : BytePart{0, bytes};
  if (const Conflict conflict =
          races.update(race_space(), warp.thread(lane), addresses[lane], bytes, target.cell,
                       ordering.strength, ordering.order, ordering.returns, part))
    report_race(lane, conflict, "updates");
  else if (reader)
    note_weighing(lane, reader, "updates");
}

void Request::note_arrival(unsigned lane, const LaneTarget& target) {
  if (target.cell == nullptr || !checked()) return;
  if (const Conflict conflict = warp.block().races().arrive(
          warp.thread(lane), addresses[lane], target.cell, ordering.strength, ordering.order))
    report_race(lane, conflict, "updates");
}

void Request::note_later_arrival(unsigned lane, const LaneTarget& target) {
  if (target.cell == nullptr || !checked()) return;
  if (const Conflict conflict =
          warp.block().races().unordered_initialisation(warp.thread(lane), *target.cell))
    report_race(lane, conflict, "updates");
}

/// Does the lane know, by its own wait or another's, that a product of the block is through?
bool Request::knows_end(unsigned lane, const AsyncCopy& product) const {
  const unsigned first = product.warp / GroupProducts::warps * GroupProducts::warps;
  for (unsigned k = 0; k < GroupProducts::warps; ++k) {
    const std::uint32_t time = product.waited_at[k];
    if (time == 0) continue;
    if (!is_remote() && warp.index() == first + k) return true;
    if (warp.block().races().knows_wait(warp.thread(lane), home->linear(), first + k, time))
      return true;
  }
  return false;
}

/// Bytes that an asynchronous copy still reads or writes are nobody else's.
void Request::check_copies(unsigned lane, Use use) {
  const bool shared = space == StateSpace::shared;
  if (shared && home == nullptr) return;
  const AsyncCopies& copies = (shared ? *home : warp.block()).copies();
  const std::uint64_t address = addresses[lane] - (shared ? home->shared().base : 0);
  std::optional<AsyncCopies::UnderWay> copy;
  if (shared ? copies.concerns_shared(address, bytes) : copies.concerns_global())
    copy = copies.conflict(shared, address, bytes, use != Use::read,
                           [&](const AsyncCopy& product) { return knows_end(lane, product); });
  const bool written = copy && copy->to_shared == shared;
  if (!copy && shared && use != Use::read) copy = home->copy_out(address, bytes);
  if (!copy) return;
  Fault fault = warp.fault(
      shared ? fault::shared_race : fault::global_race, lane,
      std::string(verb(use)) + " " + bytes_of(lane) + ", which an asynchronous " +
          (copy->product ? "product" : "copy") + " that thread " +
          describe(index_in(warp.execution().configuration().block, copy->thread)) +
          (copy->block == warp.block().index() ? "" : " of block " + describe(copy->block)) +
          " began at line " + std::to_string(copy->place.line) +
          (written ? " still writes" : " still reads") + ": nobody has waited for it");
  fault.other_thread = index_in(warp.execution().configuration().block, copy->thread);
  fault.other_block = copy->block;
  warp.execution().report(std::move(fault));
}

/// Those that could come in the way; null where there are none.
const AsyncCopies* Request::concerned_copies() const {
  const Block* const block = space == StateSpace::shared ? home : &warp.block();
  if (block == nullptr) return nullptr;
  const bool any = !block->copies().empty() || block->memory().copies_out > 0;
  return any ? &block->copies() : nullptr;
}

bool Request::concerns_copies() const {
  const AsyncCopies* const copies = concerned_copies();
  if (copies == nullptr || !checked()) return false;
  if (space == StateSpace::global) return copies->concerns_global();
  const std::uint64_t base = home->shared().base;
  bool any = home->memory().copies_out > 0;
  for_lanes(mask, [&](unsigned lane) {
    any = any || copies->concerns_shared(addresses[lane] - base, bytes);
  });
  return any;
}

}  // namespace simulator
