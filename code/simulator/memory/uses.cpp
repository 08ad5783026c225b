#include "simulator/memory/uses.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "simulator/memory/memory.hpp"
#include "simulator/races/launch_races.hpp"

namespace simulator {
namespace {

/// The words of an allocation that a chunk of its footprint has bytes in.
struct Words {
  static constexpr std::size_t most = Footprint::chunk / 4 + 1;

  std::uint64_t first, last;

  Words(const Allocation& of, std::size_t chunk) {
    const std::uint64_t shift = of.address % 4, start = chunk * Footprint::chunk;
    const std::uint64_t end = std::min<std::uint64_t>(start + Footprint::chunk, of.bytes);
    first = (start + shift) / 4;
    last = (end + shift + 3) / 4;
  }
};

bool is_before(const MemoryUse& a, const MemoryUse& b) {
  return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
}

/// Sorts what consists of a few parts that are in order.
void merge_runs(std::vector<MemoryUse>& uses) {
  std::vector<std::size_t> ends;
  for (auto at = uses.begin(); at != uses.end();) {
    at = std::is_sorted_until(at, uses.end(), is_before);
    ends.push_back(std::size_t(at - uses.begin()));
  }
  const auto place = [&](std::size_t number) { return uses.begin() + std::ptrdiff_t(number); };
  while (ends.size() > 1) {
    std::vector<std::size_t> merged;
    for (std::size_t k = 0; k < ends.size(); k += 2) {
      const std::size_t begin = k == 0 ? 0 : ends[k - 1],
                        end = ends[std::min(k + 1, ends.size() - 1)];
      std::inplace_merge(place(begin), place(ends[k]), place(end), is_before);
      merged.push_back(end);
    }
    ends = std::move(merged);
  }
}

}  // namespace

void Uses::add(const MemoryUse& use) {
  if (use.begin >= use.end) return;
  if (!all_.empty() && use.continues(all_.back()))
    all_.back().end = std::max(all_.back().end, use.end);
  else
    all_.push_back(use);
}

void Uses::add(const Memory& memory, const Races& races) {
  for (const Allocation* each : memory.living()) {
    if (each == nullptr || each->cells == nullptr || (only_on_host_ && !each->on_host())) continue;
    std::uint64_t next = 0;  // word that was not looked at: chunks may share one
    for (std::size_t chunk = 0; chunk < each->footprint.marks().size(); ++chunk) {
      // An access may reach over from the chunk before.
      if (each->footprint.marks()[chunk] == 0 &&
          (chunk == 0 || each->footprint.marks()[chunk - 1] == 0))
        continue;
      const Words words(*each, chunk);
      add_words(*each, std::max(words.first, next), words.last, races);
      next = words.last;
    }
  }
  for (const Races::Poll& each : races.polls())
    polls_.push_back({4 * each.word, 4 * each.word + 4, false, each.strength});
}

/// No more words of an allocation than a chunk has.
void Uses::add_words(const Allocation& of, std::uint64_t first, std::uint64_t last,
                     const Races& races) {
  if (first >= last) return;
  const std::uint64_t count = last - first, base = of.address / 4 * 4 + 4 * first;
  const auto add_bytes = [&](std::uint64_t begin, std::uint64_t end, const Races::CellUse& use) {
    if (use.what != Races::CellUse::nothing)
      add({std::max(base + begin, of.address), std::min(base + end, of.address + of.bytes),
           use.what == Races::CellUse::written, use.strength});
  };
  if (const auto only = races.only_use(of.cells + first, count))
    return add_bytes(0, 4 * count, *only);
  std::array<Races::CellUse, Words::most> uses;
  races.find_last_uses(of.cells + first, count, uses.data());
  for (std::uint64_t k = 0; k < count;) {
    const std::uint64_t begin = k;
    const Races::CellUse use = uses[k];
    if (use.what == Races::CellUse::byte_by_byte) {
      const auto bytes = races.uses_of_bytes(of.cells[first + k]);
      for (unsigned byte = 0; byte < 4; ++byte)
        add_bytes(4 * k + byte, 4 * k + byte + 1, bytes[byte]);
      ++k;
      continue;
    }
    while (++k < count && uses[k] == use) {
    }
    add_bytes(4 * begin, 4 * k, use);
  }
}

std::vector<MemoryUse> Uses::take() {
  if (const auto tell = std::exchange(tell_, {})) tell();
  if (std::is_sorted(all_.begin(), all_.end(), is_before)) return std::move(all_);
  merge_runs(all_);
  std::size_t kept = 0;
  for (const MemoryUse& each : all_) {
    if (kept > 0 && each.continues(all_[kept - 1]))
      all_[kept - 1].end = std::max(all_[kept - 1].end, each.end);
    else
      all_[kept++] = each;
  }
  all_.resize(kept);
  return std::move(all_);
}

}  // namespace simulator
