#pragma once

namespace simulator::runtime {

/// Lets one instruction of the program run and no more, where the processor can do that: x86-64's
/// trap flag.
namespace single_step {

/// Not while a debugger is there, which takes the trap for its own.
bool is_possible();

/// To be called by the handler of a signal that an instruction came of. When the handler has
/// returned and the instruction has run, its thread calls `then`; a further call before that, for
/// another signal of the same instruction, changes nothing. False: it will not be told, for the
/// program wants the trap for itself.
bool after_instruction(void* context, void (*then)());

}  // namespace single_step
}  // namespace simulator::runtime
