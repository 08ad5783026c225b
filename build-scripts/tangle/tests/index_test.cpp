#include "../index.hpp"

#include <doctest/doctest.h>

#include "fixture.hpp"

using namespace tangle;

TEST_CASE("A chapter is called like its file") {
  CHECK(chapter_name("chapters/trapezoid-1.md") == "trapezoid-1");
  CHECK(chapter_name("a.b.md") == "a.b");
  CHECK(chapter_name("a/b") == "b");
  CHECK(chapter_name("a.d/b") == "b");
}

TEST_CASE("The index tells each chapter of its own chunks") {
  const Fixture f({R"(
```{.cpp file=a.cu}
x("\t");
<<shared>>
<<shared>>
```
)",
                   R"(
```{.cpp #shared}
<<other>>
```
```{.cpp #other}
1	2
```
```{.cpp #shared}
<<other>>
3
```
)"});
  REQUIRE(f.errors() == "");
  const std::vector<std::string> indexes = write_indexes(f.book);
  REQUIRE(indexes.size() == 2);
  CHECK(indexes[0] == R"(return {
  chapter = "a",
  chunks = {
    { name = "file:a.cu", file = "a.cu",
      parts = { { line = 2, number = 1 } },
      uses = { "shared" },
      used_in = {},
      chapters = { "a" },
      final = "x(\"\\t\");\n1\0092\n1\0092\n3\n1\0092\n1\0092\n3\n" },
  },
}
)");
  CHECK(indexes[1] == R"(return {
  chapter = "b",
  chunks = {
    { name = "shared", file = nil,
      parts = { { line = 2, number = 1 }, { line = 8, number = 2 } },
      uses = { "other" },
      used_in = { { chunk = "file:a.cu", chapter = "a" } },
      chapters = { "b" },
      final = "1\0092\n1\0092\n3\n" },
    { name = "other", file = nil,
      parts = { { line = 5, number = 1 } },
      uses = {},
      used_in = { { chunk = "shared", chapter = "b" } },
      chapters = { "b" },
      final = "1\0092\n" },
  },
}
)");
}

TEST_CASE("Parts in another chapter count, but their lines are not told") {
  const Fixture f({"```{.cpp file=x}\n<<a>>\n<<a>>\n```\n```{#a}\n1\n```\n",
                   "```{#a .continued}\n<<b>>\n```\n```{#a}\n3\n```\n```{#b}\n4\n```\n"});
  REQUIRE(f.errors() == "");
  const std::string index = write_indexes(f.book)[1];
  CHECK(index.find("{ name = \"a\", file = nil,\n"
                   "      parts = { { line = 1, number = 2 }, { line = 4, number = 3 } },\n"
                   "      uses = { \"b\" },\n"
                   "      used_in = { { chunk = \"file:x\", chapter = \"a\" } },\n"
                   "      chapters = { \"a\", \"b\" },\n"
                   "      final = \"1\\n4\\n3\\n\" }") != std::string::npos);
  CHECK(index.find("used_in = { { chunk = \"a\", chapter = \"b\" } }") != std::string::npos);
}
