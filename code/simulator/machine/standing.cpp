#include "simulator/machine/standing.hpp"

#include <algorithm>
#include <bit>
#include <string_view>

#include "simulator/machine/execution.hpp"
#include "simulator/machine/warp.hpp"

namespace simulator {
namespace {

/// The instruction that a path is at, or waits at.
const Instruction& instruction_of(const Warp& warp, const Path& path) {
  const Routine& function = *warp.frame(path.frame).function;
  const bool behind = path.state == Path::State::at_barrier && path.pc > 0;
  return function.code[std::min<std::size_t>(warp.pc_of(path) - behind, function.code.size() - 1)];
}

std::string standing(Warp& warp) {
  std::string result;
  for (const Path& path : warp.paths()) {
    if (!path.waits_or_runs()) continue;
    const Instruction& i = instruction_of(warp, path);
    if (!result.empty()) result += "; ";
    result += "warp " + std::to_string(warp.index()) + " ";
    switch (path.state) {
      case Path::State::at_barrier:
        result += "waits at barrier " + std::to_string(path.barrier);
        break;
      case Path::State::at_warp_sync:
        result += "waits for other lanes";
        break;
      default:
        result += "spins";
    }
    result += " (" + std::string(i.text);
    const std::string_view file = warp.launch().program().file_of(i.place);
    if (!file.empty())
      result += " at " + std::string(file) + ":" + std::to_string(i.place.line);
    else
      result += ", PTX line " + std::to_string(i.line);
    result += ")";
  }
  return result;
}

}  // namespace

std::string standing(Block& block) {
  std::string text;
  unsigned shown = 0;
  for (auto& warp : block.warps()) {
    if (warp->ended()) continue;
    if (++shown > 8) return text + "; …";
    text += (text.empty() ? "" : "; ") + standing(*warp);
  }
  return text;
}

Fault never_ends(Block& block, const char* how) {
  const auto& warps = block.warps();
  Warp& warp =
      **std::find_if(warps.begin(), warps.end(), [](auto& each) { return !each->ended(); });
  const auto paths = warp.paths();
  const Path& path = *std::find_if(paths.begin(), paths.end(),
                                   [](const Path& each) { return each.waits_or_runs(); });
  const Instruction& i = instruction_of(warp, path);
  const bool at_barrier =
      std::any_of(warps.begin(), warps.end(), [](auto& each) { return each->waits_at_barrier(); });
  const Execution& launch = warp.launch();
  Fault fault;
  fault.kind = at_barrier && !block.ready() ? fault::barrier : fault::deadlock;
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
