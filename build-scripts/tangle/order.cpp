#include "order.hpp"

#include <algorithm>

namespace tangle {
namespace {

/// A few references can ask for more text than any disk holds (twice a chunk that holds twice a
/// chunk …), so the text of one expansion is limited, and that of all files together.
constexpr double size_limit = 256 << 20;

enum class State : char { unseen, open, done };

/// A chunk being visited and the next of its uses to follow.
struct Visit {
  ChunkNumber chunk;
  std::size_t next = 0;
};

void report_cycle(const Book& book, const std::vector<Visit>& path, Diagnostics& errors) {
  const ChunkNumber target = book.chunks()[path.back().chunk].uses[path.back().next].chunk;
  const auto start = std::find_if(path.begin(), path.end(),
                                  [&](const Visit& visit) { return visit.chunk == target; });
  const auto name = [&](ChunkNumber chunk) { return quote(book.chunks()[chunk].name); };
  Diagnostic diagnostic;
  for (auto visit = start; visit != path.end(); ++visit) {
    const Use& use = book.chunks()[visit->chunk].uses[visit->next];
    const Place at = book.place(visit->chunk, use);
    if (visit == start) {
      diagnostic.place = at;
      diagnostic.message = "chunk " + name(target) + " uses itself";
    }
    if (path.end() - start > 1) {
      diagnostic.notes.push_back({at, name(visit->chunk) + " uses " + name(use.chunk) + " here"});
    }
  }
  errors.add(std::move(diagnostic));
}

void check_size(const Book& book, const std::vector<ChunkNumber>& order, Diagnostics& errors) {
  struct Size {
    double lines = 0;
    double bytes = 0;
  };
  std::vector<Size> sizes(book.chunks().size());
  double total = 0;
  for (const ChunkNumber number : order) {
    const Chunk& chunk = book.chunks()[number];
    Size& size = sizes[number];
    for (const Part& part : chunk.parts) {
      for (const CodeLine& line : part.code) {
        size.lines += 1;
        size.bytes += static_cast<double>(line.pad + line.text.size() + 1);
      }
    }
    for (const Use& use : chunk.uses) {
      const CodeLine& line = chunk.parts[use.part].code[use.line];
      const double indent = static_cast<double>(line.pad + line.text.find('<'));
      size.lines += sizes[use.chunk].lines;
      size.bytes += sizes[use.chunk].bytes + indent * sizes[use.chunk].lines;
    }
    if (!chunk.file.empty()) total += size.bytes;
    if (std::max(total, size.bytes) > size_limit) {
      errors.add({chunk.place, "the expansions of this book come to more than 256 MiB here"});
      return;
    }
  }
}

}  // namespace

std::vector<ChunkNumber> order_chunks(const Book& book, Diagnostics& errors) {
  std::vector<ChunkNumber> order;
  std::vector<State> states(book.chunks().size(), State::unseen);
  std::vector<Visit> path;  // no recursion: books may nest as deep as they like
  bool cyclic = false;
  const auto open = [&](ChunkNumber chunk) {
    states[chunk] = State::open;
    path.push_back({chunk});
  };
  for (ChunkNumber root = 0; root < states.size(); ++root) {
    if (states[root] != State::unseen) continue;
    open(root);
    while (!path.empty()) {
      Visit& visit = path.back();
      const std::vector<Use>& uses = book.chunks()[visit.chunk].uses;
      if (visit.next == uses.size()) {
        states[visit.chunk] = State::done;
        order.push_back(visit.chunk);
        path.pop_back();
        if (!path.empty()) ++path.back().next;
        continue;
      }
      const ChunkNumber target = uses[visit.next].chunk;
      if (states[target] == State::unseen) {
        open(target);
        continue;
      }
      if (states[target] == State::open) {
        report_cycle(book, path, errors);
        cyclic = true;
      }
      ++visit.next;
    }
  }
  if (!cyclic) check_size(book, order, errors);
  return order;
}

}  // namespace tangle
