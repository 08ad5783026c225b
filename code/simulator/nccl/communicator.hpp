#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "simulator/nccl/meeting.hpp"
#include "simulator/nccl/nccl.h"
#include "simulator/runtime/runtime.hpp"

namespace simulator::nccl {

/// The ranks of a communicator, and the meetings that not all have joined.
struct Clique {
  /// By which calls find each other: those of a collective, or between two ranks, by their number.
  struct Key {
    int from = -1, to = -1;  // of a transfer
    std::uint64_t number = 0;

    auto operator<=>(const Key&) const = default;
  };

  unsigned number = 0;
  std::vector<ncclComm_t> ranks = {};  // null: has not come yet
  std::map<Key, std::shared_ptr<Meeting>> open = {};
  ncclResult_t error = ncclSuccess;

  bool complete() const;
  /// "rank 1 and rank 3".
  std::string missing() const;
};

}  // namespace simulator::nccl

/// A rank of a communicator.
struct ncclComm {
  std::shared_ptr<simulator::nccl::Clique> clique;
  int rank = 0;
  unsigned device = 0;
  /// Calls: collectives, at −1, or transfers to a rank; transfers from a rank.
  std::map<int, std::uint64_t> given = {}, received = {};
  bool finalised = false, aborted = false;
  unsigned stream = 0;                  // of its last operation
  simulator::runtime::Times done = {};  // until that is over
};

namespace simulator::nccl {

/// Of a communicator that is going to be.
std::string make_id();
/// Throws Error if there is none, or no more.
ncclComm& checked(ncclComm_t comm);
/// The program has no more use for it.
void leave(ncclComm& comm);

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

/// Calls of one rank, made in one group, which take effect side by side: one operation, in all of
/// the streams that are named.
void give(runtime::State& s, ncclComm& comm, const std::vector<std::pair<Call, unsigned>>& calls);

}  // namespace simulator::nccl
