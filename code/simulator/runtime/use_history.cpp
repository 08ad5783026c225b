#include "simulator/runtime/use_history.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace simulator::runtime {
namespace {

/// Beyond so many pieces all are forgotten: what races then is not found.
constexpr std::size_t most_pieces = std::size_t{1} << 21;

/// Strong enough to synchronise with other kernels.
bool is_strong(Strength strength) {
  return strength == Strength::volatile_ || strength == Strength::device;
}

/// Do the two mean to meet there? Kernels that both use atomics or volatile accesses; a copy that
/// looks how far a kernel has come, if the kernel writes by volatile stores; a copy that tells a
/// kernel something while it rests.
bool is_meant(const Operation& a, Strength with_a, bool a_writes, const Operation& b,
              Strength with_b, bool b_writes) {
  if (a.is_kernel() && b.is_kernel()) return is_strong(with_a) && is_strong(with_b);
  return (a.is_kernel() && with_a == Strength::volatile_ && !b_writes) ||
         (b.is_kernel() && with_b == Strength::volatile_ && !a_writes) ||
         (a.rested && is_strong(with_a)) || (b.rested && is_strong(with_b));
}

/// Does the later one come after the other, or after one that it may have waited for and that comes
/// before the other? What followed that one was done while both ran.
bool is_ordered(const Operation& later, const Operation& earlier) {
  return later.place.follows(earlier.place) ||
         std::any_of(later.met.begin(), later.met.end(), [&](const OperationPointer& partner) {
           return earlier.place.follows(partner->place);
         });
}

}  // namespace

std::vector<OperationPointer> UseHistory::partners(const Operation& operation,
                                                   const std::vector<MemoryUse>& uses) const {
  std::vector<OperationPointer> found;
  for (const MemoryUse& use : uses) {
    if (operation.is_kernel() && !is_strong(use.strength)) continue;
    auto piece = pieces_.upper_bound(use.begin);
    if (piece != pieces_.begin()) --piece;
    for (; piece != pieces_.end() && piece->first < use.end; ++piece) {
      if (piece->second.end <= use.begin) continue;
      const auto look_at = [&](const Access& access, bool wrote) {
        if (access.by && !operation.place.follows(access.by->place) &&
            is_meant(*access.by, access.strength, wrote, operation, use.strength, use.writes) &&
            std::find(found.begin(), found.end(), access.by) == found.end())
          found.push_back(access.by);
      };
      look_at(piece->second.wrote, true);
      if (use.writes)
        for (const Access& each : piece->second.read) look_at(each, false);
    }
  }
  return found;
}

std::vector<OperationRace> UseHistory::add(const OperationPointer& operation,
                                           const std::vector<MemoryUse>& uses) {
  std::vector<OperationRace> races;
  for (const MemoryUse& use : uses) note(operation, use, races);
  if (pieces_.size() > most_pieces) clear();
  return races;
}

void UseHistory::forget(std::uint64_t begin, std::uint64_t end) {
  cut(begin);
  cut(end);
  pieces_.erase(pieces_.lower_bound(begin), pieces_.lower_bound(end));
}

/// No piece lies across the address any more.
void UseHistory::cut(std::uint64_t address) {
  auto piece = pieces_.lower_bound(address);
  if (piece == pieces_.begin()) return;
  --piece;
  if (piece->second.end <= address) return;
  Piece rest = piece->second;
  piece->second.end = address;
  pieces_.emplace(address, std::move(rest));
}

/// There are pieces all over the bytes that are used, and none lies across their ends.
void UseHistory::fill(const MemoryUse& use) {
  cut(use.begin);
  cut(use.end);
  std::uint64_t at = use.begin;
  for (auto piece = pieces_.lower_bound(use.begin); at < use.end; ++piece) {
    const bool there = piece != pieces_.end() && piece->first < use.end;
    const std::uint64_t next = there ? piece->first : use.end;
    if (at < next) piece = pieces_.emplace_hint(piece, at, Piece{next, {}, {}});
    at = piece->second.end;
  }
}

/// Pieces side by side that tell the same become one.
void UseHistory::merge(std::uint64_t begin, std::uint64_t end) {
  auto piece = pieces_.lower_bound(begin);
  if (piece != pieces_.begin()) --piece;
  while (piece != pieces_.end() && piece->first < end) {
    const auto next = std::next(piece);
    if (next != pieces_.end() && next->first == piece->second.end &&
        next->second.wrote == piece->second.wrote && next->second.read == piece->second.read) {
      piece->second.end = next->second.end;
      pieces_.erase(next);
    } else {
      piece = next;
    }
  }
}

void UseHistory::note(const OperationPointer& operation, const MemoryUse& use,
                      std::vector<OperationRace>& races) {
  fill(use);
  for (auto piece = pieces_.find(use.begin); piece != pieces_.end() && piece->first < use.end;
       ++piece) {
    Piece& there = piece->second;
    const auto meet = [&](const Access& access, bool wrote) {
      if (!access.by || access.by == operation || is_ordered(*operation, *access.by) ||
          is_meant(*access.by, access.strength, wrote, *operation, use.strength, use.writes))
        return;
      // Whichever of two fills with the same byte is first, nobody can tell.
      if (use.filled != MemoryUse::unknown && use.filled == access.filled) return;
      const auto known = std::find_if(races.begin(), races.end(), [&](const OperationRace& race) {
        return race.earlier == access.by;
      });
      if (known == races.end())
        races.push_back({access.by, {piece->first, there.end, use.writes, use.strength}, wrote});
      else if (known->use.end == piece->first && known->earlier_wrote == wrote &&
               known->use.writes == use.writes)
        known->use.end = there.end;
    };
    meet(there.wrote, true);
    if (use.writes) {
      for (const Access& each : there.read) meet(each, false);
      there.read.clear();
      there.wrote = {operation, use.strength, use.filled};
    } else {
      std::erase_if(there.read, [&](const Access& each) {
        return each.by == operation || operation->place.follows(each.by->place);
      });
      there.read.push_back({operation, use.strength});
    }
  }
  merge(use.begin, use.end);
}

}  // namespace simulator::runtime
