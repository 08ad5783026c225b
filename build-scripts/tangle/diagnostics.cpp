#include "diagnostics.hpp"

#include <algorithm>

namespace tangle {
namespace {

void print_place(std::ostream& out, const Place& place, const std::vector<std::string>& chapters) {
  if (place.chapter >= chapters.size()) {
    out << "tangle: ";
    return;
  }
  out << chapters[place.chapter] << ':' << place.line << ':' << place.column << ": ";
}

}  // namespace

void Diagnostics::print(std::ostream& out, const std::vector<std::string>& chapters) const {
  std::vector<const Diagnostic*> sorted;
  sorted.reserve(diagnostics_.size());
  for (const Diagnostic& diagnostic : diagnostics_) sorted.push_back(&diagnostic);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](auto* a, auto* b) { return a->place < b->place; });
  for (const Diagnostic* diagnostic : sorted) {
    print_place(out, diagnostic->place, chapters);
    out << "error: " << diagnostic->message << '\n';
    for (const Note& note : diagnostic->notes) {
      print_place(out, note.place, chapters);
      out << "note: " << note.message << '\n';
    }
    if (!diagnostic->hint.empty()) out << "  hint: " << diagnostic->hint << '\n';
  }
}

std::string quote(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string result = "'";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      result += "\\x";
      result += digits[byte >> 4];
      result += digits[byte & 15];
    } else {
      result += c;
    }
  }
  return result += '\'';
}

}  // namespace tangle
