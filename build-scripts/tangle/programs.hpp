#pragma once

#include <string>
#include <vector>

#include "book.hpp"
#include "diagnostics.hpp"

namespace tangle {

/// Reports where the book's programs are not those of the chapters `expected`: one that is new, one
/// that is gone, and one that is not named after its chapter. A program is a target without a
/// folder that ends in .cu.
void check_programs(const Book& book, const std::vector<std::string>& expected,
                    Diagnostics& errors);

}  // namespace tangle
