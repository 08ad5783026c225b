#pragma once

#include <cstdint>
#include <vector>

namespace simulator::runtime {

/// How far something has come in each stream: the number of the last of its operations.
class VectorClock {
 public:
  std::uint32_t of(unsigned stream) const { return stream < all_.size() ? all_[stream] : 0; }
  void set(unsigned stream, std::uint32_t time);
  /// The later of the two in each stream.
  void join(const VectorClock& other);
  /// Is nothing of `other` beyond this?
  bool cover(const VectorClock& other) const;
  unsigned streams() const { return unsigned(all_.size()); }

 private:
  std::vector<std::uint32_t> all_;
};

/// The place of an operation: its number within its stream, and all that happens before it, itself
/// included.
struct OrderPlace {
  unsigned stream = 0;
  std::uint32_t number = 0;
  VectorClock after;

  /// Does all that the other operation does happen before this one begins?
  bool follows(const OrderPlace& other) const { return after.of(other.stream) >= other.number; }
};

/// Which of the operations that a program gives to streams are ordered, and by what: a vector clock
/// for each stream and one for the host.
///
/// An operation comes after those before it in its stream, after what the stream was told to wait
/// for, and after what the host had waited for when it gave the operation. The legacy default
/// stream of a device waits for all blocking streams of that device, and they wait for it. All
/// threads of the host are one: what one of them has waited for, any other may have heard of.
///
/// Sources: NVIDIA, "CUDA C++ Programming Guide", sections on streams and events; "CUDA Runtime
/// API", sections "Stream synchronization behavior" and "API synchronization behavior". Where they
/// leave a question open, the answer here is that there is an order, so that no right program is
/// blamed.
class StreamOrder {
 public:
  /// The legacy default stream of the first device.
  static constexpr unsigned legacy = 0;

  /// The legacy default stream of a further device.
  unsigned make_legacy();
  /// A new stream of the device that has that default stream. Its number may be that of a stream
  /// that is gone, and whose operations the host has waited for.
  unsigned make(bool blocking, unsigned of_device = legacy);
  /// The stream gets no more operations. Those it has are not over yet.
  void retire(unsigned stream);

  /// A further operation in the stream.
  OrderPlace next(unsigned stream);
  /// What an event stands for that is recorded now, and what the host waits for when it waits for
  /// the stream.
  const VectorClock& now(unsigned stream);
  void stream_waits(unsigned stream, const VectorClock& event);
  void host_waits(const VectorClock& event) { host_.join(event); }
  /// For all streams, or all of a device.
  VectorClock all() const;
  VectorClock all(unsigned of_device) const;
  bool is_blocking(unsigned stream) const { return streams_[stream].blocking; }
  unsigned device_of(unsigned stream) const { return streams_[stream].legacy; }
  bool is_of(unsigned stream, unsigned of_device) const { return device_of(stream) == of_device; }
  const VectorClock& host() const { return host_; }
  /// Has the host waited for every operation there was?
  bool at_rest() const;

 private:
  struct Stream {
    bool blocking = true, living = true;
    std::uint32_t last = 0;  // number of its last operation
    VectorClock after;       // what its next operation comes after
    unsigned legacy = 0;     // its device's default stream
  };

  void reach(unsigned stream);

  std::vector<Stream> streams_{Stream{}};
  VectorClock host_;
};

}  // namespace simulator::runtime
