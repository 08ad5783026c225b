#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "../book.hpp"
#include "../order.hpp"

/// A book from Markdown given inline; its chapters are called a.md, b.md, …
struct Fixture {
  tangle::Book book;
  tangle::Diagnostics diagnostics;

  explicit Fixture(const std::vector<std::string>& chapters) {
    for (std::size_t i = 0; i < chapters.size(); ++i) {
      book.add_chapter(std::string(1, static_cast<char>('a' + i)) + ".md", chapters[i],
                       diagnostics);
    }
    book.link(diagnostics);
    tangle::order_chunks(book, diagnostics);
  }

  /// Every error as it is printed.
  std::string errors() const {
    std::ostringstream out;
    diagnostics.print(out, book.chapters());
    return out.str();
  }

  /// The number of the chunk `name`; the number of chunks where there is none.
  tangle::ChunkNumber find(const std::string& name) const {
    tangle::ChunkNumber number = 0;
    while (number < book.chunks().size() && book.chunks()[number].name != name) ++number;
    return number;
  }
};
