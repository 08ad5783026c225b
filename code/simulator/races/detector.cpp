#include "simulator/races/detector.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace simulator {

using namespace epoch;

/// Is a conflict of the two no race because both are strong, in each other's scope?
bool BlockRaces::both_strong(StateSpace space, std::uint64_t epoch, unsigned thread,
                             Strength strength) const {
  const Strength other = strength_of(epoch);
  if (strength == Strength::weak || other == Strength::weak) return false;
  if (reach_of(epoch) == grid_wide)  // of several blocks, which may be this cluster's
    return strength != Strength::block && other != Strength::block &&
           (cluster_ != nullptr || (strength != Strength::cluster && other != Strength::cluster));
  if (block_of(epoch) != block_) return within(strength, epoch) && within(other, epoch);
  const bool both_volatile = strength == Strength::volatile_ && other == Strength::volatile_;
  // Of several warps, the last may be the thread itself, and the rest others.
  const bool by_itself = reach_of(epoch) == block_wide && thread_of(epoch) == thread;
  return !(space == StateSpace::shared && both_volatile && thread_of(epoch) / 32 == thread / 32 &&
           !by_itself);
}

/// Is what a strong access of this block reads there a strong write, each in the other's scope?
/// Only then does the reader hear of what the writer had to tell.
bool BlockRaces::sees(const ShadowCell& cell, Strength strength) const {
  if (!launch_.is_now(cell.write) || reach_of(cell.write) == split) return true;
  const Strength writer = strength_of(cell.write);
  if (writer == Strength::weak) return false;
  return within(strength, cell.write) && within(writer, cell.write);
}

/// Has the thread, or one that it knows of, read what stands there by a strong read? Then the write
/// came before, whether or not that was an acquire. Taken for yes where any thread of its block
/// has, or several blocks.
bool BlockRaces::seen(StateSpace space, const ShadowCell& cell, unsigned thread) const {
  const Strength writer = strength_of(cell.write), reader = strength_of(cell.read);
  if (writer == Strength::weak) return false;
  if (std::any_of(threads_.begin(), threads_.end(), [&](const Thread& one) {
        return std::find(one.seen.begin(), one.seen.end(), cell.write) != one.seen.end();
      }))
    return true;
  if (reader == Strength::weak || !launch_.is_now(cell.read)) return false;
  if (reach_of(cell.read) == grid_wide) return true;
  const bool saw = block_of(cell.read) == block_
                       ? both_strong(space, cell.write, thread_of(cell.read), reader)
                       : block_of(cell.read) == block_of(cell.write) ||
                             (reader != Strength::block && writer != Strength::block &&
                              (cluster_ != nullptr ||
                               (reader != Strength::cluster && writer != Strength::cluster)));
  return saw && ordered(cell.read, thread);
}

Conflict BlockRaces::check_read(StateSpace space, unsigned thread, ShadowCell& cell,
                                Strength strength) const {
  Conflict conflict;
  if (!ordered(cell.write, thread) && !both_strong(space, cell.write, thread, strength) &&
      !seen(space, cell, thread)) {
    conflict = {Conflict::Other::wrote, block_of(cell.write), thread_of(cell.write)};
    conflict.barrier = ordered_by_barrier(cell.write, thread);
  }

  const std::uint64_t mine = epoch(thread, strength);
  const bool weak = strength == Strength::weak;
  if (!conflict && races_with_replaced(cell, thread, strength))
    conflict = {Conflict::Other::wrote, block_of(cell.read), thread_of(cell.read)};
  if (ordered(cell.read, thread)) {
    const bool own = block_of(cell.read) == block_ && thread_of(cell.read) == thread;
    if (weak || !own || !is_replaced(cell.read)) cell.read = mine;
    return conflict;
  }
  const bool was_weak = strength_of(cell.read) == Strength::weak;
  if (was_weak != weak) {  // one epoch cannot stand for both: keep the weak one
    if (weak) cell.read = mine;
    return conflict;
  }
  const Strength earlier = strength_of(cell.read);
  const auto breadth = [](Strength scope) {
    return scope == Strength::block ? 0 : scope == Strength::cluster ? 1 : 2;
  };
  if (breadth(strength) != breadth(earlier) &&
      (block_of(cell.read) != block_ || reach_of(cell.read) == grid_wide)) {
    if (breadth(strength) < breadth(earlier)) cell.read = mine;  // likewise: of smaller scope
    return conflict;
  }
  const Strength least = breadth(strength) < breadth(earlier)   ? strength
                         : breadth(earlier) < breadth(strength) ? earlier
                                                                : std::max(strength, earlier);
  Reach reach = reach_of(cell.read);
  if (block_of(cell.read) != block_)
    reach = grid_wide;
  else if (thread_of(cell.read) / 32 != thread / 32)
    reach = std::max(reach, block_wide);
  else if (thread_of(cell.read) != thread)
    reach = std::max(reach, warp_wide);
  // The first of several is remembered: those of one word are too many to keep up with.
  if (reach != single && reach_of(cell.read) == single && time_of(cell.write) < past(space))
    cell.write = aside(cell.read);
  cell.read = with_reach(epoch(thread, least), reach);
  return conflict;
}

/// Of a strong access that does not race with the last write. (A weak one either comes after that,
/// and so after what that has replaced, or races with it.)
bool BlockRaces::races_with_replaced(const ShadowCell& cell, unsigned thread,
                                     Strength strength) const {
  return strength != Strength::weak && is_replaced(cell.read) && !ordered(cell.read, thread);
}

bool BlockRaces::races_with_read(StateSpace space, const ShadowCell& cell, unsigned thread,
                                 Strength strength) const {
  if (is_replaced(cell.read)) return races_with_replaced(cell, thread, strength);
  return !ordered(cell.read, thread) && !both_strong(space, cell.read, thread, strength);
}

/// With a thread that may itself have read as well. Of several the last is known, and perhaps the
/// one before.
Conflict BlockRaces::with_reader(const ShadowCell& cell, unsigned thread) const {
  const auto other = is_replaced(cell.read) ? Conflict::Other::wrote : Conflict::Other::read;
  if (!ordered(of_one(cell.read), thread))
    return {other, block_of(cell.read), thread_of(cell.read)};
  const std::uint64_t before = is_aside(cell.write) ? cell.write : epoch(thread, Strength::weak);
  const bool known = block_of(before) != block_ || thread_of(before) != thread;
  return {other, block_of(before), thread_of(before), known};
}

// quote: check-write
Conflict BlockRaces::check_write(StateSpace space, unsigned thread, ShadowCell& cell,
                                 bool same_value, Strength strength) const {
  Conflict conflict;
  if (!ordered(cell.write, thread) && !both_strong(space, cell.write, thread, strength) &&
      !seen(space, cell, thread)) {
    conflict = {Conflict::Other::wrote, block_of(cell.write), thread_of(cell.write)};
    conflict.same_value = same_value;
    if (same_value) return conflict;
    conflict.barrier = ordered_by_barrier(cell.write, thread);
  } else if (races_with_read(space, cell, thread, strength)) {
    conflict = with_reader(cell, thread);
    conflict.barrier = ordered_by_barrier(cell.read, thread);
  }
  const bool hides = strength != Strength::weak && conflict.other == Conflict::Other::none;
  cell = {epoch(thread, strength), hides ? left_by_strong(cell, settled(space)) : 0};
  return conflict;
}
// end quote

/// Runs `check` on every cell of an access, or on its bytes where bytes are accessed one by one.
template <class Check>
Conflict BlockRaces::for_cells(StateSpace space, std::uint64_t address, unsigned bytes,
                               ShadowCell* cell, Check check) {
  const auto is_now = [&](std::uint64_t epoch) { return time_of(epoch) >= launch_.start_; };
  const auto is_spread = [&](std::uint64_t epoch) {
    return spread_of(epoch) != whole && is_now(epoch);
  };
  Conflict conflict;
  const auto note = [&](const Conflict& found) {
    if (conflict.other == Conflict::Other::none || (found && !conflict)) conflict = found;
  };
  for (unsigned done = 0; done < bytes; ++cell) {
    const unsigned first = (address + done) % 4;
    const unsigned count = std::min(4 - first, bytes - done);
    bool is_split = reach_of(cell->write) == split && is_now(cell->write);
    if (!is_split && (count < 4 || is_spread(cell->write) || is_spread(cell->read))) {
      SplitCells& cells = split_cells(space);
      if (reach_of(cell->write) == split) *cell = {};
      auto& parts = cells.emplace_back();
      for (unsigned byte = 0; byte < 4; ++byte)
        parts[byte] = {of_byte(cell->write, byte), of_byte(cell->read, byte)};
      cell->write =
          with_reach(std::uint64_t{cells.size() - 1} << thread_shift | launch_.clock_.now, split);
      is_split = true;
    }
    if (is_split) {
      auto& parts = split_cells(space)[cell->write >> thread_shift];
      for (unsigned i = 0; i < count; ++i) note(check(parts[first + i], done + i, 1));
    } else {
      if (reach_of(cell->write) == split) *cell = {};
      note(check(*cell, done, 4));
    }
    done += count;
  }
  return conflict;
}

/// Does a read see a strong write? Then it takes what that hands over.
bool BlockRaces::take(StateSpace space, unsigned thread, std::uint64_t address, unsigned bytes,
                      const ShadowCell& cell, Strength strength, MemoryOrder order) {
  if (strength == Strength::weak) return false;
  std::optional<bool> heard;
  if (space == StateSpace::global && launch_.is_beside_others())
    heard = hear_others(address, bytes, cell, strength);
  if (!(heard ? *heard : sees(cell, strength))) return false;
  if (any_handover() || acquires(order)) observe(space, thread, address, strength, order);
  return true;
}

void BlockRaces::note_seen(unsigned thread, std::uint64_t write) {
  if (!launch_.is_now(write)) return;
  Thread& me = threads_.empty() ? state(thread) : threads_[thread];
  if (me.seen[(me.see + 3) % 4] != write) me.seen[me.see++ % 4] = write;
}

void BlockRaces::read_part(StateSpace space, unsigned thread, std::uint64_t address, unsigned bytes,
                           const ShadowCell& cell, Strength strength, MemoryOrder order) {
  if (take(space, thread, address, bytes, cell, strength, order)) note_seen(thread, cell.write);
}

Conflict BlockRaces::read(StateSpace space, unsigned thread, std::uint64_t address, unsigned bytes,
                          ShadowCell* cell, Strength strength, MemoryOrder order) {
  const bool beside = space == StateSpace::global && launch_.is_beside_others();
  const bool sees_strong = take(space, thread, address, bytes, *cell, strength, order);
  const std::uint64_t write = cell->write;
  if (strength == Strength::weak && space == StateSpace::global && !launch_.polled_.empty())
    check_polls(thread, address, bytes);
  const Conflict foreign =
      beside ? with_others(thread, address, bytes, cell, strength, false) : Conflict();
  const bool polls = space == StateSpace::global && reaches_other_launches(strength);
  std::array<std::uint64_t, 4> reads{};  // before
  for (unsigned k = 0; polls && 4 * k < bytes; ++k) reads[k] = cell[k].read;
  const Conflict conflict =
      for_cells(space, address, bytes, cell, [&](ShadowCell& cell, unsigned, unsigned) {
        return check_read(space, thread, cell, strength);
      });
  for (unsigned k = 0; polls && 4 * k < bytes; ++k)
    launch_.note_poll(address / 4 + k, reads[k], cell[k]);
  if (sees_strong && !conflict) note_seen(thread, write);
  return foreign && !conflict ? foreign : conflict;
}

/// A weak read: what others were told by strong reads of that word, this thread has not heard of if
/// it comes after none of them.
void BlockRaces::check_polls(unsigned thread, std::uint64_t address, unsigned bytes) {
  for (std::uint64_t word = address / 4; word <= (address + bytes - 1) / 4; ++word) {
    const auto found = launch_.polled_.find(word);
    if (found == launch_.polled_.end()) continue;
    Races::Polled& polled = found->second;
    if (polled.count > Races::Polled::most) continue;  // it may know of another one
    const auto end = polled.by.begin() + polled.count;
    polled.in_vain |= std::none_of(polled.by.begin(), end,
                                   [&](std::uint64_t epoch) { return ordered(epoch, thread); });
  }
}

Conflict BlockRaces::unordered_update(unsigned thread, const ShadowCell& cell) const {
  if (!launch_.is_now(cell.write) || reach_of(cell.write) == split ||
      strength_of(cell.write) == Strength::weak || ordered(cell.write, thread))
    return {};
  return {Conflict::Other::wrote, block_of(cell.write), thread_of(cell.write)};
}

Conflict BlockRaces::unordered_guess(unsigned thread, const ShadowCell& cell) const {
  if (!launch_.is_now(cell.read) || is_replaced(cell.read) || reach_of(cell.write) == split ||
      strength_of(cell.read) != Strength::device || ordered(cell.read, thread))
    return {};
  return with_reader(cell, thread);
}

/// Arrivals, which are strong, may have come since.
Conflict BlockRaces::unordered_initialisation(unsigned thread, const ShadowCell& cell) const {
  if (launch_.is_now(cell.write) && reach_of(cell.write) == split) return {};
  for (const std::uint64_t epoch : {cell.write, is_replaced(cell.read) ? cell.read : 0})
    if (launch_.is_now(epoch) && rough_strength_of(epoch) == Strength::weak &&
        !ordered(epoch, thread))
      return {Conflict::Other::wrote, block_of(epoch), thread_of(epoch)};
  return {};
}

Conflict BlockRaces::writer(std::uint64_t address, unsigned bytes, const ShadowCell* cell) const {
  for (unsigned k = 0; k < bytes; ++k) {
    const unsigned byte = (address + k) % 4;
    const std::uint64_t word = cell[(address % 4 + k) / 4].write;
    if (!launch_.is_now(word)) continue;
    const std::uint64_t epoch = reach_of(word) == split
                                    ? launch_.split_[word >> thread_shift][byte].write
                                    : of_byte(word, byte);
    if (launch_.is_now(epoch)) return {Conflict::Other::wrote, block_of(epoch), thread_of(epoch)};
  }
  return {};
}

Conflict BlockRaces::write(StateSpace space, unsigned thread, std::uint64_t address, unsigned bytes,
                           ShadowCell* cell, const void* before, const void* after,
                           Strength strength, MemoryOrder order) {
  Conflict foreign;
  if (space == StateSpace::global && launch_.is_beside_others())
    foreign = write_beside(thread, address, bytes, cell, before, after, strength);
  const Conflict conflict = for_cells(
      space, address, bytes, cell, [&](ShadowCell& cell, unsigned offset, unsigned count) {
        const bool same_value = std::memcmp(static_cast<const char*>(before) + offset,
                                            static_cast<const char*>(after) + offset, count) == 0;
        return check_write(space, thread, cell, same_value, strength);
      });
  if (strength != Strength::weak) publish(space, thread, address, strength, order, false);
  return foreign && !conflict ? foreign : conflict;
}

Conflict BlockRaces::update(StateSpace space, unsigned thread, std::uint64_t address,
                            unsigned bytes, ShadowCell* cell, Strength strength, MemoryOrder order,
                            bool returns, BytePart part) {
  std::optional<bool> heard;
  Conflict foreign;
  if (space == StateSpace::global && launch_.is_beside_others()) {
    heard = hear_others(address, bytes, *cell, strength);
    foreign = with_others(thread, address + part.first, part.count, cell, strength, true);
  }
  const bool linked = heard ? *heard : sees(*cell, strength);
  if (returns && linked) observe(space, thread, address, strength, order);
  const Conflict conflict = for_cells(space, address + part.first, part.count, cell,
                                      [&](ShadowCell& cell, unsigned, unsigned) {
                                        return check_write(space, thread, cell, false, strength);
                                      });
  publish(space, thread, address, strength, order, linked);
  return foreign && !conflict ? foreign : conflict;
}

Conflict BlockRaces::arrive(unsigned thread, std::uint64_t address, ShadowCell* cell,
                            Strength strength, MemoryOrder order) {
  constexpr StateSpace space = StateSpace::shared;
  const bool linked = sees(*cell, Strength::cluster);  // else it has been initialised since
  if (linked) observe(space, thread, address, strength, MemoryOrder::relaxed);
  const Conflict conflict = for_cells(
      space, address, sizeof(std::uint64_t), cell, [&](ShadowCell& cell, unsigned, unsigned) {
        return check_write(space, thread, cell, false, Strength::cluster);
      });
  publish(space, thread, address, strength, order, linked);
  return conflict;
}

}  // namespace simulator
