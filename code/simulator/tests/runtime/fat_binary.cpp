#include "simulator/runtime/fat_binary.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

using namespace simulator;

namespace {

using Bytes = std::vector<std::byte>;

template <class T>
void append(Bytes& bytes, T value) {
  bytes.resize(bytes.size() + sizeof value);
  std::memcpy(bytes.data() + bytes.size() - sizeof value, &value, sizeof value);
}

Bytes entry(std::uint16_t kind, std::uint32_t architecture, std::string text,
            std::uint64_t flags = 0x11) {
  text.resize((text.size() + 8) / 8 * 8);
  Bytes bytes;
  append<std::uint16_t>(bytes, kind);
  append<std::uint16_t>(bytes, 0x101);
  append<std::uint32_t>(bytes, 64);
  append<std::uint64_t>(bytes, text.size());
  append<std::uint64_t>(bytes, 0);
  append<std::uint32_t>(bytes, 9 << 16);
  append<std::uint32_t>(bytes, architecture);
  append<std::uint64_t>(bytes, 0);
  append<std::uint64_t>(bytes, flags);
  append<std::uint64_t>(bytes, 0);
  append<std::uint64_t>(bytes, 0);
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

struct Wrapper {
  std::uint32_t magic = 0x466243b1, version = 1;
  const void* binary = nullptr;
  const void* unused = nullptr;
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
  CHECK(message(binary({entry(1, 90, "?", 0x8011)})).find("--no-compress") != std::string::npos);
  CHECK(message(binary({entry(1, 90, "?", 0x2011)})).find("--no-compress") != std::string::npos);
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
        const auto text = choose_ptx(bad, 90);
        const auto* first = reinterpret_cast<const std::byte*>(text.data());
        CHECK(first >= bad.data());
        CHECK(first + text.size() <= bad.data() + bad.size());
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

TEST_CASE("the wrapper") {
  const Bytes inner = binary({entry(1, 90, "ninety")});
  Wrapper wrapper{.binary = inner.data()};
  CHECK(choose_ptx(unwrap_fat_binary(&wrapper), 90) == "ninety");
  wrapper.version = 2;
  CHECK_THROWS_AS(unwrap_fat_binary(&wrapper), FatBinaryError);
  wrapper = {.magic = 1, .binary = inner.data()};
  CHECK_THROWS_AS(unwrap_fat_binary(&wrapper), FatBinaryError);
  wrapper = {};
  CHECK_THROWS_AS(unwrap_fat_binary(&wrapper), FatBinaryError);
  CHECK_THROWS_AS(unwrap_fat_binary(nullptr), FatBinaryError);
}
