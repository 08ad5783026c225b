#include "index.hpp"

#include <algorithm>
#include <cstdint>
#include <unordered_set>

#include "expand.hpp"

namespace tangle {
namespace {

std::string lua_string(std::string_view text) {
  std::string result = "\"";
  result.reserve(text.size() + text.size() / 16 + 2);
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (c == '\n') {
      result += "\\n";
    } else if (byte < 0x20 || byte == 0x7f) {
      const std::string digits = std::to_string(byte);
      result.append("\\").append(3 - digits.size(), '0').append(digits);
    } else {
      result += c;
    }
  }
  return result += '"';
}

template <typename Values, typename Write>
std::string lua_list(const Values& values, Write write) {
  std::string result = "{";
  for (const auto& value : values) {
    result += result.size() == 1 ? " " : ", ";
    result += write(value);
  }
  return result += result.size() == 1 ? "}" : " }";
}

/// Where a chunk is used: the chunk and the chapter of the line that asks for it.
struct UsedIn {
  ChunkNumber chunk;
  std::uint32_t chapter;

  bool operator==(const UsedIn&) const = default;
};

/// Appends what is not the last value already; enough where equal values come together.
template <typename Value>
void add_new(std::vector<Value>& values, const Value& value) {
  if (values.empty() || values.back() != value) values.push_back(value);
}

std::vector<std::vector<UsedIn>> find_users(const Book& book) {
  std::vector<std::vector<UsedIn>> users(book.chunks().size());
  for (ChunkNumber number = 0; number < users.size(); ++number) {
    const Chunk& chunk = book.chunks()[number];
    for (const Use& use : chunk.uses) {
      add_new(users[use.chunk], {number, chunk.parts[use.part].chapter});
    }
  }
  return users;
}

/// The chunks that a chunk uses, each once, in the order of their first use.
std::vector<ChunkNumber> used_chunks(const Chunk& chunk) {
  std::vector<ChunkNumber> result;
  std::unordered_set<ChunkNumber> seen;
  for (const Use& use : chunk.uses) {
    if (seen.insert(use.chunk).second) result.push_back(use.chunk);
  }
  return result;
}

/// The parts of one chunk in one chapter: the numbers `first` to `last` - 1 of its parts.
struct Appearance {
  ChunkNumber chunk;
  std::uint32_t line;
  std::size_t first;
  std::size_t last;
};

/// The appearances in each chapter, in the order of their first lines.
std::vector<std::vector<Appearance>> find_appearances(const Book& book) {
  std::vector<std::vector<Appearance>> result(book.chapters().size());
  for (ChunkNumber number = 0; number < book.chunks().size(); ++number) {
    const std::vector<Part>& parts = book.chunks()[number].parts;
    for (std::size_t part = 0; part < parts.size(); ++part) {
      std::vector<Appearance>& chapter = result[parts[part].chapter];
      if (chapter.empty() || chapter.back().chunk != number) {
        chapter.push_back({number, parts[part].line, part, part});
      }
      chapter.back().last = part + 1;
    }
  }
  for (std::vector<Appearance>& chapter : result) {
    std::sort(chapter.begin(), chapter.end(),
              [](const Appearance& a, const Appearance& b) { return a.line < b.line; });
  }
  return result;
}

std::string write_chunk(const Book& book, const Appearance& here,
                        const std::vector<UsedIn>& used_in, const std::vector<std::string>& names) {
  const Chunk& chunk = book.chunks()[here.chunk];
  const auto chunk_string = [&](ChunkNumber n) { return lua_string(book.chunks()[n].name); };
  const auto chapter_string = [&](std::uint32_t n) { return lua_string(names[n]); };
  std::vector<std::size_t> numbers;
  for (std::size_t number = here.first; number < here.last; ++number) numbers.push_back(number);
  std::vector<std::uint32_t> chapters;
  for (const Part& part : chunk.parts) add_new(chapters, part.chapter);

  std::string result = "    { name = " + lua_string(chunk.name);
  result += ", file = " + (chunk.file.empty() ? "nil" : lua_string(chunk.file));
  result += ",\n      parts = " + lua_list(numbers, [&](std::size_t number) {
              return "{ line = " + std::to_string(chunk.parts[number].line) +
                     ", number = " + std::to_string(number + 1) + " }";
            });
  result += ",\n      uses = " + lua_list(used_chunks(chunk), chunk_string);
  result += ",\n      used_in = " + lua_list(used_in, [&](const UsedIn& use) {
              return "{ chunk = " + chunk_string(use.chunk) +
                     ", chapter = " + chapter_string(use.chapter) + " }";
            });
  result += ",\n      chapters = " + lua_list(chapters, chapter_string);
  result += ",\n      final = " + lua_string(expand_chunk(book, here.chunk)) + " },\n";
  return result;
}

}  // namespace

std::string chapter_name(std::string_view path) {
  const std::string_view base = path.substr(path.rfind('/') + 1);
  const std::size_t dot = base.rfind('.');
  return std::string(dot == 0 ? base : base.substr(0, dot));
}

std::vector<std::string> write_indexes(const Book& book) {
  std::vector<std::string> names;
  for (const std::string& path : book.chapters()) names.push_back(chapter_name(path));
  const std::vector<std::vector<UsedIn>> users = find_users(book);
  const std::vector<std::vector<Appearance>> appearances = find_appearances(book);

  std::vector<std::string> indexes;
  for (std::size_t chapter = 0; chapter < names.size(); ++chapter) {
    std::string index = "return {\n  chapter = " + lua_string(names[chapter]) + ",\n  chunks = {\n";
    for (const Appearance& here : appearances[chapter]) {
      index += write_chunk(book, here, users[here.chunk], names);
    }
    indexes.push_back(index + "  },\n}\n");
  }
  return indexes;
}

}  // namespace tangle
