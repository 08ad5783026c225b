#include "simulator/races/neighbour.hpp"

#include <algorithm>

namespace simulator {
namespace {

/// Of launches that are over.
constexpr std::size_t most = 32;
constexpr std::uint64_t most_bytes = std::uint64_t{256} << 20;

}  // namespace

const ShadowCell* Neighbour::cell(std::uint64_t address) const {
  const auto next = std::upper_bound(
      pieces.begin(), pieces.end(), address,
      [](std::uint64_t at, const NeighbourPiece& piece) { return at < piece.begin; });
  if (next == pieces.begin()) return nullptr;
  const NeighbourPiece& piece = *std::prev(next);
  if (address >= piece.end) return nullptr;
  const std::uint64_t offset = address - piece.begin;
  if ((*piece.marks)[offset / NeighbourPiece::chunk] == 0) return nullptr;
  return piece.cells + (offset + piece.begin % 4) / 4;
}

std::uint64_t Neighbour::bytes() const {
  std::uint64_t chunks = 0;
  for (const NeighbourPiece& piece : pieces)
    chunks += piece.marks->size() -
              std::uint64_t(std::count(piece.marks->begin(), piece.marks->end(), 0));
  return chunks * (NeighbourPiece::chunk / 4 * sizeof(ShadowCell));
}

std::uint32_t forget_some(Neighbours& neighbours) {
  std::size_t count = 0;
  std::uint64_t bytes = 0;
  for (const auto& each : neighbours) {
    count += each->end != 0;
    bytes += each->left_bytes;
  }
  std::uint32_t forgotten = 0;
  while (count > most || bytes > most_bytes) {
    const auto first =
        std::min_element(neighbours.begin(), neighbours.end(), [](const auto& a, const auto& b) {
          return a->end - 1 < b->end - 1;  // last those that are not over
        });
    forgotten = (*first)->end;
    bytes -= (*first)->left_bytes;
    --count;
    neighbours.erase(first);
  }
  return forgotten;
}

}  // namespace simulator
