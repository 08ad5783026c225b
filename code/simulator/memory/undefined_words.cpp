#include "simulator/memory/undefined_words.hpp"

#include <utility>
#include <vector>

namespace simulator {

void UndefinedWords::put(std::uint64_t address, const std::byte* bits, unsigned count,
                         std::uint32_t origin, bool whole) {
  for (unsigned k = 0; k < count; ++k) {
    if (bits[k] == std::byte{0}) continue;
    const std::uint64_t at = address + k;
    if (words_.size() >= most && !words_.contains(at / 4)) continue;
    Word& word = words_[at / 4];
    const unsigned byte = at % 4;
    word.bits &= ~(0xffu << 8 * byte);
    word.bits |= std::to_integer<std::uint32_t>(bits[k]) << 8 * byte;
    word.present |= std::uint8_t(1u << byte);
    word.whole &= std::uint8_t(~(1u << byte));
    word.whole |= std::uint8_t(unsigned(whole) << byte);
    word.origin = origin;
  }
}

std::uint32_t UndefinedWords::refine(std::uint64_t address, std::byte* bits, unsigned count) const {
  std::uint32_t origin = 0;
  if (words_.empty()) return origin;
  for (unsigned k = 0; k < count; ++k) {
    if (bits[k] == std::byte{0}) continue;
    const std::uint64_t at = address + k;
    const auto found = words_.find(at / 4);
    if (found == words_.end() || (found->second.present >> at % 4 & 1) == 0) continue;
    bits[k] &= std::byte(found->second.bits >> 8 * (at % 4));
    if (origin == 0) origin = found->second.origin;
  }
  return origin;
}

void UndefinedWords::forget(std::uint64_t begin, std::uint64_t end) {
  std::vector<std::uint64_t> words;
  for_words(begin, end, [&](std::uint64_t word, const Word&) { words.push_back(word); });
  for (const std::uint64_t word : words) {
    Word& there = words_[word];
    for (unsigned k = 0; k < 4; ++k)
      if (word * 4 + k >= begin && word * 4 + k < end) there.present &= std::uint8_t(~(1u << k));
    there.whole &= there.present;
    if (there.present == 0) words_.erase(word);
  }
}

void UndefinedWords::copy(std::uint64_t to, std::uint64_t from, std::uint64_t count) {
  if (words_.empty()) return;
  std::vector<std::pair<std::uint64_t, Word>> words;  // the two ranges may overlap
  for_words(from, from + count,
            [&](std::uint64_t word, const Word& there) { words.emplace_back(word, there); });
  forget(to, to + count);
  for (const auto& [word, there] : words)
    for (unsigned k = 0; k < 4; ++k) {
      const std::uint64_t at = word * 4 + k;
      if ((there.present >> k & 1) == 0 || at < from || at >= from + count) continue;
      const auto bits = std::byte(there.bits >> 8 * k);
      put(at - from + to, &bits, 1, there.origin, there.whole >> k & 1);
    }
}

}  // namespace simulator
