#include "simulator/machine/request.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "simulator/hexadecimal.hpp"
#include "simulator/lane_mask.hpp"
#include "simulator/machine/access_observer.hpp"
#include "simulator/races/race_fault.hpp"

namespace simulator {
namespace {

const char* verb(Use use) {
  switch (use) {
    case Use::read:
      return "reads";
    case Use::write:
      return "writes";
    default:
      return "updates";
  }
}

const char* words_for(Space space) {
  switch (space) {
    case Space::shared:
      return "shared ";
    case Space::local:
      return "local ";
    case Space::param:
      return "parameter ";
    default:
      return "";
  }
}

/// Why a device may not access an address.
std::string words_for_peer(const Memory& memory, std::uint64_t address) {
  const Allocation& found = *memory.find(address);
  return memory.describe(address) + ", memory of device " + std::to_string(found.device) +
         ", which device " + std::to_string(memory.device()) + " may not access: " +
         (found.is_private()   ? "variables, and what kernels allocate, are for their own device"
          : found.opened_apart ? "cudaMemPoolSetAccess is missing"
                               : "cudaDeviceEnablePeerAccess is missing");
}

/// For 1, 2, 4, 8 or 16 bytes: is one set?
bool any_set(const std::byte* from, unsigned bytes) {
  std::uint64_t low = 0, high = 0;
  switch (bytes) {
    case 1:
      return *from != std::byte{0};
    case 2:
      std::memcpy(&low, from, 2);
      break;
    case 4:
      std::memcpy(&low, from, 4);
      break;
    case 8:
      std::memcpy(&low, from, 8);
      break;
    default:
      std::memcpy(&low, from, 8);
      std::memcpy(&high, from + 8, 8);
  }
  return (low | high) != 0;
}

void clear(std::byte* to, unsigned bytes) {
  switch (bytes) {
    case 1:
      *to = std::byte{0};
      break;
    case 2:
      std::memset(to, 0, 2);
      break;
    case 4:
      std::memset(to, 0, 4);
      break;
    case 8:
      std::memset(to, 0, 8);
      break;
    default:
      std::memset(to, 0, 16);
  }
}

}  // namespace

void Request::complain(unsigned lane, const char* kind, const std::string& why, Use use) {
  warp.launch().report(i, kind, [&] {
    return warp.fault(kind, lane, did(verb(use), lane) + (why.empty() ? "" : ", " + why));
  });
}

std::string Request::did(const char* what, unsigned lane) const {
  const std::uint64_t base = space == Space::shared && home ? home->shared().base : 0;
  return std::string(what) + " " + std::to_string(bytes) + " bytes at " + words_for(space) +
         "address " + hexadecimal(addresses[lane] - base) +
         (home && is_remote() ? " of block " + describe(home->index()) : "");
}

void Request::go_home(unsigned rank) {
  home = warp.block().cluster()->block(rank);
  if (home && is_remote()) home->visit();
}

Spot Request::leave_out(unsigned lane, const char* kind, const std::string& why, Use use) {
  complain(lane, kind, why, use);
  warp.launch().leave_out(
      kind == std::string_view(fault::misaligned) ? LaunchFailure::Reason::misaligned_address
      : home == nullptr || home->ended()          ? LaunchFailure::Reason::cluster_address
                                                  : LaunchFailure::Reason::illegal_address);
  return {};
}

Spot Request::require(unsigned lane, Use use) {
  const Spot spot = find(lane, use);
  if (spot.host == nullptr) warp.launch().fail(*warp.launch().failure());
  return spot;
}

/// Bytes that an asynchronous copy still reads or writes are nobody else's.
void Request::check_copies(unsigned lane, Use use) {
  const bool shared = space == Space::shared;
  if (shared && home == nullptr) return;
  const AsyncCopies& copies = (shared ? *home : warp.block()).copies();
  const std::uint64_t address = addresses[lane] - (shared ? home->shared().base : 0);
  if (shared ? !copies.concerns_shared(address, bytes) : !copies.concerns_global()) return;
  const auto copy = copies.conflict(shared, address, bytes, use != Use::read);
  if (!copy) return;
  const bool written = copy->to_shared == shared;
  Fault fault = warp.fault(
      shared ? fault::shared_race : fault::global_race, lane,
      std::string(verb(use)) + " " + std::to_string(bytes) + " bytes at " + words_for(space) +
          "address " + hexadecimal(address) + ", which an asynchronous " +
          (copy->product ? "product" : "copy") + " that thread " +
          describe(index_in(warp.launch().configuration().block, copy->thread)) +
          (copy->block == warp.block().index() ? "" : " of block " + describe(copy->block)) +
          " began at line " + std::to_string(copy->place.line) +
          (written ? " still writes" : " still reads") + ": nobody has waited for it");
  fault.other_thread = index_in(warp.launch().configuration().block, copy->thread);
  fault.other_block = copy->block;
  warp.launch().report(std::move(fault));
}

Spot Request::find(unsigned lane, Use use) {
  if (races() && checked() && concerned_copies() != nullptr) check_copies(lane, use);
  const std::uint64_t address = addresses[lane];
  switch (space) {
    case Space::shared: {
      if (home == nullptr)
        return leave_out(lane, fault::out_of_bounds,
                         "of rank " + std::to_string(Cluster::rank_in(address)) +
                             ", where the cluster has " +
                             std::to_string(warp.block().cluster()->size()) + " blocks",
                         use);
      if (home->ended()) return leave_out(lane, fault::ended_block, "which has ended", use);
      SharedMemory& shared = home->shared();
      const std::uint64_t address = addresses[lane] - shared.base;
      const std::size_t size = shared.usable;
      const bool reserved = shared.reserved != 0 && address >= shared.reserved &&
                            address + bytes <= shared.bytes.size();
      if ((address > size || size - address < bytes) && !reserved)
        return leave_out(lane, fault::out_of_bounds,
                         "where the block has " + std::to_string(size) + " bytes", use);
      if (address % bytes != 0) return leave_out(lane, fault::misaligned, "", use);
      if (use != Use::write && checked() && !shared.written.test_few(address, bytes))
        read_undefined(lane, use);
      if (use != Use::read) shared.written.set_few(address, bytes);
      // What the system's code does there by plain accesses is its own affair.
      const bool apart = reserved && ordering.strength == Strength::weak;
      return {shared.bytes.data() + address, apart ? nullptr : shared.cells.data() + address / 4};
    }
    case Space::local: {
      std::byte* host = warp.local_bytes(lane, address, bytes);
      if (host == nullptr) return leave_out(lane, fault::out_of_bounds, "", use);
      if ((address & (bytes - 1)) != 0) return leave_out(lane, fault::misaligned, "", use);
      if (warp.follows_local()) {
        std::byte* const undefined = warp.local_undefined(host);
        if (use == Use::write)
          clear(undefined, bytes);
        else if (any_set(undefined, bytes))
          read_undefined(lane, use);
      }
      return {host, nullptr};
    }
    case Space::param: {
      // An entry's own parameters, which alone have generic addresses, are the same for all
      // threads; the others are each thread's own.
      const auto entry = warp.launch().parameters();
      if (generic || (warp.function().entry && address < entry.size())) {
        if (address > entry.size()) return leave_out(lane, fault::out_of_bounds, "", use);
        if (entry.size() - address < bytes || use != Use::read)
          return leave_out(lane, fault::out_of_bounds, "", use);
        return {const_cast<std::byte*>(entry.data()) + address, nullptr};
      }
      if (address + bytes > warp.function().param_bytes)
        return leave_out(lane, fault::out_of_bounds, "", use);
      if (use == Use::read && warp.follows() && warp.shadow().params_used())
        read_undefined(lane, use);
      return {warp.param(lane) + address, nullptr};
    }
    default:
      break;
  }
  const bool undefined_before = use == Use::update && checked() && find_undefined(lane);
  const Place place = warp.launch().memory().access(address, bytes, use);
  if (place.status == MemoryStatus::uninitialised) {
    if (undefined_before || (use == Use::read && checked() && find_undefined(lane)))
      take_undefined(lane, use);
  } else if (place.status == MemoryStatus::no_peer_access) {
    return leave_out(lane, fault_kind(place.status),
                     words_for_peer(warp.launch().memory(), address), use);
  } else if (place.status != MemoryStatus::ok) {
    return leave_out(lane, fault_kind(place.status), warp.launch().memory().describe(address), use);
  }
  return {place.host, place.cell};
}

Region Request::region(std::uint64_t address, Use use) const {
  if (space == Space::global) return warp.launch().memory().region(address, use);
  if (home == nullptr || home->ended()) return {};
  SharedMemory& shared = home->shared();
  return {shared.base,
          shared.usable,
          shared.bytes.data(),
          shared.cells.data(),
          shared.written.all() ? nullptr : &shared.written,
          nullptr};
}

/// Those that could come in the way; null where there are none.
const AsyncCopies* Request::concerned_copies() const {
  const Block* const block = space == Space::shared ? home : &warp.block();
  return block == nullptr || block->copies().empty() ? nullptr : &block->copies();
}

bool Request::concerns_copies() const {
  const AsyncCopies* const copies = concerned_copies();
  if (copies == nullptr || !checked()) return false;
  if (space == Space::global) return copies->concerns_global();
  const std::uint64_t base = home->shared().base;
  bool any = false;
  for_lanes(mask, [&](unsigned lane) {
    any = any || copies->concerns_shared(addresses[lane] - base, bytes);
  });
  return any;
}

void Request::prepare(Use use) {
  if (space == Space::global && (use == Use::update || ordering.strength != Strength::weak)) {
    warp.launch().interacts();
    if (!Memory::is_on_device(addresses[std::countr_zero(mask)])) warp.launch().meets_host();
  }
  if (!races()) return;
  if (AccessObserver* const observer = warp.launch().observer())
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
  // Negative for a lane before or past the region; with low bits if misaligned.
  std::uint64_t outside = 0, low = 0;
  for_all_lanes(mask, [&](unsigned lane, std::uint64_t chosen) {
    const std::uint64_t offset = addresses[lane] - region_.start;
    outside |= (offset | (region_.bytes - bytes - offset)) & chosen;
    low |= addresses[lane] & chosen;
  });
  if (std::int64_t(outside) < 0 || (low & (bytes - 1)) != 0) region_ = {};
  usual_ = use == Use::update
               ? ordering.strength == Strength::device && ordering.order == Order::relaxed
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
  if (Cell* const cells = region_.cell(addresses[0])) {
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
  Cell* cells[warp_size];
  if (mask == full_mask) {
    for (unsigned lane = 0; lane < warp_size; ++lane) cells[lane] = region_.cell(addresses[lane]);
    return (races.*look)(race_space(), warp.index(), cells, bytes / 4);
  }
  Cell idle[warp_size][4];  // of lanes that take no part
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

void Request::note(unsigned lane, const Spot& spot, Use use, const std::byte* after) {
  switch (use) {
    case Use::read:
      return note_read(lane, spot);
    case Use::write:
      return note_write(lane, spot, after + lane * bytes);
    case Use::update:
      return note_update(lane, spot);
  }
}

void Request::report_race(unsigned lane, const Conflict& conflict, const char* what) {
  const bool wrote = conflict.other == Conflict::Other::wrote;
  warp.launch().report(i,
                       conflict.same_value ? "the same value"
                       : conflict.barrier  ? "behind a barrier"
                       : wrote             ? "what was written"
                                           : "what was read",
                       [&] {
                         return race_fault(
                             conflict, race_space(), warp.launch().races(), warp.block().linear(),
                             warp.thread(lane), did(what, lane), warp.launch().kernel_name(),
                             std::string(warp.launch().program().file_of(i.place)), i.place.line);
                       });
}

/// All lanes of a warp that write the same are nothing to speak of.
bool Request::is_told(const Conflict& conflict, unsigned lane) const {
  if (!conflict.same_value) return bool(conflict);
  return conflict.block != (warp.block().linear() & label::block_mask) ||
         conflict.thread / warp_size != warp.thread(lane) / warp_size;
}

void Request::note_read(unsigned lane, const Spot& spot) {
  if (spot.cell == nullptr || !checked()) return;
  if (const Conflict conflict =
          warp.block().races().read(race_space(), warp.thread(lane), addresses[lane], bytes,
                                    spot.cell, ordering.strength, ordering.order))
    report_race(lane, conflict, "reads");
}

bool Request::is_unfenced(unsigned lane, const Spot& spot, Use use) {
  if (spot.cell == nullptr || !checked() || is_remote()) return false;
  const std::uint64_t address = addresses[lane] - home->shared().base;
  const Conflict conflict =
      warp.block().races().unfenced(warp.thread(lane), address, bytes, spot.cell);
  if (!conflict) return false;
  const Dim3 writer = index_in(warp.launch().configuration().block, conflict.thread);
  Fault fault = warp.fault(
      fault::shared_race, lane,
      std::string("has an asynchronous copy ") + (use == Use::read ? "read " : "replace ") +
          std::to_string(bytes) + " bytes at shared address " + hexadecimal(address) +
          ", which thread " + describe(writer) + " wrote, and no fence.proxy.async has shown it");
  fault.other_thread = writer;
  fault.other_block = warp.block().index();
  warp.launch().report(std::move(fault));
  return true;
}

void Request::note_write(unsigned lane, const Spot& spot, const void* after) {
  if (spot.cell == nullptr || !checked()) return;
  if (const Conflict conflict = warp.block().races().write(
          race_space(), warp.thread(lane), addresses[lane], bytes, spot.cell, spot.host, after,
          ordering.strength, ordering.order);
      is_told(conflict, lane))
    report_race(lane, conflict, "writes");
}

void Request::note_update(unsigned lane, const Spot& spot) {
  if (spot.cell == nullptr || !checked()) return;
  if (const Conflict conflict = warp.block().races().update(
          race_space(), warp.thread(lane), addresses[lane], bytes, spot.cell, ordering.strength,
          ordering.order, ordering.returns))
    report_race(lane, conflict, "updates");
}

}  // namespace simulator
