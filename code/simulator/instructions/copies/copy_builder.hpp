#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "simulator/instructions/lanes.hpp"
#include "simulator/machine/access/request.hpp"
#include "simulator/program/decoding.hpp"

namespace simulator {

/// The operands of an instruction whose decoder has kept them by the other function.
const CopySite& copy_site(const Warp& warp, const Instruction& i);
void keep_copy_site(Decoding& d, CopySite site);

/// The address in shared memory, of the cluster's, that a generic address or one of that space
/// stands for.
inline std::uint64_t in_shared(std::uint64_t address) {
  return window::holds(window::shared, address) ? address - window::shared : address;
}

/// The same from the first byte of its block on.
inline std::uint64_t shared_offset(Warp& warp, const Address& address, unsigned lane) {
  return in_shared(address_of(warp, address, lane)) & Cluster::offset_mask;
}

/// Looks at the mbarrier of an operand, in the shared memory of `home`, so many bytes from its
/// first one: an asynchronous operation is going to arrive at it.
void check_mbarrier(Warp& warp, const Instruction& i, unsigned lane, const Address& operand,
                    Block* home, std::uint64_t offset);

/// One lane's copy on its way. `home`: whose shared memory it goes to, or from where that is the
/// end; addresses of shared memory count from a block's first byte.
class CopyBuilder {
 public:
  /// `first`: of the copies to several blocks.
  CopyBuilder(Warp& warp, const Instruction& i, unsigned lane, const CopySite& site, Block* home,
              bool first);

  AsyncCopy copy;
  /// Has another lane begun the same copy by the same execution of the instruction? Then it is
  /// counted, and no more.
  bool repeats = false;

  /// Copies pieces that are aligned at both ends.
  void add(std::uint64_t to, std::uint64_t from, std::uint64_t bytes);
  /// Zeros.
  void clear(std::uint64_t to, std::uint64_t bytes);
  /// A value of up to 8 bytes.
  void put(std::uint64_t to, std::uint64_t value, unsigned bytes);
  void begin();

  /// Reports what is wrong, and ends the launch.
  [[noreturn]] void refuse(const char* kind, const std::string& what, LaunchFailure::Reason reason);
  void require(bool holds, const char* what);

 private:
  Request request(StateSpace space, std::uint64_t address, unsigned bytes, Use use = Use::read);
  void check(Request& request, Use use);

  Warp& warp_;
  const Instruction& i_;
  const CopySite& site_;
  unsigned lane_;
  Block* home_;
  bool first_;
  bool unfenced_ = false;  // that has been said
};

/// The copies from shared to global memory that the lanes of one instruction begin. Programs let a
/// whole warp begin one: all lanes bring the same from the same place to the same place.
class Stores {
 public:
  /// Of one from and to such places: has a lane before begun the same?
  bool repeat(std::vector<std::uint64_t> places) {
    if (std::find(begun_.begin(), begun_.end(), places) != begun_.end()) return true;
    begun_.push_back(std::move(places));
    return false;
  }

 private:
  std::vector<std::vector<std::uint64_t>> begun_;
};

/// Calls body(CopyBuilder&) for each block that a lane's copy goes to, or for its own.
template <class Body>
void for_destinations(Warp& warp, const Instruction& i, unsigned lane, const CopySite& site,
                      Body&& body) {
  const Cluster* const cluster = warp.block().cluster();
  const auto block = [&](unsigned rank) -> Block* {
    if (cluster != nullptr) return cluster->block(rank);
    return rank == 0 ? &warp.block() : nullptr;
  };
  if (site.blocks == no_slot) {
    const unsigned rank = site.to_shared
                              ? Cluster::rank_in(in_shared(address_of(warp, site.to, lane)))
                              : warp.block().rank();
    CopyBuilder builder(warp, i, lane, site, block(rank), true);
    return body(builder);
  }
  const std::uint32_t ranks = warp.lanes<std::uint16_t>(site.blocks)[lane];
  bool first = true;
  for_lanes(ranks, [&](unsigned rank) {
    CopyBuilder builder(warp, i, lane, site, block(rank), std::exchange(first, false));
    body(builder);
  });
}

}  // namespace simulator
