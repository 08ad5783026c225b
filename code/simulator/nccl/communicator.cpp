#include "simulator/nccl/communicator.hpp"

#include <unistd.h>

#include <algorithm>

#include "simulator/nccl/result.hpp"
#include "simulator/runtime/handles.hpp"

namespace simulator::nccl {
namespace {

runtime::Handles<ncclComm>& communicators() {
  static auto& all = *new runtime::Handles<ncclComm>;
  return all;
}

/// By the text of their ids; null, once all ranks have come.
std::map<std::string, std::shared_ptr<Clique>>& awaited() {
  static auto& all = *new std::map<std::string, std::shared_ptr<Clique>>;
  return all;
}

constexpr const char* id_prefix = "simulator: process ";

std::string own_prefix() {
  return id_prefix + std::to_string(getpid()) + ", id ";
}

/// The rank joins those that have come.
void come(const Entry& entry) {
  if (entry.ranks < 1 || entry.rank < 0 || entry.rank >= entry.ranks)
    throw Error{ncclInvalidArgument, "there is no rank " + std::to_string(entry.rank) + " of " +
                                         std::to_string(entry.ranks)};
  const auto found = awaited().find(entry.id);
  if (found == awaited().end()) {
    if (entry.id.starts_with(id_prefix) && !entry.id.starts_with(own_prefix()))
      throw refused("a communicator of several processes");
    throw Error{ncclInvalidArgument, "the id was not made by ncclGetUniqueId"};
  }
  const std::shared_ptr<Clique> clique = found->second;
  if (!clique)
    throw Error{ncclInvalidUsage, "the id is that of a communicator that has all its ranks"};
  static unsigned numbers = 0;
  if (clique->number == 0) {
    clique->number = ++numbers;
    clique->ranks.resize(std::size_t(entry.ranks));
  }
  if (clique->ranks.size() != std::size_t(entry.ranks))
    throw Error{ncclInvalidArgument, "rank " + std::to_string(entry.rank) + " is one of " +
                                         std::to_string(entry.ranks) + ", and another one of " +
                                         std::to_string(clique->ranks.size())};
  ncclComm_t& place = clique->ranks[std::size_t(entry.rank)];
  if (place)
    throw Error{ncclInvalidArgument, "rank " + std::to_string(entry.rank) + " comes twice"};
  for (const ncclComm_t other : clique->ranks)
    if (other && other->device == entry.device)
      throw Error{ncclInvalidUsage, "rank " + std::to_string(other->rank) + " and rank " +
                                        std::to_string(entry.rank) + " are both on device " +
                                        std::to_string(entry.device)};
  place = *entry.place = communicators().make({clique, entry.rank, entry.device});
  if (clique->complete()) found->second = nullptr;
}

}  // namespace

bool Clique::complete() const {
  return std::find(ranks.begin(), ranks.end(), nullptr) == ranks.end();
}

std::string Clique::missing() const {
  std::string text;
  for (std::size_t rank = 0; rank < ranks.size(); ++rank)
    if (!ranks[rank]) text += (text.empty() ? "rank " : " and rank ") + std::to_string(rank);
  return text;
}

std::string make_id() {
  static std::uint64_t made = 0;
  const std::string id = own_prefix() + std::to_string(++made);
  awaited()[id] = std::make_shared<Clique>();
  return id;
}

ncclComm& checked(ncclComm_t comm) {
  if (!communicators().contains(comm))
    throw Error{ncclInvalidArgument,
                comm ? "the communicator was destroyed or never made" : "the communicator is null"};
  return *comm;
}

void leave(ncclComm& comm) {
  communicators().destroy(&comm);
}

void enter(runtime::State& s, const std::vector<Entry>& entries) {
  for (const Entry& each : entries) come(each);
  for (const Entry& each : entries) {
    const ncclComm& comm = checked(*each.place);
    while (!comm.clique->complete())
      if (!s.work.wait_for_host([&] { return comm.clique->complete(); })) {
        report_wrong(fault::deadlock,
                     "ncclCommInitRank of rank " + std::to_string(comm.rank) + " waits for " +
                         comm.clique->missing() +
                         ", and nobody is left who could call it. A thread that calls it for "
                         "several ranks has to do so between ncclGroupStart and ncclGroupEnd",
                     runtime::HostCall::here());
        throw Error{ncclRemoteError, "not all ranks have come", true};
      }
  }
}

}  // namespace simulator::nccl
