#pragma once

#include <cstring>
#include <memory>
#include <vector>

#include "simulator/races/detector.hpp"

/// Kernels written as calls: memory of 32-bit words at byte addresses, and blocks of threads.
struct RaceMachine {
  using Strength = simulator::Strength;
  using MemoryOrder = simulator::MemoryOrder;
  using Conflict = simulator::Conflict;

  RaceMachine(unsigned blocks, unsigned threads, bool copies = false)
      : races(clock, {blocks}, {threads}, copies) {
    for (unsigned b = 0; b < blocks; ++b)
      block.push_back(std::make_unique<simulator::BlockRaces>(races, b));
  }

  Conflict load(unsigned b, unsigned t, unsigned address, Strength strength = Strength::weak,
                MemoryOrder order = MemoryOrder::relaxed, unsigned bytes = 4) {
    return block[b]->read(space, t, address, bytes, cells + address / 4, strength, order);
  }
  Conflict store(unsigned b, unsigned t, unsigned address, int value,
                 Strength strength = Strength::weak, MemoryOrder order = MemoryOrder::relaxed,
                 unsigned bytes = 4) {
    const Conflict conflict = block[b]->write(space, t, address, bytes, cells + address / 4,
                                              memory + address, &value, strength, order);
    std::memcpy(memory + address, &value, bytes);
    return conflict;
  }
  Conflict atomic(unsigned b, unsigned t, unsigned address, Strength strength = Strength::device,
                  MemoryOrder order = MemoryOrder::relaxed, bool returns = true) {
    return block[b]->update(space, t, address, 4, cells + address / 4, strength, order, returns);
  }
  void fence(unsigned b, unsigned t, Strength scope = Strength::device,
             MemoryOrder order = MemoryOrder::sequential) {
    block[b]->fence(t, scope, order);
  }

  simulator::RaceClock clock;
  simulator::Races races;
  std::vector<std::unique_ptr<simulator::BlockRaces>> block;
  simulator::StateSpace space = simulator::StateSpace::global;
  simulator::ShadowCell cells[4096];
  char memory[4096 * 4] = {};
};

/// What such kernels are written with.
namespace race_kernels {
using Machine = RaceMachine;
using enum simulator::Strength;

inline constexpr unsigned data = 0, flag = 512;  // addresses
}  // namespace race_kernels
