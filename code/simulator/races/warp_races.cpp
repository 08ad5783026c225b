#include <algorithm>
#include <type_traits>

#include "simulator/races/detector.hpp"

namespace simulator {

using namespace epoch;

FastPath BlockRaces::fast_path(StateSpace space, unsigned index) const {
  const Warp& warp = warps_[index];
  return {.start = launch_.start_,
          .barrier = barrier_,
          .all_lanes = warp.all_lanes,
          .met_others = cluster_ != nullptr || told_.known || warp.told.known || warp.informed ||
                        warp.lanes || warp.last_partial != 0,
          .mine = epoch(index * 32, Strength::weak),
          .past = past(space),
          .settled = settled(space)};
}

namespace {

std::uint32_t is_split(const ShadowCell& cell) {
  return reach_of(cell.write) == split;
}

/// A cell for each lane, brought together.
struct Row {
  std::uint64_t write[32], read[32];

  Row(ShadowCell* const* cells, unsigned word) {
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
bool are_settled(const FastPath& fast, const ShadowCell* cells, unsigned count) {
  FastPath::Age age;
  for (unsigned k = 0; k < count; ++k) fast.look_at(cells[k], age);
  return bool(age);
}

}  // namespace

bool BlockRaces::read_all(StateSpace space, unsigned warp, ShadowCell* const* cells,
                          unsigned words) {
  const FastPath fast = fast_path(space, warp);
  const std::uint32_t polled = space == StateSpace::global && !launch_.polled_.empty();
  for (unsigned word = 0; word < words; ++word) {
    Row row(cells, word);
    std::uint32_t alone = 1;  // as far as it is known yet, is anyone the only reader of a word?
    if (row.settled(fast)) {
      for (unsigned lane = 0; lane < 32; ++lane) row.read[lane] = fast.epoch_of(lane);
    } else {
      std::uint32_t closer = 0;
      alone = 0;
      for (unsigned lane = 0; lane < 32; ++lane) {
        const std::uint64_t write = row.write[lane], read = row.read[lane];
        closer |= std::uint32_t(reach_of(write) == split) | (fast.ordered(write, lane) ^ 1) |
                  fast.unclear(read, lane) | (polled & (fast.ordered(read, lane) ^ 1));
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
    // Where a later lane has read the same word, its epoch stands there: it is not alone.
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

bool BlockRaces::write_all(StateSpace space, unsigned warp, ShadowCell* const* cells,
                           unsigned words) {
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
    for (unsigned lane = 0; lane < 32; ++lane) cells[lane][word] = {fast.epoch_of(lane), 0};
    for (unsigned lane = 0; lane < 32; ++lane)
      shared |= cells[lane][word].write ^ fast.epoch_of(lane);
    if (shared == 0) continue;
    // Two lanes write one word, which is a race unless they write the same.
    for (unsigned lane = 0; lane < 32; ++lane)
      cells[lane][word] = {before.write[lane], before.read[lane]};
    return false;
  }
  return true;
}

bool BlockRaces::update_all(StateSpace space, unsigned warp, ShadowCell* const* cells,
                            unsigned words) {
  if (any_fence_ || any_handover()) return false;
  const FastPath fast = fast_path(space, warp);
  std::uint32_t closer = 0;
  std::uint64_t leaves = 0;  // negative if anything might
  for (unsigned word = 0; word < words; ++word) {
    const Row row(cells, word);
    const auto settled = [&](std::uint64_t epoch, unsigned lane) {
      return fast.ordered(epoch, lane) |
             std::uint32_t(rough_strength_of(epoch) == Strength::device);
    };
    for (unsigned lane = 0; lane < 32; ++lane) {
      closer |= std::uint32_t(reach_of(row.write[lane]) == split) |
                (settled(row.write[lane], lane) ^ 1) | (settled(row.read[lane], lane) ^ 1);
      leaves |= fast.late_and_weak(row.write[lane]) | fast.late_and_weak(row.read[lane]);
    }
  }
  if (closer != 0) return false;
  const std::uint64_t strong = std::uint64_t(Strength::device) << strength_shift;
  for (unsigned word = 0; word < words; ++word) {
    if (std::int64_t(leaves) >= 0) {
      for (unsigned lane = 0; lane < 32; ++lane)
        cells[lane][word] = {fast.epoch_of(lane) | strong, 0};
      continue;
    }
    const Row before(cells, word);
    for (unsigned lane = 0; lane < 32; ++lane)
      cells[lane][word] = {fast.epoch_of(lane) | strong,
                           left_by_strong({before.write[lane], before.read[lane]}, fast.settled)};
  }
  return true;
}

template <bool writes, class Lanes>
bool BlockRaces::note_row(StateSpace space, unsigned warp, Lanes lanes, ShadowCell* cells,
                          unsigned bytes) {
  const FastPath fast = fast_path(space, warp);
  const auto note = [](ShadowCell& cell, std::uint64_t epoch) {
    if constexpr (writes)
      cell = {epoch, 0};
    else
      cell.read = epoch;
  };
  const bool settled = are_settled(fast, cells, lanes * bytes / 4);
  std::uint32_t closer = 0;
  if (bytes < 4) {
    const Spread spread = bytes == 1 ? over_bytes : over_halves;
    const unsigned sharing = 4 / bytes;
    for (unsigned lane = 0; lane < lanes && !settled; lane += sharing) {
      const ShadowCell& cell = cells[lane / sharing];
      closer |= is_split(cell) | (fast.ordered(cell.write, lane, spread) ^ 1) |
                (fast.ordered(cell.read, lane, spread) ^ 1);
    }
    if (closer != 0) return false;
    for (unsigned lane = 0; lane < lanes; lane += sharing)
      note(cells[lane / sharing], with_spread(fast.epoch_of(lane), spread));
    return true;
  }
  const auto visit = [&](auto words) {  // a constant
    for (unsigned lane = 0; lane < lanes && !settled; ++lane)
      for (unsigned word = 0; word < words; ++word) {
        const ShadowCell& cell = cells[lane * words + word];
        closer |= is_split(cell) | (fast.ordered(cell.write, lane) ^ 1) |
                  (fast.ordered(cell.read, lane) ^ 1);
      }
    if (closer != 0) return false;
    for (unsigned lane = 0; lane < lanes; ++lane)
      for (unsigned word = 0; word < words; ++word)
        note(cells[lane * words + word], fast.epoch_of(lane));
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
bool BlockRaces::note_lanes(StateSpace space, unsigned warp, unsigned lanes, ShadowCell* cells,
                            unsigned bytes) {
  constexpr std::integral_constant<unsigned, 32> all;  // as nearly always, and known to the loops
  return lanes == all ? note_row<writes>(space, warp, all, cells, bytes)
                      : note_row<writes>(space, warp, lanes, cells, bytes);
}

bool BlockRaces::read_row(StateSpace space, unsigned warp, unsigned lanes, ShadowCell* cells,
                          unsigned bytes) {
  return note_lanes<false>(space, warp, lanes, cells, bytes);
}

bool BlockRaces::write_row(StateSpace space, unsigned warp, unsigned lanes, ShadowCell* cells,
                           unsigned bytes) {
  return note_lanes<true>(space, warp, lanes, cells, bytes);
}

bool BlockRaces::write_words(StateSpace space, unsigned thread, ShadowCell* cells, unsigned words) {
  const std::uint64_t mine = epoch(thread, Strength::weak);
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
  for (unsigned word = 0; word < words; ++word) cells[word] = {fast.epoch_of(lane), 0};
  return true;
}

}  // namespace simulator
