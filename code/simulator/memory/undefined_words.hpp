#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "simulator/faults.hpp"

namespace simulator {

/// A load of what nobody wrote, whose value was stored.
struct StoredOrigin {
  Fault told;         // that it happened
  bool left = false;  // in memory that outlives the launch
  bool used = false;  // something has depended on it
};

/// Of bytes into which an undefined value was stored, and which therefore count as never written:
/// which of their bits it is, and where it came from. What was simply never written is not here.
/// An entry is believed only while its byte counts as never written.
class UndefinedWords {
 public:
  bool empty() const { return words_.empty(); }

  /// Bytes from `address` on; one bit of `bits` for each of theirs. Bytes without one are left
  /// alone. `whole`: all that the thread stored there is undefined, and no padding beside a value.
  void put(std::uint64_t address, const std::byte* bits, unsigned count, std::uint32_t origin,
           bool whole);
  /// Leaves of the `bits` of bytes that count as never written those that an entry names. The
  /// origin, 0 where there is none.
  std::uint32_t refine(std::uint64_t address, std::byte* bits, unsigned count) const;
  /// Of the first byte in a range that holds a whole undefined value, if `counts(address)` says
  /// that it still does.
  template <class Counts>
  std::optional<std::uint32_t> whole_in(std::uint64_t begin, std::uint64_t end,
                                        Counts&& counts) const {
    std::optional<std::uint32_t> found;
    std::uint64_t first = end;
    for_words(begin, end, [&](std::uint64_t word, const Word& there) {
      for (unsigned k = 0; k < 4; ++k) {
        const std::uint64_t at = word * 4 + k;
        if ((there.whole >> k & 1) == 0 || at < begin || at >= first || !counts(at)) continue;
        first = at;
        found = there.origin;
      }
    });
    return found;
  }
  void forget(std::uint64_t begin, std::uint64_t end);
  /// As a copy of the bytes does.
  void copy(std::uint64_t to, std::uint64_t from, std::uint64_t count);

 private:
  struct Word {
    std::uint32_t bits = 0, origin = 0;
    std::uint8_t present = 0, whole = 0;  // bytes
  };
  static constexpr std::size_t most = std::size_t{1} << 22;  // more are not told apart

  template <class Body>
  void for_words(std::uint64_t begin, std::uint64_t end, Body&& body) const {
    if (words_.size() < (end - begin) / 4) {
      for (const auto& [word, there] : words_)
        if (word * 4 < end && word * 4 + 4 > begin) body(word, there);
      return;
    }
    for (std::uint64_t word = begin / 4; word * 4 < end; ++word)
      if (const auto found = words_.find(word); found != words_.end()) body(word, found->second);
  }

  std::unordered_map<std::uint64_t, Word> words_;  // by address / 4
};

}  // namespace simulator
