#include "request.hpp"

#include <cstdio>

#include "traffic.hpp"

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

std::string hexadecimal(std::uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

}  // namespace

void Request::complain(unsigned lane, const char* kind, const std::string& why, Use use) {
  std::string message = std::string(verb(use)) + " " + std::to_string(bytes) + " bytes at " +
                        words_for(space) + "address " + hexadecimal(addresses[lane]);
  if (!why.empty()) message += ", " + why;
  report(warp.launch().fault(kind, warp, lane, std::move(message)));
}

void Request::refuse(unsigned lane, const char* kind, const std::string& why, Use use,
                     LaunchFailure::Reason reason) {
  complain(lane, kind, why, use);
  warp.launch().fail(reason);
}

/// Bytes that an asynchronous copy still reads or writes are nobody else's.
void Request::check_copies(unsigned lane, Use use) {
  const AsyncCopies& copies = warp.block().copies();
  const bool shared = space == Space::shared;
  const std::uint64_t address = addresses[lane];
  if (shared ? !copies.concerns_shared(address, bytes) : !copies.concerns_global()) return;
  const AsyncCopy* const copy = copies.conflict(shared, address, bytes, use != Use::read);
  if (copy == nullptr) return;
  const bool written = copy->to_shared == shared;
  Fault fault = warp.launch().fault(
      shared ? fault::shared_race : fault::global_race, warp, lane,
      std::string(verb(use)) + " " + std::to_string(bytes) + " bytes at " + words_for(space) +
          "address " + hexadecimal(address) + ", which an asynchronous copy that thread " +
          describe(index_in(warp.launch().configuration().block, copy->thread)) +
          " began at line " + std::to_string(copy->place.line) +
          (written ? " still writes" : " still reads") + ": nobody has waited for it");
  fault.other_thread = index_in(warp.launch().configuration().block, copy->thread);
  fault.other_block = warp.block().index();
  report(std::move(fault));
}

Spot Request::find(unsigned lane, Use use) {
  if (!warp.block().copies().empty() && races()) check_copies(lane, use);
  const std::uint64_t address = addresses[lane];
  using Reason = LaunchFailure::Reason;
  switch (space) {
    case Space::shared: {
      SharedMemory& shared = warp.block().shared();
      const std::size_t size = shared.bytes.size();
      if (address > size || size - address < bytes)
        refuse(lane, fault::out_of_bounds, "where the block has " + std::to_string(size) + " bytes",
               use, Reason::illegal_address);
      if (address % bytes != 0)
        refuse(lane, fault::misaligned, "", use, Reason::misaligned_address);
      if (use != Use::write && !shared.written.test_few(address, bytes))
        complain(lane, fault::uninitialised, "which nobody wrote", use);
      if (use != Use::read) shared.written.set_few(address, bytes);
      return {shared.bytes.data() + address, shared.cells.data() + address / 4};
    }
    case Space::local: {
      std::byte* host = warp.local_bytes(lane, address, bytes);
      if (host == nullptr) refuse(lane, fault::out_of_bounds, "", use, Reason::illegal_address);
      if (address % bytes != 0)
        refuse(lane, fault::misaligned, "", use, Reason::misaligned_address);
      return {host, nullptr};
    }
    case Space::param: {
      // An entry's own parameters, which alone have generic addresses, are the same for all
      // threads; the others are each thread's own.
      const auto entry = warp.launch().parameters();
      if (generic || (warp.function().entry && address < entry.size())) {
        if (address > entry.size())
          refuse(lane, fault::out_of_bounds, "", use, Reason::illegal_address);
        if (entry.size() - address < bytes || use != Use::read)
          refuse(lane, fault::out_of_bounds, "", use, Reason::illegal_address);
        return {const_cast<std::byte*>(entry.data()) + address, nullptr};
      }
      if (address + bytes > warp.function().param_bytes)
        refuse(lane, fault::out_of_bounds, "", use, Reason::illegal_address);
      return {warp.param(lane) + address, nullptr};
    }
    default:
      break;
  }
  const Place place = warp.launch().memory().access(address, bytes, use);
  if (place.status == MemoryStatus::uninitialised) {
    complain(lane, fault::uninitialised, warp.launch().memory().describe(address), use);
  } else if (place.status != MemoryStatus::ok) {
    refuse(lane, fault_kind(place.status), warp.launch().memory().describe(address), use,
           place.status == MemoryStatus::misaligned ? Reason::misaligned_address
                                                    : Reason::illegal_address);
  }
  return {place.host, place.cell};
}

Spot Request::place_all(unsigned all_bytes, Use use) {
  if (space == Space::global) {
    const Place place = warp.launch().memory().access_all(addresses[0], all_bytes, use);
    return {place.host, place.cell};
  }
  SharedMemory& shared = warp.block().shared();
  const std::uint64_t address = addresses[0];
  if (address > shared.bytes.size() || shared.bytes.size() - address < all_bytes) return {};
  if (use == Use::write)
    shared.written.set(address, all_bytes);
  else if (!shared.written.test(address, all_bytes))
    return {};
  return {shared.bytes.data() + address, shared.cells.data() + address / 4};
}

std::byte* Request::find_all(Use use) {
  if (mask != full_mask || bytes < 4 || addresses[0] % bytes != 0 || !races()) return nullptr;
  if (Strength(i.strength) != Strength::weak || !consecutive(addresses, bytes)) return nullptr;
  const AsyncCopies& copies = warp.block().copies();
  if (!copies.empty() &&
      (space == Space::global ? copies.concerns_global()
                              : copies.concerns_shared(addresses[0], bytes * warp_size)))
    return nullptr;
  const Spot spot = place_all(bytes * warp_size, use);
  if (spot.host == nullptr) return nullptr;
  BlockRaces& races = warp.block().races();
  const bool silent = use == Use::read ? races.read_all(warp.index(), spot.cell, bytes / 4)
                                       : races.write_all(warp.index(), spot.cell, bytes / 4);
  return silent ? spot.host : nullptr;
}

void Request::report_race(unsigned lane, const Conflict& conflict, const char* what) {
  const SourceLine place = i.place;
  report(race_fault(conflict, race_space(), warp.launch().races(), warp.block().linear(),
                    warp.thread(lane),
                    std::string(what) + " " + std::to_string(bytes) + " bytes at " +
                        words_for(space) + "address " + hexadecimal(addresses[lane]),
                    warp.launch().kernel_name(),
                    std::string(warp.launch().program().file_of(place)), place.line));
}

void Request::note_read(unsigned lane, const Spot& spot) {
  if (spot.cell == nullptr || !races()) return;
  if (const Conflict conflict =
          warp.block().races().read(race_space(), warp.thread(lane), addresses[lane], bytes,
                                    spot.cell, Strength(i.strength), Order(i.order)))
    report_race(lane, conflict, "reads");
}

void Request::note_write(unsigned lane, const Spot& spot, const void* after) {
  if (spot.cell == nullptr || !races()) return;
  if (const Conflict conflict = warp.block().races().write(
          race_space(), warp.thread(lane), addresses[lane], bytes, spot.cell, spot.host, after,
          Strength(i.strength), Order(i.order)))
    report_race(lane, conflict, "writes");
}

void Request::note_update(unsigned lane, const Spot& spot) {
  if (spot.cell == nullptr || !races()) return;
  if (const Conflict conflict =
          warp.block().races().update(race_space(), warp.thread(lane), addresses[lane], bytes,
                                      spot.cell, Strength(i.strength), Order(i.order)))
    report_race(lane, conflict, "updates");
}

}  // namespace simulator
