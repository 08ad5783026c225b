#include "../target.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace tangle;

TEST_CASE("A target is a plain path below the output folder") {
  for (const char* good : {"a.cu", "a/b/c.cuh", "..a", "a..", ".hidden", "a b.cu", "größe.cu",
                           "a/.tangled", "...", "a/..b"}) {
    CAPTURE(good);
    CHECK(target_error(good) == "");
  }
  CHECK(target_error("") == "is empty");
  CHECK(target_error("/a.cu") == "is absolute");
  for (const char* bad : {"..", "../a.cu", "a/../b.cu", "a/.."}) {
    CAPTURE(bad);
    CHECK(target_error(bad) == "leaves the output folder");
  }
  for (const char* bad : {".", "./a.cu", "a/./b.cu", "a//b.cu", "a/"}) {
    CAPTURE(bad);
    CHECK(target_error(bad) == "is not written in its shortest form");
  }
  CHECK(target_error("a\nb") == "holds a control character");
  CHECK(target_error("a/" + std::string(256, 'x')) == "holds a name of more than 255 bytes");
  CHECK(target_error(".tangled") == "is kept for tangle itself");
  CHECK(target_error(".tangling/0") == "is kept for tangle itself");
}
