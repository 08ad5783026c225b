#include "../expand.hpp"

#include <doctest/doctest.h>

#include "fixture.hpp"

using namespace tangle;

namespace {

std::string expand(const std::string& markdown, bool number_lines) {
  const Fixture f({markdown});
  REQUIRE(f.errors() == "");
  return expand_file(f.book, 0, number_lines);
}

}  // namespace

TEST_CASE("References are replaced, with their indentation and a comment above") {
  const std::string book = R"(
```{.cpp file=a.cu}
int main() {
  <<block-sum>>
}
```
text
```{.cpp #block-sum}
if (x) {

	<<warp-sum>>
   
}
```
```{.cpp #warp-sum}
sum();
```
text
```{.cpp #warp-sum}

more();
```
)";
  CHECK(expand(book, false) == R"(int main() {
  // Block sum
  if (x) {

  	// Warp sum
  	sum();

  	more();
   
  }
}
)");
  CHECK(expand(book, true) == R"(#line 3 "a.md"
int main() {
  // Block sum
#line 9 "a.md"
  if (x) {

  	// Warp sum
#line 16 "a.md"
  	sum();
#line 20 "a.md"

  	more();
#line 12 "a.md"
   
  }
#line 5 "a.md"
}
)");
}

TEST_CASE("A chunk is made of its own lines and of references with their indentation") {
  const Fixture f(
      {"```{.cpp file=x}\n1\n2\n <<a>>\n```\n```{.cpp #a}\n}\n```\n```{.cpp #a}\n2\n```\n"});
  const std::vector<Piece> pieces = split_at_uses(f.book.chunks()[0]);
  REQUIRE(pieces.size() == 2);
  CHECK(pieces[0].text == "1\n2\n");
  CHECK(pieces[0].use == nullptr);
  CHECK(pieces[1].text == " ");
  REQUIRE(pieces[1].use != nullptr);
  CHECK(pieces[1].use->chunk == f.find("a"));
  CHECK(split_at_uses(f.book.chunks()[f.find("a")]).at(0).text == "}\n2\n");
}

TEST_CASE("A blank line sets parts apart that end with a brace at the margin") {
  CHECK(expand("```{.cpp file=x}\nf() {\n}\n```\n```{.cpp file=x}\ng() {\n  }\n```\n"
               "```{.cpp file=x}\nh();\n```\n",
               true) ==
        "#line 2 \"a.md\"\nf() {\n}\n\n#line 6 \"a.md\"\ng() {\n  }\n#line 10 \"a.md\"\nh();\n");
}

TEST_CASE("Nothing comes between a line and its continuation") {
  CHECK(expand("```{.cpp file=x}\n#define F \\\n  <<a>>\nend\n```\n"
               "```{.cpp #a}\n1 \\\n<<b>>\n```\n```{.cpp #b}\n} \\\n```\n```{.cpp #b}\n2\n3\n```\n",
               true) ==
        "#line 2 \"a.md\"\n#define F \\\n  1 \\\n  } \\\n  2\n#line 15 \"a.md\"\n  3\n"
        "#line 4 \"a.md\"\nend\n");
}

TEST_CASE("Comments are those of the language, and only C's relatives number lines") {
  const auto expand_as = [](const std::string& attributes) {
    return expand("```{" + attributes + "}\n  <<a-b>>\n```\n```{#a-b}\n1\n```\n", true);
  };
  CHECK(expand_as(".gnuplot file=x") == "  # A b\n  1\n");
  CHECK(expand_as(".lua file=x") == "  -- A b\n  1\n");
  CHECK(expand_as(".html file=x") == "  <!-- A b -->\n  1\n");
  CHECK(expand_as(".ptx file=x") == "  // A b\n  1\n");
  CHECK(expand_as(".json file=x") == "  1\n");
  CHECK(expand_as("file=x.txt") == "  1\n");
  CHECK(expand_as("file=x/y.py") == "  # A b\n  1\n");
  CHECK(expand_as("file=Makefile") == "  1\n");
  for (const char* class_or_file : {".cpp file=x", ".c file=x", ".cu file=x", ".cuda file=x",
                                    ".h file=x", "file=x.cuh", "file=x.hpp", ".wide file=x.cc"}) {
    CAPTURE(class_or_file);
    CHECK(expand_as(class_or_file) == "  // A b\n#line 5 \"a.md\"\n  1\n");
  }
}

TEST_CASE("Tabs that a fence takes in part leave spaces") {
  CHECK(expand(" ```{.cpp file=x}\n\ta\n\t<<b>>\n ```\n```{#b}\n1\n```\n", false) ==
        "   a\n   // B\n   1\n");
}

TEST_CASE("CRLF, a byte order mark and a missing last line end do not reach the code") {
  CHECK(expand("\xef\xbb\xbf```{.cpp file=x}\r\n<<a>>\r\n```\r\n\r\n```{.cpp #a}\r\n1\r\n```",
               true) == "// A\n#line 6 \"a.md\"\n1\n");
}

TEST_CASE("A chapter's name is quoted for the preprocessor") {
  Book book;
  Diagnostics errors;
  book.add_chapter("a \"b\\c.md", "```{.cpp file=x}\n1\n```\n", errors);
  book.link(errors);
  CHECK(expand_file(book, 0, true) == "#line 2 \"a \\\"b\\\\c.md\"\n1\n");
}

TEST_CASE("An empty chunk is an empty file, or a comment") {
  CHECK(expand("```{.cpp file=x}\n```\n", true) == "");
  CHECK(expand("```{.cpp file=x}\n<<a>>\n```\n```{#a}\n```\n", true) == "// A\n");
}

TEST_CASE("Texts that differ in line numbers alone compare equal") {
  const auto same = [](std::string_view a, std::string_view b) {
    return without_line_numbers(a) == without_line_numbers(b);
  };
  CHECK(same("#line 1 \"a\"\nx\n", "#line 2 \"a\"\nx\n"));
  CHECK(same("#line 1 \"a\"\nx\ny\n", "#line 1 \"a\"\nx\n#line 8 \"a\"\ny\n"));
  CHECK_FALSE(same("#line 1 \"a\"\nx\n", "#line 1 \"b\"\nx\n"));
  CHECK_FALSE(same("#line 1 \"a\"\nx\n", "x\n"));
  CHECK_FALSE(same("#line 1 \"a\"\nx\n", "#line 1 \"a\"\ny\n"));
  CHECK_FALSE(same("x", "x\n"));
}
