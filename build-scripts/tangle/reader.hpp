#pragma once

#include <string>
#include <vector>

#include "book.hpp"
#include "diagnostics.hpp"

namespace tangle {

/// Reads and links the chapters at `paths`, which are called by their paths relative to `root`
/// (unless it is empty). Reports unreadable chapters, and two of one name.
Book read_book(const std::vector<std::string>& paths, const std::string& root, Diagnostics& errors);

}  // namespace tangle
