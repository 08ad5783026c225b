#include "simulator/machine/scheduling/deadlock.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "simulator/hexadecimal.hpp"
#include "simulator/machine/execution.hpp"
#include "simulator/machine/mbarrier.hpp"
#include "simulator/machine/warp.hpp"

namespace simulator {
namespace {

/// "1, 3 and 5 to 8".
std::string list_of(const std::vector<unsigned>& numbers) {
  std::vector<std::string> ranges;
  for (std::size_t k = 0; k < numbers.size();) {
    std::size_t last = k;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    const std::string first = std::to_string(numbers[k]);
    if (last > k + 1)
      ranges.push_back(first + " to " + std::to_string(numbers[last]));
    else
      for (std::size_t each = k; each <= last; ++each)
        ranges.push_back(std::to_string(numbers[each]));
    k = last + 1;
  }
  std::string text;
  for (std::size_t k = 0; k < ranges.size(); ++k)
    text += (k == 0 ? "" : k + 1 == ranges.size() ? " and " : ", ") + ranges[k];
  return text;
}

std::string list_of(const char* what, const std::vector<unsigned>& numbers) {
  return what + std::string(numbers.size() == 1 ? " " : "s ") + list_of(numbers);
}

/// The same lanes of some warps.
struct Group {
  std::string what;  // they do
  std::uint32_t mask;
  bool all;  // lanes of the warps that live
  std::vector<unsigned> warps = {};

  std::string text() const {
    const std::string named = list_of("warp", warps);
    if (all) return named;
    std::vector<unsigned> lanes;
    for_lanes(mask, [&](unsigned lane) { lanes.push_back(lane); });
    return list_of("lane", lanes) + " of " + named;
  }
  bool several() const { return warps.size() > 1 || (!all && std::popcount(mask) > 1); }
};

using Groups = std::vector<Group>;

void add(Groups& groups, const Warp& warp, const std::string& what, std::uint32_t mask) {
  const bool all = mask == warp.live();
  auto found = std::find_if(groups.begin(), groups.end(), [&](const Group& each) {
    return each.what == what && (all ? each.all : each.mask == mask && !each.all);
  });
  if (found == groups.end()) found = groups.insert(groups.end(), {what, mask, all});
  found->warps.push_back(warp.index());
}

/// What the lanes of a path do, as "waits" or, of several, "wait".
std::string standing(const Path& path) {
  switch (path.state) {
    case Path::State::at_barrier:
      if (path.barrier == Cluster::barrier) return "wait at the cluster's barrier";
      if (path.barrier == GroupProducts::barrier)
        return "wait for others to begin a product of four warps";
      return "wait at barrier " + std::to_string(path.barrier);
    case Path::State::at_warp_sync: {
      std::vector<unsigned> lanes;
      for_lanes(path.members, [&](unsigned lane) { lanes.push_back(lane); });
      return "wait for " + list_of("lane", lanes);
    }
    default:
      return "spin";
  }
}

/// Lanes that wait for others of their warp where their ways meet.
void add_waiting_to_meet(Groups& groups, Warp& warp) {
  for (const Path& path : warp.paths()) {
    if (path.state != Path::State::parent || path.pc == path.reconverge) continue;
    const std::uint32_t waiting = warp.waiting_for_children(path);
    if (waiting == 0) continue;
    std::vector<unsigned> lanes;
    for_lanes(path.mask & ~waiting, [&](unsigned lane) { lanes.push_back(lane); });
    add(groups, warp,
        "wait to meet " + list_of("lane", lanes) + " (" +
            place_of(warp, instruction_of(warp, path)) + ")",
        waiting);
  }
}

/// "the cluster's barrier lacks warp 3 of block (1,0,0), which …".
std::string missing(const Cluster& cluster) {
  std::string text = "; the cluster's barrier lacks";
  const char* before = " ";
  for (const Block* block : cluster.blocks()) {
    Groups groups;
    for (auto& warp : block->warps())
      if (const std::uint32_t absent = cluster.missing(block->rank(), warp->index()); absent != 0)
        add(groups, *warp, "", absent);
    for (const Group& group : groups) {
      text += before + group.text();
      before = ", ";
    }
    if (groups.empty()) continue;
    text += " of block " + describe(block->index()) + " (";
    Groups doing;
    for (auto& warp : block->warps())
      for (const Path& path : warp->paths())
        if (path.waits_or_runs() &&
            (path.mask & cluster.missing(block->rank(), warp->index())) != 0)
          add(doing, *warp, standing(path), path.mask);
    for (std::size_t k = 0; k < doing.size(); ++k) {
      std::string what = doing[k].what;
      if (!doing[k].several()) what.insert(std::min(what.find(' '), what.size()), 1, 's');
      text += (k == 0 ? "" : ", ") + doing[k].text() + " " + what;
    }
    text += ")";
  }
  return text;
}

/// "the mbarrier at shared address 0x40 lacks 64 of 128 arrivals": of those that warps wait for.
std::string missing_arrivals(Block& block) {
  std::set<std::uint64_t> places;
  for (auto& warp : block.warps())
    if (!warp->ended() && warp->awaited_mbarrier) places.insert(*warp->awaited_mbarrier);
  std::string text;
  for (const std::uint64_t place : places) {
    std::uint64_t bits;
    std::memcpy(&bits, block.shared().bytes.data() + place, sizeof bits);
    const std::optional<Mbarrier> barrier = Mbarrier::of(bits);
    if (!barrier) continue;
    text += "; the mbarrier at shared address " + hexadecimal(place) + " lacks " +
            std::to_string(barrier->pending) + " of " + std::to_string(barrier->expected) +
            " arrivals";
    if (barrier->bytes > 0) text += " and " + std::to_string(barrier->bytes) + " bytes of copies";
    if (barrier->bytes < 0)
      text += ", and copies bring " + std::to_string(-barrier->bytes) +
              " bytes more than it was told to expect";
  }
  return text;
}

/// "barrier 0 lacks warp 3": of those for all threads, at which some wait.
std::string missing(Block& block) {
  std::uint32_t barriers = 0;
  for (auto& warp : block.warps())
    for (const Path& path : warp->paths())
      if (path.state == Path::State::at_barrier) barriers |= 1u << path.barrier;
  std::string text;
  if (barriers >> Cluster::barrier & 1) text += missing(*block.cluster());
  barriers &= ~(1u << Cluster::barrier | 1u << GroupProducts::barrier);
  for_lanes(barriers, [&](unsigned barrier) {
    const Barrier& state = block.barrier(barrier);
    text += "; barrier " + std::to_string(barrier);
    if (state.expected != 0) {
      text += " has seen " + std::to_string(state.counted) + " of " +
              std::to_string(state.expected) + " threads";
      return;
    }
    Groups groups;
    for (auto& warp : block.warps()) {
      std::uint32_t absent = warp->live();
      for (const Path& path : warp->paths())
        if (path.state == Path::State::at_barrier && path.barrier == barrier) absent &= ~path.mask;
      if (absent != 0) add(groups, *warp, "", absent);
    }
    text += " lacks";
    for (std::size_t k = 0; k < groups.size(); ++k)
      text += (k == 0 ? " " : ", ") + groups[k].text();
  });
  return text;
}

}  // namespace

const Instruction& instruction_of(const Warp& warp, const Path& path) {
  const Routine& function = *warp.frame(path.frame).function;
  const bool behind = path.state == Path::State::at_barrier && path.pc > 0;
  return function.code[std::min<std::size_t>(warp.pc_of(path) - behind, function.code.size() - 1)];
}

std::string place_of(Warp& warp, const Instruction& i) {
  const std::string_view file = warp.execution().program().file_of(i.place);
  return std::string(i.text) +
         (file.empty() ? ", PTX line " + std::to_string(i.line)
                       : " at " + std::string(file) + ":" + std::to_string(i.place.line));
}

std::string standing(Block& block) {
  Groups groups;
  for (auto& warp : block.warps())
    for (const Path& path : warp->paths())
      if (path.waits_or_runs())
        add(groups, *warp,
            standing(path) + " (" + place_of(*warp, instruction_of(*warp, path)) + ")", path.mask);
  for (auto& warp : block.warps()) add_waiting_to_meet(groups, *warp);
  constexpr std::size_t most = 8;
  std::string text;
  for (std::size_t k = 0; k < std::min(groups.size(), most); ++k) {
    std::string what = groups[k].what;
    if (!groups[k].several()) what.insert(what.find(' '), 1, 's');
    text += (k == 0 ? "" : "; ") + groups[k].text() + " " + what;
  }
  return text + (groups.size() > most ? "; …" : "") + missing(block) + missing_arrivals(block);
}

Fault never_ends(Block& block, const char* how) {
  const auto& warps = block.warps();
  Warp& warp =
      **std::find_if(warps.begin(), warps.end(), [](auto& each) { return !each->ended(); });
  const auto paths = warp.paths();
  const Path& path = *std::find_if(paths.begin(), paths.end(),
                                   [](const Path& each) { return each.waits_or_runs(); });
  const Instruction& i = instruction_of(warp, path);
  const bool stuck = !block.ready() && (!block.cluster() || block.cluster()->stuck());
  const bool at_barrier =
      std::any_of(warps.begin(), warps.end(), [](auto& each) { return each->waits_at_barrier(); });
  const Execution& launch = warp.execution();
  Fault fault;
  fault.kind = at_barrier && stuck ? fault::barrier : fault::deadlock;
  fault.kernel = launch.kernel_name();
  fault.message = std::string("never ends: ") + how + ": " + standing(block);
  fault.file = std::string(launch.program().file_of(i.place));
  fault.line = i.place.line;
  fault.block = block.index();
  fault.thread =
      index_in(launch.configuration().block, warp.thread(unsigned(std::countr_zero(path.mask))));
  return fault;
}

}  // namespace simulator
