#include "simulator/observation/traffic.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "simulator/lane_mask.hpp"

namespace simulator {
namespace {

constexpr unsigned sector_bytes = 32, sectors_of_line = 4, bank_bytes = 4, banks = 32;

unsigned distinct(std::uint64_t* values, unsigned count) {
  std::sort(values, values + count);
  return unsigned(std::unique(values, values + count) - values);
}

/// For each of some numbers, the place of the last one that equals it, by a table that is not
/// cleared: what stands there is looked at anew. False if two numbers want one entry.
bool find_last(const std::uint64_t* values, unsigned count, std::uint8_t* last) {
  constexpr unsigned entries = 4096;
  std::uint8_t table[entries];
  const auto entry = [&](std::uint64_t value) -> std::uint8_t& {
    return table[(value ^ value / entries) % entries];
  };
  for (unsigned k = 0; k < count; ++k) entry(values[k]) = std::uint8_t(k);
  std::uint64_t differs = 0;
  for (unsigned k = 0; k < count; ++k) {
    last[k] = entry(values[k]);
    differs |= values[last[k]] ^ values[k];
  }
  return differs == 0;
}

/// Is no bank asked for two words?
bool no_conflict(const std::uint64_t* words, unsigned count) {
  std::uint64_t asked[banks], differs = 0;
#pragma GCC unroll 8
  for (unsigned k = 0; k < count; ++k) asked[words[k] % banks] = words[k];
#pragma GCC unroll 8
  for (unsigned k = 0; k < count; ++k) differs |= asked[words[k] % banks] ^ words[k];
  return differs == 0;
}

// quote: wavefronts
/// The wavefronts of lanes that are served together.
unsigned group_wavefronts(const std::uint64_t* addresses, std::uint32_t mask, unsigned bytes) {
  if (mask == 0) return 0;
  std::uint64_t words[warp_size * 4];
  unsigned count = 0;
  for (unsigned at = 0; at < bytes; at += bank_bytes)
    for_lanes(mask, [&](unsigned lane) { words[count++] = (addresses[lane] + at) / bank_bytes; });
  if (no_conflict(words, count)) return 1;
  std::uint8_t last[std::size(words)];
  if (find_last(words, count, last)) {
    unsigned kept = 0;
    for (unsigned k = 0; k < count; ++k) {
      words[kept] = words[k];
      kept += last[k] == k;
    }
    count = kept;
  } else {
    count = distinct(words, count);
  }
  std::uint8_t load[banks] = {};
  unsigned most = 0;
  for (unsigned k = 0; k < count; ++k) most = std::max<unsigned>(most, ++load[words[k] % banks]);
  return most;
}
// end quote

/// How many groups of lanes are served one after the other.
unsigned groups_of(unsigned bytes) {
  return bytes <= 4 ? 1 : bytes / 4;
}

/// The lanes of one of the groups that a warp is served in.
std::uint32_t lanes_of(unsigned group, unsigned groups) {
  const unsigned lanes = warp_size / groups;
  return full_mask >> (warp_size - lanes) << group * lanes;
}

unsigned wavefronts(const std::uint64_t* addresses, std::uint32_t mask, unsigned bytes,
                    unsigned groups) {
  unsigned total = 0;
  if (bytes >= 4 && addresses[0] % bytes == 0 && consecutive(addresses, mask, bytes)) {
    for (unsigned group = 0; group < groups; ++group)
      total += (mask & lanes_of(group, groups)) != 0;
    return total;
  }
  for (unsigned group = 0; group < groups; ++group)
    total += group_wavefronts(addresses, mask & lanes_of(group, groups), bytes);
  return total;
}

/// Do lanes whose numbers differ by `bit` have the same address, where both are there?
bool agree(const std::uint64_t* addresses, std::uint32_t mask, unsigned bit) {
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    const bool both = mask >> lane & mask >> (lane ^ bit) & 1;
    if (both && addresses[lane] != addresses[lane ^ bit]) return false;
  }
  return true;
}

// quote: wide-loads
/// The groups of lanes that a load of `bytes` each is served in.
unsigned groups_of_load(const std::uint64_t* addresses, std::uint32_t mask, unsigned bytes) {
  const unsigned groups = groups_of(bytes);
  const bool pairs = groups > 1 && (agree(addresses, mask, 1) || agree(addresses, mask, 2));
  return pairs ? groups / 2 : groups;
}
// end quote

}  // namespace

Touched touched(const std::uint64_t* addresses, std::uint32_t mask, unsigned bytes) {
  if (consecutive(addresses, mask, bytes)) {
    const std::uint64_t all = std::uint64_t(std::popcount(mask)) * bytes,
                        first = addresses[0] / sector_bytes,
                        last = (addresses[0] + all - 1) / sector_bytes;
    return {unsigned(last - first + 1),
            unsigned(last / sectors_of_line - first / sectors_of_line + 1)};
  }
  // quote: sectors
  std::uint64_t found[warp_size];  // an aligned access lies in one sector
  unsigned count = 0;
  bool sorted = true;
  for_lanes(mask, [&](unsigned lane) {
    const std::uint64_t sector = addresses[lane] / sector_bytes;
    if (count > 0 && found[count - 1] == sector) return;
    sorted = sorted && (count == 0 || found[count - 1] < sector);
    found[count++] = sector;
  });
  if (!sorted) count = distinct(found, count);
  unsigned lines = 0;
  for (unsigned k = 0; k < count; ++k)
    lines += k == 0 || found[k] / sectors_of_line != found[k - 1] / sectors_of_line;
  return {count, lines};
  // end quote
}

unsigned store_wavefronts(const std::uint64_t* addresses, std::uint32_t mask, unsigned bytes) {
  return wavefronts(addresses, mask, bytes, groups_of(bytes));
}

unsigned load_wavefronts(const std::uint64_t* addresses, std::uint32_t mask, unsigned bytes) {
  return wavefronts(addresses, mask, bytes, groups_of_load(addresses, mask, bytes));
}

unsigned least_wavefronts(std::uint32_t mask, unsigned bytes) {
  const unsigned groups = groups_of(bytes);
  unsigned busy = 0;
  for (unsigned group = 0; group < groups; ++group) busy += (mask & lanes_of(group, groups)) != 0;
  return busy;
}

unsigned bank_of(std::uint64_t address) {
  return unsigned(address / bank_bytes % banks);
}

void find_wavefronts(const std::uint64_t* addresses, std::uint32_t mask, unsigned bytes, bool load,
                     unsigned* wavefront) {
  const unsigned groups = load ? groups_of_load(addresses, mask, bytes) : groups_of(bytes);
  unsigned first = 0;
  for (unsigned group = 0; group < groups; ++group) {
    std::vector<std::uint64_t> wanted[banks];  // different words of each bank
    std::size_t most = 0;
    for_lanes(mask & lanes_of(group, groups), [&](unsigned lane) {
      wavefront[lane] = first;
      for (unsigned at = 0; at < bytes; at += bank_bytes) {
        const std::uint64_t word = (addresses[lane] + at) / bank_bytes;
        auto& words = wanted[word % banks];
        const auto place = std::find(words.begin(), words.end(), word);
        wavefront[lane] = std::max(wavefront[lane], first + unsigned(place - words.begin()));
        if (place == words.end()) words.push_back(word);
        most = std::max(most, words.size());
      }
    });
    first += unsigned(most);
  }
}

unsigned most_on_one_address(const std::uint64_t* addresses, std::uint32_t mask) {
  std::uint64_t wanted[warp_size] = {};
  unsigned count = 0, most = 0;
  for_lanes(mask, [&](unsigned lane) { wanted[count++] = addresses[lane]; });
  if (std::uint8_t last[warp_size], times[warp_size] = {}; find_last(wanted, count, last)) {
    for (unsigned k = 0; k < count; ++k) most = std::max<unsigned>(most, ++times[last[k]]);
    return most;
  }
  for (std::uint32_t rest = mask; unsigned(std::popcount(rest)) > most;) {
    const std::uint64_t first = addresses[std::countr_zero(rest)];
    std::uint32_t same = 0;
    for_lanes(rest,
              [&](unsigned lane) { same |= std::uint32_t(addresses[lane] == first) << lane; });
    most = std::max(most, unsigned(std::popcount(same)));
    rest &= ~same;
  }
  return most;
}

}  // namespace simulator
