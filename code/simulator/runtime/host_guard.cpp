#include "simulator/runtime/host_guard.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <iterator>

#include "simulator/memory/memory.hpp"
#include "simulator/runtime/touches.hpp"

namespace simulator::runtime {
namespace {

constexpr std::size_t most_uses = 4096;                       // of one operation
constexpr std::uint64_t most_bytes = std::uint64_t{4} << 20;  // at either end of a piece
constexpr unsigned most_tries = 3;  // of an access to what another thread may have lifted meanwhile

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

void set(std::uint64_t begin, std::uint64_t end, int protection) {
  mprotect(reinterpret_cast<void*>(begin), end - begin, protection);
}

HostGuard* raised = nullptr;                                       // last
std::atomic<std::uint64_t> lowest{~std::uint64_t{0}}, highest{0};  // of what ever was

bool is_guarded(const Touch& touch) {
  return touch.address >= lowest && touch.address < highest && raised != nullptr &&
         raised->touched(touch.address, touch.writes, touch.code);
}

}  // namespace

void HostGuard::note(const OperationPointer& operation, const std::vector<MemoryUse>& uses) {
  std::size_t noted = 0;
  for (const MemoryUse& use : uses) {
    if (Memory::is_on_device(use.begin) || use.strength != Strength::weak) continue;
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
}

void HostGuard::clear() {
  lift();
  uses_.clear();
}

void HostGuard::raise() {
  if (!changed_ && !raised_.empty()) return;
  lift();
  changed_ = false;
  std::stable_sort(uses_.begin(), uses_.end(),
                   [](const Use& a, const Use& b) { return a.begin < b.begin; });
  protect(false);
  protect(true);
  if (raised_.empty()) return;
  raised = this;
  touches::mend_by(is_guarded);
}

/// Pages of which all is used; those of which all is written may not even be read.
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
  const bool whole = has_pages_of_its_own(*found);
  begin = whole && begin <= start ? start / page * page : (begin + page - 1) / page * page;
  end = whole && end >= stop ? (stop + page - 1) / page * page : end / page * page;
  if (begin >= end) return;
  const auto add = [&](std::uint64_t from, std::uint64_t to) {
    set(from, to, written ? PROT_NONE : PROT_READ);
    raised_.push_back({from, to});
    lowest = std::min<std::uint64_t>(lowest, from);
    highest = std::max<std::uint64_t>(highest, to);
  };
  if (end - begin <= 2 * most_bytes) return add(begin, end);
  add(begin, begin + most_bytes);
  add(end - most_bytes, end);
}

void HostGuard::lift() {
  for (const Pages& each : raised_) set(each.begin, each.end, PROT_READ | PROT_WRITE);
  raised_.clear();
}

HostAccess HostGuard::find(std::uint64_t address, bool writes) const {
  for (const Use& use : uses_)
    if (use.begin <= address && address < use.end && (writes || use.writes))
      return {address, writes, use.by, use.writes};
  return {};
}

bool HostGuard::touched(std::uint64_t address, bool writes, const void* code) {
  thread_local unsigned tries = 0;
  tries = look_(address, writes, code) ? 0 : tries + 1;
  return tries <= most_tries;
}

}  // namespace simulator::runtime
