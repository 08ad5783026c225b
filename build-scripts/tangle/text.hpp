#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostics.hpp"

namespace tangle {

/// A chapter's Markdown text, split into lines. Views into it stay valid as long as it lives, so it
/// is neither copied nor moved.
class Text {
 public:
  /// `bytes` is the file's content; a byte order mark at its start is skipped. Line ends are LF,
  /// CRLF and CR, as in CommonMark; the last line needs none.
  Text(std::uint32_t chapter, std::string bytes);
  Text(const Text&) = delete;
  Text& operator=(const Text&) = delete;

  std::uint32_t chapter() const { return chapter_; }

  /// The lines without their ends; line n of the file is `lines()[n - 1]`.
  const std::vector<std::string_view>& lines() const { return lines_; }

  /// The place of a position inside one of `lines()`, or just behind one.
  Place place(const char* at) const;

  /// Reports what makes the file no text: bytes that are not UTF-8, and U+0000.
  void check(Diagnostics& errors) const;

 private:
  std::uint32_t chapter_;
  std::string bytes_;
  std::vector<std::string_view> lines_;
};

/// Reads a whole file; on failure returns false with the reason in `failure`.
bool read_file(const std::string& path, std::string& bytes, std::string& failure);

}  // namespace tangle
