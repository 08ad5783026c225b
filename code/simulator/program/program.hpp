#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/counts.hpp"
#include "simulator/program/dataflow.hpp"
#include "simulator/program/payload.hpp"
#include "simulator/program/shared_variable.hpp"
#include "simulator/ptx/syntax.hpp"
#include "simulator/ptx/types.hpp"
#include "simulator/ptx/variables.hpp"

namespace simulator {

class Warp;
struct Instruction;
struct SpecialRegister;

/// Carries out an instruction for the lanes in `mask`, which is not empty unless the instruction is
/// control flow.
using Execute = void (*)(Warp& warp, const Instruction& instruction, std::uint32_t mask);

/// Place of a value in a frame: a byte offset to 32 values side by side, one a lane;
/// for a predicate to one 32-bit mask.
using Slot = std::uint32_t;
inline constexpr Slot no_slot = ~Slot{0};

/// Of an instruction, where there is none.
inline constexpr std::uint32_t no_instruction = ~std::uint32_t{0};

/// Of a load, where there is none.
inline constexpr std::uint16_t no_selection = 0xffff;

/// What an instruction counts as.
enum class InstructionClass : std::uint8_t { integer, fp32, fp64, memory, control, other };

/// A decoded instruction. The slots that have no name of their own, the mode and the payload are
/// between its decoder and its Execute.
struct Instruction {
  Execute execute = nullptr;
  Slot guard = no_slot;
  bool guard_negated = false;
  bool computes = false;  // each lane by itself, registers from registers or parameters
  InstructionClass kind = InstructionClass::other;
  std::uint8_t operations = 0;    // additions and multiplications of floats that a lane does
  Slot d = no_slot, e = no_slot;  // results: value, and predicate or second value
  Slot a = no_slot, b = no_slot, c = no_slot, x = no_slot;
  std::uint8_t mode = 0;
  bool negate_a = false, negate_b = false, negate_c = false;
  Payload payload;
  std::uint64_t Counts::*counter = nullptr;  // of executions
  std::uint32_t line = 0;                    // in the PTX
  SourceLine place;
  std::string_view text;  // opcode with modifiers, for reports
};

/// The payload of setp: the comparison of a and b, a bit for each lane in the mask.
struct LaneComparison {
  std::uint32_t (*bits)(Warp& warp, const Instruction& instruction, std::uint32_t mask);
};

/// The payload of what lanes of a warp do together, each perhaps at an instruction of its own:
/// shfl, vote, match, redux, elect. x holds the mask; b, c and x have 4 bytes a lane, e is a
/// predicate.
struct Collective {
  Type type = Type::b32;                  // of what is exchanged, for the trace
  std::uint8_t a_bytes = 4, d_bytes = 4;  // a lane; 0: a predicate
};

/// A register, or a constant, and what is added to it.
struct Address {
  Slot slot = no_slot;
  std::uint8_t width = 8;  // bytes of the register
  bool narrow = false;     // of 32 bits: beyond, it starts again at 0
  /// Of the routine's, which holds what lies there.
  std::uint16_t shared_variable = no_shared_variable;
  std::int64_t offset = 0;

  std::uint64_t of(std::uint64_t base) const {
    const std::uint64_t sum = base + std::uint64_t(offset);
    return narrow ? std::uint32_t(sum) : sum;
  }
};

/// A value that is the same for all launches of a module: 8 bytes a lane.
struct Constant {
  Slot slot;
  std::uint64_t bits;
  unsigned size;       // bytes a lane
  std::string symbol;  // whose address is to be added when the module is loaded; may be empty
};

/// A special register that a frame gets the value of when it is entered.
struct SpecialValue {
  Slot slot;
  const SpecialRegister* what;
  unsigned size;  // bytes a lane
  std::uint64_t addend;
};

/// A callee's parameters: where they lie in the caller's and in the callee's param space.
struct CallSite {
  std::string_view callee;  // empty if indirect
  std::vector<LocalVariable> results, arguments;
  std::uint32_t function = 0;
};

/// The operands of a copy in bulk.
struct CopySite {
  Address to, from, map, barrier;  // those that there are
  Slot bytes = no_slot;
  Slot blocks = no_slot;          // of the cluster to which it goes, one bit each; else to one
  std::vector<Slot> coordinates;  // or values, of what stores them
  bool to_shared = true, from_shared = false;
  void (*combine)(std::byte* to, const std::byte* from, unsigned bytes) = nullptr;
  std::string_view operation = {};  // that combines, where a tensor's map says of what type
  std::uint8_t element = 0;         // bytes, where it combines or stores
};

/// Tells at a load which lanes take its value: see SelectedLoad.
struct Selection {
  struct Choice {
    Slot predicate;
    bool negated;
  };
  std::vector<Instruction> steps;         // with results in places of their own
  std::vector<std::vector<Choice>> ways;  // none: all do
};

/// Code of an entry or a function.
struct Routine {
  std::string name;
  bool entry = false;
  std::vector<Instruction> code;
  std::vector<Dataflow> dataflow;  // of each instruction
  std::vector<RegisterOperand> operands;
  std::vector<std::vector<std::uint32_t>> jump_tables;
  std::vector<CallSite> calls;
  std::vector<CopySite> copies;
  std::vector<Selection> selections;             // of loads
  std::vector<SharedVariable> shared_variables;  // that addresses belong to
  std::vector<Slot> fragments;  // registers of instructions on matrices, each one's side by side
  std::vector<std::string> refusals;  // of statements that are not supported: why
  std::vector<Parameter> results, parameters;
  std::size_t frame_bytes = 0;  // registers, then constants and specials
  std::size_t constants_start = 0;
  Slot gathering = no_slot;  // room for the operands of a Collective of several instructions
  std::vector<std::byte> constant_image;  // from constants_start on
  std::vector<Constant> constants;
  std::vector<SpecialValue> specials;
  std::size_t param_bytes = 0, local_bytes = 0;
  unsigned registers = 0;      // 32-bit registers alive at once, at most
  std::vector<bool> leaves;    // see leaving()
  bool meets_cluster = false;  // at its barrier
  SourceLine place;

  void fill_constants();  // constant_image from constants
  bool leaves_from(std::uint32_t instruction) const {
    return instruction < leaves.size() && leaves[instruction];
  }
};

/// The code of a module: PTX, decoded into what warps execute.
struct Program {
  std::string text;  // the PTX; names point into it
  std::vector<Routine> functions;
  std::vector<Relocation> relocations;
  std::vector<std::string> files;
  std::vector<std::string> texts;  // that Instruction::text points into

  /// Empty where the PTX says nothing.
  std::string_view file_of(const SourceLine& place) const {
    return place.file < files.size() ? std::string_view(files[place.file]) : std::string_view();
  }
};

/// Where the other state spaces lie among generic addresses; device memory lies above
/// (Memory::arena).
namespace window {
inline constexpr std::uint64_t size = std::uint64_t{1} << 32;
inline constexpr std::uint64_t shared = std::uint64_t{1} << 40;
inline constexpr std::uint64_t local = shared + size;
inline constexpr std::uint64_t param = local + size;
inline constexpr std::uint64_t code = param + size;  // address of function i: code + 16 i

constexpr bool holds(std::uint64_t start, std::uint64_t address) {
  return address - start < size;
}
}  // namespace window

}  // namespace simulator
