// What launches know of one another that run side by side.
#include <doctest/doctest.h>

#include <cstring>
#include <memory>
#include <vector>

#include "simulator/races/detector.hpp"
#include "simulator/races/neighbour.hpp"

using namespace simulator;

namespace {

constexpr unsigned data = 0, first = 512, second = 516;  // addresses

/// A launch of one warp, of which the first lane is used.
class LaunchOfOne {
 public:
  LaunchOfOne(RaceClock& clock, const std::vector<const Neighbour*>& others)
      : races_(clock, {1}, {32}, false) {
    races_.run_beside(others, {});
    block_ = std::make_unique<BlockRaces>(races_, 0);
  }

  bool load(unsigned address, Strength strength = Strength::weak,
            MemoryOrder order = MemoryOrder::relaxed) {
    return bool(
        block_->read(StateSpace::global, 0, address, 4, &cells_[address / 4], strength, order));
  }

  bool store(unsigned address, int value, Strength strength = Strength::weak,
             MemoryOrder order = MemoryOrder::relaxed) {
    const bool conflict =
        bool(block_->write(StateSpace::global, 0, address, 4, &cells_[address / 4],
                           &memory_[address], &value, strength, order));
    std::memcpy(&memory_[address], &value, 4);
    return conflict;
  }

  void fence() { block_->fence(0, Strength::device); }

  /// As others see what it has done so far.
  const Neighbour& seen(bool is_over = false) {
    neighbour_ = races_.neighbour("a kernel");
    neighbour_.pieces = {{0, sizeof memory_, cells_.data(), &marks_}};
    if (is_over) races_.leave(neighbour_);
    return neighbour_;
  }

 private:
  Races races_;
  std::unique_ptr<BlockRaces> block_;
  std::vector<ShadowCell> cells_{1024};
  std::vector<std::uint8_t> marks_ = {1};
  char memory_[4096] = {};
  Neighbour neighbour_;
};

}  // namespace

TEST_CASE("what one hears of that only read it, its successor may fence for as well") {
  constexpr MemoryOrder release = MemoryOrder::release, acquire = MemoryOrder::acquire;
  for (const bool fences : {false, true}) {
    CAPTURE(fences);
    RaceClock clock;
    LaunchOfOne writer(clock, {});
    writer.store(data, 1);
    writer.fence();
    writer.store(first, 1, Strength::device, release);
    const Neighbour& y = writer.seen();
    LaunchOfOne reader(clock, {&y});
    reader.load(first, Strength::device);
    reader.store(second, 1, Strength::device, release);
    const Neighbour& x = reader.seen();
    LaunchOfOne hearer(clock, {&y, &x});
    hearer.load(second, Strength::device, acquire);
    if (fences) hearer.fence();
    CHECK(hearer.load(data) == !fences);
    LaunchOfOne successor(clock, {&y, &x, &hearer.seen(true)});
    CHECK_FALSE(successor.load(data));
  }
}
