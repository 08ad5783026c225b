#include "simulator/runtime/waiting.hpp"

#include <cstdio>
#include <utility>

#include "simulator/runtime/environment.hpp"

namespace simulator::runtime {
namespace {

double first_wait() {
  static const double wish = seconds_of_environment("SIMULATE_TELL_AFTER", 10);
  return wish;
}

}  // namespace

Waiting::Waiting(std::string kernel) : kernel_(std::move(kernel)), next_(first_wait()) {}

double Waiting::due() {
  const std::chrono::duration<double> passed = Clock::now() - start_;
  if (passed < next_) return 0;
  while (next_ <= passed) next_ *= 2;
  std::fflush(stdout);
  return passed.count();
}

void Waiting::at_work(std::uint64_t begun, std::uint64_t blocks) {
  const std::lock_guard lock(mutex_);
  if (const double passed = due(); passed > 0)
    std::fprintf(stderr, "simulator: kernel %s is at work for %.3g s: %llu of %llu blocks begun\n",
                 kernel_.c_str(), passed, static_cast<unsigned long long>(begun),
                 static_cast<unsigned long long>(blocks));
}

void Waiting::at_rest() {
  const std::lock_guard lock(mutex_);
  if (const double passed = due(); passed > 0)
    std::fprintf(stderr,
                 "simulator: kernel %s has not ended after %.3g s: its threads wait for what the "
                 "host, a copy or another kernel is to write\n",
                 kernel_.c_str(), passed);
}

}  // namespace simulator::runtime
