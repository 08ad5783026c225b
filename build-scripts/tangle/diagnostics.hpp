#pragma once

#include <compare>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace tangle {

/// A place in a chapter. Chapters are numbered as on the command line; lines and columns count from
/// 1, columns in characters. What concerns a chapter as a whole is at 1:1.
struct Place {
  std::uint32_t chapter = 0;
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  auto operator<=>(const Place&) const = default;
};

/// The place of what belongs to no chapter, such as the output folder; sorts after every chapter.
inline constexpr Place nowhere{UINT32_MAX, 0, 0};

/// A further place that helps to understand an error.
struct Note {
  Place place;
  std::string message;
};

/// One error: where, what, the other places that take part in it, and what to do about it.
struct Diagnostic {
  Place place;
  std::string message;
  std::vector<Note> notes = {};
  std::string hint = {};
};

/// Collects every error of a run, so that one run shows them all.
class Diagnostics {
 public:
  void add(Diagnostic diagnostic) { diagnostics_.push_back(std::move(diagnostic)); }

  bool empty() const { return diagnostics_.empty(); }

  /// Writes the errors sorted by place, as `chapter:line:column: error: message`, each followed by
  /// its notes and its hint. `chapters` holds the chapters' names.
  void print(std::ostream& out, const std::vector<std::string>& chapters) const;

 private:
  std::vector<Diagnostic> diagnostics_;
};

/// `text` between quotation marks for a message, with control characters made visible.
std::string quote(std::string_view text);

}  // namespace tangle
