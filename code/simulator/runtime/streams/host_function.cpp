#include "simulator/runtime/streams/host_function.hpp"

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <utility>

namespace simulator::runtime {
namespace {

constexpr std::chrono::milliseconds moment(10);

}  // namespace

struct HostFunctionRun::End {
  std::mutex mutex;
  std::condition_variable told;
  bool has_come = false;
};

HostFunctionRun::HostFunctionRun(std::string call, double first, std::function<void()> function)
    : end_(std::make_shared<End>()), waiting_(std::move(call), first) {
  std::thread thread([end = end_, function = std::move(function)] {
    // Who makes the thread may keep signals off, and these come of what the function itself does.
    sigset_t own;
    sigemptyset(&own);
    for (const int number : {SIGSEGV, SIGTRAP, SIGBUS, SIGFPE, SIGILL}) sigaddset(&own, number);
    pthread_sigmask(SIG_UNBLOCK, &own, nullptr);
    function();
    const std::lock_guard lock(end->mutex);
    end->has_come = true;
    end->told.notify_one();
  });
  thread_ = thread.get_id();
  thread.detach();
}

bool HostFunctionRun::wait_a_moment() const {
  std::unique_lock lock(end_->mutex);
  return end_->told.wait_for(lock, moment, [this] { return end_->has_come; });
}

bool HostFunctionRun::can_go_on() const {
  const std::lock_guard lock(end_->mutex);
  return end_->has_come;
}

}  // namespace simulator::runtime
