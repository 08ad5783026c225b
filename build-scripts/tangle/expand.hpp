#pragma once

#include <string>

#include "book.hpp"

namespace tangle {

/// The text of a file: the chunk with every reference replaced. An expansion carries the
/// indentation of its reference and stands below a comment with the chunk's name (`// Warp sum`);
/// a blank line sets parts apart where one ends with a closing brace at the margin. With
/// `number_lines`, a `#line` after each switch of place names chapter and line of what follows.
/// Comments and `#line`s are written for languages that have them. The book must be free of errors.
std::string expand_file(const Book& book, ChunkNumber chunk, bool number_lines);

/// A piece of a chunk: lines of its own, or a reference and the indentation that it gives to those
/// of the other chunk's lines that are not blank.
struct Piece {
  std::string text;  ///< lines, or the indentation
  const Use* use = nullptr;
};

/// The bare text of a chunk: what its expansion is made of, with nothing replaced or added.
std::vector<Piece> split_at_uses(const Chunk& chunk);

/// `text` as it was before lines were numbered, and with the names of the files that lines are from
/// kept once each time they change. Equal results mean equal code.
std::string without_line_numbers(std::string_view text);

}  // namespace tangle
