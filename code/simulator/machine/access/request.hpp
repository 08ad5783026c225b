#pragma once

#include <cstdint>

#include "simulator/machine/block.hpp"
#include "simulator/machine/warp.hpp"

namespace simulator {

/// Where one lane's access goes.
struct LaneTarget {
  std::byte* host = nullptr;   // null: nowhere, it is left out
  ShadowCell* cell = nullptr;  // null where races cannot be
};

/// How an access is ordered among others.
struct Ordering {
  Strength strength = Strength::weak;
  MemoryOrder order = MemoryOrder::relaxed;
  bool returns : 1 = true;     // of an atomic: does it give back what it has read?
  bool weighs : 1 = false;     // a plain load that only decides whether an atomic is worth it
  bool weighed : 1 = false;    // that atomic
  bool of_part : 1 = false;    // of a word of which the program wants a part, and keeps the rest
  bool read_only : 1 = false;  // a load for data that nobody writes while the kernel runs
  bool of_system : 1 = false;  // strong towards the host and other devices, too: what `strength`
                               // says of memory that these may see
  /// Of atomics of global memory whose order nobody can tell: those of one kind come to the same in
  /// any order. 0: it is none.
  std::uint8_t commuting = 0;
};

/// What an instruction accesses.
struct Access {
  Address address;
  StateSpace space = StateSpace::generic;
  Ordering ordering;
  Type type = Type::b32;
  std::uint8_t count = 1;  // elements of that type

  unsigned bytes() const { return size_of(type) * count; }
};

/// The lanes of one memory instruction that go to one state space.
struct Request {
  Request(Warp& warp, const Instruction& i, Ordering ordering = {}, Type type = Type::b32)
      : warp(warp), i(i), ordering(ordering), type(type), home(&warp.block()) {}

  Warp& warp;
  const Instruction& i;
  Ordering ordering;
  Type type;  // of an element
  StateSpace space = StateSpace::global;
  std::uint32_t mask = 0;
  unsigned bytes = 0;  // a lane
  bool generic = false;
  std::uint16_t shared_variable = no_shared_variable;  // of the function's, that it belongs to
  Block* home;                // whose shared memory it is; null: of no block of the cluster
  bool follows = false;       // is who asks going to see to it what becomes of undefined bits?
  std::uint32_t dropped = 0;  // lanes that read only because the load was moved to where all read,
                              // and drop what they find: whether that was written, and in what
                              // order, is no matter
  std::uint64_t addresses[warp_size];
  BytePart parts[warp_size];  // of updates of a part

  /// What each lane of the warp would access, whether it is active or not.
  void take_addresses(const Address& address);
  /// In shared memory, of the block of that rank.
  void go_home(unsigned rank);
  /// Does it go to the shared memory of another block than the warp's?
  bool is_remote() const { return home != &warp.block(); }

  /// Lanes that read undefined bits, if the request follows them: which ones, and where a value
  /// that was stored so came from, 0 where nothing was stored.
  std::uint32_t undefined = 0;
  std::byte undefined_bits[warp_size][16];
  std::uint32_t stored_origin[warp_size];

  /// Looks at what the lanes have in common. To be called when the fields above are set, before
  /// row() and visit().
  void prepare(Use use);

  /// The place of all lanes' bytes, where the warp's first lanes, and no others, access consecutive
  /// addresses and there is nothing to report, races included: then all is noted. Otherwise null.
  std::byte* row(Use use);

  /// Calls body(lane, place of the lane's bytes) for each lane, lowest first, when its access has
  /// been looked at. `after` holds what is going to be written, lane by lane. Lanes whose access is
  /// left out are not in the mask any more.
  template <class Body>
  void visit(Use use, const std::byte* after, Body&& body) {
    if (at_once(use)) {
      for_lanes(mask, [&](unsigned lane) { body(lane, place(lane)); });
      return;
    }
    for_lanes(mask, [&](unsigned lane) {
      const LaneTarget target = find(lane, use);
      if (target.host == nullptr) {
        mask &= ~(1u << lane);
        return;
      }
      note(lane, target, use, after);
      body(lane, target.host);
    });
  }

  /// Is nothing wrong with any lane's access, by what a few comparisons tell? Then all is noted.
  bool at_once(Use use);

  /// The place of a lane's bytes once row() or at_once() has found nothing wrong.
  std::byte* place(unsigned lane) const { return region_.host + (addresses[lane] - region_.start); }

  /// The place of a lane's bytes. Reports what is wrong; null where there is no such place, and the
  /// access is to be left out.
  LaneTarget find(unsigned lane, Use use);
  /// The same for what cannot be left out: then the launch ends.
  LaneTarget require(unsigned lane, Use use);

  /// The lane's load of undefined bits, for its warp to remember. The launch is told.
  OriginNumber origin(unsigned lane);
  /// Undefined bits of what a lane has written: the bytes with any count as never written.
  void undefine(unsigned lane, const std::byte* bits, OriginNumber origin);
  /// The same for what an asynchronous copy brings from another request's place.
  void undefine_as(unsigned lane, Request& source, unsigned count);

  // Ordering between threads; a race is reported.
  void note_read(unsigned lane, const LaneTarget& target);
  void note_write(unsigned lane, const LaneTarget& target, const void* after);
  void note_update(unsigned lane, const LaneTarget& target);
  void note_arrival(unsigned lane, const LaneTarget& target);  // at an mbarrier
  /// An mbarrier at which an asynchronous operation is going to arrive: it has to be initialised.
  void note_later_arrival(unsigned lane, const LaneTarget& target);
  /// Does an asynchronous copy read or replace in shared memory what no proxy fence has shown it?
  /// Reported.
  bool is_unfenced(unsigned lane, const LaneTarget& target, Use use);

 private:
  void share(Use use);
  bool reads_what_was_written() const;
  void read_undefined(unsigned lane, Use use) {
    if (find_undefined(lane)) take_undefined(lane, use);
  }
  void take_undefined(unsigned lane, Use use);
  bool find_undefined(unsigned lane);
  std::string nobody_wrote(unsigned lane) const;
  void undefine(unsigned lane, const std::byte* bits, std::uint32_t stored, bool whole);
  LaneTarget leave_out(unsigned lane, const char* kind, const std::string& why, Use use);
  void complain(unsigned lane, const char* kind, const std::string& why, Use use);
  static const char* verb(Use use);                        // "writes"
  std::string bytes_of(unsigned lane) const;               // "4 bytes at address 0x10"
  std::string did(const char* what, unsigned lane) const;  // "writes 4 bytes at address 0x10"
  void report_race(unsigned lane, const Conflict& conflict, const char* verb);
  void note_weighing(unsigned lane, const Conflict& conflict, const char* verb);
  void report_read_only(unsigned lane, const Conflict& writer);
  bool is_told(const Conflict& conflict, unsigned lane) const;
  Region region(std::uint64_t address, Use use) const;
  const SharedVariable* variable() const;
  bool strays(unsigned lane, Use use);
  bool in_order(Use use);  // as to races
  void note(unsigned lane, const LaneTarget& target, Use use, const std::byte* after);
  bool checked() const { return warp.execution().checked(); }
  void check_copies(unsigned lane, Use use);
  bool knows_end(unsigned lane, const AsyncCopy& product) const;
  const AsyncCopies* concerned_copies() const;
  bool concerns_copies() const;  // that still read or write the lanes' bytes, perhaps
  bool is_others_too() const;
  bool races() const { return space == StateSpace::global || space == StateSpace::shared; }
  StateSpace race_space() const {
    return space == StateSpace::shared ? StateSpace::shared : StateSpace::global;
  }

  Region region_;       // that holds all lanes' bytes, aligned; none if that is not so
  bool usual_ = false;  // no order or scope of its own: weak, or a relaxed atomic of the device
};

inline std::uint64_t address_of(Warp& warp, const Address& address, unsigned lane) {
  return address.of(address.width == 8 ? warp.lanes<std::uint64_t>(address.slot)[lane]
                                       : warp.lanes<std::uint32_t>(address.slot)[lane]);
}

inline void Request::take_addresses(const Address& address) {
  shared_variable = address.shared_variable;
  if (address.width == 8) {
    const std::uint64_t* base = warp.lanes<std::uint64_t>(address.slot);
    for (unsigned lane = 0; lane < warp_size; ++lane) addresses[lane] = address.of(base[lane]);
  } else {
    const std::uint32_t* base = warp.lanes<std::uint32_t>(address.slot);
    for (unsigned lane = 0; lane < warp_size; ++lane) addresses[lane] = address.of(base[lane]);
  }
}

/// Calls body(Request&) for the lanes, which address shared memory, once for each block whose it
/// is.
template <class Body>
void for_homes(Request& request, Body&& body) {
  if (!request.warp.execution().in_clusters()) return body(request);
  for (std::uint32_t rest = request.mask; rest != 0;) {
    const unsigned rank = Cluster::rank_in(request.addresses[std::countr_zero(rest)]);
    request.mask = 0;
    for_lanes(rest, [&](unsigned lane) {
      request.mask |= std::uint32_t(Cluster::rank_in(request.addresses[lane]) == rank) << lane;
    });
    rest &= ~request.mask;
    request.go_home(rank);
    body(request);
  }
}

/// Calls body(Request&) for the lanes in the mask of a request that has all but its space, once for
/// each state space that they address, and for each block whose shared memory it is.
template <class Body>
void for_spaces(Request& request, StateSpace space, std::uint32_t mask, Body&& body) {
  if (space != StateSpace::generic) {
    request.space = space;
    request.mask = mask;
    if (space == StateSpace::shared)
      for_homes(request, body);
    else
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
    request.space = StateSpace::global;
    request.mask = outside;
    body(request);
  }
  request.generic = true;
  constexpr StateSpace spaces[3] = {StateSpace::shared, StateSpace::local, StateSpace::param};
  for (unsigned k = 0; k < 3; ++k) {
    if (masks[k] == 0) continue;
    request.space = spaces[k];
    request.mask = masks[k];
    for_lanes(request.mask,
              [&](unsigned lane) { request.addresses[lane] -= window::shared + k * window::size; });
    if (spaces[k] == StateSpace::shared)
      for_homes(request, body);
    else
      body(request);
    request.home = &request.warp.block();
  }
}

/// The same for an access at an address that each lane has.
template <class Body>
void for_spaces(Warp& warp, const Instruction& i, const Access& access, std::uint32_t mask,
                Body&& body) {
  Request request(warp, i, access.ordering, access.type);
  request.bytes = access.bytes();
  request.take_addresses(access.address);
  for_spaces(request, access.space, mask, body);
}

}  // namespace simulator
