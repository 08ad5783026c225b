#include "module.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "decoding.hpp"
#include "flow.hpp"
#include "memory.hpp"
#include "program.hpp"
#include "syntax.hpp"

namespace simulator {

bool is_branch(const Instruction& instruction);
bool is_indexed_branch(const Instruction& instruction);
bool is_end(const Instruction& instruction);

namespace {

std::string shown(const Statement& statement) {
  std::string text(statement.opcode);
  for (std::string_view modifier : statement.modifiers) text.append(1, '.').append(modifier);
  return text;
}

/// Writes into each branch where its paths meet again.
void find_reconvergence(Routine& function) {
  const auto size = std::uint32_t(function.code.size());
  // Blocks of instructions: a leader is a target or follows a branch.
  std::vector<bool> leads(size + 1);
  leads[0] = leads[size] = true;
  for (std::uint32_t k = 0; k < size; ++k) {
    const Instruction& i = function.code[k];
    if (is_branch(i)) leads[i.target] = leads[k + 1] = true;
    if (is_end(i)) leads[k + 1] = true;
    if (is_indexed_branch(i)) {
      leads[k] = leads[k + 1] = true;
      for (const std::uint32_t target : function.jump_tables[i.target]) leads[target] = true;
    }
  }
  std::vector<std::uint32_t> starts, block_of(size + 1);
  for (std::uint32_t k = 0; k < size; ++k) {
    if (leads[k]) starts.push_back(k);
    block_of[k] = std::uint32_t(starts.size()) - 1;
  }
  const auto blocks = std::uint32_t(starts.size());
  block_of[size] = blocks;
  std::vector<std::vector<std::uint32_t>> successors(blocks);
  for (std::uint32_t b = 0; b < blocks; ++b) {
    const std::uint32_t last = (b + 1 < blocks ? starts[b + 1] : size) - 1;
    const Instruction& i = function.code[last];
    const bool guarded = i.guard != no_slot;
    auto& next = successors[b];
    if (is_branch(i))
      next.push_back(block_of[i.target]);
    else if (is_indexed_branch(i))
      for (const std::uint32_t target : function.jump_tables[i.target])
        next.push_back(block_of[target]);
    else if (is_end(i))
      next.push_back(blocks);
    if ((!is_branch(i) && !is_end(i) && !is_indexed_branch(i)) || guarded)
      next.push_back(block_of[last + 1]);
  }
  const std::vector<std::uint32_t> postdominators = immediate_postdominators(successors);
  for (std::uint32_t k = 0; k < size; ++k) {
    Instruction& i = function.code[k];
    if (!is_branch(i) && !is_indexed_branch(i)) continue;
    const std::uint32_t meets = postdominators[block_of[k]];
    i.reconverge = meets == blocks ? no_instruction : starts[meets];
  }
}

/// ptxas needs some registers more than live at once, takes them by eights, and keeps to what a
/// block can have.
unsigned register_estimate(unsigned pressure, unsigned block_threads) {
  constexpr unsigned file = 65536, least = 16, most = 255, spare = 6;
  const unsigned wanted = (pressure + spare + 7) / 8 * 8;
  const unsigned available =
      block_threads == 0 ? most : file / ((block_threads + 31) / 32 * 32) / 8 * 8;
  return std::max(least, std::min({wanted, available, most}));
}

/// Stands for a statement that is not supported: who comes to it is told, and stopped.
void refuse(Warp& warp, const Instruction& i, std::uint32_t mask) {
  report(warp.launch().fault(
      fault::unsupported, warp, unsigned(std::countr_zero(mask)),
      "executes " + std::string(i.text) + ": " + warp.function().refusals[i.target]));
  warp.launch().fail(LaunchFailure::Reason::illegal_instruction);
}

Instruction decoded(FrameLayout& frame, const Statement& statement) {
  Decoding decoding(frame, statement);
  try {
    const auto& [computing, others] = opcodes();
    auto decoder = computing.find(statement.opcode);
    if (decoder != computing.end())
      decoding.instruction.computes = true;
    else if (decoder = others.find(statement.opcode); decoder == others.end())
      decoding.fail("unknown opcode");
    decoder->second(decoding);
    decoding.finish();
    return decoding.instruction;
  } catch (const UnsupportedError& error) {
    Instruction refused;
    refused.execute = refuse;
    refused.target = std::uint32_t(frame.function.refusals.size());
    refused.guard = decoding.instruction.guard;
    refused.guard_negated = decoding.instruction.guard_negated;
    refused.line = statement.line;
    refused.place = statement.place;
    frame.function.refusals.emplace_back(error.what());
    return refused;
  }
}

Routine decoded(const ModuleSyntax& module, const FunctionSyntax& syntax,
                std::vector<std::string>& texts) {
  Routine function;
  function.name = std::string(syntax.name);
  function.entry = syntax.entry;
  function.results = syntax.results;
  function.parameters = syntax.parameters;
  function.param_bytes = (syntax.param_bytes + 15) / 16 * 16;
  function.local_bytes = syntax.local_bytes;
  function.place = syntax.place;
  if (!syntax.defined) return function;
  FrameLayout frame(module, syntax, function);
  // Their texts follow once all are in their place.
  for (const Statement& statement : syntax.statements) {
    texts.push_back(shown(statement));
    function.code.push_back(decoded(frame, statement));
  }
  // Falling off the end returns.
  Statement last;
  last.opcode = "ret";
  function.code.push_back(decoded(frame, last));
  texts.emplace_back("ret");
  find_reconvergence(function);
  function.fill_constants();
  return function;
}

}  // namespace

void Routine::fill_constants() {
  constant_image.assign(frame_bytes - constants_start, std::byte{0});
  for (const Constant& constant : constants) {
    std::byte* to = constant_image.data() + (constant.slot - constants_start);
    if (constant.size == 0) {
      std::memcpy(to, &constant.bits, sizeof(std::uint32_t));
      continue;
    }
    for (unsigned lane = 0; lane < warp_size; ++lane)
      std::memcpy(to + lane * constant.size, &constant.bits, std::min(constant.size, 8u));
  }
}

std::shared_ptr<Module> parse_module(std::string_view ptx) {
  auto module = std::make_shared<Module>();
  module->program = std::make_shared<Program>();
  Program& program = *module->program;
  program.text = std::string(ptx);
  const ModuleSyntax syntax = syntax_of(program.text);
  module->variables = syntax.variables;
  program.relocations = syntax.relocations;
  for (const auto& [number, name] : syntax.files) {
    if (number > 1u << 16) continue;
    if (program.files.size() <= number) program.files.resize(number + 1);
    program.files[number] = name;
  }
  for (const FunctionSyntax& function : syntax.functions)
    program.functions.push_back(decoded(syntax, function, program.texts));
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
    kernel.static_shared_bytes =
        function.shared_bytes > 0 ? common_shared + function.shared_bytes : syntax.shared_bytes;
    kernel.dynamic_shared_alignment = alignment;
    kernel.local_bytes = function.local_bytes;
    kernel.max_block_threads = function.max_threads;
    kernel.registers = register_estimate(program.functions[k].registers, function.max_threads);
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

void Module::load(Memory& memory) {
  for (auto& [name, variable] : variables) {
    const bool constant = variable.space == Variable::Space::constant;
    variable.address =
        memory.allocate(std::max<std::size_t>(variable.size, 1),
                        constant ? AllocationKind::constant : AllocationKind::variable, name);
  }
  const auto address_of = [&](const std::string& symbol) -> std::uint64_t {
    if (const Variable* found = variable(symbol)) return found->address;
    for (std::size_t k = 0; k < program->functions.size(); ++k)
      if (program->functions[k].name == symbol) return window::code + 16 * k;
    throw UnsupportedError("unknown symbol '" + symbol + "'");
  };
  for (const Relocation& relocation : program->relocations) {
    Variable& variable = variables.at(relocation.variable);
    const std::uint64_t value = address_of(relocation.symbol) + std::uint64_t(relocation.addend);
    if (relocation.offset + sizeof value <= variable.initial.size())
      std::memcpy(variable.initial.data() + relocation.offset, &value, sizeof value);
  }
  for (auto& [name, variable] : variables) {
    memory.fill(variable.address, 0, std::max<std::size_t>(variable.size, 1));
    if (!variable.initial.empty())
      memory.copy_in(variable.address, variable.initial.data(),
                     std::min(variable.initial.size(), variable.size));
  }
  for (Routine& function : program->functions) {
    for (Constant& constant : function.constants) {
      if (constant.symbol.empty()) continue;
      constant.bits += address_of(constant.symbol);
      constant.symbol.clear();
    }
    function.fill_constants();
  }
}

}  // namespace simulator
