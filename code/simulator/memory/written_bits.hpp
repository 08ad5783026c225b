#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "simulator/memory/lazy_bytes.hpp"

namespace simulator {

/// One bit for every byte of a piece of memory: has it been written? Once all have, the bits are
/// given back.
class WrittenBits {
 public:
  WrittenBits() = default;
  explicit WrittenBits(std::size_t bytes)
      : bits_(storage_for(bytes)), bytes_(bytes), unwritten_(bytes) {}

  WrittenBits(const WrittenBits& other);
  WrittenBits(WrittenBits&& other) = default;
  WrittenBits& operator=(WrittenBits&& other) = default;

  /// Does [offset, offset + count) hold only bytes that were written? For count <= 16.
  bool test_few(std::size_t offset, unsigned count) const {
    if (all_) return true;
    const std::uint32_t wanted = (1u << count) - 1;
    return (window(offset) >> (offset & 7) & wanted) == wanted;
  }
  void set_few(std::size_t offset, unsigned count) {
    if (!all_ && !test_few(offset, count)) set_bits(offset, count);
  }

  /// One bit for each byte of [offset, offset + count) that was not written. For count <= 16.
  std::uint32_t missing(std::size_t offset, unsigned count) const {
    if (all_) return 0;
    return ~(window(offset) >> (offset & 7)) & ((1u << count) - 1);
  }

  bool all() const { return all_; }
  bool test(std::size_t offset, std::size_t count) const;
  void set(std::size_t offset, std::size_t count);
  /// Adds those of as many bytes, from a multiple of 8 on; the rest of the last 8 may come along.
  void add(std::size_t offset, std::size_t count, const WrittenBits& other);
  /// The bytes count as never written again.
  void unset(std::size_t offset, std::size_t count);
  /// Takes the bits of `source`, as a copy of the bytes does.
  void copy(std::size_t offset, const WrittenBits& source, std::size_t source_offset,
            std::size_t count);

 private:
  std::uint32_t window(std::size_t offset) const {
    std::uint32_t bits;
    std::memcpy(&bits, bits_.data() + offset / 8, sizeof bits);
    return bits;
  }
  void set_bits(std::size_t offset, unsigned count);
  void clear(std::size_t offset, std::size_t count);
  bool get(std::size_t offset) const { return window(offset) >> (offset & 7) & 1; }

  static std::size_t storage_for(std::size_t bytes) { return (bytes + 7) / 8 + 8; }
  void wrote(std::size_t count);  // so many more

  LazyBytes bits_;
  std::size_t bytes_ = 0, unwritten_ = 0;
  bool all_ = false, kept_ = false;  // kept: bits that come and go are not given back
};

}  // namespace simulator
