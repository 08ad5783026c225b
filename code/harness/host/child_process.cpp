#include "harness/host/child_process.hpp"

#include <errno.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <stdexcept>

namespace harness {
namespace {

constexpr rlim_t rehearsal_seconds = 60;  // of processor time: how busy the machine is says nothing

}  // namespace

std::string run_in_child(const std::function<void()>& body) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error(std::string("cannot fork: ") + std::strerror(errno));
  if (child == 0) {
    const rlimit limit{rehearsal_seconds, RLIM_INFINITY};
    setrlimit(RLIMIT_CPU, &limit);
    try {
      body();
    } catch (const std::exception& error) {
      std::fprintf(stderr, "error: %s\n", error.what());
      std::exit(EXIT_FAILURE);
    }
    std::exit(EXIT_SUCCESS);
  }
  int ended = 0;
  while (waitpid(child, &ended, 0) < 0 && errno == EINTR) continue;
  if (WIFSIGNALED(ended) && WTERMSIG(ended) == SIGXCPU)
    return "its rehearsal took more than " + std::to_string(rehearsal_seconds) + " seconds";
  const int status = WIFSIGNALED(ended) ? -WTERMSIG(ended) : WEXITSTATUS(ended);
  return status == 0 ? "" : "its rehearsal ended with status " + std::to_string(status);
}

}  // namespace harness
