#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "simulator/device/device.hpp"
#include "simulator/program/control_flow.hpp"
#include "simulator/program/opcodes.hpp"
#include "simulator/ptx/syntax.hpp"

namespace simulator {

/// From the first to the last statement where a register holds something that is still wanted.
struct LiveRange {
  std::uint32_t first = ~std::uint32_t{0}, last = 0;
  void extend(std::uint32_t at) {
    first = std::min(first, at);
    last = std::max(last, at);
  }
  bool empty() const { return first > last; }
};

/// Where the registers of a function lie. PTX has as many registers as values; those that never
/// live at the same time share a place here, as they do on the hardware.
struct RegisterPlan {
  std::vector<std::uint32_t> offsets;  // bytes, of each register
  std::uint32_t bytes = 0;
  unsigned pressure = 0;  // 32-bit registers that live at once, at most
};

/// What a statement does to a register.
struct RegisterUse {
  unsigned index;
  Role role;
};

std::vector<RegisterUse> register_uses(const Statement& statement);
/// Of each statement.
std::vector<std::vector<RegisterUse>> register_uses(const FunctionSyntax& function);

/// Of each register: does any statement read it?
std::vector<bool> read_registers(const FunctionSyntax& function);

std::vector<LiveRange> live_ranges(std::size_t registers,
                                   const std::vector<std::vector<RegisterUse>>& uses,
                                   const ControlFlow& flow);

RegisterPlan allocate_registers(const std::vector<Type>& registers,
                                const std::vector<LiveRange>& ranges);

/// ptxas needs some registers more than live at once, takes them by eights, and keeps to what a
/// block can have.
unsigned register_estimate(unsigned pressure, unsigned block_threads, const Device& device);

}  // namespace simulator
