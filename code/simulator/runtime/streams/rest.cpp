#include <algorithm>
#include <ctime>
#include <filesystem>
#include <iterator>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "simulator/memory/memory.hpp"
#include "simulator/runtime/streams/work.hpp"

// Part of Work: operations that rest.

namespace simulator::runtime {
namespace {

using namespace std::chrono_literals;

constexpr auto patience = 10s;                 // with other threads of the host
constexpr auto far_patience = 600s;            // with other processes, which may simulate for long
constexpr auto idleness = 2s;                  // of a host that may be waiting without a call
constexpr auto spinning = CLOCKS_PER_SEC / 3;  // likewise, of processor time
constexpr auto napping = CLOCKS_PER_SEC / 50;  // of one that does nothing, between two looks
constexpr int rounds = 64;                     // of those that rest, in one call
constexpr Attendant::Pause shortest = 20us, longest = 1ms, lazy = 100ms;

std::size_t threads_of_process() {
  std::error_code error;
  const std::filesystem::directory_iterator tasks("/proc/self/task", error);
  return error ? 1 : std::size_t(std::distance(begin(tasks), end(tasks)));
}

}  // namespace

/// An operation that rests goes on, if it can.
Work::Headway Work::resume(unsigned stream) {
  if (!lanes_[stream].resting->rest->can_go_on()) return {};
  guard_.lift();
  Pending it = std::move(*std::exchange(lanes_[stream].resting, nullptr));
  --resting_;
  Done done(done_, it.operation->place);
  it.operation->rested = true;
  std::uint64_t& turns = turns_of_device(stream);
  const bool alone = it.turn == turns;
  it.turn = ++turns;
  bool over = false;
  {
    const Memory::SharedTurn shared(memory_);
    over = it.rest->go_on(alone);
  }
  if (over) {
    conclude(it);
    return {true, true};
  }
  const bool waits = !it.rest->can_go_on();
  let_rest(stream, std::move(it), done);
  return {true, waits};
}

/// So do all that can.
Work::Headway Work::go_on() {
  Headway all;
  for (unsigned stream = 0; stream < lanes_.size() && resting_ > 0; ++stream) {
    if (!lanes_[stream].resting) continue;
    const Headway one = resume(stream);
    all.any = all.any || one.any;
    all.changes = all.changes || one.changes;
  }
  return all;
}

bool Work::any_kernel_rests(unsigned of_device) const {
  for (unsigned stream = 0; stream < lanes_.size() && any_rest(); ++stream)
    if (lanes_[stream].resting && lanes_[stream].resting->operation->is_kernel() &&
        order_.is_of(stream, of_device))
      return true;
  return false;
}

void Work::poke() {
  for (int round = 0; round < rounds && go_on().changes; ++round)
    while (early() && run_any(true, true)) {
    }
}

/// Some operation takes effect, in whatever stream. `strictly`: not before what it should come
/// after, or else only not before what it has to; `patiently`: none that is held.
bool Work::run_any(bool strictly, bool patiently) {
  for (unsigned stream = 0; stream < lanes_.size() && waiting_ > 0; ++stream) {
    const Lane& lane = lanes_[stream];
    if (lane.pending.empty() || lane.resting || lane.busy) continue;
    const Pending& next = lane.pending.front();
    if (lacking(strictly ? next.needs : next.operation->place.after, int(stream)) >= 0) continue;
    if (patiently && is_held(next)) continue;
    run(stream);
    return true;
  }
  return false;
}

/// What the host waits for cannot come nearer by itself.
void Work::get_unstuck(const VectorClock& event) {
  const auto changed = [this] {
    return resting_ == 0 || std::any_of(lanes_.begin(), lanes_.end(), [](const Lane& lane) {
             return lane.resting && lane.resting->rest->can_go_on();
           });
  };
  if (go_on().any || run_any(true) || run_any(false) || wait_for_host(changed)) return;
  give_up(event);
}

bool Work::awaits_process() const {
  return std::any_of(lanes_.begin(), lanes_.end(), [](const Lane& lane) {
    return lane.resting && lane.resting->rest->awaits_process();
  });
}

/// Of the host.
bool Work::has_other_threads() const {
  return threads_of_process() > 1u + attendant_.is_there() + own_threads_;
}

bool Work::wait_for_host(const std::function<bool()>& over) {
  const std::uint64_t issued = issued_;
  const auto begin = Clock::now();
  const auto others = [this] {
    return std::any_of(lanes_.begin(), lanes_.end(), [](const Lane& lane) { return lane.busy; }) ||
           has_other_threads();
  };
  const auto at_work = [this] {
    return std::any_of(lanes_.begin(), lanes_.end(), [](const Lane& lane) {
      return lane.resting && lane.resting->rest->is_at_work();
    });
  };
  for (bool nobody = false; !nobody;) {
    // First, for the last one may have helped before it ended.
    const bool far = awaits_process(), at_work_itself = at_work();
    nobody = !far && !at_work_itself && !others();
    if (!at_work_itself && Clock::now() - begin >= (far ? far_patience : patience)) break;
    if (!nobody) {
      mutex_.unlock();
      std::this_thread::sleep_for(200us);
      mutex_.lock();
    }
    if (over() || issued != issued_) return true;
  }
  return false;
}

/// A deadlock: reported for one of those that rest that the host waits for, with all others.
void Work::give_up(const VectorClock& event) {
  unsigned told = unsigned(lanes_.size());
  std::string rest;
  const auto name = [this](unsigned stream, const Pending& it) {
    const std::string& own = it.tracked ? it.operation->name : it.job.name;
    const HostLine line = it.operation->site.line();
    return own + (line ? " (" + line.text() + ')' : "") + " in " + lanes_[stream].name;
  };
  for (unsigned stream = 0; stream < lanes_.size(); ++stream) {
    if (!lanes_[stream].resting) continue;
    if (told == lanes_.size() ||
        (done_.of(stream) < event.of(stream) && done_.of(told) >= event.of(told)))
      told = stream;
  }
  for (unsigned stream = 0; stream < lanes_.size(); ++stream) {
    const Lane& lane = lanes_[stream];
    if (lane.resting && stream != told)
      rest += "; " + name(stream, *lane.resting) + " waits as well";
    if (const auto next = std::find_if(
            lane.pending.begin(), lane.pending.end(),
            [](const Pending& each) { return each.job.kind != Operation::Kind::other; });
        next != lane.pending.end())
      rest += "; " + name(stream, *next) + " has to wait for it to end";
  }
  Pending it = std::move(*std::exchange(lanes_[told].resting, nullptr));
  --resting_;
  const Done done(done_, it.operation->place);
  it.rest->give_up(rest);
}

/// What the attendant does.
Attendant::Pause Work::attend() {
  const std::clock_t used = std::clock() - std::exchange(attended_clock_, std::clock());
  // A thread that sleeps alone is no thread that waits for another.
  const bool blocked = calls_ == seen_calls_ && used < napping && !early() && has_other_threads();
  if (calls_ != seen_calls_) {
    seen_calls_ = calls_;
    last_call_ = Clock::now();
    last_call_clock_ = std::clock();
  }
  if (resting_ > 0) {
    const bool any = go_on().changes;
    poke();
    while (early() && run_any(false, true)) {
    }
    for (const Lane& lane : lanes_)
      if (lane.resting) lane.resting->rest->tell_that_it_rests();
    pause_ = any ? shortest : std::min(2 * std::max(pause_, shortest), longest);
  }
  const bool idle = waiting_ > 0 && !early() &&
                    (blocked || Clock::now() - last_call_ > idleness ||
                     std::clock() - last_call_clock_ > spinning);
  if (idle && !run_any(true)) run_any(false);
  // Held host functions whose time has come, and what comes after them.
  while (early() && resting_ == 0 && run_any(true, true)) {
  }
  if (resting_ > 0) return std::max(pause_, shortest);
  if (waiting_ == 0) return Attendant::Pause();
  return early() || idle ? longest : lazy;
}

}  // namespace simulator::runtime
