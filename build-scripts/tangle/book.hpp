#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "diagnostics.hpp"
#include "fence.hpp"
#include "text.hpp"

namespace tangle {

/// The number of a chunk in its book.
using ChunkNumber = std::uint32_t;

/// One code block of a chunk.
struct Part {
  std::uint32_t chapter;
  std::uint32_t line;  ///< of the opening fence; line i of the code is `line + 1 + i`
  std::vector<CodeLine> code;
};

/// A line of a chunk that stands for another chunk.
struct Use {
  std::uint32_t part;
  std::uint32_t line;  ///< counted from 0 within the part
  ChunkNumber chunk;
};

/// Code under one name in one chapter: a named chunk, a file, or both.
struct Chunk {
  std::string name;  ///< `file:` and the target for a file without a name
  std::string file;  ///< target below the output folder; empty where the chunk makes no file
  Place place;       ///< of its first fence
  Place file_place;  ///< of the fence that names the file
  bool unused = false;
  std::vector<std::string> classes = {};  ///< of its first fence
  std::vector<Part> parts = {};
  std::vector<Use> uses = {};  ///< in the order of the code
};

/// Chapters and the chunks in them, in the order of their first parts.
class Book {
 public:
  /// Adds a chapter whose errors and `#line`s call it `name`.
  void add_chapter(std::string name, std::string bytes, Diagnostics& errors);

  /// Adds a chapter that could not be read, so that numbers and names agree.
  void add_missing_chapter(std::string name) {
    chapters_.push_back(std::move(name));
    texts_.push_back(nullptr);
  }

  /// Resolves every reference. Reports references to nothing, near misses of a reference, chunks
  /// that nothing uses and `.unused` ones that something does, and targets below other targets.
  void link(Diagnostics& errors);

  const std::vector<std::string>& chapters() const { return chapters_; }
  const std::vector<Chunk>& chunks() const { return chunks_; }

  /// The place of byte `offset` of a line of a part.
  Place place(const Part& part, std::uint32_t line, std::size_t offset = 0) const;

  /// The place of a reference: its first bracket.
  Place place(ChunkNumber chunk, const Use& use) const;

 private:
  void add_block(const Text& text, Block block, Diagnostics& errors);
  void check_targets(Diagnostics& errors) const;
  void link_part(ChunkNumber chunk, std::uint32_t part, std::vector<bool>& used,
                 std::vector<Place>& first_use, Diagnostics& errors);
  /// The chunks that `name` can mean in a chapter: its own, else those of the other chapters.
  std::vector<ChunkNumber> meant_by(std::string_view name, std::uint32_t chapter) const;

  void report_unclear(std::string_view name, const std::vector<ChunkNumber>& meant,
                      const Place& place, Diagnostics& errors) const;
  std::string suggestion(std::string_view name) const;

  std::vector<std::string> chapters_;
  std::vector<std::unique_ptr<const Text>> texts_;
  std::vector<Chunk> chunks_;
  std::unordered_map<std::string, std::vector<ChunkNumber>> by_name_;
  std::unordered_map<std::string, ChunkNumber> by_file_;
};

}  // namespace tangle
