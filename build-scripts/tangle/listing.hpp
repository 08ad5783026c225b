#pragma once

#include <ostream>

#include "book.hpp"

namespace tangle {

/// Lists every file and chunk of a book with its place, parts and uses, one a line.
void print_listing(std::ostream& out, const Book& book);

}  // namespace tangle
