#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

/// Wrong (and a few right) uses of the runtime API. A program of such cases prints, as CSV, what
/// every call returned, on a GPU as on the simulator:
///
///   CASE(free_twice) {
///     int* x;
///     SHOW(cudaMalloc(&x, 4));
///     SHOW(cudaFree(x));
///     SHOW(cudaFree(x));
///   }
///
/// Each case runs in a process of its own: some spoil the context, and some may crash.
struct Case {
  const char* name;
  void (*body)();

  Case(const char* name, void (*body)()) : name(name), body(body) { all().push_back(*this); }

  static std::vector<Case>& all() {
    static std::vector<Case> cases;
    return cases;
  }
};

inline const char* current_case = "";

#define CASE(name)                     \
  void name();                         \
  const Case case_##name(#name, name); \
  void name()

/// Prints "case,call,RESULT"; the fields have no commas.
inline void show(std::string call, const char* result) {
  std::replace(call.begin(), call.end(), ',', ';');
  std::printf("%s,%s,%s\n", current_case, call.c_str(), result);
  std::fflush(stdout);
}

#define SHOW(call) show(#call, cudaGetErrorName(call))
/// For what a call gave back besides.
#define SHOW_VALUE(value) show(#value, std::to_string(value).c_str())

/// Usage: NAME [CASE ...]: all cases, or those named.
int main(int argc, char** argv) {
  if (argc == 3 && std::strcmp(argv[1], "--here") == 0) {
    for (const Case& each : Case::all())
      if (std::strcmp(argv[2], each.name) == 0) current_case = each.name, each.body();
    return 0;
  }
  std::printf("case,call,result\n");
  for (const Case& each : Case::all()) {
    const auto named = [&](const char* word) { return std::strcmp(word, each.name) == 0; };
    if (argc > 1 && std::none_of(argv + 1, argv + argc, named)) continue;
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
      execl("/proc/self/exe", argv[0], "--here", each.name, nullptr);
      _exit(127);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status)) std::printf("%s,,signal %d\n", each.name, WTERMSIG(status));
  }
}
