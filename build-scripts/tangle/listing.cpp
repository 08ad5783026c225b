#include "listing.hpp"

namespace tangle {
namespace {

std::string count(std::size_t number, const std::string& noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

}  // namespace

void print_listing(std::ostream& out, const Book& book) {
  std::vector<std::size_t> uses(book.chunks().size(), 0);
  for (const Chunk& chunk : book.chunks()) {
    for (const Use& use : chunk.uses) ++uses[use.chunk];
  }
  for (std::size_t number = 0; number < uses.size(); ++number) {
    const Chunk& chunk = book.chunks()[number];
    const bool has_name = !chunk.name.starts_with("file:");
    std::size_t lines = 0;
    for (const Part& part : chunk.parts) lines += part.code.size();
    out << book.chapters()[chunk.place.chapter] << ':' << chunk.place.line << ": ";
    if (!chunk.file.empty()) out << "file " << chunk.file << (has_name ? ", " : "");
    if (has_name) out << "chunk " << chunk.name;
    out << " (" << count(chunk.parts.size(), "part") << ", " << count(lines, "line");
    if (has_name && chunk.file.empty()) out << ", " << count(uses[number], "use");
    out << ")\n";
  }
}

}  // namespace tangle
