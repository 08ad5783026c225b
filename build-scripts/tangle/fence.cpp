#include "fence.hpp"

#include <algorithm>
#include <cctype>
#include <optional>

#include "cursor.hpp"
#include "html.hpp"

namespace tangle {
namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t';
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::size_t run_length(std::string_view text, char c) {
  return std::min(text.find_first_not_of(c), text.size());
}

struct Fence {
  std::string_view marks;
  std::string_view info;
};

/// The fence that `text`, a line without its indentation, opens.
std::optional<Fence> opening_fence(std::string_view text) {
  if (text.empty() || (text.front() != '`' && text.front() != '~')) return {};
  const std::size_t length = run_length(text, text.front());
  if (length < 3) return {};
  const std::string_view info = trim(text.substr(length));
  if (text.front() == '`' && info.find('`') != std::string_view::npos) return {};
  return Fence{text.substr(0, length), info};
}

bool is_heading(std::string_view text) {
  const std::size_t level = run_length(text, '#');
  return level >= 1 && level <= 6 && (level == text.size() || is_space(text[level]));
}

bool is_underline(std::string_view text) {
  if (text.empty() || (text.front() != '=' && text.front() != '-')) return false;
  return trim(text.substr(run_length(text, text.front()))).empty();
}

bool is_thematic_break(std::string_view text) {
  if (text.empty() || (text.front() != '*' && text.front() != '-' && text.front() != '_')) {
    return false;
  }
  std::size_t marks = 0;
  for (const char c : text) {
    if (c == text.front()) {
      ++marks;
    } else if (!is_space(c)) {
      return false;
    }
  }
  return marks >= 3;
}

struct ListMarker {
  std::size_t length;
  bool starts_at_one;  ///< bullets count as such
};

std::optional<ListMarker> list_marker(std::string_view text) {
  if (text.empty()) return {};
  ListMarker marker{1, true};
  if (text.front() != '*' && text.front() != '+' && text.front() != '-') {
    const auto digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
    std::size_t digits = 0;
    while (digits < text.size() && digit(text[digits])) ++digits;
    if (digits < 1 || digits > 9 || digits == text.size()) return {};
    if (text[digits] != '.' && text[digits] != ')') return {};
    const std::string_view number = text.substr(0, digits);
    marker = {digits + 1, number.back() == '1' && number.find_first_not_of('0') == digits - 1};
  }
  if (marker.length < text.size() && !is_space(text[marker.length])) return {};
  return marker;
}

/// A block quote (width 0) or a list item, whose content is indented by `width` columns.
struct Container {
  unsigned width = 0;
  bool filled = false;
};

class BlockFinder {
 public:
  BlockFinder(const Text& text, Diagnostics& errors) : text_(text), errors_(errors) {}

  std::vector<Block> find() {
    for (const std::string_view line : text_.lines()) {
      ++line_number_;
      read(line);
    }
    if (leaf_ == Leaf::fence) close_unfinished("is never closed");
    return std::move(blocks_);
  }

 private:
  enum class Leaf { none, paragraph, fence, html };

  void read(std::string_view line) {
    Cursor cursor(line);
    const std::size_t matched = match_containers(cursor);
    const bool inside = matched == containers_.size();
    if (leaf_ == Leaf::fence) {
      if (inside) {
        if (read_code(cursor)) return;
      } else {
        close_unfinished("is still open where its list item or quote ends");
      }
    }
    if (leaf_ == Leaf::html) {
      if (inside) {
        read_html(cursor);
        return;
      }
      leaf_ = Leaf::none;
    }
    open_blocks(cursor, matched);
  }

  /// Takes what the open containers ask for; returns how many of them the line continues.
  std::size_t match_containers(Cursor& cursor) {
    std::size_t matched = 0;
    for (const Container& container : containers_) {
      if (container.width == 0) {
        if (cursor.indent() > 3 || !cursor.text().starts_with('>')) break;
        cursor.skip_text(1);
        cursor.skip_columns(1);
      } else if (cursor.indent() >= container.width && (container.filled || !cursor.blank())) {
        cursor.skip_columns(container.width);
      } else if (cursor.blank() && container.filled) {
        cursor.skip_text(0);
      } else {
        break;  // also at a second blank line of an item that started with one
      }
      ++matched;
    }
    return matched;
  }

  /// Reads a line inside a fence; false where the line is no longer part of it.
  bool read_code(Cursor& cursor) {
    Block& block = blocks_.back();
    if (cursor.indent() <= 3 && cursor.text().starts_with(block.fence)) {
      const std::size_t length = run_length(cursor.text(), block.fence.front());
      if (trim(cursor.text().substr(length)).empty()) {
        leaf_ = Leaf::none;
        return true;
      }
      if (opening_fence(cursor.text())) {
        // CommonMark would take this for code, yet it is a fence that someone forgot to close.
        close_unfinished("is still open where the next one opens");
        return false;
      }
    }
    cursor.skip_columns(fence_indent_);
    block.code.push_back({cursor.rest(), cursor.tab_left()});
    return true;
  }

  void read_html(const Cursor& cursor) {
    if (html_kind_ >= 6 ? cursor.blank() : html_ends(html_kind_, cursor.text())) {
      leaf_ = Leaf::none;
    }
    if (html_kind_ < 6 || cursor.indent() > 3) return;
    const std::optional<Fence> fence = opening_fence(cursor.text());
    if (fence && fence->info.find('{') != std::string_view::npos) {
      errors_.add({text_.place(fence->marks.data()),
                   "this fence is part of the HTML block above it, not a code block",
                   {},
                   "leave a blank line between the HTML and the fence"});
    }
  }

  /// Opens what the rest of the line opens: containers, then at most one leaf.
  void open_blocks(Cursor& cursor, std::size_t matched) {
    bool lazy = leaf_ == Leaf::paragraph && matched < containers_.size();
    bool paragraph = leaf_ == Leaf::paragraph && !lazy;
    const auto close_unmatched = [&] {
      if (containers_.size() > matched) containers_.resize(matched);
      lazy = paragraph = false;
      leaf_ = Leaf::none;
    };
    const auto push = [&](unsigned width) {
      close_unmatched();
      fill();
      containers_.push_back({width, false});
      matched = containers_.size();
    };
    while (!cursor.blank() && cursor.indent() <= 3) {
      const std::string_view text = cursor.text();
      if (text.front() == '>') {
        push(0);
        cursor.skip_text(1);
        cursor.skip_columns(1);
        continue;
      }
      if (const std::optional<Fence> fence = opening_fence(text)) {
        close_unmatched();
        fill();
        leaf_ = Leaf::fence;
        fence_indent_ = cursor.indent();
        blocks_.push_back({line_number_, fence->marks, fence->info, {}});
        return;
      }
      if (is_heading(text) || (paragraph && is_underline(text)) || is_thematic_break(text)) {
        close_unmatched();
        fill();
        return;
      }
      if (const HtmlKind kind = html_opening(text);
          kind != 0 && (kind < 7 || !(paragraph || lazy))) {
        close_unmatched();
        fill();
        html_kind_ = kind;
        if (!html_ends(kind, text)) leaf_ = Leaf::html;
        return;
      }
      const std::optional<ListMarker> marker = list_marker(text);
      const bool empty = marker && trim(text.substr(marker->length)).empty();
      if (!marker || (paragraph && (empty || !marker->starts_at_one))) break;
      const unsigned indent = cursor.indent();
      cursor.skip_text(marker->length);
      const unsigned spaces = !empty && cursor.indent() <= 4 ? cursor.indent() : 1;
      cursor.skip_columns(spaces);
      push(indent + static_cast<unsigned>(marker->length) + spaces);
    }
    if (cursor.blank()) {
      close_unmatched();
    } else if (paragraph || lazy) {
      return;  // the paragraph goes on, lazily or not
    } else {
      const bool indented_code = cursor.indent() > 3;
      close_unmatched();
      fill();
      leaf_ = indented_code ? Leaf::none : Leaf::paragraph;
    }
  }

  /// Notes that the innermost container holds something.
  void fill() {
    if (!containers_.empty()) containers_.back().filled = true;
  }

  void close_unfinished(const char* how) {
    leaf_ = Leaf::none;
    const Block& block = blocks_.back();
    const Place end{text_.chapter(), line_number_, 1};
    errors_.add({text_.place(block.fence.data()),
                 std::string("this fence ") + how,
                 {{end, "it reaches to here"}},
                 "close it with a line of " + std::to_string(block.fence.size()) + " or more " +
                     (block.fence.front() == '`' ? "backticks" : "tildes")});
  }

  const Text& text_;
  Diagnostics& errors_;
  std::vector<Block> blocks_;
  std::vector<Container> containers_;
  Leaf leaf_ = Leaf::none;
  HtmlKind html_kind_ = 0;
  unsigned fence_indent_ = 0;
  std::uint32_t line_number_ = 0;
};

}  // namespace

std::vector<Block> find_blocks(const Text& text, Diagnostics& errors) {
  return BlockFinder(text, errors).find();
}

}  // namespace tangle
