#include "simulator/runtime/host/host_guard.hpp"

#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <iterator>

#include "simulator/memory/memory.hpp"
#include "simulator/round_up.hpp"
#include "simulator/runtime/host/access_width.hpp"
#include "simulator/runtime/host/single_step.hpp"

namespace simulator::runtime {
namespace {

constexpr std::size_t most_uses = 4096;                       // of one operation
constexpr std::uint64_t most_bytes = std::uint64_t{4} << 20;  // at either end of a piece
/// Of an access to what another thread may have lifted meanwhile.
constexpr unsigned most_tries = 1000;
constexpr unsigned most_passed = 1000,
                   most_passed_of_all = 30000;  // accesses, of a page and of all
constexpr std::size_t most_pieces = 1024;       // protected apart: each costs the system time

std::uint64_t page_bytes() {
  static const auto bytes = std::uint64_t(sysconf(_SC_PAGESIZE));
  return bytes;
}

/// Does the program have nothing else on the pages of this memory?
bool has_pages_of_its_own(const Allocation& found) {
  return found.kind == AllocationKind::managed || found.kind == AllocationKind::pinned;
}

bool can_be_protected(const Allocation* found) {
  return found != nullptr && !found->freed &&
         (has_pages_of_its_own(*found) || found->kind == AllocationKind::registered);
}

struct Range {
  std::uint64_t begin, end;
};

/// Pages on which the program has nothing but this memory.
Range own_pages(const Allocation& found) {
  const std::uint64_t page = page_bytes(), start = found.address, stop = start + found.bytes;
  if (has_pages_of_its_own(found)) return {start / page * page, round_up(stop, page)};
  return {round_up(start, page), stop / page * page};
}

void set(std::uint64_t begin, std::uint64_t end, int protection) {
  mprotect(reinterpret_cast<void*>(begin), end - begin, protection);
}

std::atomic<HostGuard*> raised{nullptr};                           // last
std::atomic<std::uint64_t> lowest{~std::uint64_t{0}}, highest{0};  // of what ever was

bool is_guarded(const Touch& touch) {
  return touch.address >= lowest && touch.address < highest && raised != nullptr &&
         raised.load()->touched(touch);
}

/// Pages that are open to the thread for one instruction, which has seldom more than two.
struct Passed {
  std::array<std::uint64_t, 4> pages{};
  std::size_t count = 0;
  std::uint64_t raise = 0;
};
thread_local Passed passed;

}  // namespace

bool meets_the_host(const Operation& operation, const MemoryUse& use) {
  if (Memory::is_on_device(use.begin) || use.strength == Strength::weak) return false;
  return operation.rested || use.strength == Strength::volatile_ ||
         use.strength == Strength::system;
}

void HostGuard::note(const OperationPointer& operation, const std::vector<MemoryUse>& uses) {
  std::size_t noted = 0;
  for (const MemoryUse& use : uses) {
    if (Memory::is_on_device(use.begin) || meets_the_host(*operation, use)) continue;
    if (++noted > most_uses) break;
    uses_.push_back({use, operation});
    changed_ = true;
  }
}

void HostGuard::forget(const VectorClock& waited_for) {
  const auto is_over = [&](const Use& use) {
    return waited_for.of(use.by->place.stream) >= use.by->place.number;
  };
  if (std::erase_if(uses_, is_over) == 0) return;
  changed_ = true;
  if (uses_.empty()) lift();
}

void HostGuard::forget(const OperationPointer& operation) {
  std::erase_if(uses_, [&](const Use& use) { return use.by == operation; });
  changed_ = true;
}

void HostGuard::forget(std::uint64_t begin, std::uint64_t end) {
  if (uses_.empty() && raised_.empty()) return;
  lift();
  std::erase_if(uses_, [=](const Use& use) { return use.begin < end && begin < use.end; });
  passed_.erase(passed_.lower_bound(begin), passed_.lower_bound(end));
  open_.erase(open_.lower_bound(begin), open_.lower_bound(end));
}

void HostGuard::clear() {
  lift();
  uses_.clear();
}

void HostGuard::watch_closely(bool on) {
  closely_ = on && single_step::is_possible();
}

std::uint64_t HostGuard::not_watched(const Allocation& memory) const {
  if (!closely_) return 0;
  const Range own = own_pages(memory);
  return own.begin < own.end ? memory.bytes - std::min(memory.bytes, own.end - own.begin)
                             : memory.bytes;
}

void HostGuard::raise(bool everywhere) {
  if (!changed_ && !raised_.empty() && everywhere == everywhere_) return;
  lift();
  changed_ = false;
  everywhere_ = everywhere;
  ++raises_;
  if (uses_.empty() && !(everywhere && closely_)) return;
  raised = this;
  touches::mend_by(is_guarded);
  std::stable_sort(uses_.begin(), uses_.end(),
                   [](const Use& a, const Use& b) { return a.begin < b.begin; });
  protect(false);
  protect(true);
  if (everywhere && closely_ && all_passed_ < most_passed_of_all) protect_everything();
  for (const std::uint64_t page : open_) set(page, page + page_bytes(), PROT_READ | PROT_WRITE);
}

/// Pages that are used; those that are written may not even be read.
void HostGuard::protect(bool written) {
  std::uint64_t begin = 0, end = 0;
  for (const Use& use : uses_) {
    if (written && !use.writes) continue;
    if (use.begin > end) {
      protect(begin, end, written);
      begin = use.begin;
    }
    end = std::max(end, use.end);
  }
  protect(begin, end, written);
}

void HostGuard::protect(std::uint64_t begin, std::uint64_t end, bool written) {
  const Allocation* const found = begin < end ? memory_.find(begin) : nullptr;
  if (!can_be_protected(found)) return;
  const std::uint64_t page = page_bytes(), start = found->address, stop = start + found->bytes;
  const Range own = own_pages(*found);
  // Those of which a part is used, too?
  const bool parts = closely_ && raised_.size() < most_pieces && all_passed_ < most_passed_of_all;
  begin = parts || begin <= start ? begin / page * page : round_up(begin, page);
  end = parts || end >= stop ? round_up(std::min(end, stop), page) : end / page * page;
  begin = std::max(begin, own.begin);
  end = std::min(end, own.end);
  if (begin >= end) return;
  if (end - begin <= 2 * most_bytes) return add(begin, end, written);
  add(begin, begin + most_bytes, written);
  add(end - most_bytes, end, written);
}

void HostGuard::protect_everything() {
  for (const Allocation* each : memory_.living())
    if (can_be_protected(each)) protect(each->address, each->address + each->bytes, true);
}

void HostGuard::add(std::uint64_t begin, std::uint64_t end, bool written) {
  const int protection = written ? PROT_NONE : PROT_READ;
  raised_.push_back({begin, end, protection});
  lowest = std::min<std::uint64_t>(lowest, begin);
  highest = std::max<std::uint64_t>(highest, end);
  set(begin, end, protection);  // last: a signal's handler may touch it at once
}

void HostGuard::lift() {
  for (const Pages& each : raised_) set(each.begin, each.end, PROT_READ | PROT_WRITE);
  raised_.clear();
}

HostAccess HostGuard::find(std::uint64_t address, std::uint64_t bytes, bool writes,
                           const HostKnowledge& known) const {
  const auto is_in_order = [&](const OrderPlace& place) {
    return known.over.of(place.stream) >= place.number ||
           (known.function != nullptr && place.follows(*known.function)) ||
           std::any_of(known.functions.begin(), known.functions.end(),
                       [&](const OrderPlace* each) { return place.follows(*each); });
  };
  for (const Use& use : uses_)
    if (use.begin < address + bytes && address < use.end && (writes || use.writes) &&
        !is_in_order(use.by->place))
      return {std::max(address, use.begin), writes, use.by, use.writes, known.function != nullptr};
  return {};
}

/// Not again, from now on?
bool HostGuard::is_left_open(std::uint64_t page) {
  ++all_passed_;
  if (++passed_[page] <= most_passed) return false;
  open_.insert(page);
  return true;
}

bool HostGuard::let_pass(const Touch& touch) {
  if (touch.context == nullptr || all_passed_ >= most_passed_of_all) return false;
  const std::uint64_t page = touch.address / page_bytes() * page_bytes();
  if (!is_left_open(page)) {
    if (passed.count == passed.pages.size() ||
        !single_step::after_instruction(touch.context, close_passed))
      return false;
    passed.pages[passed.count++] = page;
    passed.raise = raises_;
  }
  set(page, page + page_bytes(), PROT_READ | PROT_WRITE);
  return true;
}

void HostGuard::close_passed() {
  const Passed now = std::exchange(passed, {});
  HostGuard& guard = *raised;
  const std::lock_guard lock(guard.mutex_);
  for (std::size_t k = 0; k < now.count; ++k) guard.close_again(now.pages[k], now.raise);
}

void HostGuard::close_again(std::uint64_t page, std::uint64_t raise) {
  if (raise != raises_) return;
  for (const Pages& each : raised_)
    if (each.begin <= page && page < each.end) set(page, page + page_bytes(), each.protection);
}

bool HostGuard::touched(const Touch& touch) {
  thread_local unsigned tries = 0;
  // At the beginning of a page the access may have begun on the page before.
  const bool is_beginning = touch.address % page_bytes() == 0;
  const unsigned bytes = is_beginning || touch.code == nullptr ? 1 : access_width(touch.code);
  tries = look_(touch, bytes) ? 0 : tries + 1;
  if (tries > 1) sched_yield();
  return tries <= most_tries;
}

bool HostGuard::is_raised_over(const void* begin, std::size_t bytes) {
  const auto address = std::uint64_t(reinterpret_cast<std::uintptr_t>(begin));
  return raised != nullptr && bytes > 0 && address < highest && lowest < address + bytes;
}

void HostGuard::used_by_system(const void* begin, std::size_t bytes, bool writes) {
  if (!InCall::is_there())
    raised.load()->look_({std::uint64_t(reinterpret_cast<std::uintptr_t>(begin)), writes}, bytes);
}

}  // namespace simulator::runtime
