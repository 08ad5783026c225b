// Damaged input ends in an error that says so, never in anything else. To try others than the
// usual mutations: MUTATION_SEED and MUTATIONS in the environment.
#include <doctest/doctest.h>

#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "simulator/runtime/programs/fat_binary.hpp"
#include "simulator/tests/harness.hpp"

using namespace simulator;

namespace {

unsigned setting(const char* name, unsigned usual) {
  const char* const value = std::getenv(name);
  return value ? unsigned(std::strtoul(value, nullptr, 10)) : usual;
}

class Mutator {
 public:
  explicit Mutator(unsigned seed) : random_(seed) {}

  std::size_t below(std::size_t n) { return n == 0 ? 0 : random_() % n; }

  /// One to three changes, most of them of words.
  std::string mutated(std::string text) {
    for (std::size_t k = below(3) + 1; k > 0; --k) change(text);
    return text;
  }

 private:
  void change(std::string& text) {
    static const char* const pieces[] = {
        "0",          "-1",     "4294967296", "18446744073709551615",
        "0x80000000", "1e400",  "0f7f800000", "{",
        "}",          "[",      "]",          "(",
        ")",          ",",      ";",          ":",
        "@",          "!",      "|",          "_",
        "%r1",        "%rd1",   "%p1",        "%f1",
        ".v4",        ".b8",    ".u64",       ".f16x2",
        ".pred",      ".param", ".shared",    ".align 4294967295",
        "<1000000>",  ".local", "\"",         "/*",
        "//",         "\n",     "LABEL",      "bra",
        "call",       "ret",    "ld",         "st",
        "mov",        "shfl",   ".global",    ".entry",
        "[0]"};
    const std::size_t at = below(text.size() + 1), length = below(below(64) + 1);
    switch (below(10)) {
      case 0:
        if (at < text.size()) text[at] = char(random_());
        break;
      case 1:
        if (at < text.size()) text[at] = char(text[at] ^ 1 << below(8));
        break;
      case 2:
        text.erase(at, length);
        break;
      case 3:
        text.insert(at, text.substr(below(text.size() + 1), length));
        break;
      case 4:
        text.insert(at, pieces[below(std::size(pieces))]);
        break;
      case 5: {
        const std::string piece = pieces[below(std::size(pieces))];
        replace_word(text, at, piece.substr(piece[0] == '.'));
        break;
      }
      default:
        replace_word(text, at, word_from(text, below(text.size() + 1)));
    }
  }

  static bool in_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '%' || c == '_';
  }

  /// Where the next word begins, or the word that the place is in.
  static std::size_t word_start(const std::string& text, std::size_t at) {
    while (at < text.size() && !in_word(text[at])) ++at;
    while (at > 0 && at < text.size() && in_word(text[at - 1])) --at;
    return at;
  }

  static std::string word_from(const std::string& text, std::size_t at) {
    const std::size_t start = word_start(text, at);
    std::size_t end = start;
    while (end < text.size() && in_word(text[end])) ++end;
    return text.substr(start, end - start);
  }

  static void replace_word(std::string& text, std::size_t at, const std::string& word) {
    text.replace(word_start(text, at), word_from(text, at).size(), word);
  }

  std::mt19937 random_;
};

/// A text with something of everything.
std::string everything() {
  return ".file 1 \"a.cu\"\n" + kernel_text(R"(
  .loc 1 12 3
  .loc 1 8 5, function_name $L__info_string0, inlined_at 1 12 3
  .local .align 8 .b8 mine[64];
  .shared .align 16 .f32 tile[32][33];
  .reg .b128 %q;
  setp.lt.and.s32 %p1|%p2, %r3, 16, %p0;
  @!%p1 bra SKIP;
  mad.wide.u32 %rd5, %r3, 4, %rd1;
  ld.global.nc.v2.u32 {%r10, _}, [%rd5+8];
  st.shared.f32 [tile+4], 0f3f800000;
  shfl.sync.bfly.b32 %r11|%p3, %r10, 16, 31, -1;
  vote.sync.ballot.b32 %r12, %p3, 0xffffffff;
  atom.global.acq_rel.gpu.add.u32 %r13, [%rd0], 1;
  red.shared.max.s32 [tile], %r12;
  bar.sync 0, 64;
  cvt.rn.f16.f32 %h1, %f1;
  fma.rn.ftz.f32 %f2, %f1, %f1, 0d3FF0000000000000;
  lop3.b32 %r14, %r10, %r11, %r12, 0x96;
SKIP:
  selp.b64 %rd6, %rd1, %rd0, %p2;
  mov.b64 {%r15, %r16}, %rd6;
  { .reg .b32 temp; add.cc.u32 temp, %r15, 1; addc.u32 %r15, temp, 0; }
LIST: .branchtargets SKIP, END;
  brx.idx %r15, LIST;
  .param .b32 argument; .param .b32 result;
  st.param.b32 [argument+0], %r15;
  call.uni (result), twice, (argument);
  ld.param.b32 %r17, [result+0];
  cvta.to.global.u64 %rd7, %rd6;
  cp.async.ca.shared.global [%r17], [%rd7], 16;
END:)",
                                            R"(.visible .func (.param .b32 r) twice(.param .b32 x);
.visible .func (.param .b32 r) twice(.param .b32 x) {
  .reg .b32 %t<3>;
  ld.param.b32 %t1, [x];
  shl.b32 %t2, %t1, 1;
  st.param.b32 [r], %t2;
  ret;
}
.const .align 4 .f32 weights[4] = {0f3f800000, 1.5, -2, 0};
.global .align 8 .u64 pointers[2] = {generic(weights)+4, weights};
.extern .shared .align 16 .b8 dynamic[];
)");
}

}  // namespace

TEST_CASE("mutated PTX is refused cleanly or understood") {
  const unsigned seed = setting("MUTATION_SEED", 1), rounds = setting("MUTATIONS", 4000);
  Mutator mutator(seed);
  const std::string good = everything();
  Memory good_memory;
  parse_module(good)->load(good_memory);
  unsigned refused = 0, understood = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    const std::string text = mutator.mutated(good);
    CAPTURE(seed);
    CAPTURE(round);
    CAPTURE(text);
    try {
      Memory memory;
      parse_module(text)->load(memory);
      ++understood;
    } catch (const UnsupportedError& error) {
      ++refused;
      CHECK(error.what()[0] != '\0');
    } catch (const std::exception& error) {
      FAIL_CHECK("another error: " << error.what());
    }
  }
  MESSAGE("seed " << seed << ": " << refused << " refused, " << understood << " understood");
  CHECK(refused > rounds / 10);
  CHECK(understood > rounds / 100);
}

TEST_CASE("nesting without end is refused") {
  for (const char* piece : {"[", "{", "(", "!", "{ {", "%r1|{"}) {
    std::string deep;
    for (int k = 0; k < 200000; ++k) deep += piece;
    CHECK_THROWS_AS(parse_module(kernel_text("mov.b32 %r1, " + deep)), UnsupportedError);
    CHECK_THROWS_AS(parse_module(".global .u32 x[2] = " + deep), UnsupportedError);
  }
}

TEST_CASE("mutated fat binaries are refused cleanly or lead to text") {
  const unsigned seed = setting("MUTATION_SEED", 1), rounds = setting("MUTATIONS", 20000);
  Mutator mutator(seed);
  std::string good;
  const auto append = [&](std::uint64_t value, unsigned bytes) {
    good.append(reinterpret_cast<const char*>(&value), bytes);
  };
  append(0xba55ed50, 4), append(1, 2), append(16, 2), append(3 * 72, 8);
  for (const unsigned architecture : {75, 90, 100}) {
    append(1, 2), append(0x101, 2), append(64, 4), append(8, 8), append(0, 8), append(9 << 16, 4);
    append(architecture, 4), append(0, 8), append(0x11, 8), append(0, 8), append(0, 8);
    good += std::string("some ptx", 8);
  }
  unsigned refused = 0, understood = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    const std::string text = mutator.mutated(good);
    // On the heap and no longer than it is, so that a sanitizer sees the end.
    std::vector<std::byte> bytes(text.size());
    std::memcpy(bytes.data(), text.data(), text.size());
    CAPTURE(seed);
    CAPTURE(round);
    try {
      const std::string chosen = choose_ptx(bytes, 90);
      CHECK(chosen.size() <= bytes.size());
      ++understood;
    } catch (const FatBinaryError&) {
      ++refused;
    } catch (const std::exception& error) {
      FAIL_CHECK("another error: " << error.what());
    }
  }
  MESSAGE("seed " << seed << ": " << refused << " refused, " << understood << " understood");
  CHECK(refused > rounds / 10);
  CHECK(understood > rounds / 10);
}
