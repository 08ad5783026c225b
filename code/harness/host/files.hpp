#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace harness {

/// Writes a file of `text`; throws std::runtime_error where that fails.
void write_text(const std::filesystem::path& path, const std::string& text);

/// Moves `from` to `to`, with a line `# COMMENT` for each of `comments` before its first line;
/// throws std::runtime_error where that fails.
void prepend(const std::vector<std::string>& comments, const std::filesystem::path& from,
             const std::filesystem::path& to);

}  // namespace harness
