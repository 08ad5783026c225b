#include "simulator/runtime/streams/work.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <iterator>
#include <set>
#include <stdexcept>
#include <utility>

#include "simulator/memory/memory.hpp"
#include "simulator/runtime/operation_races/race_fault.hpp"
#include "simulator/runtime/process/faults.hpp"
#include "simulator/runtime/streams/host_function.hpp"

namespace simulator::runtime {
namespace {

/// Beyond so many orders that showed late, all is forgotten.
constexpr std::size_t most_links = 4096;

/// Uses whose memory is kept for further operations: the system takes its time to hand it out.
constexpr std::size_t most_room = std::size_t{1} << 20;

/// For how long whoever gives host functions runs before they do: one that spins until one has run
/// waits as long.
constexpr std::chrono::milliseconds holding(5);

/// Does one write by strong writes where the other polled? Both are in order.
bool meet(const std::vector<MemoryUse>& uses, const std::vector<MemoryUse>& polled) {
  auto next = polled.begin();
  for (const MemoryUse& use : uses) {
    while (next != polled.end() && next->end <= use.begin) ++next;
    if (next == polled.end()) return false;
    if (use.writes && reaches_other_launches(use.strength) && next->begin < use.end) return true;
  }
  return false;
}

/// Each pair of lines, or of names in the same streams, is told once.
bool is_new(const OperationRace& race, const Operation& later) {
  static auto& told = *new std::set<std::string>;
  const auto key = [](const Operation& operation) {
    const HostLine line = operation.site.line();
    return line ? line.text() : operation.name + '\n' + operation.stream;
  };
  std::string first = key(*race.earlier), second = key(later);
  if (race.earlier->issued > later.issued) std::swap(first, second);
  return told.insert(first + '\n' + second).second;
}

/// Once.
void tell_forgotten() {
  static bool told = false;
  if (std::exchange(told, true)) return;
  std::fprintf(stderr,
               "simulator: kernels met in memory more than %zu times and the host has not waited "
               "for all streams: what was used before is forgotten, and races with that are not "
               "found\n",
               most_links);
}

}  // namespace

StreamSchedule StreamSchedule::parse(std::string_view text) {
  if (text == "early") return {When::early, 0};
  if (text == "late") return {When::late, 0};
  if (constexpr std::string_view random = "random:"; text.starts_with(random)) {
    StreamSchedule schedule{When::random, 0};
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data() + random.size(), end, schedule.seed);
    if (error == std::errc() && stop == end) return schedule;
  }
  throw std::invalid_argument("no such schedule of streams: '" + std::string(text) +
                              "' (early, late, random:SEED)");
}

void Work::set_schedule(StreamSchedule schedule) {
  schedule_ = schedule;
  random_ = Random(schedule.seed);
}

void Work::set_checks(bool on) {
  checked_ = on;
  history_.clear();
}

unsigned Work::make_device(unsigned number) {
  const std::string name = "the default stream of device ";
  lanes_[StreamOrder::legacy].name = name + '0';
  const unsigned stream = order_.make_legacy();
  lanes_.resize(stream + 1);
  lanes_[stream].name = name + std::to_string(number);
  return stream;
}

unsigned Work::make_stream(bool blocking, std::string name, unsigned of_device) {
  const unsigned stream = order_.make(blocking, of_device);
  if (stream >= lanes_.size()) lanes_.resize(stream + 1);
  lanes_[stream].name = std::move(name);
  lanes_[stream].given = 0;
  return stream;
}

void Work::retire_stream(unsigned stream) {
  order_.retire(stream);
}

VectorClock Work::give(unsigned stream, Job job) {
  auto operation = std::make_shared<Operation>();
  operation->place = order_.next(stream);
  operation->kind = job.kind;
  operation->device = job.device;
  operation->issued = ++issued_;
  Lane& lane = lanes_[stream];
  const bool tracked = checked_ && job.kind != Operation::Kind::other, guarded = guards(job.kind);
  if (job.kind != Operation::Kind::other) operation->ordinal = ++lane.given;
  if (tracked || guarded) {
    operation->name = std::move(job.name);
    operation->stream = lane.name;
    if (const auto& node = job.node) {
      operation->graph = node->launch;
      operation->ordinal = node->node;
      operation->stream = node->stream;
      operation->site = node->site;
    } else {
      operation->site = job.site ? *job.site : HostCall::here();
    }
  }
  const VectorClock done = operation->place.after;
  // Memory goes after everything that the program gave before: what uses it without an order is
  // better told as that than as a use after free.
  VectorClock needs = job.kind == Operation::Kind::release ? order_.all() : done;
  if (!separations_.empty()) needs.join(separations_.back().before);
  if (guarded) guard_.note(operation, job.uses);
  lane.pending.push_back(
      {std::move(operation), std::move(needs), std::move(job), tracked, guarded});
  if (lane.pending.back().job.host_function) lane.pending.back().given = Headstart::begin();
  ++waiting_;
  ++calls_;
  if (early())
    advance(done, false, true);
  else if (schedule_.when == StreamSchedule::When::random)
    step_at_random();
  if (resting_ > 0) poke();
  if (resting_ > 0 || waiting_ > 0) attendant_.wake();
  return done;
}

void Work::by_host(Job job) {
  settle();
  if (!checked_) return;
  auto operation = std::make_shared<Operation>();
  operation->place.after = order_.host();
  // Of no stream, and nothing that comes later asks for it.
  operation->place.stream = ~0u;
  operation->kind = job.kind;
  operation->name = std::move(job.name);
  operation->issued = ++issued_;
  operation->site = HostCall::here();
  check(operation, std::make_shared<UseHistory::UseList>(std::move(job.uses)));
}

/// Operations that took effect may have brought orders that nobody knew when the event was made.
void Work::learn(VectorClock& event) const {
  for (const Link& link : links_)
    if (event.of(link.later.stream) >= link.later.number) event.join(link.earlier);
}

void Work::stream_waits(unsigned stream, const VectorClock& event) {
  VectorClock known = event;
  learn(known);
  order_.stream_waits(stream, known);
}

void Work::link(const VectorClock& earlier, const OrderPlace& later) {
  VectorClock known = earlier;
  learn(known);
  order_.stream_waits(later.stream, known);
  links_.push_back({later, std::move(known)});
}

void Work::note_host(const VectorClock& event) {
  VectorClock known = event;
  learn(known);
  order_.host_waits(known);
  guard_.forget(order_.host());
  if (waiting_ == 0) touched_.clear();
  if (!order_.at_rest()) return;
  history_.clear();
  keep_room(history_.take_room());
  links_.clear();
  separations_.clear();
}

void Work::wait(const VectorClock& event) {
  ++calls_;
  advance(event, true, false);
  note_host(event);
}

bool Work::ask(const VectorClock& event) {
  ++calls_;
  if (is_done(event)) {
    note_host(event);
    return true;
  }
  if (const int stream = lacking(event); stream >= 0 && step(unsigned(stream)) == Step::stuck)
    go_on().any || run_any(true) || run_any(false);
  return false;
}

void Work::settle() {
  advance(order_.all(), false, false);
  if (resting_ == 0) return;
  poke();
  while (run_any(true) || run_any(false)) {
  }
}

void Work::abandon() {
  guard_.clear();
  for (unsigned stream = 0; stream < lanes_.size(); ++stream) {
    Lane& lane = lanes_[stream];
    if (const auto resting = std::exchange(lane.resting, nullptr)) {
      done_.set(stream, resting->operation->place.number);
      --resting_;
    }
    for (; !lane.pending.empty(); lane.pending.pop_front(), --waiting_)
      done_.set(stream, lane.pending.front().operation->place.number);
  }
}

/// A stream that has not come as far as the event, or −1.
int Work::lacking(const VectorClock& event, int but) const {
  for (unsigned k = 0; k < event.streams(); ++k)
    if (int(k) != but && done_.of(k) < event.of(k)) return int(k);
  return -1;
}

void Work::advance(const VectorClock& event, bool waits, bool patiently) {
  for (int stream; (stream = lacking(event)) >= 0;) {
    if (schedule_.when == StreamSchedule::When::random) step_at_random();
    if (done_.of(unsigned(stream)) >= event.of(unsigned(stream))) continue;
    const Step taken = step(unsigned(stream), patiently);
    if (taken == Step::own || (taken == Step::stuck && !waits)) return;
    if (taken == Step::stuck) get_unstuck(event);
  }
}

/// A host function that nobody waits for, and that the host cannot have heard from so soon.
bool Work::is_held(const Pending& it) const {
  return checked_ && it.job.host_function && guard_.any() && !it.given.is_over(holding);
}

/// A stream that has something to do comes nearer to having done it; `patiently`: not by what is
/// held.
Work::Step Work::step(unsigned stream, bool patiently) {
  for (;;) {
    const Lane& lane = lanes_[stream];
    if (lane.busy) {
      if (lane.by == std::this_thread::get_id()) return Step::own;
      mutex_.unlock();
      std::this_thread::yield();
      mutex_.lock();
      return Step::taken;
    }
    if (lane.resting) return lane.by == std::this_thread::get_id() ? Step::own : Step::stuck;
    if (lane.pending.empty()) return Step::taken;
    const int other = lacking(lane.pending.front().needs, int(stream));
    if (other < 0) break;
    stream = unsigned(other);
  }
  if (patiently && is_held(lanes_[stream].pending.front())) return Step::stuck;
  run(stream);
  return Step::taken;
}

void Work::step_at_random() {
  while (waiting_ > 0 && random_() % 2 == 0) {
    unsigned stream = unsigned(random_() % lanes_.size());
    while (lanes_[stream].pending.empty()) stream = (stream + 1) % unsigned(lanes_.size());
    if (step(stream, true) != Step::taken) return;
  }
}

std::uint64_t& Work::turns_of_device(unsigned stream) {
  const unsigned device = order_.device_of(stream);
  if (device >= turns_.size()) turns_.resize(device + 1);
  return turns_[device];
}

void Work::run(unsigned stream) {
  guard_.lift();
  Pending next = std::move(lanes_[stream].pending.front());
  next.turn = ++turns_of_device(stream);
  lanes_[stream].pending.pop_front();
  --waiting_;
  Done done(done_, next.operation->place);
  if (next.job.host_function) {
    lanes_[stream].function = next.operation;
    if (checked_ && resting_ == 0 && guard_.any()) guard_.raise();
    auto called = next.job.host_function();
    lanes_[stream].busy = true;
    lanes_[stream].by = called->thread();
    mutex_.unlock();
    const bool over = called->wait_a_moment();
    mutex_.lock();
    lanes_[stream].busy = false;
    if (over) {
      guard_.lift();
      return conclude(next);
    }
    next.rest = std::move(called);
    return let_rest(stream, std::move(next), done);
  }
  if (next.job.begin) history_.look_up();
  if (next.tracked || next.guarded) {
    next.uses = std::make_unique<Uses>(
        !next.tracked, next.job.begin ? std::exchange(room_, {}) : std::vector<MemoryUse>());
    for (const MemoryUse& use : next.job.uses) next.uses->add(use);
  }
  // While the memory is there.
  if (next.tracked && next.operation->kind == Operation::Kind::release)
    check(next.operation, std::make_shared<UseHistory::UseList>(next.uses->take()));
  {
    const Memory::SharedTurn shared(memory_);
    if (next.job.effect) next.job.effect(next.uses.get());
    if (next.job.begin) next.rest = next.job.begin(next.operation, next.uses.get());
  }
  if (next.rest) return let_rest(stream, std::move(next), done);
  conclude(next);
}

void Work::let_rest(unsigned stream, Pending it, Done& done) {
  done.rests();
  lanes_[stream].resting = std::make_unique<Pending>(std::move(it));
  ++resting_;
}

/// It has taken effect.
void Work::conclude(Pending& it) {
  // The host may have heard from a function of its own.
  if (it.job.host_function) {
    touched_.clear();  // it may have waited for the host
    return order_.host_waits(it.operation->place.after);
  }
  if (it.operation->kind == Operation::Kind::release || !it.uses || note_for_later(it)) return;
  const auto shared = std::make_shared<UseHistory::UseList>(it.uses->take());
  const UseHistory::UseList& uses = *shared;
  if (it.tracked) check(it.operation, shared, it.uses->take_polls());
  if (it.guarded) tell_touched(it.operation, uses);
  if (std::any_of(uses.begin(), uses.end(), [&](const MemoryUse& use) {
        return use.writes && meets_the_host(*it.operation, use);
      }))
    order_.host_waits(it.operation->place.after);
  else if (it.guarded && it.operation->is_kernel())
    guard_.note(it.operation, uses);
  if (shared.use_count() == 1) keep_room(std::move(*shared));
}

/// What a kernel used that meets nobody need not be known if the host waits for it before another
/// kernel begins.
bool Work::note_for_later(Pending& it) {
  if (!it.tracked || !it.operation->is_kernel() || it.operation->rested || resting_ > 0 ||
      it.guarded || memory_.any_on_host() || memory_.is_shared())
    return false;
  it.operation->place.after = before(*it.operation);
  if (!history_.follows_all(*it.operation)) return false;
  history_.add_later(it.operation, std::move(it.uses));
  return true;
}

void Work::keep_room(std::vector<MemoryUse> room) {
  if (room.capacity() <= most_room && room.capacity() > room_.capacity()) room_ = std::move(room);
}

void Work::separate() {
  if (waiting_ == 0 && resting_ == 0) separations_.clear();
  if (!separations_.empty() && separations_.back().issued == issued_) separations_.pop_back();
  separations_.push_back({issued_, order_.all()});
}

/// Itself included.
VectorClock Work::before(const Operation& operation) const {
  VectorClock all = operation.place.after;
  // The last separation before it was given.
  const auto later =
      std::partition_point(separations_.begin(), separations_.end(),
                           [&](const Separation& each) { return each.issued < operation.issued; });
  if (later != separations_.begin()) all.join(std::prev(later)->before);
  learn(all);
  return all;
}

/// Earlier operations that this one may have waited for in memory, or they for it.
std::vector<OperationPointer> Work::partners(const Operation& operation,
                                             const UseHistory::UseList& uses,
                                             const UseHistory::UseList& polls) {
  std::vector<OperationPointer> found = history_.partners(operation, uses);
  const auto add = [&](const OperationPointer& each) {
    if (std::find(found.begin(), found.end(), each) == found.end()) found.push_back(each);
  };
  if (!polls.empty())
    for (const OperationPointer& each : history_.partners(operation, polls)) add(each);
  for (const auto& [kernel, polled] : polls_)
    if (operation.is_kernel() && !operation.place.follows(kernel->place) && meet(uses, polled))
      add(kernel);
  return found;
}

void Work::check(const std::shared_ptr<Operation>& operation, const UseHistory::UsePointer& shared,
                 const UseHistory::UseList& polls) {
  const UseHistory::UseList& uses = *shared;
  operation->place.after = before(*operation);
  for (const OperationPointer& partner : partners(*operation, uses, polls)) {
    const VectorClock& earlier = partner->place.after;
    operation->place.after.join(earlier);
    link(earlier, operation->place);
    if (!operation->rested && !partner->rested) continue;
    // They ran side by side: either may have waited for the other.
    operation->met.push_back(partner);
    link(operation->place.after, partner->place);
  }
  const bool meets_kernels =
      !polls.empty() || std::any_of(uses.begin(), uses.end(), [](const MemoryUse& use) {
        return reaches_other_launches(use.strength);
      });
  if (operation->is_kernel() && meets_kernels) {
    // A kernel that has not ended yet may have told it something, after all that came before that
    // kernel.
    for (const Lane& lane : lanes_) {
      if (!lane.resting || !lane.resting->operation->is_kernel()) continue;
      const OrderPlace& other = lane.resting->operation->place;
      VectorClock before = other.after;
      before.set(other.stream, other.number - 1);
      operation->place.after.join(before);
      link(before, operation->place);
    }
  }
  if (links_.size() > most_links) {
    tell_forgotten();
    links_.clear();
    history_.clear();
  }
  if (operation->rested && std::any_of(uses.begin(), uses.end(), [&](const MemoryUse& use) {
        return meets_the_host(*operation, use);
      })) {
    // The host may have waited for what it did so far, and it for whatever the host had waited for.
    operation->place.after.join(done_);
    for (const Lane& lane : lanes_)
      for (const Pending& each : lane.pending)
        if (each.operation->issued > operation->issued)
          each.operation->place.after.join(operation->place.after);
  }
  if (resting_ == 0)
    polls_.clear();
  else if (!polls.empty())
    polls_.emplace_back(operation, polls);
  for (const OperationRace& race : history_.add(operation, shared))
    if (is_new(race, *operation)) report(fault_of(race, operation, memory_));
}

}  // namespace simulator::runtime
