#include "../attributes.hpp"

#include <doctest/doctest.h>

using namespace tangle;

namespace {

/// Attributes as `.class #id key=[value]` in this order, or the error as `offset: message`.
std::string parse(std::string_view info) {
  Attributes attributes;
  if (const auto error = parse_attributes(info, attributes)) {
    return std::to_string(error->offset) + ": " + error->message;
  }
  std::string result;
  for (const std::string& name : attributes.classes) result += " ." + name;
  for (const std::string& id : attributes.ids) result += " #" + id;
  for (const auto& [key, value] : attributes.values) result += " " + key + "=[" + value + "]";
  return result.empty() ? result : result.substr(1);
}

}  // namespace

TEST_CASE("Attributes are read as Pandoc reads them") {
  CHECK(parse("") == "");
  CHECK(parse("{}") == "");
  CHECK(parse("cpp") == ".cpp");
  CHECK(parse("cpp and what follows") == ".cpp");
  CHECK(parse("{.cpp #warp-sum}") == ".cpp #warp-sum");
  CHECK(parse("{ #x .cpp\t.unused }") == ".cpp .unused #x");
  CHECK(parse("cpp {#x}") == ".cpp #x");
  CHECK(parse("cpp{#x}") == ".cpp #x");
  CHECK(parse("{.cpp file=scan/tree.cuh}") == ".cpp file=[scan/tree.cuh]");
  CHECK(parse("{file=\"a b}.cu\" note='it is \"so\"'}") == "file=[a b}.cu] note=[it is \"so\"]");
  CHECK(parse(R"({note="say \"so\" \n"})") == R"(note=[say "so" \n])");
  CHECK(parse("{note=\"\" other=a=b#c}") == "note=[] other=[a=b#c]");
  CHECK(parse("{.cpp - data-x=1}") == ".cpp .unnumbered data-x=[1]");
  CHECK(parse("{=html}") == "");
}

TEST_CASE("What braces hold must be attributes") {
  CHECK(parse("{cpp #x}") == "1: 'cpp' is no attribute; write .cpp, #cpp or cpp=value");
  CHECK(parse("{.cpp #x") == "8: these attributes lack their closing brace");
  CHECK(parse("{.cpp file = x}").starts_with("6: 'file' is no attribute"));
  CHECK(parse("{.cpp file=}") == "11: a value is missing here");
  CHECK(parse("{.cpp file=\"x}") == "11: this value lacks its closing quotation mark");
  CHECK(parse("{.cpp #}") == "7: this is no attribute; write .class, #name or key=value");
  CHECK(parse("{.cpp#x}") == "5: a space is missing between two attributes");
  CHECK(parse("{.cpp} #x") == "7: nothing may follow the attributes' closing brace");
  CHECK(parse("a b {.cpp}").starts_with("4: attributes follow"));
}
