#pragma once

#include <cstdint>

#include "machine.hpp"

namespace simulator {

/// Where one lane's access goes.
struct Spot {
  std::byte* host;
  Cell* cell;  // null where races cannot be
};

/// The lanes of one memory instruction that go to one state space.
struct Request {
  Request(Warp& warp, const Instruction& i) : warp(warp), i(i) {}

  Warp& warp;
  const Instruction& i;
  Space space = Space::global;
  std::uint32_t mask = 0;
  unsigned bytes = 0;  // a lane
  bool generic = false;
  std::uint64_t addresses[warp_size];

  /// The place of a lane's bytes. Reports what is wrong; does not come back if memory is not safe.
  Spot find(unsigned lane, Use use);

  /// The place of all lanes' bytes, one lane right behind the other, where a whole warp accesses
  /// consecutive addresses and there is nothing to report, races included. Otherwise null: then
  /// each lane is to be looked at, and nothing was noted that this would not note as well.
  std::byte* find_all(Use use);

  // Ordering between threads; a race is reported.
  void note_read(unsigned lane, const Spot& spot);
  void note_write(unsigned lane, const Spot& spot, const void* after);
  void note_update(unsigned lane, const Spot& spot);

 private:
  [[noreturn]] void refuse(unsigned lane, const char* kind, const std::string& why, Use use,
                           LaunchFailure::Reason reason);
  void complain(unsigned lane, const char* kind, const std::string& why, Use use);
  void report_race(unsigned lane, const Conflict& conflict, const char* verb);
  Spot place_all(unsigned all_bytes, Use use);
  void check_copies(unsigned lane, Use use);
  bool races() const { return space == Space::global || space == Space::shared; }
  BlockRaces::Space race_space() const {
    return space == Space::shared ? BlockRaces::Space::shared : BlockRaces::Space::global;
  }
};

/// Calls body(Request&) for the lanes in the mask, once for each state space that they address.
template <class Body>
void for_spaces(Warp& warp, const Instruction& i, std::uint32_t mask, unsigned bytes, Body&& body) {
  Request request(warp, i);
  request.bytes = bytes;
  const std::uint64_t offset = std::uint64_t(i.offset);
  if (i.width == 8) {
    const std::uint64_t* base = warp.lanes<std::uint64_t>(i.a);
    for (unsigned lane = 0; lane < warp_size; ++lane) request.addresses[lane] = base[lane] + offset;
  } else {
    const std::uint32_t* base = warp.lanes<std::uint32_t>(i.a);
    for (unsigned lane = 0; lane < warp_size; ++lane) request.addresses[lane] = base[lane] + offset;
  }
  if (i.space != Space::generic) {
    request.space = i.space;
    request.mask = mask;
    body(request);
    return;
  }
  std::uint32_t masks[3] = {};  // of the windows
  std::uint32_t outside = 0;
  for_lanes(mask, [&](unsigned lane) {
    const std::uint64_t window = (request.addresses[lane] - window::shared) / window::size;
    (window < 3 ? masks[window] : outside) |= 1u << lane;
  });
  if (outside != 0) {
    request.space = Space::global;
    request.mask = outside;
    body(request);
  }
  request.generic = true;
  constexpr Space spaces[3] = {Space::shared, Space::local, Space::param};
  for (unsigned k = 0; k < 3; ++k) {
    if (masks[k] == 0) continue;
    request.space = spaces[k];
    request.mask = masks[k];
    for_lanes(request.mask,
              [&](unsigned lane) { request.addresses[lane] -= window::shared + k * window::size; });
    body(request);
  }
}

}  // namespace simulator
