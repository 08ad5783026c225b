#include <cstdio>
#include <cstdlib>

#include "harness/measurement/observer.hpp"
#include "harness/measurement/warp_trace.hpp"

namespace harness::observer {

bool available() {
  return false;
}

Counts count(const std::function<void()>& body) {
  body();
  return {};
}

const std::vector<Launch>& counted_launches() {
  static const std::vector<Launch> none;
  return none;
}

std::uint64_t value(const Counts&, const std::string&) {
  return 0;
}

std::vector<std::string> faults_of(const std::function<void()>&) {
  std::fprintf(stderr, "error: only the simulator finds faults\n");
  std::exit(EXIT_FAILURE);
}

void trace(const std::function<void()>& body, const std::string&) {
  body();
}

void trace_warp(unsigned) {}

std::string rehearse(const std::function<void()>&) {
  return "";
}

void prepare_rehearsals() {}

bool rehearsing() {
  return false;
}

void rehearse_timed(const std::function<void()>& launch) {
  launch();
}

void note(const std::string&) {}

void start_log() {}

std::string take_log() {
  return "";
}

void set_schedule(const std::string&) {}

}  // namespace harness::observer
