#include "simulator/runtime/host/headstart.hpp"

#include <unistd.h>

#include <ctime>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

namespace simulator::runtime {
namespace {

/// What a thread of this process has used of the processor; nothing, if there is none.
std::optional<std::chrono::nanoseconds> processor_time(pid_t thread) {
  // As Linux numbers the clock that pthread_getcpuclockid gives, which may not be asked of a thread
  // that has ended.
  constexpr unsigned scheduled_of_a_thread = 6;
  const auto clock = clockid_t((~unsigned(thread) << 3) | scheduled_of_a_thread);
  timespec time;
  if (clock_gettime(clock, &time) != 0) return std::nullopt;
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

/// Is it on a processor, or could it be?
bool is_ready(pid_t thread) {
  std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/stat");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  // The state comes after the name, which may hold whatever it likes.
  const std::size_t name_end = text.rfind(") ");
  return name_end != std::string::npos && text.compare(name_end, 3, ") R") == 0;
}

}  // namespace

Headstart Headstart::begin() {
  Headstart self;
  self.thread_ = gettid();
  self.began_ = std::chrono::steady_clock::now();
  self.used_ = processor_time(self.thread_).value_or(std::chrono::nanoseconds());
  return self;
}

bool Headstart::is_over(std::chrono::nanoseconds time) const {
  if (std::chrono::steady_clock::now() - began_ < time) return false;
  const auto used = processor_time(thread_);
  return !used || *used - used_ >= time || !is_ready(thread_);
}

}  // namespace simulator::runtime
