#pragma once

#include <cstdint>
#include <vector>

#include "syntax.hpp"

namespace simulator {

/// Where the registers of a function lie. PTX has as many registers as values; those that never
/// live at the same time share a place here, as they do on the hardware.
struct RegisterPlan {
  std::vector<std::uint32_t> offsets;  // bytes, of each register
  std::uint32_t bytes = 0;
  unsigned pressure = 0;  // 32-bit registers that live at once, at most
};

/// Instructions that may follow each instruction; statements.size() stands for the end.
std::vector<std::vector<std::uint32_t>> successors_of(const FunctionSyntax& function);

RegisterPlan allocate_registers(const FunctionSyntax& function);

}  // namespace simulator
