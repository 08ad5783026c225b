#include "simulator/instructions/control.hpp"

#include <algorithm>

#include "simulator/instructions/calls.hpp"
#include "simulator/instructions/lanes.hpp"
#include "simulator/instructions/system_calls.hpp"
#include "simulator/observation/trace.hpp"
#include "simulator/program/decoding.hpp"
#include "simulator/program/special_register.hpp"

namespace simulator {
namespace {

void branch(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const auto& [target, reconverge] = i.payload.as<Branch>();
  Trace* trace = warp.execution().trace();
  const bool parts = mask != 0 && mask != warp.active() && target != warp.next();
  if (trace && parts) trace->branch(warp, i, mask);
  warp.branch(mask, target, reconverge);
}

void decode_bra(Decoding& d) {
  d.ignore({"uni"});
  Instruction& i = d.instruction;
  i.kind = InstructionClass::control;
  i.counter = &Counts::branches;
  i.payload = Branch{d.label(d.operand(0)), d.reconvergence()};
  i.execute = branch;
}

/// Each target in turn takes its lanes away from the rest, which come back for the next.
void branch_indexed(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const auto& [number, reconverge] = i.payload.as<IndexedBranch>();
  const auto& table = warp.function().jump_tables[number];
  const std::uint32_t* index = warp.lanes<std::uint32_t>(i.a);
  const std::uint32_t first = index[std::countr_zero(mask)];
  if (first >= table.size()) {
    warp.report(fault::out_of_bounds, unsigned(std::countr_zero(mask)),
                "jumps to entry " + std::to_string(first) + " of a table of " +
                    std::to_string(table.size()));
    warp.execution().fail(LaunchFailure::Reason::illegal_instruction);
  }
  std::uint32_t same = 0;
  for_lanes(mask, [&](unsigned lane) { same |= std::uint32_t(index[lane] == first) << lane; });
  if (same == mask) {
    warp.branch(same, table[first], reconverge);
    return;
  }
  warp.jump(warp.next() - 1);
  warp.branch(same, table[first], reconverge);
}

void decode_brx(Decoding& d) {
  if (!d.take("idx")) d.fail("not supported");
  d.ignore({"uni"});
  Instruction& i = d.instruction;
  i.kind = InstructionClass::control;
  i.counter = &Counts::branches;
  i.a = d.source(0, Type::u32);
  const auto list = d.frame().syntax.label_lists.find(d.operand(1).name);
  if (list == d.frame().syntax.label_lists.end()) d.fail("unknown list of labels");
  std::vector<std::uint32_t> table;
  for (std::string_view name : list->second) {
    const auto label = d.frame().syntax.labels.find(name);
    if (label == d.frame().syntax.labels.end()) d.fail("unknown label");
    table.push_back(label->second);
  }
  i.payload =
      IndexedBranch{std::uint32_t(d.frame().function.jump_tables.size()), d.reconvergence()};
  d.frame().function.jump_tables.push_back(std::move(table));
  i.execute = branch_indexed;
}

void end(Warp& warp, const Instruction&, std::uint32_t mask) {
  warp.exit(mask);
  warp.block().threads_ended(warp, unsigned(std::popcount(mask)));
}
void leave(Warp& warp, const Instruction& i, std::uint32_t mask) {
  if (!warp.leave_function(mask)) end(warp, i, mask);
}

/// Does the code ask for what the driver hands to cooperative_groups?
bool wants_workspace(const Routine& code) {
  return std::any_of(code.specials.begin(), code.specials.end(), [](const SpecialValue& each) {
    return each.what->name.starts_with("%envreg");
  });
}

void trap(Warp& warp, const Instruction&, std::uint32_t mask) {
  std::string message = "executes a trap";
  if (warp.execution().workspace() == 0 && wants_workspace(warp.function()))
    message +=
        ", as grid.sync() does in a launch that is not cooperative (cudaLaunchCooperativeKernel, "
        "or cudaLaunchKernelEx with cudaLaunchAttributeCooperative)";
  warp.report(fault::trap, unsigned(std::countr_zero(mask)), std::move(message));
  warp.execution().fail(LaunchFailure::Reason::trap);
}

template <Execute execute>
void decode_plain(Decoding& d) {
  d.ignore({"uni"});
  d.instruction.kind = InstructionClass::control;
  d.instruction.execute = execute;
}

void call(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const CallSite& site = call_site(warp, i);
  warp.call(mask, warp.execution().program().functions[site.function], site);
}

void call_indirect(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const CallSite& site = call_site(warp, i);
  const std::uint64_t* addresses = warp.lanes<std::uint64_t>(i.a);
  const unsigned lane = unsigned(std::countr_zero(mask));
  const std::uint64_t first = addresses[lane], index = (first - window::code) / 16;
  const auto& functions = warp.execution().program().functions;
  if (first < window::code || index >= functions.size() || functions[index].entry) {
    warp.report(fault::out_of_bounds, lane, "calls what is no function");
    warp.execution().fail(LaunchFailure::Reason::illegal_instruction);
  }
  std::uint32_t same = 0;
  for_lanes(mask, [&](unsigned l) { same |= std::uint32_t(addresses[l] == first) << l; });
  if (same != mask) warp.again(mask & ~same);
  warp.call(same, functions[index], site);
}

std::vector<LocalVariable> variables(Decoding& d, const Operand& list) {
  std::vector<LocalVariable> result;
  if (list.kind != Operand::Kind::list) d.fail("expected a list of parameters");
  for (const Operand& element : list.elements) {
    LocalVariable variable;
    if (element.kind == Operand::Kind::variable && element.space == StateSpace::param) {
      variable.offset = element.bits;
      variable.size = element.size;
    } else if (element.kind != Operand::Kind::discard) {
      d.fail("a parameter that is no .param variable");
    }
    result.push_back(variable);
  }
  return result;
}

void decode_call(Decoding& d) {
  d.ignore({"uni"});
  Instruction& i = d.instruction;
  i.kind = InstructionClass::control;
  CallSite site;
  std::size_t k = 0;
  if (d.operand(0).kind == Operand::Kind::list) site.results = variables(d, d.operand(k++));
  const Operand& callee = d.operand(k++);
  if (k < d.operands() && d.operand(k).kind == Operand::Kind::list)
    site.arguments = variables(d, d.operand(k++));
  i.payload = Call{std::uint32_t(d.frame().function.calls.size())};
  if (callee.kind == Operand::Kind::reg) {
    i.a = d.source(callee, Type::b64);
    i.execute = call_indirect;
  } else if (const Execute system = system_call(callee.name)) {
    i.execute = system;
  } else {
    site.callee = callee.name;
    const auto& functions = d.frame().module.functions;
    const auto found = std::find_if(functions.begin(), functions.end(), [&](const auto& function) {
      return function.name == callee.name;
    });
    if (callee.name.starts_with("__cudaCDP"))
      d.fail("kernels that launch kernels are not supported");
    if (found == functions.end() || !found->defined)
      d.fail("function '" + std::string(callee.name) + "' not known");
    site.function = std::uint32_t(found - functions.begin());
    i.execute = call;
  }
  d.frame().function.calls.push_back(std::move(site));
}

}  // namespace

void add_control(Opcodes& opcodes) {
  const auto add = [&](const char* name, Decoder decode, Flow flow,
                       Privacy is_private = always_private) {
    opcodes.add(name,
                {.decode = decode, .roles = all_read, .is_private = is_private, .flow = flow});
  };
  opcodes.add("call", all_read, decode_call);
  add("bra", decode_bra, Flow::branch);
  add("brx", decode_brx, Flow::indexed_branch);
  add("ret", decode_plain<leave>, Flow::end);
  add("exit", decode_plain<end>, Flow::end);
  add("trap", decode_plain<trap>, Flow::end, never_private);
  add("brkpt", decode_plain<trap>, Flow::end, never_private);
}

}  // namespace simulator
