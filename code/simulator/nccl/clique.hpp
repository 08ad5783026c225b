#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "simulator/nccl/lines.hpp"
#include "simulator/nccl/nccl.h"
#include "simulator/runtime/host/host_call.hpp"

namespace simulator::nccl {

class Meeting;

/// By which calls find each other: those of a collective, or between two ranks, by their number.
struct MeetingKey {
  int from = -1, to = -1;  // of a transfer
  std::uint64_t number = 0;

  auto operator<=>(const MeetingKey&) const = default;
};

/// What begins a message between processes: to the one that made the id, or back.
enum class Tells : std::uint8_t {
  enter,     // a rank
  join,      // a rank makes a call
  arrive,    // it is the call's turn, in its stream
  fail,      // nothing works any more; both ways
  leave,     // the process has no more use for the communicator
  refused,   // a rank may not enter
  complete,  // all ranks have come
  over,      // a meeting
  wrong,     // a fault that the process has a part in
  left       // all processes have left
};

/// A rank's part of a meeting.
struct Part {
  std::shared_ptr<Meeting> meeting;
  std::size_t seat;
};

/// Another process with ranks of a communicator whose id was made here.
struct Process {
  std::shared_ptr<Line> line;
  std::string host;
  std::map<int, ncclComm_t> ranks = {};
  std::map<std::pair<MeetingKey, int>, Part> parts = {};  // that have not arrived
  bool left = false;
};

/// The ranks of a communicator, and the meetings that not all have joined. Where they are in
/// several processes, that which made the id is their home, in which they meet; the others tell it
/// what their ranks call and send, and are told what they receive.
struct Clique {
  unsigned number = 0;
  std::vector<ncclComm_t> ranks = {};  // null: has not come yet or, away from home, is elsewhere
  std::map<MeetingKey, std::shared_ptr<Meeting>> open = {};
  ncclResult_t error = ncclSuccess;
  std::string failure = {};                              // why nothing works any more
  std::vector<std::shared_ptr<Process>> processes = {};  // at home: the others
  std::shared_ptr<Line> home = {};                       // elsewhere
  std::set<int> told = {};                               // ranks that said they come
  std::string home_ranks = {};                           // elsewhere: "rank 0"
  bool all_have_come = false, has_left = false, all_have_left = false;  // elsewhere

  bool complete() const;
  bool spans_processes() const { return home || !processes.empty(); }
  /// "rank 1 and rank 3".
  std::string missing() const;
};

/// None of its meetings will come to an end; all processes hear of it.
void fail(Clique& clique, ncclResult_t code, const std::string& why);

}  // namespace simulator::nccl
