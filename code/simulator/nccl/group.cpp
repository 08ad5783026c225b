#include "simulator/nccl/group.hpp"

#include <algorithm>

#include "simulator/nccl/result.hpp"
#include "simulator/runtime/graphs/capture.hpp"

namespace simulator::nccl {
namespace {

/// What a thread has called since ncclGroupStart.
struct Group {
  struct Calls {
    ncclComm* comm;
    std::vector<std::pair<Call, unsigned>> calls;  // with their streams
  };

  unsigned depth = 0;
  std::uint64_t number = 0;  // among all groups
  std::vector<Entry> entries = {};
  std::vector<Calls> ranks = {};
};

Group& group() {
  thread_local Group own;
  return own;
}

/// A call outside of groups is one of its own.
void begin(Group& it) {
  static std::uint64_t begun = 0;
  if (it.depth++ > 0) return;
  it.number = ++begun;
  first_error() = ncclSuccess;
}

void end(runtime::State& s, Group& it) {
  if (--it.depth > 0) return;
  const Group ended = std::exchange(it, {});
  if (const ncclResult_t error = first_error(); error != ncclSuccess)
    throw Error{error, "a call in the group has failed", true};
  enter(s, ended.entries);
  for (const auto& [comm, calls] : ended.ranks) give(s, *comm, calls);
}

}  // namespace

void add(runtime::State& s, const Entry& entry) {
  begin(group());
  group().entries.push_back(entry);
  end(s, group());
}

void add(runtime::State& s, ncclComm& comm, Call call, cudaStream_t stream) {
  const OnDevice on(comm.device);
  const unsigned number = runtime::number_of(stream);
  if (const unsigned device = runtime::device_of(stream); device != comm.device)
    throw Error{ncclUnhandledCudaError, "the stream is of device " + std::to_string(device) +
                                            ", and the rank is on device " +
                                            std::to_string(comm.device)};
  if (runtime::capturing(s, number)) throw refused("NCCL in a stream that captures");
  if (s.sticky != cudaSuccess) throw runtime::ApiError{s.sticky};
  begin(group());
  call.group = group().number;
  std::vector<Group::Calls>& ranks = group().ranks;
  auto own = std::find_if(ranks.begin(), ranks.end(),
                          [&](const Group::Calls& each) { return each.comm == &comm; });
  if (own == ranks.end()) own = ranks.insert(own, Group::Calls{&comm, {}});
  own->calls.emplace_back(std::move(call), number);
  end(s, group());
}

}  // namespace simulator::nccl

using namespace simulator::nccl;
using simulator::runtime::State;

extern "C" {

ncclResult_t ncclGroupStart() {
  return call(__func__, [](State&) {
    begin(group());
    return ncclSuccess;
  });
}

ncclResult_t ncclGroupEnd() {
  return call(__func__, [](State& s) {
    if (group().depth == 0) throw Error{ncclInvalidUsage, "no group has been started"};
    end(s, group());
    return ncclSuccess;
  });
}

}  // extern "C"
