#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "simulator/races/epochs.hpp"

namespace simulator {

struct Allocation;
class Memory;
class Races;

/// What one launch, copy or fill does to a piece of memory: of a kernel, the last thing that it
/// does there, and a write wherever there is one.
struct MemoryUse {
  std::uint64_t begin = 0, end = 0;  // addresses
  bool writes = false;               // else it only reads
  Strength strength = Strength::weak;
  std::int16_t filled = unknown;  // with this byte, all of it

  static constexpr std::int16_t unknown = -1;

  bool continues(const MemoryUse& other) const {
    return begin <= other.end && begin >= other.begin && writes == other.writes &&
           strength == other.strength && filled == other.filled;
  }
};

/// The memory that a launch uses, to the byte, as epochs tell it when it is over. Local and shared
/// memory are no part of it, nor is constant memory, whose cells have no epochs.
class Uses {
 public:
  /// `only_on_host`: of launches, only what they use of the host's memory. `room` has the memory
  /// that was another's.
  explicit Uses(bool only_on_host = false, std::vector<MemoryUse> room = {})
      : only_on_host_(only_on_host), all_(std::move(room)) {
    all_.clear();
  }
  bool only_on_host() const { return only_on_host_; }

  /// Of the blocks whose epochs `races` made in the cells of `memory`, whose footprints are
  /// watched.
  void add(const Memory& memory, const Races& races);
  void add(const MemoryUse& use);
  /// What more there is, `tell` adds once somebody takes them: to look it up costs time.
  void add_later(std::function<void()> tell) { tell_ = std::move(tell); }

  /// By addresses, and what belongs together in one. None are left.
  std::vector<MemoryUse> take();
  /// Words that a launch read by strong reads, by which others may have told it something, and
  /// which it may have used otherwise since. To be called after take().
  std::vector<MemoryUse> take_polls() { return std::move(polls_); }

 private:
  void add_words(const Allocation& of, std::uint64_t first, std::uint64_t last, const Races& races);

  const bool only_on_host_;
  std::vector<MemoryUse> all_, polls_;
  std::function<void()> tell_;
};

}  // namespace simulator
