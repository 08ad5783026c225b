// Random books, tangled and compared with a naive expansion that shares no code with the tangler.

#include <doctest/doctest.h>

#include <cstdlib>
#include <map>
#include <random>

#include "../expand.hpp"
#include "fixture.hpp"

using namespace tangle;

namespace {

using Lines = std::vector<std::string>;

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  std::size_t below(std::size_t limit) { return random_() % limit; }

  std::string pick(const Lines& lines) { return lines[below(lines.size())]; }

 private:
  std::mt19937 random_;
};

/// A book whose chunk i uses only chunks after it, and what each chunk holds.
struct RandomBook {
  std::vector<std::string> chapters;
  std::vector<Lines> chunks;
};

const Lines code = {"int x;",
                    "",
                    "  y();",
                    "f<<<1, 2>>>(x);",
                    "a << b >> c;",
                    "x<<y>>z",
                    "}",
                    "\tz = 1;",
                    "std::cout << a",
                    "   ",
                    "~~",
                    "``",
                    "> a",
                    "- b",
                    "<!--",
                    "# c",
                    "`",
                    "<b>",
                    "macro \\"};
const Lines prose = {"",
                     "text",
                     "- a",
                     "> b",
                     "    code",
                     "# c",
                     "1. d",
                     "  - e",
                     "```cpp\n<<x>>\n```",
                     "~~~~ {.text}\n~~~\n~~~~",
                     "***",
                     "<b>\n",
                     "<!-- ```{.cpp #x} -->",
                     "````\n```{.cpp #x}\n```\n````",
                     "a `` b",
                     "f\n==="};

std::string name(std::size_t chunk) {
  return chunk == 0 ? "" : "chunk-" + std::to_string(chunk);
}

RandomBook make_book(Generator& generator) {
  RandomBook book;
  book.chunks.resize(2 + generator.below(8));
  book.chapters.resize(1 + generator.below(3));
  const std::size_t count = book.chunks.size();
  std::vector<std::size_t> home(count);
  std::vector<bool> used(count, false);
  used[0] = true;
  std::size_t chapter = 0;
  for (std::size_t chunk = 0; chunk < count; ++chunk) {
    const std::size_t parts = 1 + generator.below(3);
    if (generator.below(3) == 0) chapter = generator.below(book.chapters.size());
    for (std::size_t part = 0; part < parts; ++part) {
      Lines lines;
      for (std::size_t line = generator.below(5); line > 0; --line) {
        lines.push_back(generator.pick(code));
        if (chunk + 1 < count && generator.below(3) == 0) {
          const std::size_t other = chunk + 1 + generator.below(count - chunk - 1);
          used[other] = true;
          lines.push_back(generator.pick({"", "  ", "\t", "    "}) + "<<" + name(other) + ">>");
        }
      }
      // Whatever no line has asked for yet, the chunk before it asks for.
      if (part + 1 == parts && chunk + 1 < count && !used[chunk + 1]) {
        used[chunk + 1] = true;
        lines.push_back("<<" + name(chunk + 1) + ">>");
      }
      const std::string around = generator.pick({"", "", "", "> ", "  "});
      const std::string fence = generator.pick({"```", "~~~", "`````"});
      std::string& text = book.chapters[chapter];
      for (std::size_t i = generator.below(3); i > 0; --i) text += generator.pick(prose) + "\n";
      // End lists, quotes and HTML, so that what follows stands alone.
      text += "\n<!-- -->\n";
      text +=
          around + fence + (chunk == 0 ? "{.cpp file=x.cu}" : "{.cpp #" + name(chunk) + "}") + "\n";
      for (const std::string& line : lines) text += around + line + "\n";
      text += around + fence + "\n";
      book.chunks[chunk].insert(book.chunks[chunk].end(), lines.begin(), lines.end());
    }
  }
  return book;
}

/// The definition of tangling, as short as it gets.
void expand_naively(const RandomBook& book, std::size_t chunk, const std::string& indent,
                    std::string& result) {
  for (const std::string& line : book.chunks[chunk]) {
    const std::size_t open = line.find("<<chunk-");
    if (open != std::string::npos) {
      expand_naively(book, std::stoul(line.substr(open + 8)), indent + line.substr(0, open),
                     result);
    } else {
      const bool blank = line.find_first_not_of(" \t") == std::string::npos;
      result += (blank ? "" : indent) + line + "\n";
    }
  }
}

/// Drops what tangling adds: comments with chunks' names and blank lines, which code has too.
Lines essential_lines(const std::string& text) {
  Lines result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t start = line.find_first_not_of(" \t");
    if (start == std::string::npos || line.substr(start).starts_with("// Chunk ")) continue;
    result.push_back(line);
  }
  return result;
}

/// The line of the book that each line of a numbered source claims to be.
void check_numbers(const Fixture& fixture, const std::vector<std::string>& chapters,
                   const std::string& source) {
  std::map<std::string, Lines> book;
  for (std::size_t i = 0; i < chapters.size(); ++i) {
    std::istringstream lines(chapters[i]);
    for (std::string line; std::getline(lines, line);) {
      book[fixture.book.chapters()[i]].push_back(line);
    }
  }
  std::istringstream lines(source);
  std::string chapter;
  std::size_t number = 0;
  bool continued = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("#line ")) {
      CHECK_FALSE(continued);
      number = std::stoul(line.substr(6));
      chapter = line.substr(line.find('"') + 1);
      chapter.pop_back();
      continue;
    }
    const std::size_t start = line.find_first_not_of(" \t");
    if (start != std::string::npos && !line.substr(start).starts_with("// Chunk ") && !continued) {
      REQUIRE(number <= book[chapter].size());
      CHECK(book[chapter][number - 1].find(line.substr(start)) != std::string::npos);
    }
    continued = !line.empty() && line.back() == '\\';
    ++number;
  }
}

/// The expansion of a chunk, put together of pieces.
std::string join_pieces(const Book& book, ChunkNumber number) {
  std::string result;
  for (const Piece& piece : split_at_uses(book.chunks()[number])) {
    if (piece.use == nullptr) {
      result += piece.text;
      continue;
    }
    std::istringstream lines(join_pieces(book, piece.use->chunk));
    for (std::string line; std::getline(lines, line);) {
      const bool blank = line.find_first_not_of(" \t\f\v") == std::string::npos;
      result += (blank ? "" : piece.text) + line + "\n";
    }
  }
  return result;
}

}  // namespace

TEST_CASE("Random books tangle as the definition says, and every line names its place") {
  const char* given = std::getenv("TANGLE_TEST_SEED");
  const unsigned seed =
      given != nullptr ? static_cast<unsigned>(std::stoul(given)) : std::random_device{}();
  MESSAGE("TANGLE_TEST_SEED=" << seed);
  Generator generator(seed);
  for (int round = 0; round < 2000; ++round) {
    const RandomBook random = make_book(generator);
    CAPTURE(round);
    std::string all;
    for (const std::string& chapter : random.chapters) all += chapter + "\n%%%%\n";
    CAPTURE(all);
    const Fixture fixture(random.chapters);
    REQUIRE(fixture.errors() == "");
    const ChunkNumber root = fixture.find("file:x.cu");
    std::string expected;
    expand_naively(random, 0, "", expected);
    REQUIRE(join_pieces(fixture.book, root) == expected);
    const std::string plain = expand_file(fixture.book, root, false);
    REQUIRE(essential_lines(plain) == essential_lines(expected));
    const std::string numbered = expand_file(fixture.book, root, true);
    std::string stripped;
    std::istringstream lines(numbered);
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("#line ")) stripped += line + "\n";
    }
    REQUIRE(stripped == plain);
    check_numbers(fixture, random.chapters, numbered);
  }
}
