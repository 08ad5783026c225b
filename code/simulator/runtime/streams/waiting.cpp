#include "simulator/runtime/streams/waiting.hpp"

#include <cstdio>
#include <utility>

namespace simulator::runtime {
Waiting::Waiting(std::string name, double first) : name_(std::move(name)), next_(first) {}

double Waiting::due() {
  const std::chrono::duration<double> passed = Clock::now() - start_;
  if (passed < next_) return 0;
  while (next_ <= passed) next_ *= 2;
  std::fflush(stdout);
  return passed.count();
}

void Waiting::at_work(std::uint64_t begun, std::uint64_t blocks) {
  const std::lock_guard lock(mutex_);
  const double passed = due();
  if (passed == 0) return;
  std::fprintf(stderr, "simulator: kernel %s is at work for %.3g s: %llu of %llu blocks begun%s\n",
               name_.c_str(), passed, static_cast<unsigned long long>(begun),
               static_cast<unsigned long long>(blocks),
               std::exchange(hinted_, true) ? ""
                                            : "; if it waits for what never comes, --patience "
                                              "1000000 ends it, and says who waits");
}

void Waiting::exploring(const Exploration& found) {
  const std::lock_guard lock(mutex_);
  if (const double passed = due(); passed > 0)
    std::fprintf(stderr,
                 "simulator: kernel %s is being explored for %.3g s: %llu orders so far, %llu with "
                 "a fault\n",
                 name_.c_str(), passed, static_cast<unsigned long long>(found.executions),
                 static_cast<unsigned long long>(found.faulty));
}

void Waiting::at_rest() {
  const std::lock_guard lock(mutex_);
  if (const double passed = due(); passed > 0)
    std::fprintf(stderr,
                 "simulator: kernel %s has not ended after %.3g s: its threads wait for what the "
                 "host, a copy or another kernel is to write\n",
                 name_.c_str(), passed);
}

void Waiting::has_not_returned() {
  const std::lock_guard lock(mutex_);
  if (const double passed = due(); passed > 0)
    std::fprintf(stderr, "simulator: the function of %s has not returned after %.3g s\n",
                 name_.c_str(), passed);
}

}  // namespace simulator::runtime
