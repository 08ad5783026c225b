// Argument: a library that nccl_like.cpp makes.
#include "harness/nccl.hpp"

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

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return EXIT_FAILURE;
  // Of three, the first is not there, and the last is no library.
  const std::string named = std::string("/nowhere/libnccl.so.2:") + argv[1] + ":/dev/null";
  setenv("WARP_NCCL", named.c_str(), 1);
  unsetenv("NCCL_NVLS_ENABLE");
  const auto& libraries = harness::nccl_libraries();
  check(libraries.size() == 1, "the one that is there is found");
  const std::string& missing = harness::missing_nccl();
  check(missing.find("/nowhere/libnccl.so.2: ") == 0, "what is missing is named");
  check(missing.find("; /dev/null: ") != std::string::npos, "and what cannot be loaded");
  check(std::string(std::getenv("NCCL_NVLS_ENABLE")) == "0", "multicast is off");
  if (libraries.size() == 1) {
    const harness::Nccl& found = libraries.front();
    check(found.version == "2.26.4", "its version");
    check(found.window_register == nullptr, "it has no windows");
    check(found.group_start() == ncclSuccess, "it can be called");
    NCCL_CALL(found, group_end());
  }
  return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
