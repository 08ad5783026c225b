#include <cstdio>
#include <cstdlib>

#include "harness/observer.hpp"

namespace harness::observer {
namespace {

[[noreturn]] void unavailable(const char* what) {
  std::fprintf(stderr, "error: %s needs the simulator: run the program that ends in -sim\n", what);
  std::exit(EXIT_FAILURE);
}

}  // namespace

bool available() {
  return false;
}
Counts count(const std::function<void()>&) {
  unavailable("counting");
}
std::uint64_t value(const Counts&, const std::string&) {
  unavailable("counting");
}
std::vector<std::string> faults_of(const std::function<void()>&) {
  unavailable("finding faults");
}
void trace(const std::function<void()>&, const std::string&) {
  unavailable("tracing");
}
void set_schedule(const std::string&) {}

}  // namespace harness::observer
