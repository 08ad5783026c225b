#include "simulator/runtime/programs/fat_binary.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#if SIMULATOR_ZSTD
#include <zstd.h>
#endif
#if SIMULATOR_LZ4
#include <lz4.h>
#endif

#include "simulator/ptx/unsupported.hpp"

using namespace simulator;

namespace {

using Bytes = std::vector<std::byte>;

template <class T>
void append(Bytes& bytes, T value) {
  bytes.resize(bytes.size() + sizeof value);
  std::memcpy(bytes.data() + bytes.size() - sizeof value, &value, sizeof value);
}

/// Compressed if it says how many bytes it was.
Bytes entry(std::uint16_t kind, std::uint32_t architecture, std::string text,
            std::uint64_t flags = 0x11, std::uint64_t unpacked_bytes = 0) {
  const std::size_t packed_bytes = unpacked_bytes != 0 ? text.size() : 0;
  text.resize((text.size() + 8) / 8 * 8);
  Bytes bytes;
  append<std::uint16_t>(bytes, kind);
  append<std::uint16_t>(bytes, 0x101);
  append<std::uint32_t>(bytes, 64);
  append<std::uint64_t>(bytes, text.size());
  append<std::uint64_t>(bytes, packed_bytes);
  append<std::uint32_t>(bytes, 9 << 16);
  append<std::uint32_t>(bytes, architecture);
  append<std::uint64_t>(bytes, 0);
  append<std::uint64_t>(bytes, flags);
  append<std::uint64_t>(bytes, 0);
  append<std::uint64_t>(bytes, unpacked_bytes);
  for (const char c : text) bytes.push_back(std::byte(c));
  return bytes;
}

Bytes binary(const std::vector<Bytes>& entries) {
  Bytes body;
  for (const Bytes& each : entries) body.insert(body.end(), each.begin(), each.end());
  Bytes bytes;
  append<std::uint32_t>(bytes, 0xba55ed50);
  append<std::uint16_t>(bytes, 1);
  append<std::uint16_t>(bytes, 16);
  append<std::uint64_t>(bytes, body.size());
  bytes.insert(bytes.end(), body.begin(), body.end());
  return bytes;
}

std::string message(const Bytes& bytes) {
  try {
    choose_ptx(bytes, 90);
  } catch (const FatBinaryError& error) {
    return error.what();
  }
  return "no error";
}

// nvcc's own compression is tried by compression_test.py.
struct Format {
  std::string name;
  std::uint64_t flags;
  std::string (*pack)(const std::string& text);
};

#if SIMULATOR_ZSTD
std::string zstandard_of(const std::string& text) {
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
  return packed;
}

std::string zstandard_of_unknown_length(const std::string& text) {
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0);
  packed.resize(ZSTD_compress2(context, packed.data(), packed.size(), text.data(), text.size()));
  ZSTD_freeCCtx(context);
  return packed;
}
#endif

#if SIMULATOR_LZ4
std::string lz4_of(const std::string& text) {
  std::string packed(std::size_t(LZ4_compressBound(int(text.size()))), '\0');
  packed.resize(std::size_t(
      LZ4_compress_default(text.data(), packed.data(), int(text.size()), int(packed.size()))));
  return packed;
}
#endif

const std::vector<Format> formats = {
#if SIMULATOR_ZSTD
    {"Zstandard", 0x8011, zstandard_of},
    {"Zstandard that does not say how long it is", 0x8011, zstandard_of_unknown_length},
#endif
#if SIMULATOR_LZ4
    {"LZ4", 0x2011, lz4_of},
#endif
};

Bytes packed_binary(const Format& format, const std::string& text) {
  return binary({entry(1, 90, format.pack(text), format.flags, text.size())});
}

constexpr std::size_t size_place = 16 + 56;    // of the text, in the first entry
constexpr std::size_t packed_place = 16 + 16;  // likewise, compressed

template <class T>
Bytes changed(Bytes bytes, std::size_t place, T value) {
  std::memcpy(bytes.data() + place, &value, sizeof value);
  return bytes;
}

struct Wrapper {
  std::uint32_t magic = 0x466243b1, version = 1;
  const void* binary = nullptr;
  const void* linked = nullptr;
};

}  // namespace

TEST_CASE("the PTX with the highest target that is not too new") {
  const auto all = {entry(1, 75, "seventy-five"), entry(2, 90, "machine code"),
                    entry(1, 90, "ninety"), entry(1, 80, "eighty"), entry(1, 100, "hundred")};
  CHECK(choose_ptx(binary(all), 90) == "ninety");
  CHECK(choose_ptx(binary(all), 89) == "eighty");
  CHECK(choose_ptx(binary(all), 120) == "hundred");
}

TEST_CASE("a binary without usable PTX says what to do") {
  CHECK(message(binary({})).find("no PTX") != std::string::npos);
  CHECK(message(binary({entry(2, 90, "code")})).find("no PTX") != std::string::npos);
  CHECK(message(binary({entry(1, 100, "new")})).find("above sm_90") != std::string::npos);
  for (const std::uint64_t unknown : {0x1011, 0x4011, 0xa011})
    CHECK(message(binary({entry(1, 90, "?", unknown)})).find("--no-compress") != std::string::npos);
  CHECK(choose_ptx(binary({entry(1, 75, "?", 0x8011), entry(1, 90, "good")}), 90) == "good");
}

TEST_CASE("every cut and every damaged size is refused") {
  const Bytes good = binary({entry(1, 75, "seventy-five"), entry(1, 90, "ninety")});
  for (std::size_t length = 0; length < good.size(); ++length)
    CHECK(message(Bytes(good.begin(), good.begin() + length)) != "no error");
  for (const std::size_t place : {0, 4, 6, 8, 16 + 4, 16 + 8})  // magics and sizes
    for (const int value : {0x00, 0x07, 0xff}) {
      Bytes bad = good;
      if (bad[place] == std::byte(value)) continue;
      bad[place] = std::byte(value);
      CAPTURE(place);
      CAPTURE(value);
      // A damaged size may by chance still frame some entries, but never leads outside.
      try {
        const std::string text = choose_ptx(bad, 90);
        CHECK(text.size() <= bad.size());
      } catch (const FatBinaryError&) {
        CHECK(true);
      }
    }
  Bytes endless = good;
  std::memset(endless.data() + 16 + 8, 0xff, 8);  // the first entry's payload
  CHECK(message(endless).find("past the end") != std::string::npos);
  Bytes stuck = good;
  std::memset(stuck.data() + 16 + 4, 0, 4);  // a header of no bytes would never advance
  CHECK(message(stuck).find("past the end") != std::string::npos);
}

TEST_CASE("compressed PTX is what it was") {
  std::mt19937 random(1);
  for (const Format& format : formats)
    for (const std::size_t length : {1, 2, 100, 65535, 65536, 1 << 20}) {
      CAPTURE(format.name);
      CAPTURE(length);
      std::string text(length, ' ');
      for (char& c : text) c = "add.u32 %r,;\n"[random() % 13];
      CHECK(choose_ptx(packed_binary(format, text), 90) == text);
      CHECK(choose_ptx(packed_binary(format, text + '\0'), 90) == text);
    }
}

TEST_CASE("compressed PTX that is not as long as it says is refused") {
  for (const Format& format : formats) {
    CAPTURE(format.name);
    const std::string text(1000, 'x');
    const Bytes good = packed_binary(format, text);
    REQUIRE(choose_ptx(good, 90) == text);
    for (const std::uint64_t bytes : {std::uint64_t(0), std::uint64_t(1), std::uint64_t(999),
                                      std::uint64_t(1001), std::uint64_t(1) << 20})
      CHECK(message(changed(good, size_place, bytes)) ==
            "fat binary: the compressed PTX is damaged");
    for (const std::uint64_t bytes :
         {std::uint64_t(1) << 29, std::uint64_t(1) << 40, ~std::uint64_t(0)})
      CHECK(message(changed(good, size_place, bytes)) != "no error");
    CHECK(message(changed(good, packed_place, std::uint32_t(1 << 20))).find("past the end") !=
          std::string::npos);
    for (const std::uint32_t bytes : {0, 1, 2, 5})
      CHECK(message(changed(good, packed_place, bytes)) ==
            "fat binary: the compressed PTX is damaged");
  }
}

TEST_CASE("more than any PTX needs is refused before room is made for it") {
#if SIMULATOR_ZSTD
  // As a bomb would be: 300 million bytes in some thousand.
  const Bytes bomb = packed_binary(formats[0], std::string(300'000'000, 'x'));
  CHECK(bomb.size() < 100'000);
  CHECK(message(bomb).find("300000000 bytes, more than the simulator reads") != std::string::npos);
#endif
}

TEST_CASE("damaged compressed PTX is refused, or is some other text of its length") {
  std::mt19937 random(1);
  std::string text(2000, ' ');
  for (char& c : text) c = "add.u32 %r,;\n"[random() % 13];
  for (const Format& format : formats) {
    CAPTURE(format.name);
    const Bytes good = packed_binary(format, text);
    unsigned refused = 0;
    for (unsigned round = 0; round < 5000; ++round) {
      Bytes bad = good;
      bad[16 + 64 + random() % (bad.size() - 16 - 64)] ^= std::byte(1 << random() % 8);
      try {
        const std::string other = choose_ptx(bad, 90);
        CHECK(other.size() <= text.size());
      } catch (const FatBinaryError&) {
        ++refused;
      }
    }
    CHECK(refused > 0);
  }
}

#if !SIMULATOR_ZSTD || !SIMULATOR_LZ4
TEST_CASE("without a format's library it says what to install") {
#if !SIMULATOR_ZSTD
  CHECK(message(binary({entry(1, 90, "?", 0x8011, 9)})).find("install libzstd-dev") !=
        std::string::npos);
#endif
#if !SIMULATOR_LZ4
  CHECK(message(binary({entry(1, 90, "?", 0x2011, 9)})).find("install liblz4-dev") !=
        std::string::npos);
#endif
}
#endif

TEST_CASE("the wrapper") {
  const Bytes inner = binary({entry(1, 90, "ninety")});
  Wrapper wrapper{.binary = inner.data()};
  CHECK(choose_ptx(unwrap_fat_binaries(&wrapper).at(0), 90) == "ninety");
  wrapper.version = 3;
  CHECK_THROWS_AS(unwrap_fat_binaries(&wrapper), FatBinaryError);
  wrapper = {.magic = 1, .binary = inner.data()};
  CHECK_THROWS_AS(unwrap_fat_binaries(&wrapper), FatBinaryError);
  wrapper = {};
  CHECK_THROWS_AS(unwrap_fat_binaries(&wrapper), FatBinaryError);
  CHECK_THROWS_AS(unwrap_fat_binaries(nullptr), FatBinaryError);
}

TEST_CASE("the wrapper of what was compiled to be linked") {
  const Bytes own = binary({}), first = binary({entry(1, 90, ".visible .func f() { ret; }")}),
              second = binary({entry(1, 80, ".extern .func f();")});
  const void* linked[] = {first.data(), second.data(), nullptr};
  Wrapper wrapper{.version = 2, .binary = own.data(), .linked = linked};
  REQUIRE(unwrap_fat_binaries(&wrapper).size() == 2);
  CHECK(linked_ptx_of(&wrapper, 90) == ".visible .func f() { ret; }\n.extern .func f();\n");
  CHECK_THROWS_AS(linked_ptx_of(&wrapper, 80), FatBinaryError);
  linked[1] = first.data();
  CHECK_THROWS_AS(linked_ptx_of(&wrapper, 90), UnsupportedError);
  linked[0] = nullptr;
  CHECK_THROWS_AS(unwrap_fat_binaries(&wrapper), FatBinaryError);
  wrapper.linked = nullptr;
  CHECK_THROWS_AS(unwrap_fat_binaries(&wrapper), FatBinaryError);
  wrapper = {.version = 1, .binary = first.data(), .linked = linked};
  CHECK(linked_ptx_of(&wrapper, 90) == ".visible .func f() { ret; }");
}
