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
      uses = { { chunk = "shared", chapter = "b" } },
      used_in = {},
      code = { "x(\"\\t\");\n", { use = 1, indent = "" }, { use = 1, indent = "" } } },
  },
}
)");
  CHECK(indexes[1] == R"(return {
  chapter = "b",
  chunks = {
    { name = "shared", file = nil,
      parts = { { line = 2, number = 1 }, { line = 8, number = 2 } },
      uses = { { chunk = "other", chapter = "b" } },
      used_in = { { chunk = "file:a.cu", chapter = "a" } },
      code = { { use = 1, indent = "" }, { use = 1, indent = "" }, "3\n" } },
    { name = "other", file = nil,
      parts = { { line = 5, number = 1 } },
      uses = {},
      used_in = { { chunk = "shared", chapter = "b" } },
      code = { "1\0092\n" } },
  },
}
)");
}
