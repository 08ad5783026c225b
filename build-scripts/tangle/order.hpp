#pragma once

#include <vector>

#include "book.hpp"
#include "diagnostics.hpp"

namespace tangle {

/// The chunks of a linked book, each after those that it uses. Reports every cycle with each place
/// in it, and a book whose expansions would be unreasonably large.
std::vector<ChunkNumber> order_chunks(const Book& book, Diagnostics& errors);

}  // namespace tangle
