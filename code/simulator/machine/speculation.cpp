#include "simulator/machine/speculation.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "simulator/machine/parallel.hpp"
#include "simulator/memory/snapshot.hpp"
#include "simulator/memory/uses.hpp"

namespace simulator {
namespace {

constexpr unsigned first_share = 16;  // of the work that is worth it: it tells how much there is
constexpr std::uint64_t most_shadowed = std::uint64_t{256} << 20;  // bytes, for all workers
constexpr unsigned batches = 16;  // for each worker, so that all have something to do to the end

/// Whose epochs and footprints tell what some of the blocks did.
struct Party {
  Memory* memory;
  const Races* races;

  const Allocation& allocation(std::size_t index) const { return *memory->living()[index]; }
  /// Of its chunks; none where the allocation was not used.
  std::span<const std::uint8_t> marks(std::size_t index) const {
    const Allocation* const there = memory->living()[index];
    return there == nullptr ? std::span<const std::uint8_t>() : there->footprint.marks();
  }
  unsigned mark(std::size_t index, std::size_t chunk) const {
    return chunk < marks(index).size() ? marks(index)[chunk] : 0;
  }
};

constexpr std::size_t chunk_words = Footprint::chunk / 4;

/// One flag for each word of a chunk, and for one more if the allocation is not aligned.
using Flags = std::array<std::uint8_t, chunk_words + 1>;

// quote: agree
/// Did none of the parties write a word of the chunk that another one used? Atomics of which nobody
/// can tell the order may meet.
bool agree(const std::vector<Party>& parties, std::size_t index, std::size_t chunk) {
  Flags read{}, wrote{}, updated{};  // by the parties before
  std::uint8_t clash = 0;
  for (const Party& party : parties) {
    if (party.mark(index, chunk) == 0) continue;
    const Allocation& there = party.allocation(index);
    const std::size_t first = chunk * chunk_words, all = (there.bytes + there.address % 4 + 3) / 4;
    const std::size_t count = std::min(chunk_words + 1, all - first);
    Flags reads, writes, updates;
    party.races->find_uses(there.cells + first, count, reads.data(), writes.data(), updates.data());
    for (std::size_t k = 0; k < count; ++k) {
      clash |= (reads[k] & wrote[k]) | (writes[k] & read[k]) |
               (writes[k] & wrote[k] & ((updates[k] & updated[k]) ^ 1));
      read[k] |= reads[k];
      updated[k] = wrote[k] == 0 ? updates[k] : updated[k] & (updates[k] | (writes[k] ^ 1));
      wrote[k] |= writes[k];
    }
  }
  return clash == 0;
}
// end quote

bool agree(const std::vector<Party>& parties) {
  std::vector<std::uint8_t> users, writers;  // of each chunk
  const std::size_t allocations = parties.front().memory->living().size();
  for (std::size_t index = 0; index < allocations; ++index) {
    users.clear();
    writers.clear();
    for (const Party& party : parties) {
      const auto marks = party.marks(index);
      users.resize(std::max(users.size(), marks.size()));
      writers.resize(users.size());
      for (std::size_t k = 0; k < marks.size(); ++k) {
        users[k] += marks[k] != 0;
        writers[k] += (marks[k] & Footprint::was_written) != 0;
      }
    }
    for (std::size_t k = 0; k < users.size(); ++k)
      if (users[k] > 1 && writers[k] > 0 && !agree(parties, index, k)) return false;
  }
  return true;
}

/// What the worker has written counts as written for all.
void keep_written(const Memory& view) {
  for (const Allocation* seen : view.living()) {
    if (seen == nullptr) continue;
    Allocation& there = *seen->original;
    const auto& marks = seen->footprint.marks();
    for (std::size_t k = 0; k < marks.size() && !there.written.all(); ++k) {
      const std::size_t start = k * Footprint::chunk;
      if (marks[k] & Footprint::was_written)
        there.written.add(start, std::min<std::uint64_t>(Footprint::chunk, there.bytes - start),
                          seen->written);
    }
  }
}

}  // namespace

bool Speculation::run() {
  const bool begins = !std::exchange(begun_, true);
  if (begins) run_first_blocks();
  if (!begins || !scheduler_.rests()) left_.first = scheduler_.run(left_);
  return !scheduler_.rests();
}

// quote: share
/// They tell how much work there is, and whether the order of blocks can matter.
void Speculation::run_first_blocks() {
  const bool watches = execution_.checked() && configuration_.uses != nullptr;
  if (watches || (may_share(left_) && execution_.checked()))
    watch_.emplace(execution_.memory(), watched());
  left_.first = scheduler_.run(left_, [&](std::uint64_t next) {
    return may_share({next, left_.last}) &&
           execution_.steps() >= configuration_.worth_sharing / first_share;
  });
  if (!scheduler_.rests() && may_share(left_) && worth_sharing(left_) && share(left_))
    left_.first = left_.last;
  if (!watches) watch_.reset();
}

bool Speculation::may_share(Turns left) const {
  return configuration_.cores > 1 && left.last - left.first > 1 && !execution_.has_interacted() &&
         execution_.schedule().order == Schedule::Order::forward && !configuration_.cooperative &&
         configuration_.patience == 0 && execution_.trace() == nullptr &&
         (!execution_.checked() ||
          execution_.memory().used() * configuration_.cores <= most_shadowed);
}
// end quote

Memory::Watched Speculation::watched() const {
  const Uses* const uses = configuration_.uses;
  return uses != nullptr && uses->only_on_host() && !may_share(left_) ? Memory::Watched::on_host
                                                                      : Memory::Watched::all;
}

bool Speculation::worth_sharing(Turns left) const {
  return left.first == 0 ||
         execution_.steps() / left.first * (left.last - left.first) >= configuration_.worth_sharing;
}

bool Speculation::share(Turns left) {
  struct Worker {
    Memory view;
    Execution execution;
    Scheduler scheduler;

    Worker(Execution& launch, Snapshot& snapshot, const std::atomic<bool>& stop)
        : view(launch.memory(), snapshot, launch.checked()),
          execution(launch, view, stop),
          scheduler(execution) {}
  };

  const std::uint64_t blocks = left.last - left.first;
  const auto number = unsigned(std::min<std::uint64_t>(configuration_.cores, blocks));
  const std::uint64_t batch = std::max<std::uint64_t>(1, blocks / (number * batches));
  Snapshot snapshot;
  std::atomic<bool> stop = false;
  std::atomic<std::uint64_t> next = left.first;
  std::deque<Worker> workers;
  for (unsigned k = 0; k < number; ++k) workers.emplace_back(execution_, snapshot, stop);

  in_parallel(number, [&](unsigned k) {
    try {
      for (std::uint64_t first; (first = next.fetch_add(batch)) < left.last && !stop;)
        workers[k].scheduler.run({first, std::min(first + batch, left.last)});
    } catch (...) {  // whatever it is, it happens again when the blocks run one by one
      stop = true;
    }
  });
  if (Interruption* const who = configuration_.interruption; who != nullptr && who->requested())
    who->obey();  // they have told where they stand

  std::uint8_t updated = execution_.updated();
  bool alike = true;  // all atomics
  for (const Worker& worker : workers) {
    const std::uint8_t kind = worker.execution.updated();
    alike = alike && (kind == 0 || updated == 0 || kind == updated);
    if (kind != 0) updated = kind;
  }
  std::vector<Party> parties;
  if (execution_.checked()) {
    parties.push_back({&execution_.memory(), &execution_.races()});  // the blocks before
    for (Worker& worker : workers) parties.push_back({&worker.view, &worker.execution.races()});
  }
  if (stop || !alike || (execution_.checked() && !agree(parties))) {
    snapshot.restore();
    entangled_ = true;
    return false;
  }
  for (Worker& worker : workers) {
    execution_.counts() += worker.execution.total();
    if (!execution_.checked()) continue;
    keep_written(worker.view);
    if (configuration_.uses != nullptr)
      configuration_.uses->add(worker.view, worker.execution.races());
  }
  return true;
}

}  // namespace simulator
