#include "simulator/runtime/waiting.hpp"

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "simulator/runtime/environment_variable.hpp"

namespace simulator::runtime {
namespace {

double first_wait() {
  const std::string wish = environment("SIMULATE_TELL_AFTER");
  const double seconds = std::atof(wish.c_str());
  return seconds > 0 ? seconds : 10;
}

}  // namespace

Waiting::Waiting(std::string kernel) : kernel_(std::move(kernel)), next_(first_wait()) {}

void Waiting::at_work(std::uint64_t begun, std::uint64_t blocks) {
  const std::lock_guard lock(mutex_);
  const std::chrono::duration<double> passed = Clock::now() - start_;
  if (passed < next_) return;
  while (next_ <= passed) next_ *= 2;
  std::fflush(stdout);
  std::fprintf(stderr, "simulator: kernel %s is at work for %.3g s: %llu of %llu blocks begun\n",
               kernel_.c_str(), passed.count(), static_cast<unsigned long long>(begun),
               static_cast<unsigned long long>(blocks));
}

}  // namespace simulator::runtime
