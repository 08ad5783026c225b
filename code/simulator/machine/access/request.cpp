#include "simulator/machine/access/request.hpp"

#include <cstring>
#include <string_view>

#include "simulator/hexadecimal.hpp"

namespace simulator {
namespace {

const char* words_for(StateSpace space) {
  switch (space) {
    case StateSpace::shared:
      return "shared ";
    case StateSpace::local:
      return "local ";
    case StateSpace::param:
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

const char* Request::verb(Use use) {
  switch (use) {
    case Use::read:
      return "reads";
    case Use::write:
      return "writes";
    default:
      return "updates";
  }
}

void Request::complain(unsigned lane, const char* kind, const std::string& why, Use use) {
  warp.execution().report(i, kind, [&] {
    return warp.fault(kind, lane, did(verb(use), lane) + (why.empty() ? "" : ", " + why));
  });
}

std::string Request::bytes_of(unsigned lane) const {
  const std::uint64_t base = space == StateSpace::shared && home ? home->shared().base : 0;
  return std::to_string(bytes) + " bytes at " + words_for(space) + "address " +
         hexadecimal(addresses[lane] - base);
}

std::string Request::did(const char* what, unsigned lane) const {
  return std::string(what) + " " + bytes_of(lane) +
         (home && is_remote() ? " of block " + describe(home->index()) : "");
}

void Request::go_home(unsigned rank) {
  home = warp.block().cluster()->block(rank);
  if (home && is_remote()) home->visit();
}

LaneTarget Request::leave_out(unsigned lane, const char* kind, const std::string& why, Use use) {
  complain(lane, kind, why, use);
  warp.execution().leave_out(
      kind == std::string_view(fault::misaligned) ? LaunchFailure::Reason::misaligned_address
      : home == nullptr || home->ended()          ? LaunchFailure::Reason::cluster_address
                                                  : LaunchFailure::Reason::illegal_address);
  return {};
}

/// Null where it is not known, or the memory is another block's.
const SharedVariable* Request::variable() const {
  const bool known = space == StateSpace::shared && shared_variable != no_shared_variable;
  return known && !is_remote() ? &warp.function().shared_variables[shared_variable] : nullptr;
}

/// Is it in the block's shared memory, but not in the variable that it belongs to? Then it is
/// reported, and done as on a GPU.
bool Request::strays(unsigned lane, Use use) {
  const SharedVariable* const all = variable();
  if (all == nullptr) return false;
  const std::uint64_t offset = addresses[lane] - home->shared().base - all->first;
  if (offset <= all->bytes && all->bytes - offset >= bytes) return false;
  complain(lane, fault::out_of_bounds,
           "outside the " + std::to_string(all->bytes) + " bytes of " + all->name + " at " +
               hexadecimal(all->first),
           use);
  return true;
}

LaneTarget Request::require(unsigned lane, Use use) {
  const LaneTarget target = find(lane, use);
  if (target.host == nullptr) warp.execution().fail(*warp.execution().failure());
  return target;
}

LaneTarget Request::find(unsigned lane, Use use) {
  if (races() && checked() && (dropped >> lane & 1) == 0 && concerned_copies() != nullptr)
    check_copies(lane, use);
  const std::uint64_t address = addresses[lane];
  switch (space) {
    case StateSpace::shared: {
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
      const bool strayed = strays(lane, use);
      if (use != Use::write && checked() && !strayed && !shared.written.test_few(address, bytes))
        read_undefined(lane, use);
      if (use != Use::read) shared.written.set_few(address, bytes);
      // What the system's code does there by plain accesses is its own affair.
      const bool apart = strayed || (reserved && ordering.strength == Strength::weak);
      return {shared.bytes.data() + address, apart ? nullptr : shared.cells.data() + address / 4};
    }
    case StateSpace::local: {
      std::byte* host = warp.local_bytes(lane, address, bytes);
      if (host == nullptr)
        return leave_out(
            lane, fault::out_of_bounds,
            "where its stack has " + std::to_string(warp.stack_top(lane)) + " bytes at present",
            use);
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
    case StateSpace::param: {
      // An entry's own parameters, which alone have generic addresses, are the same for all
      // threads; the others are each thread's own.
      const auto entry = warp.execution().parameters();
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
  const Place place = warp.execution().memory().access(address, bytes, use);
  if (place.status == MemoryStatus::uninitialised) {
    if (undefined_before || (use == Use::read && checked() && find_undefined(lane)))
      take_undefined(lane, use);
  } else if (place.status == MemoryStatus::no_peer_access) {
    return leave_out(lane, fault_kind(place.status),
                     words_for_peer(warp.execution().memory(), address), use);
  } else if (place.status != MemoryStatus::ok) {
    return leave_out(lane, fault_kind(place.status), warp.execution().memory().describe(address),
                     use);
  }
  return {place.host, place.cell};
}

}  // namespace simulator
