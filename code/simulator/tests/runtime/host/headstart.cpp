#include "simulator/runtime/host/headstart.hpp"

#include <doctest/doctest.h>
#include <pthread.h>
#include <sched.h>

#include <atomic>
#include <future>
#include <thread>

using namespace simulator::runtime;

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// What a thread that lives has used of the processor.
std::chrono::nanoseconds used_by(pthread_t thread) {
  clockid_t clock;
  timespec time;
  CHECK_EQ(pthread_getcpuclockid(thread, &clock), 0);
  CHECK_EQ(clock_gettime(clock, &time), 0);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

/// Where the system allows it.
void stay_on_one_processor() {
  cpu_set_t all, one;
  if (sched_getaffinity(0, sizeof all, &all) != 0) return;
  int first = 0;
  while (!CPU_ISSET(first, &all)) ++first;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  sched_setaffinity(0, sizeof one, &one);
}

TEST_CASE("a headstart is over once a thread that spins has run for so long") {
  const Headstart start = Headstart::begin();
  const auto used = used_by(pthread_self());
  CHECK_FALSE(start.is_over(1h));
  while (used_by(pthread_self()) - used < 6ms) {
  }
  CHECK(start.is_over(5ms));
}

TEST_CASE("a headstart of a thread that sleeps is over with its time") {
  std::promise<Headstart> begun;
  std::promise<void> end;
  std::thread sleeper([&] {
    begun.set_value(Headstart::begin());
    end.get_future().wait();
  });
  const Headstart start = begun.get_future().get();
  const auto began = Clock::now();
  while (!start.is_over(5ms) && Clock::now() - began < 10s) std::this_thread::sleep_for(1ms);
  CHECK((Clock::now() - began >= 4ms));
  CHECK(start.is_over(5ms));
  end.set_value();
  sleeper.join();
}

TEST_CASE("a headstart of a thread that has ended is over with its time") {
  Headstart start;
  std::thread([&] { start = Headstart::begin(); }).join();
  std::this_thread::sleep_for(6ms);
  CHECK(start.is_over(5ms));
}

/// The thread is of the least priority, beside one that never rests.
TEST_CASE("a headstart goes on while its thread is kept from running") {
  std::promise<Headstart> begun;
  std::atomic<bool> over = false;
  std::thread kept([&] {
    stay_on_one_processor();
    const Headstart start = Headstart::begin();
    const sched_param none{};
    sched_setscheduler(0, SCHED_IDLE, &none);
    begun.set_value(start);
    while (!over) {
    }
  });
  std::thread busy([&] {
    stay_on_one_processor();
    while (!over) {
    }
  });
  const Headstart start = begun.get_future().get();
  const auto before = used_by(kept.native_handle()), began = Clock::now().time_since_epoch();
  bool was_kept = false;
  for (auto passed = 0ns; !was_kept && passed < 20s;) {
    std::this_thread::sleep_for(1ms);
    passed = Clock::now().time_since_epoch() - began;
    const bool is_over = start.is_over(5ms);
    // It had used a little before that, too.
    if (used_by(kept.native_handle()) - before >= 4ms) break;
    CHECK_FALSE(is_over);
    was_kept = passed > 50ms;
  }
  over = true;
  kept.join();
  busy.join();
  WARN(was_kept);  // else nothing was tested: it ran beside another that never rests
}

}  // namespace
