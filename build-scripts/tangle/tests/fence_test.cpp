#include "../fence.hpp"

#include <doctest/doctest.h>

#include <sstream>
#include <string>

using namespace tangle;

namespace {

/// The blocks of a text as `line:info|code line|…`, each block on a line, then the errors.
std::string blocks(const std::string& markdown) {
  const Text text(0, markdown);
  Diagnostics diagnostics;
  std::ostringstream out;
  for (const Block& block : find_blocks(text, diagnostics)) {
    out << block.line << ':' << block.info;
    for (const CodeLine& line : block.code) out << '|' << std::string(line.pad, ' ') << line.text;
    out << '\n';
  }
  diagnostics.print(out, {"x.md"});
  return out.str();
}

}  // namespace

TEST_CASE("Fences are of three or more backticks or tildes") {
  CHECK(blocks("```\na\n```\n") == "1:|a\n");
  CHECK(blocks("~~~ {.cpp #x} \n\na\n~~~") == "1:{.cpp #x}||a\n");
  CHECK(blocks("``\na\n``\n") == "");
  CHECK(blocks("text\n```cpp\n```\ntext") == "2:cpp\n");
  CHECK(blocks("``` a`b\n") == "");
  CHECK(blocks("~~~ a`b~\n~~~") == "1:a`b~\n");
  CHECK(blocks("\\```\na\n") == "");
}

TEST_CASE("A fence closes with its own kind, as long or longer, and nothing behind") {
  CHECK(blocks("```\n~~~\n```\n") == "1:|~~~\n");
  CHECK(blocks("````\n```\n```{.cpp #x}\n`````  \n") == "1:|```|```{.cpp #x}\n");
  CHECK(blocks("~~~~\n~~~\n~~~~\t\n") == "1:|~~~\n");
  CHECK(blocks("```\n``` a`\n```") == "1:|``` a`\n");
}

TEST_CASE("A fence is indented by three columns at most, and its code loses as much") {
  CHECK(blocks("  ```\n  a\n a\n    a\n   ```\n") == "1:|a|a|  a\n");
  CHECK(blocks("    ```\n    a\n") == "");
  CHECK(blocks("\t```\n") == "");
  CHECK(blocks("```\n    ```\n```") == "1:|    ```\n");
  CHECK(blocks(" ```\n\ta\n ```") == "1:|   a\n");
}

TEST_CASE("Fences stand in lists and quotes") {
  CHECK(blocks("- text\n\n  ```\n  a\n\n    b\n  ```\n") == "3:|a||  b\n");
  CHECK(blocks("10. ```\n    a\n    ```\n") == "1:|a\n");
  CHECK(blocks("> ```\n> a\n>\n>   b\n> ```\n") == "1:|a||  b\n");
  CHECK(blocks("> - ```\n>   a\n>   ```\n") == "1:|a\n");
  CHECK(blocks("-\t```\n\ta\n\t```") == "1:|a\n");
  CHECK(blocks("- text\nlazily continued\n\n      ```\n") == "");
  CHECK(blocks("1. text\nlazy\n   ```\n   a\n   ```\n") == "3:|a\n");
  CHECK(blocks("- text\n\nout\n\n  ```\n  a\n  ```\n") == "5:|a\n");
  CHECK(blocks("text\n2. no list\n     ```\n") == "");
  CHECK(blocks("* * *\n    ```\n") == "");
  CHECK(blocks("-\n\n  ```\n  ```\n") == "3:\n");
}

TEST_CASE("HTML hides what CommonMark says it hides") {
  CHECK(blocks("<!--\n```\n-->\n```\na\n```\n") == "4:|a\n");
  CHECK(blocks("<!-- x -->\n```\na\n```\n") == "2:|a\n");
  CHECK(blocks("text <!--\n```\na\n```\n-->\n") == "2:|a\n");
  CHECK(blocks("<div>\n```\n\n```\na\n```\n") == "4:|a\n");
  CHECK(blocks("<pre>\n\n```\n</pre>\n```\na\n```\n") == "5:|a\n");
  CHECK(blocks("<b class='x' y=1>\n```\n\n```\na\n```") == "4:|a\n");
  CHECK(blocks("text\n<b>\n```\na\n```\n") == "3:|a\n");
  CHECK(blocks("<b> text\n```\na\n```\n") == "2:|a\n");
  CHECK(blocks("<https://example.org>\n```\na\n```\n") == "2:|a\n");
  CHECK(blocks("</div>\n```\n```\n\ntext") == "");
  CHECK(blocks("<? x\n```\n?>\n<!X\n```\n>\n<![CDATA[\n```\n]]>\n```\na\n```") == "10:|a\n");
}

TEST_CASE("A chunk that only CommonMark takes for HTML is an error") {
  CHECK(blocks("<div>\n  ```{.cpp #x}\n```\n") ==
        "x.md:2:3: error: this fence is part of the HTML block above it, not a code block\n"
        "  hint: leave a blank line between the HTML and the fence\n");
  CHECK(blocks("<!--\n```{.cpp #x}\n```\n-->\n") == "");
}

TEST_CASE("A fence that nothing closes is an error where it opens") {
  CHECK(blocks("text\n\n ````\na\n```\n") ==
        "3:|a|```\n"
        "x.md:3:2: error: this fence is never closed\n"
        "x.md:5:1: note: it reaches to here\n"
        "  hint: close it with a line of 4 or more backticks\n");
  CHECK(blocks("- ~~~\n  a\n\nout\n") ==
        "1:|a|\n"
        "x.md:1:3: error: this fence is still open where its list item or quote ends\n"
        "x.md:4:1: note: it reaches to here\n"
        "  hint: close it with a line of 3 or more tildes\n");
  CHECK(blocks("```{.cpp #x}\na\n```{.cpp #y}\nb\n```\n") ==
        "1:{.cpp #x}|a\n3:{.cpp #y}|b\n"
        "x.md:1:1: error: this fence is still open where the next one opens\n"
        "x.md:3:1: note: it reaches to here\n"
        "  hint: close it with a line of 3 or more backticks\n");
}
