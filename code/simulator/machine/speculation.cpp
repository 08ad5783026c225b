// A launch's blocks, shared among the cores.
#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <thread>
#include <vector>

#include "machine.hpp"
#include "snapshot.hpp"

namespace simulator {
namespace {

constexpr unsigned batches = 16;  // for each worker, so that all have something to do to the end

/// Whose labels and footprints tell what some of the blocks did.
struct Party {
  Memory* memory;
  const Races* races;

  Allocation& allocation(std::size_t index) const { return memory->allocations()[index]; }
  unsigned mark(std::size_t index, std::size_t chunk) const {
    const auto& marks = allocation(index).footprint.marks();
    return chunk < marks.size() ? marks[chunk] : 0;
  }
};

constexpr std::size_t chunk_words = Footprint::chunk / 4;

/// One flag for each word of a chunk, and for one more if the allocation is not aligned.
using Flags = std::array<std::uint8_t, chunk_words + 1>;

// quote: agree
/// Did none of the parties write a word of the chunk that another one used?
bool agree(const std::vector<Party>& parties, std::size_t index, std::size_t chunk) {
  Flags read{}, wrote{};  // by the parties before
  std::uint8_t clash = 0;
  for (const Party& party : parties) {
    if (party.mark(index, chunk) == 0) continue;
    const Allocation& there = party.allocation(index);
    const std::size_t first = chunk * chunk_words, all = (there.bytes + there.address % 4 + 3) / 4;
    const std::size_t count = std::min(chunk_words + 1, all - first);
    Flags reads, writes;
    party.races->find_uses(there.cells + first, count, reads.data(), writes.data());
    for (std::size_t k = 0; k < count; ++k) {
      clash |= (reads[k] & wrote[k]) | (writes[k] & (read[k] | wrote[k]));
      read[k] |= reads[k];
      wrote[k] |= writes[k];
    }
  }
  return clash == 0;
}
// end quote

bool agree(const std::vector<Party>& parties) {
  std::vector<std::uint8_t> users, writers;  // of each chunk
  const std::size_t allocations = parties.front().memory->allocations().size();
  for (std::size_t index = 0; index < allocations; ++index) {
    users.clear();
    writers.clear();
    for (const Party& party : parties) {
      const auto& marks = party.allocation(index).footprint.marks();
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
void keep_written(Memory& memory, Memory& view) {
  for (std::size_t index = 0; index < memory.allocations().size(); ++index) {
    Allocation& there = memory.allocations()[index];
    const Allocation& seen = view.allocations()[index];
    const auto& marks = seen.footprint.marks();
    for (std::size_t k = 0; k < marks.size() && !there.written.all(); ++k) {
      const std::size_t start = k * Footprint::chunk;
      if (marks[k] & Footprint::was_written)
        there.written.add(start, std::min(Footprint::chunk, there.bytes - start), seen.written);
    }
  }
}

}  // namespace

bool Execution::share(Turns left) {
  struct Worker {
    Memory view;
    Execution execution;

    Worker(const Execution& launch, Memory& memory, Snapshot& snapshot,
           const std::atomic<bool>& stop)
        : view(memory, snapshot, launch.checked()), execution(launch, view, stop) {}
  };

  const std::uint64_t blocks = left.last - left.first;
  const auto number = unsigned(std::min<std::uint64_t>(configuration_.cores, blocks));
  const std::uint64_t batch = std::max<std::uint64_t>(1, blocks / (number * batches));
  Snapshot snapshot;
  std::atomic<bool> stop = false;
  std::atomic<std::uint64_t> next = left.first;
  std::deque<Worker> workers;
  for (unsigned k = 0; k < number; ++k) workers.emplace_back(*this, memory_, snapshot, stop);

  const auto work = [&](Execution& execution) {
    const WithheldFaults withheld;
    try {
      for (std::uint64_t first; (first = next.fetch_add(batch)) < left.last && !stop;)
        execution.run_turns({first, std::min(first + batch, left.last)},
                            [](std::uint64_t) { return false; });
    } catch (...) {  // whatever it is, it happens again when the blocks run one by one
      stop = true;
    }
  };
  std::vector<std::thread> threads;
  for (Worker& worker : workers) threads.emplace_back([&] { work(worker.execution); });
  for (std::thread& thread : threads) thread.join();
  if (interruption_.requested()) interruption_.obey();  // they have told where they stand

  std::vector<Party> parties;
  if (checked()) {
    parties.push_back({&memory_, &races_});  // the blocks before
    for (Worker& worker : workers) parties.push_back({&worker.view, &worker.execution.races_});
  }
  if (stop || (checked() && !agree(parties))) {
    snapshot.restore();
    kernel_.entangled = true;
    return false;
  }
  for (Worker& worker : workers) {
    workers_counts_ += worker.execution.total();
    if (checked()) keep_written(memory_, worker.view);
  }
  return true;
}

}  // namespace simulator
