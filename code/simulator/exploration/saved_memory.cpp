#include "simulator/exploration/saved_memory.hpp"

#include <algorithm>
#include <cstring>
#include <set>
#include <string_view>

namespace simulator {

SavedMemory::SavedMemory(Memory& memory)
    : memory_(memory), undefined_(memory.undefined_words()), extent_(memory.extent()) {
  for (Allocation* each : memory.living())
    pieces_.push_back({each, {each->host, each->host + each->bytes}, each->written});
}

void SavedMemory::restore() {
  std::set<std::uint64_t> later;
  for (const Allocation* each : memory_.living()) later.insert(each->address);
  for (const Piece& piece : pieces_) later.erase(piece.there->address);
  for (const std::uint64_t address : later) memory_.free(address);
  memory_.shrink(extent_);
  for (Piece& piece : pieces_) {
    std::memcpy(piece.there->host, piece.bytes.data(), piece.bytes.size());
    piece.there->written = WrittenBits(piece.written);
  }
  memory_.undefined_words() = undefined_;
}

SavedMemory SavedMemory::now() const {
  SavedMemory copy = *this;
  for (Piece& piece : copy.pieces_)
    piece.bytes.assign(piece.there->host, piece.there->host + piece.there->bytes);
  return copy;
}

std::optional<std::uint64_t> SavedMemory::difference() const {
  for (const Piece& piece : pieces_) {
    const auto [was, is] = std::mismatch(piece.bytes.begin(), piece.bytes.end(), piece.there->host);
    if (was != piece.bytes.end())
      return piece.there->address + std::uint64_t(was - piece.bytes.begin());
  }
  return {};
}

std::uint64_t SavedMemory::hash() const {
  std::uint64_t sum = 0;
  for (const Piece& piece : pieces_)
    sum = sum * 0x9e3779b97f4a7c15 +
          std::hash<std::string_view>()(
              {reinterpret_cast<const char*>(piece.there->host), piece.bytes.size()});
  return sum;
}

}  // namespace simulator
