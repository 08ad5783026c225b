#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "simulator/device/device.hpp"
#include "simulator/program/kernel.hpp"
#include "simulator/ptx/unsupported.hpp"
#include "simulator/ptx/variables.hpp"

namespace simulator {

class Memory;
struct Program;

/// A parsed PTX text: its kernels, its variables, and its code.
struct Module {
  std::map<std::string, Kernel, std::less<>> kernels;
  std::map<std::string, Variable, std::less<>> variables;
  std::shared_ptr<Program> program;
  unsigned target = 0;  // 90 of sm_90

  /// Null if there is no such kernel or variable.
  const Kernel* kernel(std::string_view name) const;
  const Variable* variable(std::string_view name) const;

  /// Allocates the variables in `memory`, writes their initial values (zero where none is given)
  /// and puts their addresses into the code. To be called once, before the first launch. Managed
  /// variables are those of `twin`, if that is given: the same module of another device.
  void load(Memory& memory, const Module* twin = nullptr);
};

/// Of PTX for the device. Throws UnsupportedError.
std::shared_ptr<Module> parse_module(std::string_view ptx, const Device& device = h200());

}  // namespace simulator
