#include "simulator/runtime/operation_races/number_map.hpp"

#include <cstring>

namespace simulator::runtime {

/// The page, with a number for each of its words, or bytes.
NumberMap::Piece& NumberMap::open(std::uint64_t base) {
  if (open_ != pieces_.end() && open_->first == base) return open_->second;
  settle();
  cut(base);
  cut(base + page);
  auto piece = pieces_.lower_bound(base);
  if (piece == pieces_.end() || piece->first != base)
    piece = pieces_.emplace_hint(piece, base, Piece{base + page});
  Piece& it = piece->second;
  if (it.is_one()) {
    if (!spare_.empty()) {
      it.each = std::move(spare_.back());
      spare_.pop_back();
    }
    it.each.assign(page / 4, it.number);
  }
  open_ = piece;
  return it;
}

void NumberMap::split_words(Piece& piece) {
  std::vector<Number> bytes(page);
  for (std::size_t k = 0; k < page; ++k) bytes[k] = piece.each[k / 4];
  piece.each = std::move(bytes);
}

/// One number for the page, if that is all it has.
void NumberMap::simplify(Piece& piece) {
  const std::vector<Number>& each = piece.each;
  if (std::memcmp(each.data(), each.data() + 1, (each.size() - 1) * sizeof(Number)) != 0) return;
  piece.number = each.front();
  if (spare_.size() < most_spare && each.size() < page) spare_.push_back(std::move(piece.each));
  piece.each = {};
}

void NumberMap::settle() {
  const auto piece = std::exchange(open_, pieces_.end());
  if (piece == pieces_.end()) return;
  simplify(piece->second);
  const std::uint64_t begin = piece->first, end = piece->second.end;
  if (!piece->second.is_one()) return;
  if (piece->second.number == 0)
    erase(piece);
  else
    merge(begin, end);
}

void NumberMap::clear() {
  for (auto& [begin, piece] : pieces_)
    if (spare_.size() < most_spare && piece.each.size() == page / 4)
      spare_.push_back(std::move(piece.each));
  pieces_.clear();
  open_ = pieces_.end();
  visited_ = pieces_.cend();
}

std::size_t NumberMap::pieces() const {
  std::size_t count = 0;
  std::uint64_t last_end = 0;
  Number last = 0;
  visit(0, ~std::uint64_t{0}, [&](std::uint64_t begin, std::uint64_t end, Number number) {
    count += begin != last_end || number != last;
    last_end = end;
    last = number;
  });
  return count;
}

/// No piece lies across the beginning of that page any more.
void NumberMap::cut(std::uint64_t address) {
  auto piece = pieces_.lower_bound(address);
  if (piece == pieces_.begin()) return;
  --piece;
  if (piece->second.end <= address) return;
  pieces_.emplace_hint(std::next(piece), address, Piece{piece->second.end, piece->second.number});
  piece->second.end = address;
}

/// Pages side by side that bear one number become one piece.
void NumberMap::merge(std::uint64_t begin, std::uint64_t end) {
  auto piece = pieces_.lower_bound(begin);
  if (piece != pieces_.begin()) --piece;
  while (piece != pieces_.end() && piece->first < end) {
    const auto next = std::next(piece);
    if (next != pieces_.end() && next->first == piece->second.end && piece->second.is_one() &&
        next->second.is_one() && next->second.number == piece->second.number) {
      piece->second.end = next->second.end;
      erase(next);
    } else {
      piece = next;
    }
  }
}

NumberMap::Pieces::iterator NumberMap::erase(Pieces::iterator piece) {
  visited_ = pieces_.cend();
  return pieces_.erase(piece);
}

}  // namespace simulator::runtime
