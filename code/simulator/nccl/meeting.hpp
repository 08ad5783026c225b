#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "simulator/nccl/nccl.h"
#include "simulator/runtime/runtime.hpp"

namespace simulator::nccl {

enum class Kind : std::uint8_t {
  all_reduce,
  reduce,
  reduce_scatter,
  broadcast,
  all_gather,
  all_to_all,
  gather,
  scatter,
  transfer  // from a rank that sends to one that receives
};

/// What a rank asks for by one call.
struct Call {
  Kind kind;
  const char* name;  // of the function
  const void* send;
  void* receive;
  std::size_t count;
  ncclDataType_t type;
  ncclRedOp_t op = ncclSum;
  int root = 0;        // of a transfer, the other rank
  bool sends = false;  // of a transfer
  runtime::HostCall site = runtime::HostCall::here();
  std::thread::id thread = std::this_thread::get_id();
  std::uint64_t group = 0;  // of calls that the thread made in one
};

/// A rank's part of a meeting, and when it is its turn.
struct Seat {
  Call call;
  int rank;
  unsigned device;
  runtime::OrderPlace place = {};  // of the operation that the call is part of
  runtime::Times before = {};      // what that comes after
  bool arrived = false;            // its turn has come
};

/// One collective, or one transfer: calls of several ranks that belong together. It takes effect,
/// all at once, when the last of them has its turn in its stream.
class Meeting {
 public:
  Meeting(unsigned communicator, Kind kind, std::size_t seats)
      : communicator_(communicator), kind_(kind), seats_(seats) {}

  /// A rank takes its seat. If its call does not fit those of others that is reported, and nobody
  /// waits for the meeting any more: false.
  bool join(std::size_t seat, Seat it);
  Seat& seat(std::size_t seat) { return *seats_[seat]; }
  bool all_joined() const;

  /// The memory that the seat's call uses.
  std::vector<MemoryUse> uses(std::size_t seat) const;
  /// The seat's turn has come.
  void arrive(std::size_t seat);
  bool is_over() const { return over_; }
  /// "rank 2, which has not called it, and rank 3, which …".
  std::string missing() const;
  /// "ncclAllReduce of rank 0 of communicator 1".
  std::string name(std::size_t seat) const;

 private:
  struct Buffer {
    std::uint64_t address = 0;
    std::size_t bytes = 0;  // 0: there is none
  };

  bool sends(std::size_t seat) const;
  bool receives(std::size_t seat) const;
  /// Bytes that go from one rank to another, and where those for, or of, another seat begin.
  std::size_t block() const;
  std::size_t send_offset(std::size_t to) const;
  std::size_t receive_offset(std::size_t from) const;
  Buffer send_buffer(std::size_t seat) const;
  Buffer receive_buffer(std::size_t seat) const;

  std::string disagreement(std::size_t seat) const;
  bool is_valid(std::size_t seat, const Buffer& buffer, Use use) const;
  void carry_out();
  void move_all() const;
  void reduce_all() const;

  const unsigned communicator_;
  const Kind kind_;
  std::vector<std::optional<Seat>> seats_;  // by rank; of a transfer: the sender, the receiver
  bool over_ = false;
};

}  // namespace simulator::nccl
