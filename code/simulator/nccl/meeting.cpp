#include "simulator/nccl/meeting.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "simulator/nccl/reduction.hpp"
#include "simulator/nccl/result.hpp"

namespace simulator::nccl {
namespace {

using runtime::HostLine;

/// Who has a part in something.
enum class Who : std::uint8_t { all, root, first, second };

/// All that tells one collective from another.
struct Shape {
  bool reduces;
  Who sends, receives;
  bool sends_many, receives_many;  // a block for, or of, each rank; else one
};

constexpr Shape shape_of(Kind kind) {
  switch (kind) {
    case Kind::all_reduce:
      return {true, Who::all, Who::all, false, false};
    case Kind::reduce:
      return {true, Who::all, Who::root, false, false};
    case Kind::reduce_scatter:
      return {true, Who::all, Who::all, true, false};
    case Kind::broadcast:
      return {false, Who::root, Who::all, false, false};
    case Kind::all_gather:
      return {false, Who::all, Who::all, false, true};
    case Kind::all_to_all:
      return {false, Who::all, Who::all, true, true};
    case Kind::gather:
      return {false, Who::all, Who::root, false, true};
    case Kind::scatter:
      return {false, Who::root, Who::all, true, false};
    case Kind::transfer:
      break;
  }
  return {false, Who::first, Who::second, false, false};
}

bool is_among(Who who, std::size_t seat, int root) {
  switch (who) {
    case Who::all:
      return true;
    case Who::root:
      return seat == std::size_t(root);
    case Who::first:
      return seat == 0;
    case Who::second:
      return seat == 1;
  }
  return false;
}

std::string at(const Seat& seat) {
  const std::string line = seat.process ? seat.line : seat.call.site.line().text();
  return line.empty() ? "" : " (" + line + ')';
}

}  // namespace

bool Meeting::sends(std::size_t seat) const {
  return is_among(shape_of(kind_).sends, seat, seats_[seat]->call.root);
}

bool Meeting::receives(std::size_t seat) const {
  return is_among(shape_of(kind_).receives, seat, seats_[seat]->call.root);
}

bool Meeting::all_joined() const {
  return std::all_of(seats_.begin(), seats_.end(),
                     [](const std::optional<Seat>& each) { return each.has_value(); });
}

std::size_t Meeting::block() const {
  for (const std::optional<Seat>& each : seats_)
    if (each) return each->call.count * size_of(each->call.type);
  return 0;
}

std::size_t Meeting::send_offset(std::size_t to) const {
  return shape_of(kind_).sends_many ? to * block() : 0;
}

std::size_t Meeting::receive_offset(std::size_t from) const {
  return shape_of(kind_).receives_many ? from * block() : 0;
}

Meeting::Buffer Meeting::send_buffer(std::size_t seat) const {
  if (!sends(seat)) return {};
  return {runtime::address_of(seats_[seat]->call.send),
          shape_of(kind_).sends_many ? seats_.size() * block() : block()};
}

Meeting::Buffer Meeting::receive_buffer(std::size_t seat) const {
  if (!receives(seat)) return {};
  return {runtime::address_of(seats_[seat]->call.receive),
          shape_of(kind_).receives_many ? seats_.size() * block() : block()};
}

std::string Meeting::name(std::size_t seat) const {
  return std::string(seats_[seat]->call.name) + " of rank " + std::to_string(seats_[seat]->rank) +
         " of communicator " + std::to_string(clique_.number);
}

/// What a call does not share with one before, or is wrong in itself; empty: nothing.
std::string Meeting::disagreement(std::size_t seat) const {
  const Call& own = seats_[seat]->call;
  for (std::size_t k = 0; k < seats_.size(); ++k) {
    if (k == seat || !seats_[k]) continue;
    const Call& other = seats_[k]->call;
    const auto differ = [&](const char* what, auto here, auto there) {
      return " has " + std::string(what) + ' ' + std::to_string(here) + ", and " + name(k) +
             at(*seats_[k]) + " has " + std::to_string(there);
    };
    if (own.kind != other.kind)
      return " meets " + name(k) + at(*seats_[k]) +
             ": all ranks have to call the same collectives in the same order";
    if (own.count != other.count) return differ("the count", own.count, other.count);
    if (own.type != other.type) return differ("the data type", int(own.type), int(other.type));
    if (own.op != other.op) return differ("the reduction", int(own.op), int(other.op));
    if (kind_ != Kind::transfer && own.root != other.root)
      return differ("the root", own.root, other.root);
  }
  return overlap(seat);
}

std::string Meeting::overlap(std::size_t seat) const {
  if (seats_[seat]->process) return {};  // which has looked itself
  const Buffer send = send_buffer(seat), receive = receive_buffer(seat);
  const bool in_place = kind_ != Kind::all_to_all &&
                        send.address + send_offset(seat) == receive.address + receive_offset(seat);
  if (!in_place && send.address < receive.address + receive.bytes &&
      receive.address < send.address + send.bytes)
    return " has buffers that overlap, but not as those of an operation in place do";
  return {};
}

/// In this process, and in those of other ranks that have called.
void Meeting::report(std::size_t seat, const std::string& what) const {
  if (!seats_[seat]->process) report_wrong(fault::nccl, name(seat) + what, seats_[seat]->call.site);
  bool told = !seats_[seat]->process;
  for (std::size_t k = 0; k < seats_.size(); ++k) {
    if (!seats_[k]) continue;
    if (seats_[k]->process)
      seats_[k]->process->line->send(Message()
                                         .put(Tells::wrong)
                                         .put(key_)
                                         .put(std::string(fault::nccl))
                                         .put(name(seat) + what));
    else if (!std::exchange(told, true))
      report_wrong(fault::nccl, name(seat) + at(*seats_[seat]) + what, seats_[k]->call.site);
  }
}

void Meeting::check_thread(std::size_t seat) const {
  const Call& call = seats_[seat]->call;
  for (std::size_t k = 0; k < seats_.size(); ++k) {
    const std::optional<Seat>& other = seats_[k];
    if (!other || other->process || other->rank == seats_[seat]->rank ||
        other->call.thread != call.thread || other->call.group == call.group)
      continue;
    report_wrong(fault::nccl,
                 name(seat) + " is called by the thread that called " + name(k) + at(*other) +
                     ", and may never come to it: the first call may wait for the second. Both "
                     "have to stand between ncclGroupStart and ncclGroupEnd",
                 call.site);
    break;
  }
}

bool Meeting::join(std::size_t seat, Seat it) {
  const Call& call = seats_[seat].emplace(std::move(it)).call;
  if (over_) {
    tell();
    return false;
  }
  if (const std::string what = disagreement(seat); !what.empty()) {
    report(seat, what);
    over_ = true;
    clique_.error = ncclInvalidUsage;
    tell();
    return false;
  }
  if (!seats_[seat]->process) check_thread(seat);
  // What is empty waits for nobody.
  if (call.count == 0) arrive(seat);
  return true;
}

std::vector<MemoryUse> Meeting::uses(std::size_t seat) const {
  const Buffer send = send_buffer(seat), receive = receive_buffer(seat);
  return {{send.address, send.address + send.bytes, false},
          {receive.address, receive.address + receive.bytes, true}};
}

void Meeting::arrive(std::size_t seat) {
  seats_[seat]->arrived = true;
  if (over_ || !std::all_of(seats_.begin(), seats_.end(),
                            [](const std::optional<Seat>& each) { return each && each->arrived; }))
    return;
  over_ = true;
  if (block() > 0) carry_out();
  tell();
}

void Meeting::tell() {
  for (std::size_t k = 0; k < seats_.size(); ++k) {
    if (!seats_[k] || !seats_[k]->process) continue;
    Message over;
    over.put(Tells::over)
        .put(key_)
        .put(std::uint64_t(k))
        .put(clique_.error)
        .put(receives(k) ? seats_[k]->bytes : std::vector<std::byte>());
    seats_[k]->process->line->send(over);
    seats_[k]->bytes = {};
  }
}

std::string Meeting::missing() const {
  std::string text;
  for (std::size_t k = 0; k < seats_.size(); ++k) {
    if (seats_[k] && seats_[k]->arrived) continue;
    if (!text.empty()) text += " and ";
    if (seats_[k])
      text += "rank " + std::to_string(seats_[k]->rank) + ", whose stream has not come to " +
              seats_[k]->call.name + at(*seats_[k]);
    else if (kind_ == Kind::transfer)
      text += "rank " + std::to_string(seats_[1 - k]->call.root) + ", which has not called " +
              (k == 0 ? "ncclSend" : "ncclRecv");
    else
      text += "rank " + std::to_string(k) + ", which has not called it";
  }
  return text;
}

bool Meeting::is_valid(std::size_t seat) const {
  if (seats_[seat]->process) return true;  // which has looked itself
  const bool readable = is_valid(seat, send_buffer(seat), Use::read);
  return is_valid(seat, receive_buffer(seat), Use::write) && readable;
}

void Meeting::spoil(std::size_t seat) const {
  runtime::State& s = runtime::state();
  s.sticky = cudaErrorIllegalAddress;
  s.work.abandon();
  fail(clique_, ncclRemoteError,
       "rank " + std::to_string(seats_[seat]->rank) + " used memory that it may not use");
}

bool Meeting::is_valid(std::size_t seat, const Buffer& buffer, Use use) const {
  if (buffer.bytes == 0) return true;
  Memory& memory = runtime::device_memory();
  const unsigned device = seats_[seat]->device;
  const Memory::Turn turn(memory, device);
  MemoryStatus status = memory.access(buffer.address, 1, Use::read).status;
  if (status == MemoryStatus::uninitialised) status = MemoryStatus::ok;
  if (status == MemoryStatus::ok && !memory.holds(buffer.address, buffer.bytes))
    status = MemoryStatus::out_of_bounds;
  std::string what = std::string(use == Use::read ? " reads " : " writes ") +
                     std::to_string(buffer.bytes) + " bytes that begin " +
                     memory.describe(buffer.address);
  if (status == MemoryStatus::no_peer_access)
    what += ", which is memory of device " + std::to_string(memory.find(buffer.address)->device) +
            ", on device " + std::to_string(device) + ": cudaDeviceEnablePeerAccess is missing";
  if (status == MemoryStatus::ok && use == Use::read && runtime::state().checked &&
      shape_of(kind_).reduces && !memory.written(buffer.address, buffer.bytes)) {
    status = MemoryStatus::uninitialised;
    what += ", not all of which was ever written";
  }
  if (status == MemoryStatus::ok) return true;
  report_wrong(fault_kind(status), name(seat) + what, seats_[seat]->call.site);
  return status == MemoryStatus::uninitialised;
}

void Meeting::carry_out() {
  std::optional<std::size_t> invalid;
  for (std::size_t k = 0; k < seats_.size(); ++k)
    if (!is_valid(k)) invalid = k;
  if (invalid) return spoil(*invalid);
  if (shape_of(kind_).reduces)
    reduce_all();
  else
    move_all();
  for (std::size_t to = 0; to < seats_.size(); ++to)
    if (!seats_[to]->process && receives(to)) order(to);
}

void Meeting::order(std::size_t to) const {
  runtime::VectorClock before;
  for (std::size_t from = 0; from < seats_.size(); ++from)
    if (seats_[from] && sends(from)) before.join(seats_[from]->before);
  runtime::state().work.order(before, seats_[to]->place);
}

/// What one seat sends another.
const std::byte* Meeting::sent(std::size_t from, std::size_t to) const {
  return seats_[from]->process
             ? seats_[from]->bytes.data() + send_offset(to)
             : runtime::device_memory().host(send_buffer(from).address + send_offset(to), block());
}

void Meeting::move_all() {
  Memory& memory = runtime::device_memory();
  std::vector<std::vector<std::byte>> away(seats_.size());  // for other processes
  for (std::size_t to = 0; to < seats_.size(); ++to) {
    if (!receives(to)) continue;
    const Buffer buffer = receive_buffer(to);
    if (seats_[to]->process) away[to].resize(buffer.bytes);
    for (std::size_t from = 0; from < seats_.size(); ++from) {
      if (!sends(from)) continue;
      const std::uint64_t place = buffer.address + receive_offset(from);
      if (seats_[to]->process)
        std::memcpy(away[to].data() + receive_offset(from), sent(from, to), block());
      else if (seats_[from]->process)
        memory.copy_in(place, sent(from, to), block());
      else
        memory.copy(place, send_buffer(from).address + send_offset(to), block());
    }
  }
  for (std::size_t to = 0; to < seats_.size(); ++to)
    if (seats_[to]->process) seats_[to]->bytes = std::move(away[to]);
}

void Meeting::reduce_all() {
  Memory& memory = runtime::device_memory();
  const Call& call = seats_[0]->call;
  std::vector<std::vector<std::byte>> results(seats_.size(), std::vector<std::byte>(block()));
  // In place, a result stands where others still have to be read.
  for (std::size_t to = 0; to < seats_.size(); ++to) {
    if (!receives(to)) continue;
    std::vector<const std::byte*> from;
    for (std::size_t k = 0; k < seats_.size(); ++k) from.push_back(sent(k, to));
    reduce(call.op, call.type, from, call.count, results[to].data());
  }
  for (std::size_t to = 0; to < seats_.size(); ++to) {
    if (seats_[to]->process)
      seats_[to]->bytes = std::move(results[to]);
    else if (receives(to))
      memory.copy_in(receive_buffer(to).address, results[to].data(), block());
  }
}

}  // namespace simulator::nccl
