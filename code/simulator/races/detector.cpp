#include "simulator/races/detector.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace simulator {

using namespace label;

/// Is a conflict of the two no race because both are strong, in each other's scope?
bool BlockRaces::both_strong(Space space, std::uint64_t label, unsigned thread,
                             Strength strength) const {
  const Strength other = strength_of(label);
  if (strength == Strength::weak || other == Strength::weak) return false;
  if (reach_of(label) == grid_wide)  // of several blocks, which may be this cluster's
    return strength != Strength::block && other != Strength::block &&
           (cluster_ != nullptr || (strength != Strength::cluster && other != Strength::cluster));
  if (block_of(label) != block_) return within(strength, label) && within(other, label);
  const bool both_volatile = strength == Strength::volatile_ && other == Strength::volatile_;
  return !(space == Space::shared && both_volatile && thread_of(label) / 32 == thread / 32);
}

/// Is what a strong access of this block reads there a strong write, each in the other's scope?
/// Only then does the reader hear of what the writer had to tell.
bool BlockRaces::sees(const Cell& cell, Strength strength) const {
  if (!launch_.is_now(cell.write) || reach_of(cell.write) == split) return true;
  const Strength writer = strength_of(cell.write);
  if (writer == Strength::weak) return false;
  return within(strength, cell.write) && within(writer, cell.write);
}

/// Has the thread, or one that it knows of, read what stands there by a strong read? Then the write
/// came before, whether or not that was an acquire. Taken for yes where any thread of its block
/// has, or several blocks.
bool BlockRaces::seen(Space space, const Cell& cell, unsigned thread) const {
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

Conflict BlockRaces::check_read(Space space, unsigned thread, Cell& cell, Strength strength) const {
  Conflict conflict;
  if (!ordered(cell.write, thread) && !both_strong(space, cell.write, thread, strength) &&
      !seen(space, cell, thread)) {
    conflict = {Conflict::Other::wrote, block_of(cell.write), thread_of(cell.write)};
    conflict.barrier = ordered_by_barrier(cell.write, thread);
  }

  const std::uint64_t mine = label(thread, strength);
  if (ordered(cell.read, thread)) {
    cell.read = mine;
    return conflict;
  }
  const bool weak = strength == Strength::weak;
  const bool was_weak = strength_of(cell.read) == Strength::weak;
  if (was_weak != weak) {  // one label cannot stand for both: keep the weak one
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
  cell.read = with_reach(label(thread, least), reach);
  return conflict;
}

/// With a thread that may itself have read as well.
Conflict BlockRaces::with_reader(const Cell& cell, unsigned thread) const {
  for (const std::uint64_t label : {cell.read, is_aside(cell.write) ? cell.write : cell.read})
    if (block_of(label) != block_ || thread_of(label) != thread)
      return {Conflict::Other::read, block_of(label), thread_of(label)};
  return {Conflict::Other::read, block_, thread, false};
}

// quote: check-write
Conflict BlockRaces::check_write(Space space, unsigned thread, Cell& cell, bool same_value,
                                 Strength strength) const {
  Conflict conflict;
  if (!ordered(cell.write, thread) && !both_strong(space, cell.write, thread, strength) &&
      !seen(space, cell, thread)) {
    conflict = {Conflict::Other::wrote, block_of(cell.write), thread_of(cell.write)};
    conflict.same_value = same_value;
    if (same_value) return conflict;
    conflict.barrier = ordered_by_barrier(cell.write, thread);
  } else if (!ordered(cell.read, thread) && !both_strong(space, cell.read, thread, strength)) {
    conflict = with_reader(cell, thread);
    conflict.barrier = ordered_by_barrier(cell.read, thread);
  }
  cell = {label(thread, strength), 0};
  return conflict;
}
// end quote

/// Runs `check` on every cell of an access, or on its bytes where bytes are accessed one by one.
template <class Check>
Conflict BlockRaces::for_cells(Space space, std::uint64_t address, unsigned bytes, Cell* cell,
                               Check check) {
  const auto is_now = [&](std::uint64_t label) { return time_of(label) >= launch_.start_; };
  const auto is_spread = [&](std::uint64_t label) {
    return spread_of(label) != whole && is_now(label);
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

Conflict BlockRaces::read(Space space, unsigned thread, std::uint64_t address, unsigned bytes,
                          Cell* cell, Strength strength, Order order) {
  const bool sees_strong = strength != Strength::weak && sees(*cell, strength);
  const bool told = any_handover();
  if (sees_strong && (told || acquires(order))) observe(space, thread, address, strength, order);
  const std::uint64_t write = cell->write;
  const Conflict conflict = for_cells(
      space, address, bytes, cell,
      [&](Cell& cell, unsigned, unsigned) { return check_read(space, thread, cell, strength); });
  if (sees_strong && !conflict && launch_.is_now(write)) {
    Thread& me = threads_.empty() ? state(thread) : threads_[thread];
    if (me.seen[(me.see + 3) % 4] != write) me.seen[me.see++ % 4] = write;
  }
  return conflict;
}

Conflict BlockRaces::write(Space space, unsigned thread, std::uint64_t address, unsigned bytes,
                           Cell* cell, const void* before, const void* after, Strength strength,
                           Order order) {
  const Conflict conflict =
      for_cells(space, address, bytes, cell, [&](Cell& cell, unsigned offset, unsigned count) {
        const bool same_value = std::memcmp(static_cast<const char*>(before) + offset,
                                            static_cast<const char*>(after) + offset, count) == 0;
        return check_write(space, thread, cell, same_value, strength);
      });
  if (strength != Strength::weak) publish(space, thread, address, strength, order, false);
  return conflict;
}

Conflict BlockRaces::update(Space space, unsigned thread, std::uint64_t address, unsigned bytes,
                            Cell* cell, Strength strength, Order order, bool returns) {
  const bool linked = sees(*cell, strength);
  if (returns && linked) observe(space, thread, address, strength, order);
  const Conflict conflict =
      for_cells(space, address, bytes, cell, [&](Cell& cell, unsigned, unsigned) {
        return check_write(space, thread, cell, false, strength);
      });
  publish(space, thread, address, strength, order, linked);
  return conflict;
}

FastPath BlockRaces::fast_path(Space space, unsigned index) const {
  const Warp& warp = warps_[index];
  return {.start = launch_.start_,
          .barrier = barrier_,
          .all_lanes = warp.all_lanes,
          .met_others = cluster_ != nullptr || told_.known || warp.told.known || warp.informed ||
                        warp.lanes || warp.last_partial != 0,
          .mine = label(index * 32, Strength::weak),
          .past = past(space),
          .settled = space == Space::shared && cluster_ == nullptr
                         ? std::max(launch_.start_, barrier_ + 1)
                         : launch_.start_};
}

namespace {

std::uint32_t is_split(const Cell& cell) {
  return reach_of(cell.write) == split;
}

/// A cell for each lane, brought together.
struct Row {
  std::uint64_t write[32], read[32];

  Row(Cell* const* cells, unsigned word) {
    for (unsigned lane = 0; lane < 32; ++lane) {
      write[lane] = cells[lane][word].write;
      read[lane] = cells[lane][word].read;
    }
  }

  bool settled(const FastPath& fast) const {
    FastPath::Age age;
    for (unsigned lane = 0; lane < 32; ++lane) fast.look_at({write[lane], read[lane]}, age);
    return bool(age);
  }
};

/// The same for cells side by side.
bool are_settled(const FastPath& fast, const Cell* cells, unsigned count) {
  FastPath::Age age;
  for (unsigned k = 0; k < count; ++k) fast.look_at(cells[k], age);
  return bool(age);
}

}  // namespace

bool BlockRaces::read_all(Space space, unsigned warp, Cell* const* cells, unsigned words) {
  const FastPath fast = fast_path(space, warp);
  for (unsigned word = 0; word < words; ++word) {
    Row row(cells, word);
    std::uint32_t alone = 1;  // as far as it is known yet, is anyone the only reader of a word?
    if (row.settled(fast)) {
      for (unsigned lane = 0; lane < 32; ++lane) row.read[lane] = fast.label_of(lane);
    } else {
      std::uint32_t closer = 0;
      alone = 0;
      for (unsigned lane = 0; lane < 32; ++lane) {
        const std::uint64_t write = row.write[lane], read = row.read[lane];
        closer |= std::uint32_t(reach_of(write) == split) | (fast.ordered(write, lane) ^ 1) |
                  fast.unclear(read, lane);
        row.write[lane] = fast.beside(write, read, lane);
        row.read[lane] = fast.joined(read, lane);
        alone |= std::uint32_t(reach_of(row.read[lane]) == single);
      }
      if (closer != 0) return false;
    }
#pragma GCC unroll 8
    for (unsigned lane = 0; lane < 32; ++lane)
      cells[lane][word] = {row.write[lane], row.read[lane]};
    if (alone == 0) continue;
    // Where a later lane has read the same word, its label stands there: it is not alone.
    std::uint64_t shared = 0;
#pragma GCC unroll 8
    for (unsigned lane = 0; lane < 32; ++lane) shared |= cells[lane][word].read ^ row.read[lane];
    if (shared == 0) continue;
    for (unsigned lane = 0; lane < 32; ++lane) {
      auto& [write, read] = cells[lane][word];
      if (read == row.read[lane] || reach_of(read) != single) continue;
      read = with_reach(read, warp_wide);
      if (time_of(write) < fast.past) write = aside(row.read[lane]);
    }
  }
  return true;
}

bool BlockRaces::write_all(Space space, unsigned warp, Cell* const* cells, unsigned words) {
  const FastPath fast = fast_path(space, warp);
  std::uint32_t closer = 0;
  for (unsigned word = 0; word < words; ++word) {
    const Row row(cells, word);
    if (row.settled(fast)) continue;
    for (unsigned lane = 0; lane < 32; ++lane) {
      const std::uint64_t write = row.write[lane], read = row.read[lane];
      closer |= std::uint32_t(reach_of(write) == split) | (fast.ordered(write, lane) ^ 1) |
                (fast.ordered(read, lane) ^ 1);
    }
  }
  if (closer != 0) return false;
  for (unsigned word = 0; word < words; ++word) {
    const Row before(cells, word);
    std::uint64_t shared = 0;
    for (unsigned lane = 0; lane < 32; ++lane) cells[lane][word] = {fast.label_of(lane), 0};
    for (unsigned lane = 0; lane < 32; ++lane)
      shared |= cells[lane][word].write ^ fast.label_of(lane);
    if (shared == 0) continue;
    // Two lanes write one word, which is a race unless they write the same.
    for (unsigned lane = 0; lane < 32; ++lane)
      cells[lane][word] = {before.write[lane], before.read[lane]};
    return false;
  }
  return true;
}

bool BlockRaces::update_all(Space space, unsigned warp, Cell* const* cells, unsigned words) {
  if (any_fence_ || any_handover()) return false;
  const FastPath fast = fast_path(space, warp);
  std::uint32_t closer = 0;
  for (unsigned word = 0; word < words; ++word) {
    const Row row(cells, word);
    const auto settled = [&](std::uint64_t label, unsigned lane) {
      return fast.ordered(label, lane) |
             std::uint32_t(rough_strength_of(label) == Strength::device);
    };
    for (unsigned lane = 0; lane < 32; ++lane)
      closer |= std::uint32_t(reach_of(row.write[lane]) == split) |
                (settled(row.write[lane], lane) ^ 1) | (settled(row.read[lane], lane) ^ 1);
  }
  if (closer != 0) return false;
  const std::uint64_t strong = std::uint64_t(Strength::device) << strength_shift;
  for (unsigned word = 0; word < words; ++word)
    for (unsigned lane = 0; lane < 32; ++lane)
      cells[lane][word] = {fast.label_of(lane) | strong, 0};
  return true;
}

template <bool writes, class Lanes>
bool BlockRaces::note_row(Space space, unsigned warp, Lanes lanes, Cell* cells, unsigned bytes) {
  const FastPath fast = fast_path(space, warp);
  const auto note = [](Cell& cell, std::uint64_t label) {
    if constexpr (writes)
      cell = {label, 0};
    else
      cell.read = label;
  };
  const bool settled = are_settled(fast, cells, lanes * bytes / 4);
  std::uint32_t closer = 0;
  if (bytes < 4) {
    const Spread spread = bytes == 1 ? over_bytes : over_halves;
    const unsigned sharing = 4 / bytes;
    for (unsigned lane = 0; lane < lanes && !settled; lane += sharing) {
      const Cell& cell = cells[lane / sharing];
      closer |= is_split(cell) | (fast.ordered(cell.write, lane, spread) ^ 1) |
                (fast.ordered(cell.read, lane, spread) ^ 1);
    }
    if (closer != 0) return false;
    for (unsigned lane = 0; lane < lanes; lane += sharing)
      note(cells[lane / sharing], with_spread(fast.label_of(lane), spread));
    return true;
  }
  const auto visit = [&](auto words) {  // a constant
    for (unsigned lane = 0; lane < lanes && !settled; ++lane)
      for (unsigned word = 0; word < words; ++word) {
        const Cell& cell = cells[lane * words + word];
        closer |= is_split(cell) | (fast.ordered(cell.write, lane) ^ 1) |
                  (fast.ordered(cell.read, lane) ^ 1);
      }
    if (closer != 0) return false;
    for (unsigned lane = 0; lane < lanes; ++lane)
      for (unsigned word = 0; word < words; ++word)
        note(cells[lane * words + word], fast.label_of(lane));
    return true;
  };
  switch (bytes) {
    case 4:
      return visit(std::integral_constant<unsigned, 1>());
    case 8:
      return visit(std::integral_constant<unsigned, 2>());
    default:
      return visit(std::integral_constant<unsigned, 4>());
  }
}

template <bool writes>
bool BlockRaces::note_lanes(Space space, unsigned warp, unsigned lanes, Cell* cells,
                            unsigned bytes) {
  constexpr std::integral_constant<unsigned, 32> all;  // as nearly always, and known to the loops
  return lanes == all ? note_row<writes>(space, warp, all, cells, bytes)
                      : note_row<writes>(space, warp, lanes, cells, bytes);
}

bool BlockRaces::read_row(Space space, unsigned warp, unsigned lanes, Cell* cells, unsigned bytes) {
  return note_lanes<false>(space, warp, lanes, cells, bytes);
}

bool BlockRaces::write_row(Space space, unsigned warp, unsigned lanes, Cell* cells,
                           unsigned bytes) {
  return note_lanes<true>(space, warp, lanes, cells, bytes);
}

bool BlockRaces::write_words(Space space, unsigned thread, Cell* cells, unsigned words) {
  const std::uint64_t mine = label(thread, Strength::weak);
  std::uint64_t others = 0;
  for (unsigned word = 0; word < words; ++word)
    others |= (cells[word].write ^ mine) | cells[word].read;
  if (others == 0) return true;  // it has written them just now
  const FastPath fast = fast_path(space, thread / 32);
  const unsigned lane = thread % 32;
  std::uint32_t closer = 0;
  for (unsigned word = 0; word < words; ++word)
    closer |= is_split(cells[word]) | (fast.ordered(cells[word].write, lane) ^ 1) |
              (fast.ordered(cells[word].read, lane) ^ 1);
  if (closer != 0) return false;
  for (unsigned word = 0; word < words; ++word) cells[word] = {fast.label_of(lane), 0};
  return true;
}

// quote: proxy-fence
void BlockRaces::fence_proxy(unsigned thread) {
  fence(thread, Strength::device);
  Warp& warp = warps_[thread / 32];
  threads_[thread].proxy = threads_[thread].fence;
  warp.proxy = std::max({warp.proxy, warp.all_lanes, warp.last_sync[thread % 32]});
  proxy_ = std::max({proxy_, barrier_, warp.last_partial, granted(thread)});
}

Conflict BlockRaces::unfenced(unsigned thread, std::uint64_t address, unsigned bytes,
                              const Cell* cell) const {
  const auto fenced = [&](std::uint64_t label) {
    const std::uint32_t time = time_of(label);
    const unsigned writer = thread_of(label);
    return time < launch_.start_ || time <= proxy_ || time <= warps_[writer / 32].proxy ||
           (!threads_.empty() && time <= std::max(threads_[writer].proxy, threads_[thread].proxy));
  };
  for (std::uint64_t at = address; at < address + bytes; ++at) {
    const std::uint64_t word = at / 4;
    const std::uint64_t written = cell[word - address / 4].write,
                        copied = word < written_by_proxy_.size() ? written_by_proxy_[word] : 0;
    const bool parts = reach_of(written) == split && launch_.is_now(written);
    const std::uint64_t label =
        parts ? shared_split()[written >> thread_shift][at % 4].write : of_byte(written, at % 4);
    if (label != copied && block_of(label) == block_ && !fenced(label))
      return {Conflict::Other::wrote, block_, thread_of(label)};
  }
  return {};
}
// end quote

void BlockRaces::wrote_by_proxy(const BlockRaces& issuer, unsigned thread, std::uint64_t address,
                                unsigned bytes) {
  const std::uint64_t end = (address + bytes + 3) / 4;
  if (written_by_proxy_.size() < end) written_by_proxy_.resize(end);
  for (std::uint64_t word = address / 4; word < end; ++word)
    written_by_proxy_[word] = issuer.label(thread, Strength::weak);
}

/// Here nothing has to be handed over: a block may end when it knows, by whatever means, that the
/// others are through. So an arrival counts that releases nothing.
bool BlockRaces::over_before_end(std::uint64_t label) const {
  const std::optional<unsigned> rank = cluster_->rank_of(block_of(label));
  if (!rank) return true;
  const auto arrived = [&](const ClusterRaces::SharedPhase& phase) {
    return phase && time_of(label) <= phase->arrived[cluster_->warp_of(*rank, thread_of(label))];
  };
  if (arrived(phase_) || std::any_of(warps_.begin(), warps_.end(),
                                     [&](const Warp& warp) { return arrived(warp.phase); }))
    return true;
  const auto threads = unsigned(launch_.block_.volume());
  for (unsigned thread = 0; thread < threads; thread += threads_.empty() ? 32 : 1)
    if (ordered(label, thread)) return true;
  return std::any_of(threads_.begin(), threads_.end(), [&](const Thread& one) {
    return std::find(one.seen.begin(), one.seen.end(), label) != one.seen.end();
  });
}

Conflict BlockRaces::outlasting(const Cell* cells, std::size_t count) const {
  std::uint64_t last = 0;  // label that was found to be in order
  const auto outlasts = [&](std::uint64_t label) {
    if (!launch_.is_now(label) || block_of(label) == block_ || label == last) return false;
    if (!over_before_end(label)) return true;
    last = label;
    return false;
  };
  const auto conflict = [&](const Cell& cell) -> Conflict {
    if (outlasts(cell.write))
      return {Conflict::Other::wrote, block_of(cell.write), thread_of(cell.write)};
    if (outlasts(cell.read))
      return {Conflict::Other::read, block_of(cell.read), thread_of(cell.read)};
    return {};
  };
  for (std::size_t k = 0; k < count; ++k) {
    if (launch_.is_now(cells[k].write) && reach_of(cells[k].write) == split) {
      for (const Cell& part : shared_split()[cells[k].write >> thread_shift])
        if (const Conflict found = conflict(part)) return found;
    } else if (const Conflict found = conflict(cells[k])) {
      return found;
    }
  }
  return {};
}

Fault race_fault(const Conflict& conflict, BlockRaces::Space space, const Races& launch,
                 std::uint64_t block, unsigned thread, std::string access, std::string kernel,
                 std::string file, unsigned line) {
  Fault fault;
  const bool shared = space == BlockRaces::Space::shared;
  fault.kind = shared ? fault::shared_race : fault::global_race;
  fault.kernel = std::move(kernel);
  fault.file = std::move(file);
  fault.line = line;
  fault.block = index_in(launch.grid(), block);
  fault.thread = index_in(launch.block(), thread);
  const bool same_block = conflict.block == (block & block_mask);
  fault.other_block = same_block ? fault.block : index_in(launch.grid(), conflict.block);
  const bool wrote = conflict.other == Conflict::Other::wrote;
  std::string other = "another thread";
  if (conflict.known) {
    fault.other_thread = index_in(launch.block(), conflict.thread);
    other = "thread " + describe(*fault.other_thread) +
            (same_block ? "" : " of block " + describe(*fault.other_block));
  }
  fault.message =
      std::move(access) + ", which " + other + (wrote ? " wrote" : " read") +
      (conflict.barrier ? ", and only a barrier orders the two after the read of a flag, "
                          "where PTX wants a fence"
                        : ", and nothing orders the two") +
      (conflict.same_value ? "; both write the same value" : "");
  fault.benign = conflict.same_value || conflict.barrier;
  return fault;
}

}  // namespace simulator
