#include "simulator/nccl/communicator.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>
#include <thread>

#include "simulator/nccl/addresses.hpp"
#include "simulator/nccl/result.hpp"
#include "simulator/runtime/handles.hpp"
#include "simulator/runtime/process/environment.hpp"

namespace simulator::nccl {
namespace {

using namespace std::chrono_literals;

runtime::Handles<ncclComm>& communicators() {
  static auto& all = *new runtime::Handles<ncclComm>;
  return all;
}

/// By the text of their ids; null, once all ranks have come.
std::map<std::string, std::shared_ptr<Clique>>& awaited() {
  static auto& all = *new std::map<std::string, std::shared_ptr<Clique>>;
  return all;
}

constexpr const char* id_prefix = "simulator ";

/// Made by this process, and not by its parent before a fork?
bool is_own(const std::string& id) {
  return id.ends_with(" process " + std::to_string(getpid())) && awaited().contains(id);
}

/// Seconds to wait for ranks to come, or to leave.
std::chrono::duration<double> patience() {
  static const double wish = runtime::seconds_of_environment("SIMULATE_NCCL_PATIENCE", 60);
  return std::chrono::duration<double>(wish);
}

/// Waits for other processes, or threads. False: in vain.
bool wait(runtime::State& s, const std::function<bool()>& over) {
  const auto until = std::chrono::steady_clock::now() + patience();
  while (!over()) {
    if (std::chrono::steady_clock::now() > until) return false;
    s.mutex.unlock();
    std::this_thread::sleep_for(200us);
    s.mutex.lock();
  }
  return true;
}

/// What was sent goes out, though the program has ended.
void note_last_step() {
  static bool noted = false;
  if (!std::exchange(noted, true)) runtime::state().last_steps.push_back(flush_lines);
}

/// The communicator of that id, which another process has made; connects if it is new. Throws
/// Error.
std::shared_ptr<Clique> clique_elsewhere(const std::string& id, int ranks) {
  const std::string prefix = id_prefix;
  std::string address = id.starts_with(prefix) ? id.substr(prefix.size()) : "";
  address = address.substr(0, address.find(' '));
  if (address.find(':') == address.npos)
    throw Error{ncclInvalidArgument, "the id was not made by ncclGetUniqueId"};
  const auto found = awaited().find(id);
  if (found != awaited().end() && !found->second)
    throw Error{ncclInvalidUsage, "the id is that of a communicator that has all its ranks"};
  if (found != awaited().end() && found->second->home) return found->second;
  auto clique = std::make_shared<Clique>();
  static unsigned numbers = 0;
  clique->number = ++numbers;
  clique->ranks.resize(std::size_t(ranks));
  try {
    clique->home = connect(address);
  } catch (const std::system_error& error) {
    throw Error{ncclSystemError,
                std::string(error.what()) + ": the process that made the id does not answer"};
  }
  attend_home(clique, id);
  note_last_step();
  return awaited()[id] = clique;
}

/// A rank that is elsewhere at home comes as well.
ncclComm_t come_elsewhere(const Entry& entry) {
  const std::shared_ptr<Clique> clique = clique_elsewhere(entry.id, entry.ranks);
  if (!clique->told.insert(entry.rank).second)
    throw Error{ncclInvalidArgument, "rank " + std::to_string(entry.rank) + " comes twice"};
  clique->home->send(Message()
                         .put(Tells::enter)
                         .put(entry.id)
                         .put(entry.ranks)
                         .put(entry.rank)
                         .put(entry.device)
                         .put(host_name()));
  return clique->ranks[std::size_t(entry.rank)] =
             communicators().make({clique, entry.rank, entry.device});
}

bool is_on(const ncclComm& comm, const std::shared_ptr<Process>& process) {
  return (comm.process ? comm.process->host : host_name()) ==
         (process ? process->host : host_name());
}

}  // namespace

ncclComm_t come(const Entry& entry, const std::shared_ptr<Process>& process) {
  const auto found = awaited().find(entry.id);
  if (found == awaited().end())
    throw Error{ncclInvalidArgument, "the id was not made by ncclGetUniqueId"};
  const std::shared_ptr<Clique> clique = found->second;
  if (!clique)
    throw Error{ncclInvalidUsage, "the id is that of a communicator that has all its ranks"};
  if (!clique->failure.empty()) throw Error{clique->error, clique->failure};
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
    if (other && other->device == entry.device && is_on(*other, process))
      throw Error{ncclInvalidUsage, "rank " + std::to_string(other->rank) + " and rank " +
                                        std::to_string(entry.rank) + " are both on device " +
                                        std::to_string(entry.device)};
  place = communicators().make({clique, entry.rank, entry.device, process});
  if (process) process->ranks[entry.rank] = place;
  if (!clique->complete()) return place;
  found->second = nullptr;
  std::string home;
  for (const ncclComm_t each : clique->ranks)
    if (!each->process)
      home += (home.empty() ? "rank " : " and rank ") + std::to_string(each->rank);
  for (const auto& each : clique->processes)
    each->line->send(Message().put(Tells::complete).put(home));
  return clique->ranks[std::size_t(entry.rank)];
}

std::shared_ptr<Clique> expected(const std::string& id) {
  const auto found = awaited().find(id);
  return found == awaited().end() ? nullptr : found->second;
}

void forget_id(const std::string& id) {
  awaited()[id] = nullptr;
}

std::string make_id(bool for_others) {
  static std::uint64_t made = 0;
  std::string id = id_prefix;
  if (for_others) {
    try {
      id += listen(answer) + ' ';
    } catch (const std::system_error& error) {
      throw Error{ncclSystemError, error.what()};
    }
    note_last_step();
    // So that nobody comes who does not know it.
    std::random_device random;
    id += std::to_string(random()) + '-' + std::to_string(random()) + ' ';
  }
  id += "id " + std::to_string(++made) + " process " + std::to_string(getpid());
  awaited()[id] = std::make_shared<Clique>();
  return id;
}

ncclComm& checked(ncclComm_t comm) {
  if (!communicators().contains(comm))
    throw Error{ncclInvalidArgument,
                comm ? "the communicator was destroyed or never made" : "the communicator is null"};
  return *comm;
}

void leave(runtime::State& s, ncclComm& comm) {
  Clique& clique = *comm.clique;
  if (clique.spans_processes() && clique.failure.empty()) s.work.wait(comm.done);
  communicators().destroy(&comm);
  comm.destroyed = true;
  if (!clique.spans_processes() || !clique.failure.empty()) return;
  for (const ncclComm_t each : clique.ranks)
    if (each && !each->process && !each->destroyed) return;
  // The last one of this process. As in NCCL, all leave together.
  clique.has_left = true;
  if (clique.home) clique.home->send(Message().put(Tells::leave));
  note_departures(clique);
  wait(s, [&] { return clique.all_have_left || !clique.failure.empty(); });
  if (clique.home) clique.home->close();
}

void abort(runtime::State& s, ncclComm& comm) {
  comm.aborted = comm.destroyed = true;
  communicators().destroy(&comm);
  if (comm.clique->spans_processes())
    fail(*comm.clique, ncclRemoteError, "rank " + std::to_string(comm.rank) + " has aborted");
  if (s.work.any_rest()) s.work.poke();
}

void enter(runtime::State& s, const std::vector<Entry>& entries) {
  for (const Entry& each : entries) {
    if (each.ranks < 1 || each.rank < 0 || each.rank >= each.ranks)
      throw Error{ncclInvalidArgument, "there is no rank " + std::to_string(each.rank) + " of " +
                                           std::to_string(each.ranks)};
    if (!is_own(each.id)) {
      *each.place = come_elsewhere(each);
      continue;
    }
    try {
      *each.place = come(each, nullptr);
    } catch (const Error& error) {
      if (const auto clique = expected(each.id)) fail(*clique, error.code, error.what);
      throw;
    }
  }
  for (const Entry& each : entries) {
    const ncclComm& comm = checked(*each.place);
    Clique& clique = *comm.clique;
    const bool came = wait(s, [&] { return clique.complete() || !clique.failure.empty(); });
    if (!clique.failure.empty()) {
      forget_id(each.id);
      throw Error{clique.error, clique.failure};
    }
    if (came) continue;
    report_wrong(fault::deadlock,
                 "ncclCommInitRank of rank " + std::to_string(comm.rank) + " waits for " +
                     clique.missing() + ", and nobody has called it for " +
                     std::to_string(std::lround(patience().count())) +
                     " s. A thread that calls it for several ranks has to do so between "
                     "ncclGroupStart and ncclGroupEnd; processes need the same id",
                 runtime::HostCall::here());
    fail(clique, ncclRemoteError, "not all ranks have come");
    throw Error{ncclRemoteError, "not all ranks have come", true};
  }
}

}  // namespace simulator::nccl
