#include "../text.hpp"

#include <doctest/doctest.h>

#include <sstream>
#include <string>

#include "../utf8.hpp"

using namespace tangle;

TEST_CASE("UTF-8 is told from other bytes") {
  CHECK(find_invalid_utf8("") == std::string_view::npos);
  CHECK(find_invalid_utf8("eight plain letters, and more") == std::string_view::npos);
  CHECK(find_invalid_utf8("ä € 𝄞 \xf4\x8f\xbf\xbf") == std::string_view::npos);
  CHECK(find_invalid_utf8("12345678\xff") == 8);
  CHECK(find_invalid_utf8("a\x80") == 1);                 // a tail without a head
  CHECK(find_invalid_utf8("a\xc3") == 1);                 // a head without a tail
  CHECK(find_invalid_utf8("\xc0\xaf") == 0);              // overlong
  CHECK(find_invalid_utf8("\xe0\x80\xaf") == 0);          // overlong
  CHECK(find_invalid_utf8("\xed\xa0\x80") == 0);          // a surrogate
  CHECK(find_invalid_utf8("\xf4\x90\x80\x80") == 0);      // beyond U+10FFFF
  CHECK(find_invalid_utf8("\xf8\x88\x80\x80\x80") == 0);  // five bytes
}

TEST_CASE("Characters are counted, not bytes") {
  CHECK(count_characters("") == 0);
  CHECK(count_characters("aä€𝄞") == 4);
}

TEST_CASE("Lines end with LF, CRLF, CR or the file") {
  using Lines = std::vector<std::string_view>;
  CHECK(Text(0, "").lines() == Lines{});
  CHECK(Text(0, "a\n\nb\n").lines() == Lines{"a", "", "b"});
  CHECK(Text(0, "a\r\n\r\nb").lines() == Lines{"a", "", "b"});
  CHECK(Text(0, "a\rb\r\rc\n\rd").lines() == Lines{"a", "b", "", "c", "", "d"});
  CHECK(Text(0, "\xef\xbb\xbf# A\n").lines() == Lines{"# A"});
}

TEST_CASE("A place counts lines and characters from one") {
  const Text text(3, "\xef\xbb\xbfäb\r\n\r\ncd");
  const auto place = [&](int line, int offset) {
    return text.place(text.lines()[line].data() + offset);
  };
  CHECK(place(0, 0) == Place{3, 1, 1});
  CHECK(place(0, 2) == Place{3, 1, 2});
  CHECK(place(1, 0) == Place{3, 2, 1});
  CHECK(place(2, 2) == Place{3, 3, 3});
}

TEST_CASE("What is no text is reported with its byte") {
  const auto errors = [](std::string bytes) {
    Diagnostics diagnostics;
    Text(0, std::move(bytes)).check(diagnostics);
    std::ostringstream out;
    diagnostics.print(out, {"x.md"});
    return out.str();
  };
  CHECK(errors("fine\n") == "");
  CHECK(errors("a\nb\xff\n") ==
        "x.md:2:2: error: byte 3 of the file is not UTF-8\n  hint: save the chapter as UTF-8\n");
  CHECK(errors(std::string("a\0b", 3)) ==
        "x.md:1:2: error: byte 1 of the file is zero; this is no text\n");
}
