#include "simulator/nccl/communicator.hpp"
#include "simulator/nccl/result.hpp"

// A meeting that is held in another process: what happens here is told there.

namespace simulator::nccl {

bool DistantMeeting::join(std::size_t seat, Seat it) {
  const Call& call = seats_[seat].emplace(std::move(it)).call;
  if (const std::string what = overlap(seat); !what.empty())
    report_wrong(fault::nccl, name(seat) + what, call.site);
  check_thread(seat);
  clique_.home->send(Message()
                         .put(Tells::join)
                         .put(seats_[seat]->rank)
                         .put(call.kind)
                         .put(std::string(call.name))
                         .put(std::uint64_t(call.count))
                         .put(int(call.type))
                         .put(int(call.op))
                         .put(call.root)
                         .put(call.sends)
                         .put(call.site.line().text()));
  return true;
}

void DistantMeeting::arrive(std::size_t seat) {
  seats_[seat]->arrived = true;
  if (over_) return;
  if (!is_valid(seat)) return spoil(seat);
  std::vector<std::byte> bytes;
  if (const Buffer buffer = send_buffer(seat); buffer.bytes > 0) {
    const std::byte* const first = runtime::device_memory().host(buffer.address, buffer.bytes);
    bytes.assign(first, first + buffer.bytes);
  }
  clique_.home->send(Message().put(Tells::arrive).put(seats_[seat]->rank).put(key_).put(bytes));
}

void DistantMeeting::end(std::size_t seat, const std::vector<std::byte>& bytes) {
  if (seat >= seats_.size() || !seats_[seat]) return;
  const Buffer buffer = receive_buffer(seat);
  if (!bytes.empty() && bytes.size() == buffer.bytes) {
    runtime::device_memory().copy_in(buffer.address, bytes.data(), buffer.bytes);
    order(seat);
  }
  std::size_t joined = 0;
  for (const auto& each : seats_) joined += each.has_value();
  over_ = ++ended_ >= joined;
}

std::string DistantMeeting::missing() const {
  return "ranks in other processes";
}

void DistantMeeting::report_wrong_there(const std::string& kind, const std::string& message) const {
  for (const auto& each : seats_) {
    if (!each) continue;
    report_wrong(kind == fault::nccl ? fault::nccl : fault::deadlock, message, each->call.site);
    break;
  }
}

}  // namespace simulator::nccl
