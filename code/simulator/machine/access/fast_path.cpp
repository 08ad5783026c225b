#include <bit>

#include "simulator/lane_mask.hpp"
#include "simulator/machine/access/access_observer.hpp"
#include "simulator/machine/access/request.hpp"

// Part of Request: what is done for all of its lanes at once, where none needs a look of its own.

namespace simulator {

Region Request::region(std::uint64_t address, Use use) const {
  if (space == StateSpace::global) return warp.execution().memory().region(address, use);
  if (home == nullptr || home->ended()) return {};
  SharedMemory& shared = home->shared();
  return {shared.base,
          shared.usable,
          shared.bytes.data(),
          shared.cells.data(),
          shared.written.all() ? nullptr : &shared.written,
          nullptr};
}

/// Other blocks may see it, or the host, or another device. Of updates whose order nobody can tell,
/// several cores may do their share; but not of a word that this one has read, or written
/// otherwise.
void Request::share(Use use) {
  Execution& launch = warp.execution();
  const bool on_device = Memory::is_on_device(addresses[std::countr_zero(mask)]);
  const bool of_system = ordering.of_system && (!on_device || launch.memory().devices() > 1);
  if (use == Use::update && ordering.commuting != 0 && on_device && !of_system)
    launch.updates(ordering.commuting);
  else
    launch.interacts();
  if (!on_device) launch.meets_host();
  if (of_system) {
    ordering.strength = Strength::system;
    launch.meets_outside();
  }
  if (!launch.is_worker() || !checked()) return;
  for_lanes(mask, [&](unsigned lane) {
    const Region there = launch.memory().region(addresses[lane], use);
    const unsigned words = (bytes + 3) / 4;
    if (there.cells == nullptr || !there.holds(addresses[lane], bytes) ||
        !launch.races().are_only_updated(there.cell(addresses[lane]), words))
      launch.interacts();
  });
}

/// Of a read-only load: has any of the words been written in this launch?
bool Request::reads_what_was_written() const {
  const Races& races = warp.execution().races();
  bool any = false;
  for_lanes(mask, [&](unsigned lane) {
    any |= races.any_written(region_.cell(addresses[lane]), (bytes + 3) / 4);
  });
  return any;
}

/// Do launches use it that run at the same time?
bool Request::is_others_too() const {
  const Races& races = warp.execution().races();
  if (!races.is_beside_others()) return false;
  bool any = false;
  for_lanes(mask, [&](unsigned lane) { any = any || races.others_use(addresses[lane]); });
  return any;
}

void Request::prepare(Use use) {
  if (space == StateSpace::global && (use == Use::update || ordering.strength != Strength::weak))
    share(use);
  if (!races()) return;
  if (AccessObserver* const observer = warp.execution().observer())
    observer->accessed(warp, space, mask, addresses, bytes, use);
  if (concerns_copies()) return;
  region_ = region(addresses[std::countr_zero(mask)], use);
  if (region_.host == nullptr || region_.bytes < bytes) {
    region_ = {};
    return;
  }
  if (!checked()) {
    region_.cells = nullptr;
    region_.written = nullptr;
  }
  const SharedVariable* const all = variable();
  const std::uint64_t first = region_.start + (all != nullptr ? all->first : 0),
                      last = (all != nullptr ? all->bytes : region_.bytes) - bytes;
  // Negative for a lane before or past the region; with low bits if misaligned.
  std::uint64_t outside = 0, low = 0;
  for_all_lanes(mask, [&](unsigned lane, std::uint64_t chosen) {
    const std::uint64_t offset = addresses[lane] - first;
    outside |= (offset | (last - offset)) & chosen;
    low |= addresses[lane] & chosen;
  });
  if (std::int64_t(outside) < 0 || (low & (bytes - 1)) != 0) region_ = {};
  if ((dropped & mask) != 0) region_ = {};
  if (ordering.read_only && region_.cells != nullptr && reads_what_was_written()) region_ = {};
  if (region_.cells != nullptr && space == StateSpace::global && is_others_too()) region_ = {};
  usual_ = ordering.of_part     ? false
           : use == Use::update ? ordering.strength == Strength::device &&
                                      ordering.order == MemoryOrder::relaxed && !ordering.weighed
                                : ordering.strength == Strength::weak;
}

std::byte* Request::row(Use use) {
  if (region_.host == nullptr || !usual_) return nullptr;
  if (!consecutive(addresses, mask, bytes)) return nullptr;
  const std::uint64_t offset = addresses[0] - region_.start;
  const auto lanes = unsigned(std::popcount(mask));
  const unsigned all = bytes * lanes;
  if (use == Use::read && region_.written != nullptr && !region_.written->test(offset, all))
    return nullptr;
  if (ShadowCell* const cells = region_.cell(addresses[0])) {
    if (addresses[0] % 4 != 0 || all % 4 != 0) return nullptr;
    BlockRaces& races = warp.block().races();
    if (use == Use::read ? !races.read_row(race_space(), warp.index(), lanes, cells, bytes)
                         : !races.write_row(race_space(), warp.index(), lanes, cells, bytes))
      return nullptr;
  }
  if (use == Use::write && region_.written != nullptr) region_.written->set(offset, all);
  if (region_.footprint != nullptr)
    for (const std::uint64_t end : {offset, offset + all - 1}) region_.footprint->note(end, use);
  return region_.host + offset;
}

bool Request::in_order(Use use) {
  const auto look = use == Use::read    ? &BlockRaces::read_all
                    : use == Use::write ? &BlockRaces::write_all
                                        : &BlockRaces::update_all;
  BlockRaces& races = warp.block().races();
  ShadowCell* cells[warp_size];
  if (mask == full_mask) {
    for (unsigned lane = 0; lane < warp_size; ++lane) cells[lane] = region_.cell(addresses[lane]);
    return (races.*look)(race_space(), warp.index(), cells, bytes / 4);
  }
  ShadowCell idle[warp_size][4];  // of lanes that take no part
  for (unsigned lane = 0; lane < warp_size; ++lane)
    cells[lane] = mask >> lane & 1 ? region_.cell(addresses[lane]) : idle[lane];
  return (races.*look)(race_space(), warp.index(), cells, bytes / 4);
}

bool Request::at_once(Use use) {
  if (region_.host == nullptr) return false;
  WrittenBits* const written = region_.written;
  if (written != nullptr && use != Use::write) {
    bool all = true;
    for_lanes(mask, [&](unsigned lane) {
      all = all && written->test_few(addresses[lane] - region_.start, bytes);
    });
    if (!all) return false;
  }
  if (region_.cells != nullptr && !(usual_ && bytes >= 4 && in_order(use))) return false;
  if (written != nullptr && use != Use::read)
    for_lanes(mask,
              [&](unsigned lane) { written->set_few(addresses[lane] - region_.start, bytes); });
  if (region_.footprint != nullptr)
    for_lanes(mask, [&](unsigned lane) {
      region_.footprint->note(addresses[lane] - region_.start, use);
    });
  return true;
}

}  // namespace simulator
