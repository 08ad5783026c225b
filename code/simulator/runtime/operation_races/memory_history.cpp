#include "simulator/runtime/operation_races/memory_history.hpp"

namespace simulator::runtime {

std::string words_for(const MemoryHistory::Call* call) {
  if (call == nullptr) return "";
  const HostLine line = call->site.line();
  return " by " + call->name + (line ? " (" + line.text() + ')' : "");
}

}  // namespace simulator::runtime
