#pragma once

#include <cstddef>
#include <string_view>

namespace tangle {

/// Reads one line of Markdown from left to right, counting columns with tab stops of four, so that
/// part of a tab can belong to a container and the rest to its content.
class Cursor {
 public:
  explicit Cursor(std::string_view line) : line_(line) { find_text(); }

  /// Columns of white space before the next text.
  unsigned indent() const { return text_column_ - column_; }

  /// True where only white space is left.
  bool blank() const { return text_offset_ == line_.size(); }

  /// What follows the white space.
  std::string_view text() const { return line_.substr(text_offset_); }

  /// What follows the columns taken so far, without the rest of a tab taken in part.
  std::string_view rest() const { return line_.substr(offset_ + (tab_left_ > 0 ? 1 : 0)); }

  /// Columns left of a tab taken in part; they come before `rest()`.
  unsigned tab_left() const { return tab_left_; }

  /// Takes up to `columns` columns of white space.
  void skip_columns(unsigned columns) {
    while (columns > 0 && offset_ < line_.size()) {
      unsigned width = 1;
      if (line_[offset_] == '\t') {
        width = tab_left_ > 0 ? tab_left_ : 4 - column_ % 4;
      } else if (line_[offset_] != ' ') {
        break;
      }
      const unsigned taken = columns < width ? columns : width;
      column_ += taken;
      columns -= taken;
      tab_left_ = width - taken;
      if (tab_left_ == 0) ++offset_;
    }
    find_text();
  }

  /// Takes the white space and `characters` (none of them white) of the text behind it.
  void skip_text(std::size_t characters) {
    offset_ = text_offset_ + characters;
    column_ = text_column_ + static_cast<unsigned>(characters);
    tab_left_ = 0;
    find_text();
  }

 private:
  void find_text() {
    text_offset_ = offset_;
    text_column_ = column_;
    if (tab_left_ > 0) {
      text_column_ += tab_left_;
      ++text_offset_;
    }
    for (; text_offset_ < line_.size(); ++text_offset_) {
      if (line_[text_offset_] == ' ') {
        ++text_column_;
      } else if (line_[text_offset_] == '\t') {
        text_column_ += 4 - text_column_ % 4;
      } else {
        break;
      }
    }
  }

  std::string_view line_;
  std::size_t offset_ = 0;
  unsigned column_ = 0;
  unsigned tab_left_ = 0;
  std::size_t text_offset_ = 0;
  unsigned text_column_ = 0;
};

}  // namespace tangle
