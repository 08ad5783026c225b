#include "simulator/program/routine.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "simulator/lane_mask.hpp"
#include "simulator/program/control_flow.hpp"
#include "simulator/program/decoding.hpp"
#include "simulator/program/register_allocation.hpp"
#include "simulator/ptx/unsupported.hpp"

namespace simulator {
namespace {

std::string shown(const Statement& statement) {
  std::string text(statement.opcode);
  for (std::string_view modifier : statement.modifiers) text.append(1, '.').append(modifier);
  return text;
}

Instruction decoded(FrameLayout& frame, const Statement& statement) {
  Decoding decoding(frame, statement);
  try {
    const Instruction& instruction = decoding.decoded();
    Routine& function = frame.function;
    Dataflow flow = opcodes().find(statement.opcode)->dataflow(statement);
    flow.first = std::uint32_t(function.operands.size());
    flow.operands = std::uint16_t(decoding.registers.size());
    function.operands.insert(function.operands.end(), decoding.registers.begin(),
                             decoding.registers.end());
    function.dataflow.push_back(flow);
    return instruction;
  } catch (const UnsupportedError& error) {
    Instruction refused;
    refused.execute = refuse;
    refused.payload = Unsupported{frame.function.refusals.size()};
    refused.guard = decoding.instruction.guard;
    refused.guard_negated = decoding.instruction.guard_negated;
    refused.line = statement.line;
    refused.place = statement.place;
    frame.function.dataflow.push_back({.how = Propagation::ignored});
    frame.function.refusals.emplace_back(error.what());
    return refused;
  }
}

/// Takes the value in any case where a step is not supported, which is told to who comes to it.
Selection selection_of(FrameLayout& frame, const SelectedLoad& load) {
  Selection result;
  std::vector<std::pair<unsigned, Slot>> moved;
  for (const std::uint32_t step : load.steps) {
    const Statement& statement = frame.syntax.statements[step];
    for (const auto& [r, role] : register_uses(statement))
      if (role != Role::read)
        moved.emplace_back(r, frame.move(r, frame.place_for(frame.syntax.registers[r])));
  }
  try {
    for (const std::uint32_t step : load.steps)
      result.steps.push_back(Decoding(frame, frame.syntax.statements[step]).decoded());
    for (const SelectedLoad::Way& way : load.ways) {
      auto& choices = result.ways.emplace_back();
      for (const auto& [predicate, negated] : way)
        choices.push_back({frame.reg(predicate), negated});
    }
  } catch (const UnsupportedError&) {
    result = {};
  }
  // Of a register that several of them write, the first was moved from its own place.
  for (auto each = moved.rbegin(); each != moved.rend(); ++each)
    frame.move(each->first, each->second);
  return result;
}

}  // namespace

Routine routine_of(const ModuleSyntax& module, const FunctionSyntax& syntax,
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
  for (const auto& [_, load] : frame.selected_loads())
    function.selections.push_back(selection_of(frame, load));
  function.fill_constants();
  function.leaves = leaving(syntax);
  return function;
}

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

}  // namespace simulator
