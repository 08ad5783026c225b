// Argument: a library that nccl_like.cpp makes. Without one: FETCHED_NCCL is such.
#include "harness/nccl/nccl.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

int failures = 0;

void check(bool holds, const char* what) {
  if (holds) return;
  std::printf("FAILED %s\n", what);
  ++failures;
}

void check_like(const harness::Nccl& found) {
  check(found.window_register == nullptr, "it has no windows");
  check(found.group_start() == ncclSuccess, "it can be called");
  NCCL_CALL(found, group_end());
}

void check_named(const std::string& library) {
  // Of four, the first is not there, one is there twice, and the last is no library.
  const std::string named = "/nowhere/libnccl.so.2:" + library + ":" + library + ":/dev/null";
  setenv("WARP_NCCL", named.c_str(), 1);
  const auto& libraries = harness::nccl_libraries();
  check(libraries.size() == 1, "the one that is there is found, once");
  const std::string& missing = harness::missing_nccl();
  check(missing.find("/nowhere/libnccl.so.2: ") == 0, "what is missing is named");
  check(missing.find("; /dev/null: ") != std::string::npos, "and what cannot be loaded");
  if (libraries.size() == 1) check_like(libraries.front());
}

/// Beside one that is installed here, maybe.
void check_fetched() {
  unsetenv("WARP_NCCL");
  bool is_there = false;
  for (const harness::Nccl& each : harness::nccl_libraries()) {
    if (each.version != "2.26.4") continue;
    is_there = true;
    check_like(each);
  }
  check(is_there, "the fetched one is found");
  check(harness::missing_nccl().empty(), "nothing is missing where there is one");
}

}  // namespace

int main(int argc, char** argv) {
  unsetenv("NCCL_NVLS_ENABLE");
  if (argc == 2)
    check_named(argv[1]);
  else
    check_fetched();
  check(std::string(std::getenv("NCCL_NVLS_ENABLE")) == "0", "multicast is off");
  return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
