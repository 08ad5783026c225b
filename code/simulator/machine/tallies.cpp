#include "simulator/machine/tallies.hpp"

namespace simulator {

Tally* Tallies::of(const Routine& function) {
  const std::size_t index = std::size_t(&function - program_.functions.data());
  std::vector<Tally>& tallies = of_functions_[index];
  if (tallies.empty()) tallies.resize(function.code.size());
  return tallies.data();
}

Counts Tallies::counts() const {
  Counts result;
  for (std::size_t f = 0; f < of_functions_.size(); ++f) {
    for (std::size_t k = 0; k < of_functions_[f].size(); ++k) {
      const Tally& tally = of_functions_[f][k];
      if (tally.warps == 0) continue;
      const Instruction& i = program_.functions[f].code[k];
      result.warp_instructions += tally.warps;
      result.thread_instructions += tally.lanes;
      if (i.counter != nullptr) result.*i.counter += tally.warps;
      switch (i.kind) {
        case InstructionClass::integer:
          result.integer_instructions += tally.warps;
          break;
        case InstructionClass::fp32:
          result.float_instructions += tally.warps;
          result.float_operations += tally.lanes * i.operations;
          break;
        case InstructionClass::fp64:
          result.double_instructions += tally.warps;
          break;
        case InstructionClass::memory:
          result.memory_instructions += tally.warps;
          break;
        case InstructionClass::control:
          result.control_instructions += tally.warps;
          break;
        case InstructionClass::other:
          result.other_instructions += tally.warps;
          break;
      }
    }
  }
  return result;
}

}  // namespace simulator
