#include "simulator/exploration/stepper.hpp"

#include <algorithm>
#include <utility>

#include "simulator/machine/scheduling/deadlock.hpp"

namespace simulator {
namespace {

/// Blocks' shared memory is told from the rest by the upper bits of a touch's number.
constexpr unsigned block_shift = 48;

unsigned actor_of(const Warp& warp) {
  return unsigned(warp.block().linear() * warp.block().warps().size()) + warp.index();
}

std::uint64_t number_of(const Block& block, unsigned barrier) {
  return block.linear() << block_shift | barrier;
}

/// As what is touched in shared memory, where no address is as large.
std::uint64_t place_of(std::uint64_t barrier) {
  constexpr std::uint64_t next_block = std::uint64_t{1} << block_shift;
  return (barrier + next_block) | next_block >> 1;
}

}  // namespace

bool is_global(const Touch& touch) {
  return touch.word >> block_shift == 0;
}

void Stepper::Observer::accessed(Warp& warp, StateSpace space, std::uint32_t mask,
                                 const std::uint64_t* addresses, unsigned bytes, Use use) {
  const std::uint64_t block = space == StateSpace::shared ? warp.block().linear() + 1 : 0;
  for_lanes(mask, [&](unsigned lane) {
    for (std::uint64_t word = addresses[lane] / 4; word <= (addresses[lane] + bytes - 1) / 4;
         ++word)
      touches.push_back({block << block_shift | word, use != Use::read});
    updates = updates || use == Use::update;
  });
}

void Stepper::Observer::arrived(Warp& warp, unsigned barrier) {
  const std::uint64_t number = number_of(warp.block(), barrier);
  meetings.push_back({number, {actor_of(warp)}});
  const Barrier& its = warp.block().barrier(barrier);
  if (its.expected > 0) touches.push_back({place_of(number), false, phases_[number] + 1});
}

void Stepper::Observer::completed(Block& block, unsigned barrier) {
  const Barrier& its = block.barrier(barrier);
  Meeting meeting{number_of(block, barrier), {}, true, {}};
  ++phases_[meeting.barrier];
  for (const auto& warp : block.warps()) {
    // A warp of which some lanes go on in any case does not wait.
    if ((its.waiting >> warp->index() & 1) != 0 && !warp->ready())
      meeting.go.push_back(actor_of(*warp));
    if (its.expected == 0 && warp->ended()) meeting.come.push_back(actor_of(*warp));
  }
  meetings.push_back(std::move(meeting));
}

Stepper::Stepper(const LaunchFacts& launch, Memory& memory, Trace* trace, bool tried_out)
    : execution_(launch, memory, trace) {
  execution_.observe(&observer_, tried_out);
  const std::uint64_t blocks = launch.configuration().grid.volume();
  for (std::uint64_t k = 0; k < blocks; ++k) {
    blocks_.push_back(std::make_unique<Block>(execution_, k));
    for (auto& warp : blocks_.back()->warps()) warps_.push_back(warp.get());
  }
  spinners_.resize(warps_.size());
}

std::uint64_t Stepper::ready() const {
  std::uint64_t enabled = 0;
  for (std::size_t k = 0; k < warps_.size(); ++k)
    if (warps_[k]->ready() && !spinners_[k].asleep) enabled |= std::uint64_t{1} << k;
  return enabled;
}

/// Where nobody can go on: lanes that go ahead of others after all.
bool Stepper::unlock() {
  bool any = false;
  for (auto& block : blocks_)
    if (!block->ended() && !block->ready())
      any = block->let_leave() || block->give_up_on_members() || any;
  return any;
}

std::uint64_t Stepper::enabled() {
  std::uint64_t enabled = ready();
  while (enabled == 0 && unlock()) enabled = ready();
  return enabled;
}

void Stepper::require_ended() {
  for (auto& block : blocks_) {
    if (block->ended()) continue;
    const char* const how =
        block->ready() ? "threads spin for ever" : "no thread of the block can go on";
    if (!execution_.failure()) execution_.report(never_ends(*block, how));
    execution_.fail(LaunchFailure::Reason::deadlock);
  }
}

Stepper::Step Stepper::step(unsigned actor) {
  Warp& warp = *warps_[actor];
  Step made;
  const std::uint64_t changes = execution_.progress().changes;
  observer_.touches.clear();
  observer_.updates = false;
  observer_.meetings.clear();
  try {
    while (warp.ready() && observer_.touches.empty() && observer_.meetings.empty()) warp.run(1);
  } catch (const LaunchFailure&) {
    failure_ = std::current_exception();
    made.failed = true;
  }
  const bool changed = execution_.progress().changes != changes;
  made.touches = observer_.touches;
  // An update that changed nothing, such as a compare-and-swap in vain, has only read.
  if (observer_.updates && !changed)
    for (Touch& touch : made.touches) touch.writes = false;
  normalise(made.touches);
  made.last = &warp.instruction();
  if (made.failed) return made;

  made.meetings = observer_.meetings;
  for (unsigned k = 0; k < warps_.size(); ++k)
    if (k != actor && changed) spinners_[k].notice(made.touches);
  if (warp.ready()) spinners_[actor].look(warp, made.touches, changed);
  return made;
}

void Stepper::rethrow() {
  std::rethrow_exception(failure_);
}

}  // namespace simulator
