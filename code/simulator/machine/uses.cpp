#include "simulator/machine/uses.hpp"

#include <algorithm>
#include <utility>

#include "simulator/memory/memory.hpp"
#include "simulator/races/launch_races.hpp"

namespace simulator {
namespace {

/// The words of an allocation that a chunk of its footprint has bytes in.
struct Words {
  std::uint64_t first, last;

  Words(const Allocation& of, std::size_t chunk) {
    const std::uint64_t shift = of.address % 4, start = chunk * Footprint::chunk;
    const std::uint64_t end = std::min<std::uint64_t>(start + Footprint::chunk, of.bytes);
    first = (start + shift) / 4;
    last = (end + shift + 3) / 4;
  }
};

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
    const std::uint64_t end = each->address + each->bytes, base = each->address & ~std::uint64_t{3};
    std::uint64_t next = 0;  // word that was not looked at: chunks may share one
    for (std::size_t chunk = 0; chunk < each->footprint.marks().size(); ++chunk) {
      // An access may reach over from the chunk before.
      if (each->footprint.marks()[chunk] == 0 &&
          (chunk == 0 || each->footprint.marks()[chunk - 1] == 0))
        continue;
      const Words words(*each, chunk);
      for (std::uint64_t word = std::max(words.first, next); word < words.last;) {
        const std::uint64_t count = races.alike(each->cells + word, words.last - word);
        const Races::ByteUses uses = races.byte_uses(each->cells[word]);
        const std::uint64_t step = uses.whole ? 4 * count : 1;
        for (unsigned k = 0; k < 4; k += unsigned(std::min<std::uint64_t>(step, 4))) {
          if (!uses.read[k] && !uses.wrote[k]) continue;
          const std::uint64_t at = base + word * 4 + k;
          add({std::max(at, each->address), std::min(at + step, end), uses.wrote[k],
               uses.strength[k]});
        }
        word += count;
      }
      next = words.last;
    }
  }
}

const std::vector<MemoryUse>& Uses::all() {
  const auto before = [](const MemoryUse& a, const MemoryUse& b) {
    return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
  };
  if (std::is_sorted(all_.begin(), all_.end(), before)) return all_;
  std::vector<MemoryUse> found = std::exchange(all_, {});
  std::stable_sort(found.begin(), found.end(), before);
  for (const MemoryUse& each : found) add(each);
  return all_;
}

}  // namespace simulator
