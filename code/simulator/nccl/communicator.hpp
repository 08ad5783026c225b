#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "simulator/nccl/clique.hpp"
#include "simulator/nccl/meeting.hpp"
#include "simulator/nccl/nccl.h"
#include "simulator/runtime/runtime.hpp"

/// A rank of a communicator.
struct ncclComm {
  std::shared_ptr<simulator::nccl::Clique> clique;
  int rank = 0;
  unsigned device = 0;
  std::shared_ptr<simulator::nccl::Process> process = {};  // that it is in; null: this one
  /// Calls: collectives, at −1, or transfers to a rank; transfers from a rank.
  std::map<int, std::uint64_t> given = {}, received = {};
  bool finalised = false, aborted = false, destroyed = false;
  unsigned stream = 0;                        // of its last operation
  simulator::runtime::VectorClock done = {};  // until that is over
};

namespace simulator::nccl {

/// Of a communicator that is going to be: of this process alone, or of any that learns of it.
/// Throws Error.
std::string make_id(bool for_others);
/// Throws Error if there is none, or no more.
ncclComm& checked(ncclComm_t comm);
/// The program has no more use for it; other processes may wait for that.
void leave(runtime::State& s, ncclComm& comm);
void abort(runtime::State& s, ncclComm& comm);
/// While it lives, the current device is that of a rank.
class OnDevice {
 public:
  explicit OnDevice(unsigned device)
      : before_(runtime::current_device()), context_(runtime::current_context()) {
    runtime::choose_device(device);
  }
  ~OnDevice() { runtime::choose_device(before_, context_); }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

 private:
  const unsigned before_, context_;
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
