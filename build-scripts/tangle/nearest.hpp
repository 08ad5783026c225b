#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace tangle {

/// The least number of single-character insertions, deletions, replacements and swaps of neighbours
/// that turn `a` into `b`.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate nearest to `name`, the first one among equals; empty where none is near enough to
/// be a likely meaning (more than about a third of it differs).
std::string_view nearest(std::string_view name, const std::vector<std::string_view>& candidates);

}  // namespace tangle
