#include <bit>
#include <string>

#include "simulator/machine/warp.hpp"
#include "simulator/program/opcodes.hpp"

namespace simulator {

void refuse(Warp& warp, const Instruction& i, std::uint32_t mask) {
  warp.report(fault::unsupported, unsigned(std::countr_zero(mask)),
              "executes " + std::string(i.text) + ": " +
                  warp.function().refusals[i.payload.as<Unsupported>().why]);
  warp.execution().fail(LaunchFailure::Reason::illegal_instruction);
}

}  // namespace simulator
