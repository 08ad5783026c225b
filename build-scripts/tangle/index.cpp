#include "index.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

#include "expand.hpp"

namespace tangle {
namespace {

/// The characters that stand for themselves between quotation marks.
constexpr std::array<bool, 256> plain_characters = [] {
  std::array<bool, 256> plain{};
  for (std::size_t c = 0x20; c < plain.size(); ++c) {
    plain[c] = c != '"' && c != '\\' && c != 0x7f;
  }
  return plain;
}();

bool is_plain(char c) {
  return plain_characters[static_cast<unsigned char>(c)];
}

std::string lua_string(std::string_view text) {
  std::string result = "\"";
  result.reserve(text.size() + text.size() / 8 + 2);
  for (auto at = text.begin(); at != text.end();) {
    const auto end = std::find_if_not(at, text.end(), is_plain);
    result.append(at, end);
    at = end;
    if (at == text.end()) break;
    const char c = *at++;
    if (c == '"' || c == '\\') {
      result.append({'\\', c});
    } else if (c == '\n') {
      result += "\\n";
    } else {
      const std::string digits = std::to_string(static_cast<unsigned char>(c));
      result.append("\\").append(3 - digits.size(), '0').append(digits);
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

/// Appends what is not the last value already; enough where equal values come together.
template <typename Value>
void add_new(std::vector<Value>& values, const Value& value) {
  if (values.empty() || values.back() != value) values.push_back(value);
}

/// For each chunk, those that use it.
std::vector<std::vector<ChunkNumber>> find_users(const Book& book) {
  std::vector<std::vector<ChunkNumber>> users(book.chunks().size());
  for (ChunkNumber number = 0; number < users.size(); ++number) {
    const Chunk& chunk = book.chunks()[number];
    for (const Use& use : chunk.uses) {
      add_new(users[use.chunk], number);
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

std::string write_chunk(const Book& book, ChunkNumber number, const std::vector<ChunkNumber>& users,
                        const std::vector<std::string>& names) {
  const Chunk& chunk = book.chunks()[number];
  const auto chapter_string = [&](ChunkNumber n) {
    return lua_string(names[book.chunks()[n].place.chapter]);
  };
  const auto place_string = [&](ChunkNumber n) {
    return "{ chunk = " + lua_string(book.chunks()[n].name) + ", chapter = " + chapter_string(n) +
           " }";
  };
  const std::vector<ChunkNumber> used = used_chunks(chunk);
  std::unordered_map<ChunkNumber, std::size_t> place_of;
  for (const ChunkNumber n : used) place_of.emplace(n, place_of.size() + 1);
  std::vector<std::size_t> parts(chunk.parts.size());
  std::iota(parts.begin(), parts.end(), 0);

  std::string result = "    { name = " + lua_string(chunk.name);
  result += ", file = " + (chunk.file.empty() ? "nil" : lua_string(chunk.file));
  result += ",\n      parts = " + lua_list(parts, [&](std::size_t part) {
              return "{ line = " + std::to_string(chunk.parts[part].line) +
                     ", number = " + std::to_string(part + 1) + " }";
            });
  result += ",\n      uses = " + lua_list(used, place_string);
  result += ",\n      used_in = " + lua_list(users, place_string);
  result += ",\n      code = " + lua_list(split_at_uses(chunk), [&](const Piece& piece) {
              if (piece.use == nullptr) return lua_string(piece.text);
              return "{ use = " + std::to_string(place_of.at(piece.use->chunk)) +
                     ", indent = " + lua_string(piece.text) + " }";
            });
  result += " },\n";
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
  const std::vector<std::vector<ChunkNumber>> users = find_users(book);

  std::vector<std::string> indexes;
  for (const std::string& name : names) {
    indexes.push_back("return {\n  chapter = " + lua_string(name) + ",\n  chunks = {\n");
  }
  // Chunks stand in the order of their first parts, in their chapters too.
  for (ChunkNumber number = 0; number < book.chunks().size(); ++number) {
    std::string& index = indexes[book.chunks()[number].place.chapter];
    index += write_chunk(book, number, users[number], names);
  }
  for (std::string& index : indexes) index += "  },\n}\n";
  return indexes;
}

}  // namespace tangle
