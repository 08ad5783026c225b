#include "simulator/memory/written_bits.hpp"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

namespace simulator {

WrittenBits::WrittenBits(const WrittenBits& other)
    : bytes_(other.bytes_), unwritten_(other.unwritten_), all_(other.all_), kept_(other.kept_) {
  if (other.bits_.size() == 0) return;
  bits_ = LazyBytes(other.bits_.size());
  std::memcpy(bits_.data(), other.bits_.data(), bits_.size());
}

void WrittenBits::wrote(std::size_t count) {
  unwritten_ -= count;
  if (unwritten_ > 0 || kept_) return;
  all_ = true;
  bits_ = LazyBytes();
}

void WrittenBits::set_bits(std::size_t offset, unsigned count) {
  const std::uint32_t old = window(offset), bits = old | ((1u << count) - 1) << (offset & 7);
  std::memcpy(bits_.data() + offset / 8, &bits, sizeof bits);
  wrote(unsigned(std::popcount(bits ^ old)));
}

bool WrittenBits::test(std::size_t offset, std::size_t count) const {
  if (all_) return true;
  for (; count >= 64 && offset % 8 == 0; count -= 64, offset += 64) {
    std::uint64_t bits;
    std::memcpy(&bits, bits_.data() + offset / 8, sizeof bits);
    if (~bits != 0) return false;
  }
  for (; count > 0; count -= std::min<std::size_t>(count, 16), offset += 16)
    if (!test_few(offset, std::min<std::size_t>(count, 16))) return false;
  return true;
}

void WrittenBits::set(std::size_t offset, std::size_t count) {
  if (all_) return;
  if (offset == 0 && count == bytes_ && !kept_) return wrote(unwritten_);
  for (; count > 0 && offset % 8 != 0 && !all_; --count, ++offset) set_few(offset, 1);
  if (all_) return;
  std::size_t fresh = 0;
  for (std::size_t k = 0; k < count / 8; ++k) {
    std::byte& bits = bits_.data()[offset / 8 + k];
    fresh += 8 - unsigned(std::popcount(std::to_integer<unsigned>(bits)));
    bits = std::byte{0xff};
  }
  wrote(fresh);
  offset += count / 8 * 8;
  if (count % 8 != 0) set_few(offset, count % 8);
}

void WrittenBits::unset(std::size_t offset, std::size_t count) {
  kept_ = true;
  clear(offset, count);
}

void WrittenBits::clear(std::size_t offset, std::size_t count) {
  if (std::exchange(all_, false)) {
    bits_ = LazyBytes(storage_for(bytes_));
    std::memset(bits_.data(), 0xff, bits_.size());
  }
  for (; count > 0; --count, ++offset) {
    std::byte& bits = bits_.data()[offset / 8];
    unwritten_ += get(offset);
    bits &= ~(std::byte{1} << (offset & 7));
  }
}

void WrittenBits::copy(std::size_t offset, const WrittenBits& source, std::size_t source_offset,
                       std::size_t count) {
  if (source.test(source_offset, count)) return set(offset, count);
  std::vector<bool> bits(count);  // the two may overlap
  for (std::size_t i = 0; i < count; ++i) bits[i] = source.all_ || source.get(source_offset + i);
  clear(offset, count);
  for (std::size_t i = 0; i < count; ++i)
    if (bits[i]) set_few(offset + i, 1);
}

void WrittenBits::add(std::size_t offset, std::size_t count, const WrittenBits& other) {
  if (other.all_) return set(offset, count);
  std::size_t fresh = 0;
  for (std::size_t k = offset / 8; k < (offset + count + 7) / 8 && !all_; ++k) {
    const std::byte old = bits_.data()[k];
    bits_.data()[k] |= other.bits_.data()[k];
    fresh += unsigned(std::popcount(std::to_integer<unsigned>(bits_.data()[k] ^ old)));
  }
  wrote(fresh);
}

}  // namespace simulator
