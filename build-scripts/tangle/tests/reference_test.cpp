#include "../reference.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace tangle;

namespace {

/// The kind of a mention, its offset and its name.
std::string read(std::string_view line) {
  const Mention mention = find_mention(line);
  const char* const kinds[] = {"plain", "reference", "mistake", "doubt"};
  std::string result = kinds[static_cast<int>(mention.kind)];
  if (mention.kind == Mention::Kind::plain) return result;
  return result + " " + std::to_string(mention.offset) + " " + std::string(mention.name);
}

}  // namespace

TEST_CASE("A reference is a whole line") {
  CHECK(read("<<warp-sum>>") == "reference 0 warp-sum");
  CHECK(read("  \t<<Warp_Sum2>>  ") == "reference 3 Warp_Sum2");
  CHECK(read("<<a>>\t") == "reference 0 a");
}

TEST_CASE("What can only be a mistyped reference is a mistake") {
  CHECK(read("  <<two words>>") == "mistake 2 two words");
  CHECK(read("<< name >>") == "mistake 0 name");
  CHECK(read("<<name >>") == "mistake 0 name");
  CHECK(read("<<>>") == "mistake 0 ");
  CHECK(read("<<1name>>") == "mistake 0 1name");
  CHECK(read("<<Sum, then store (twice)>>") == "mistake 0 Sum, then store (twice)");
  CHECK(read("<<name>>;") == "mistake 0 name");
  CHECK(read("<<name>>=") == "mistake 0 name");
  CHECK(read("<<name>> // here") == "mistake 0 name");
  CHECK(read("<<two words>>;") == "mistake 0 two words");
  CHECK(read("  x <<name>>") == "mistake 4 name");
  CHECK(read("if (x) <<name>> ") == "mistake 7 name");
  CHECK(read("<<name>> <<name>>") == "mistake 0 name");
}

TEST_CASE("What may be more than that is a doubt") {
  CHECK(read("<name>>") == "doubt 0 name");
  CHECK(read("<<name>") == "doubt 0 name");
  CHECK(read("<<name>>>") == "doubt 0 name");
  CHECK(read("  <<<name>>>") == "doubt 2 name");
  CHECK(read("// <<name>>") == "doubt 3 name");
  CHECK(read(" * see <<name>>.") == "doubt 7 name");
  CHECK(read("{ <<name>> }") == "doubt 2 name");
  CHECK(read("x = \"<<name>>\";") == "doubt 5 name");
  CHECK(read("<< name >>;") == "doubt 0 name");
}

TEST_CASE("C++ and CUDA are plain") {
  for (const char* line : {
           "",
           "   ",
           "a < b && c > d",
           "kernel<<<grid, block>>>(x, y);",
           "kernel<<<grid, block, 0, stream>>>(x);",
           "kernel <<<grid, block>>> (x);",
           "kernel<T, (N << 1)><<<1, 32>>>();",
           "kernel<<<n>>",
           "<<<grid, block>>>(x);",
           "  <<<grid, block>>>(x);",
           "<<<dim3(n), dim3(32)>>>",
           "scan<vector<int>><<<1, 32>>>(x);",
           "a << b",
           "x << y >> z",
           "x<<y>>z",
           "(x<<n>>n)",
           "value = value<<n>>n;",
           "std::cout << a;",
           "std::cout << a << b << '\\n';",
           "  << a",
           "  << a << b;",
           "  << \"<\" << name << \">\";",
           "  << shift >> other;",
           "  << std::vector<std::vector<int>>()",
           "  << static_cast<A<B>>",
           "std::vector<std::vector<int>> x;",
           "using M = std::map<int, std::vector<int>>;",
           "std::integral_constant<int, 1<<n>>",
           "  template <typename T, template <typename> class C = std::array<T>>",
           "std::cin >> a >> b;",
           "operator<<(std::ostream& out, Half x)",
           "std::istream& operator>>(std::istream&, X<Y<Z>>&);",
           "#include <vector>",
           "#define SHIFT(x) ((x)<<k>>k)",
           "mask >>= 1;",
           "mask <<= 1;",
           "cat <<EOF >>log",
           "cat <<EOF",
           "<<<<<<< HEAD",
           ">>>>>>> branch",
           "auto order = a <=> b;",
           "f(<<a>>b)",
       }) {
    CAPTURE(line);
    CHECK(read(line) == "plain");
  }
}

TEST_CASE("A chunk's name is a letter, then letters, digits, - and _") {
  CHECK(is_chunk_name("a"));
  CHECK(is_chunk_name("Warp-sum_2"));
  CHECK_FALSE(is_chunk_name(""));
  CHECK_FALSE(is_chunk_name("2d"));
  CHECK_FALSE(is_chunk_name("-a"));
  CHECK_FALSE(is_chunk_name("a b"));
  CHECK_FALSE(is_chunk_name("a.b"));
  CHECK_FALSE(is_chunk_name("größe"));
}
