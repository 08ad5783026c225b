#include <algorithm>
#include <utility>

#include "simulator/nccl/communicator.hpp"
#include "simulator/nccl/result.hpp"

// What a stream gets of NCCL.

namespace simulator::nccl {
namespace {

/// Rests until all whom the rank has to meet are there.
class RankOperation : public runtime::Resumable {
 public:
  RankOperation(const ncclComm& comm, std::vector<Part> parts)
      : comm_(comm), parts_(std::move(parts)) {}

  void begin() {
    for (const Part& each : parts_) each.meeting->arrive(each.seat);
  }
  bool can_go_on() const override {
    return comm_.aborted || std::all_of(parts_.begin(), parts_.end(),
                                        [](const Part& each) { return each.meeting->is_over(); });
  }
  bool go_on(bool) override { return can_go_on(); }
  bool awaits_process() const override {
    return comm_.clique->spans_processes() && comm_.clique->failure.empty();
  }
  void give_up(const std::string& others) override {
    const std::string& failure = comm_.clique->failure;
    for (const Part& each : parts_) {
      if (each.meeting->is_over()) continue;
      report_wrong(fault::deadlock,
                   each.meeting->name(each.seat) +
                       (failure.empty() ? " waits for " + each.meeting->missing() +
                                              ", and nobody is left who could change that"
                                        : " waits in vain: " + failure) +
                       others,
                   each.meeting->seat(each.seat).call.site);
      break;
    }
    runtime::State& s = runtime::state();
    s.sticky = cudaErrorLaunchTimeout;
    s.work.abandon();
  }
  void tell_that_it_rests() override {}

 private:
  const ncclComm& comm_;
  const std::vector<Part> parts_;
};

/// Calls of a group take effect in any order.
void check_apart(const Part& part, const Part& other) {
  for (const MemoryUse& a : part.meeting->uses(part.seat))
    for (const MemoryUse& b : other.meeting->uses(other.seat)) {
      if (!(a.writes || b.writes) || std::max(a.begin, b.begin) >= std::min(a.end, b.end)) continue;
      report_wrong(fault::nccl,
                   part.meeting->name(part.seat) + (a.writes ? " writes what " : " reads what ") +
                       other.meeting->name(other.seat) + (b.writes ? " writes" : " reads") +
                       " in the same group, and nothing orders the two",
                   part.meeting->seat(part.seat).call.site);
      return;
    }
}

std::string name_of(const std::vector<Part>& parts) {
  const std::string first = parts[0].meeting->name(parts[0].seat);
  return parts.size() == 1 ? first : first + " and what is in a group with it";
}

}  // namespace

std::pair<MeetingKey, Part> join(ncclComm& comm, const Call& call, const std::string& line) {
  Clique& clique = *comm.clique;
  const bool transfer = call.kind == Kind::transfer;
  MeetingKey key;
  if (transfer) {
    key.from = call.sends ? comm.rank : call.root;
    key.to = call.sends ? call.root : comm.rank;
  }
  // A rank that sends to itself makes both calls.
  key.number = transfer && !call.sends ? comm.received[key.from]++ : comm.given[key.to]++;
  std::shared_ptr<Meeting>& open = clique.open[key];
  const std::size_t seats = transfer ? 2 : clique.ranks.size();
  if (!open && clique.home)
    open = std::make_shared<DistantMeeting>(clique, key, call.kind, seats);
  else if (!open)
    open = std::make_shared<Meeting>(clique, key, call.kind, seats);
  const Part part{open, transfer ? !call.sends : std::size_t(comm.rank)};
  part.meeting->join(part.seat, {.call = call,
                                 .rank = comm.rank,
                                 .device = comm.device,
                                 .process = comm.process,
                                 .line = line});
  if (!clique.home && part.meeting->all_joined()) clique.open.erase(key);
  return {key, part};
}

void give(runtime::State& s, ncclComm& comm, const std::vector<std::pair<Call, unsigned>>& calls) {
  std::vector<Part> parts;
  std::vector<MemoryUse> uses;
  std::vector<unsigned> streams;
  for (const auto& [call, stream] : calls) {
    const Part part = join(comm, call).second;
    if (call.count == 0 || part.meeting->is_over()) continue;
    for (const Part& other : parts) check_apart(part, other);
    for (const MemoryUse& each : part.meeting->uses(part.seat))
      if (each.begin < each.end) uses.push_back(each);
    parts.push_back(part);
    if (std::find(streams.begin(), streams.end(), stream) == streams.end())
      streams.push_back(stream);
  }
  if (parts.empty()) return;
  const unsigned stream = streams.front();
  // A rank's operations follow each other, whatever streams they are in.
  if (comm.stream != stream) s.work.stream_waits(stream, comm.done);
  for (const unsigned other : streams)
    s.work.stream_waits(stream, runtime::VectorClock(s.work.now(other)));
  const runtime::VectorClock before = s.work.now(stream);
  for (const Part& each : parts) {
    Seat& seat = each.meeting->seat(each.seat);
    seat.before = before;
    seat.place = {stream, before.of(stream) + 1, {}};
  }
  const auto begin = [&comm, parts](const auto&, Uses*) -> std::unique_ptr<runtime::Resumable> {
    if (comm.aborted) return nullptr;
    auto operation = std::make_unique<RankOperation>(comm, parts);
    operation->begin();
    if (operation->can_go_on()) return nullptr;
    return operation;
  };
  comm.stream = stream;
  comm.done = s.work.give(stream, {.kind = runtime::Operation::Kind::copy,
                                   .name = name_of(parts),
                                   .uses = std::move(uses),
                                   .begin = begin,
                                   .site = calls.front().first.site});
  for (const unsigned other : streams) s.work.stream_waits(other, comm.done);
}

}  // namespace simulator::nccl
