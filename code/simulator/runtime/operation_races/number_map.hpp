#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

namespace simulator::runtime {

/// A number for each byte of memory, 0 at first. It takes little room and time both where long
/// pieces bear one number and where words do that are strewn all over.
class NumberMap {
 public:
  using Number = std::uint32_t;

  NumberMap() = default;
  NumberMap(const NumberMap&) = delete;
  NumberMap& operator=(const NumberMap&) = delete;

  /// change(begin, end, number) gives the new number of bytes that bear that one, piece by piece.
  template <class Change>
  void change(std::uint64_t begin, std::uint64_t end, Change&& change);
  /// To be called after changes: a page whose bytes all bear one number takes less room.
  void settle();
  void clear();

  /// visit(begin, end, number) for one piece after the other, but those that bear 0.
  template <class Visit>
  void visit(std::uint64_t begin, std::uint64_t end, Visit&& visit) const;
  /// visit(number) for all that are borne, for most of them many times.
  template <class Visit>
  void visit_numbers(Visit&& visit) const;
  /// How many pieces bear one number each that is not 0.
  std::size_t pieces() const;

 private:
  static constexpr std::uint64_t page = 4096;
  static constexpr std::size_t most_spare = 1 << 12;

  /// Whole pages that bear one number, or one page whose words or bytes have one each.
  struct Piece {
    std::uint64_t end;
    Number number = 0;
    std::vector<Number> each = {};

    bool is_one() const { return each.empty(); }
    /// An address less that of the page, shifted so far to the right, is an index.
    unsigned shift() const { return each.size() == page ? 0 : 2; }
  };
  using Pieces = std::map<std::uint64_t, Piece>;  // by where they begin; they do not overlap

  template <class Change>
  static void change_page(std::uint64_t base, Piece& piece, std::uint64_t begin, std::uint64_t end,
                          Change&& change);
  template <class Change>
  void change_pages(std::uint64_t begin, std::uint64_t end, Change&& change);
  template <class Visit>
  static void visit_page(std::uint64_t base, const Piece& piece, std::uint64_t begin,
                         std::uint64_t end, Visit&& visit);
  Piece& open(std::uint64_t base);
  static void split_words(Piece& piece);
  void simplify(Piece& piece);
  void cut(std::uint64_t address);
  void merge(std::uint64_t begin, std::uint64_t end);
  Pieces::iterator erase(Pieces::iterator piece);

  Pieces pieces_;
  Pieces::iterator open_ = pieces_.end();                    // the page that was changed last
  mutable Pieces::const_iterator visited_ = pieces_.cend();  // last
  std::vector<std::vector<Number>> spare_;                   // for pages
};

template <class Change>
void NumberMap::change_page(std::uint64_t base, Piece& piece, std::uint64_t begin,
                            std::uint64_t end, Change&& change) {
  const unsigned shift = piece.shift();
  Number* const each = piece.each.data();
  const std::uint64_t stop = (end - base) >> shift;
  for (std::uint64_t k = (begin - base) >> shift; k < stop;) {
    const std::uint64_t first = k;
    const Number number = each[first];
    while (++k < stop && each[k] == number) {
    }
    const Number next = change(base + (first << shift), base + (k << shift), number);
    if (next != number) std::fill(each + first, each + k, next);
  }
}

template <class Change>
void NumberMap::change(std::uint64_t begin, std::uint64_t end, Change&& change) {
  while (begin < end) {
    const std::uint64_t base = begin / page * page;
    std::uint64_t stop = end / page * page;
    if (begin == base && begin < stop) {
      change_pages(begin, stop, change);
    } else {
      stop = std::min(end, base + page);
      Piece& piece = open(base);
      if (piece.shift() != 0 && (begin | stop) % 4 != 0) split_words(piece);
      change_page(base, piece, begin, stop, change);
    }
    begin = stop;
  }
}

template <class Change>
void NumberMap::change_pages(std::uint64_t begin, std::uint64_t end, Change&& change) {
  settle();
  cut(begin);
  cut(end);
  auto piece = pieces_.lower_bound(begin);
  for (std::uint64_t at = begin; at < end;) {
    const bool any = piece != pieces_.end() && piece->first < end;
    if (const std::uint64_t next = any ? piece->first : end; at < next) {
      if (const Number number = change(at, next, Number{0}))
        pieces_.emplace_hint(piece, at, Piece{next, number});
      at = next;
      continue;
    }
    Piece& it = piece->second;
    if (it.is_one()) {
      it.number = change(at, it.end, it.number);
    } else {
      change_page(at, it, at, it.end, change);
      simplify(it);
    }
    at = it.end;
    piece = it.is_one() && it.number == 0 ? erase(piece) : std::next(piece);
  }
  merge(begin, end);
}

template <class Visit>
void NumberMap::visit_page(std::uint64_t base, const Piece& piece, std::uint64_t begin,
                           std::uint64_t end, Visit&& visit) {
  const unsigned shift = piece.shift();
  const Number* const each = piece.each.data();
  const std::uint64_t stop = (end - base + (1u << shift) - 1) >> shift;
  for (std::uint64_t k = (begin - base) >> shift; k < stop;) {
    const std::uint64_t first = k;
    while (++k < stop && each[k] == each[first]) {
    }
    if (each[first] != 0)
      visit(std::max(begin, base + (first << shift)), std::min(end, base + (k << shift)),
            each[first]);
  }
}

template <class Visit>
void NumberMap::visit(std::uint64_t begin, std::uint64_t end, Visit&& visit) const {
  auto piece = visited_;
  if (piece == pieces_.end() || begin < piece->first || begin >= piece->second.end) {
    piece = pieces_.upper_bound(begin);
    if (piece != pieces_.begin() && std::prev(piece)->second.end > begin) --piece;
  }
  for (; piece != pieces_.end() && piece->first < end; ++piece) {
    const Piece& it = piece->second;
    const std::uint64_t from = std::max(begin, piece->first), to = std::min(end, it.end);
    if (it.is_one())
      visit(from, to, it.number);
    else
      visit_page(piece->first, it, from, to, visit);
    visited_ = piece;
  }
}

template <class Visit>
void NumberMap::visit_numbers(Visit&& visit) const {
  for (const auto& [begin, piece] : pieces_) {
    if (piece.is_one()) visit(piece.number);
    for (const Number number : piece.each) visit(number);
  }
}

}  // namespace simulator::runtime
