#include "simulator/program/module.hpp"

#include <algorithm>

#include "simulator/program/program.hpp"
#include "simulator/program/register_allocation.hpp"
#include "simulator/program/routine.hpp"
#include "simulator/program/shared_use.hpp"
#include "simulator/ptx/syntax.hpp"

namespace simulator {

std::shared_ptr<Module> parse_module(std::string_view ptx, const Device& device) {
  auto module = std::make_shared<Module>();
  module->program = std::make_shared<Program>();
  Program& program = *module->program;
  program.text = std::string(ptx);
  const ModuleSyntax syntax = syntax_of(program.text);
  module->target = syntax.target;
  module->variables = syntax.variables;
  program.relocations = syntax.relocations;
  for (const auto& [number, name] : syntax.files) {
    if (number > 1u << 16) continue;
    if (program.files.size() <= number) program.files.resize(number + 1);
    program.files[number] = name;
  }
  for (const FunctionSyntax& function : syntax.functions)
    program.functions.push_back(routine_of(syntax, function, program.texts));
  std::size_t text = 0;
  for (Routine& function : program.functions)
    for (Instruction& i : function.code) i.text = program.texts[text++];

  std::size_t alignment = 16;
  for (const auto& [name, wanted] : syntax.dynamic_shared) alignment = std::max(alignment, wanted);
  const std::size_t common_shared = (syntax.shared_bytes + 15) / 16 * 16;
  for (std::size_t k = 0; k < syntax.functions.size(); ++k) {
    const FunctionSyntax& function = syntax.functions[k];
    if (!function.entry || !function.defined) continue;
    Kernel kernel;
    kernel.name = std::string(function.name);
    kernel.parameters = function.parameters;
    kernel.parameter_bytes = function.parameter_bytes;
    kernel.static_shared_bytes = static_shared_bytes(syntax, k);
    kernel.shared_end =
        function.shared_bytes > 0 ? common_shared + function.shared_bytes : syntax.shared_bytes;
    kernel.dynamic_shared_alignment = alignment;
    kernel.local_bytes = function.local_bytes;
    kernel.max_block_threads = function.max_threads;
    kernel.cluster = function.cluster;
    kernel.explicit_cluster = function.explicit_cluster;
    kernel.max_cluster_rank = function.max_cluster_rank;
    kernel.registers =
        register_estimate(program.functions[k].registers, function.max_threads, device);
    if (function.place.line > 0)
      kernel.source =
          std::string(program.file_of(function.place)) + ":" + std::to_string(function.place.line);
    kernel.function = unsigned(k);
    module->kernels.emplace(kernel.name, std::move(kernel));
  }
  return module;
}

const Kernel* Module::kernel(std::string_view name) const {
  const auto found = kernels.find(name);
  return found == kernels.end() ? nullptr : &found->second;
}

const Variable* Module::variable(std::string_view name) const {
  const auto found = variables.find(name);
  return found == variables.end() ? nullptr : &found->second;
}

}  // namespace simulator
