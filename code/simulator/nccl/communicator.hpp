#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "simulator/nccl/lines.hpp"
#include "simulator/nccl/meeting.hpp"
#include "simulator/nccl/nccl.h"
#include "simulator/runtime/runtime.hpp"

namespace simulator::nccl {

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

/// The ranks of a communicator, and the meetings that not all have joined. Where they are in several
/// processes, that which made the id is their home, in which they meet; the others tell it what
/// their ranks call and send, and are told what they receive.
struct Clique {
  unsigned number = 0;
  std::vector<ncclComm_t> ranks = {};  // null: has not come yet or, away from home, is elsewhere
  std::map<MeetingKey, std::shared_ptr<Meeting>> open = {};
  ncclResult_t error = ncclSuccess;
  std::string failure = {};                              // why nothing works any more
  std::vector<std::shared_ptr<Process>> processes = {};  // at home: the others
  std::shared_ptr<Line> home = {};                       // elsewhere
  std::set<int> told = {};                               // ranks that said they come
  std::string home_ranks = {};                                          // elsewhere: "rank 0"
  bool all_have_come = false, has_left = false, all_have_left = false;  // elsewhere

  bool complete() const;
  bool spans_processes() const { return home || !processes.empty(); }
  /// "rank 1 and rank 3".
  std::string missing() const;
};

}  // namespace simulator::nccl

/// A rank of a communicator.
struct ncclComm {
  std::shared_ptr<simulator::nccl::Clique> clique;
  int rank = 0;
  unsigned device = 0;
  std::shared_ptr<simulator::nccl::Process> process = {};  // that it is in; null: this one
  /// Calls: collectives, at −1, or transfers to a rank; transfers from a rank.
  std::map<int, std::uint64_t> given = {}, received = {};
  bool finalised = false, aborted = false, destroyed = false;
  unsigned stream = 0;                  // of its last operation
  simulator::runtime::Times done = {};  // until that is over
};

namespace simulator::nccl {

/// "file.cu:12", or nothing.
std::string line_of(const runtime::HostCall& site);

/// Of a communicator that is going to be: of this process alone, or of any that learns of it.
/// Throws Error.
std::string make_id(bool for_others);
/// Throws Error if there is none, or no more.
ncclComm& checked(ncclComm_t comm);
/// The program has no more use for it; other processes may wait for that.
void leave(runtime::State& s, ncclComm& comm);
void abort(runtime::State& s, ncclComm& comm);
/// None of its meetings will come to an end; all processes hear of it.
void fail(Clique& clique, ncclResult_t code, const std::string& why);

/// While it lives, the current device is that of a rank.
class OnDevice {
 public:
  explicit OnDevice(unsigned device) : before_(std::exchange(runtime::current_device(), device)) {}
  ~OnDevice() { runtime::current_device() = before_; }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

 private:
  const unsigned before_;
};

/// A rank that is about to come to its communicator.
struct Entry {
  ncclComm_t* place;
  int ranks, rank;
  unsigned device;
  std::string id;
};

/// They all come, and wait for the others. Throws Error.
void enter(runtime::State& s, const std::vector<Entry>& entries);

/// A rank takes its place in a communicator whose id was made here. Throws Error.
ncclComm_t come(const Entry& entry, const std::shared_ptr<Process>& process);
/// Calls of the process that the line leads to are for a communicator whose id was made here.
void answer(const std::shared_ptr<Line>& line);
/// The communicator is to hear what its home says.
void attend_home(const std::shared_ptr<Clique>& clique, const std::string& id);
/// If all processes have left, they are told.
void note_departures(Clique& clique);
/// That of the id, until all ranks have come; null if there is none.
std::shared_ptr<Clique> expected(const std::string& id);
void forget_id(const std::string& id);

/// The rank's seat in the meeting that its call belongs to; `line` is that of a call elsewhere.
std::pair<MeetingKey, Part> join(ncclComm& comm, const Call& call, const std::string& line = {});

/// Calls of one rank, made in one group, which take effect side by side: one operation, in all of
/// the streams that are named.
void give(runtime::State& s, ncclComm& comm, const std::vector<std::pair<Call, unsigned>>& calls);

}  // namespace simulator::nccl
