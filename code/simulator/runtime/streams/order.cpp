#include "simulator/runtime/streams/order.hpp"

#include <algorithm>
#include <utility>

namespace simulator::runtime {

void VectorClock::set(unsigned stream, std::uint32_t time) {
  if (stream >= all_.size()) all_.resize(stream + 1);
  all_[stream] = time;
}

void VectorClock::join(const VectorClock& other) {
  if (other.all_.size() > all_.size()) all_.resize(other.all_.size());
  for (std::size_t k = 0; k < other.all_.size(); ++k) all_[k] = std::max(all_[k], other.all_[k]);
}

bool VectorClock::cover(const VectorClock& other) const {
  for (unsigned k = 0; k < other.streams(); ++k)
    if (of(k) < other.of(k)) return false;
  return true;
}

unsigned StreamOrder::make_legacy() {
  const auto number = unsigned(streams_.size());
  streams_.push_back({true, true, 0, {}, number});
  return number;
}

unsigned StreamOrder::make(bool blocking, unsigned of_device) {
  VectorClock after = host_;
  for (unsigned k = legacy + 1; k < streams_.size(); ++k) {
    Stream& gone = streams_[k];
    if (gone.living || !host_.cover(gone.after)) continue;
    gone.living = true;
    gone.blocking = blocking;
    gone.after = std::move(after);
    gone.legacy = of_device;
    return k;
  }
  streams_.push_back({blocking, true, 0, std::move(after), of_device});
  return unsigned(streams_.size() - 1);
}

void StreamOrder::retire(unsigned stream) {
  streams_[stream].living = false;
}

// quote: reach
/// An action in the stream: it waits for what it always waits for.
void StreamOrder::reach(unsigned stream) {
  Stream& it = streams_[stream];
  it.after.join(host_);
  if (stream == it.legacy) {
    for (const Stream& other : streams_)
      if (other.blocking && other.legacy == stream) it.after.join(other.after);
  } else if (it.blocking) {
    it.after.join(streams_[it.legacy].after);
  }
}

OrderPlace StreamOrder::next(unsigned stream) {
  reach(stream);
  Stream& it = streams_[stream];
  it.after.set(stream, ++it.last);
  return {stream, it.last, it.after};
}
// end quote

const VectorClock& StreamOrder::now(unsigned stream) {
  reach(stream);
  return streams_[stream].after;
}

void StreamOrder::stream_waits(unsigned stream, const VectorClock& event) {
  reach(stream);
  streams_[stream].after.join(event);
}

VectorClock StreamOrder::all() const {
  VectorClock all = host_;
  for (const Stream& each : streams_) all.join(each.after);
  return all;
}

VectorClock StreamOrder::all(unsigned of_device) const {
  VectorClock all = host_;
  for (const Stream& each : streams_)
    if (each.legacy == of_device) all.join(each.after);
  return all;
}

bool StreamOrder::at_rest() const {
  for (unsigned k = 0; k < streams_.size(); ++k)
    if (host_.of(k) < streams_[k].last) return false;
  return true;
}

}  // namespace simulator::runtime
