#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "simulator/ptx/syntax.hpp"
#include "simulator/ptx/types.hpp"

namespace simulator {

/// How undefined bits get from an instruction's operands into its results, lane by lane.
enum class Propagation : std::uint8_t {
  // Of instructions that compute.
  whole,       // any of them into all bits of the results
  carried,     // as the values' own bits go: moves, shifts, fields, selections
  logic,       // bit by bit: a zero in one operand of `and` defines the result
  sum,         // up to where carries can get
  difference,  // the same
  product,     // from the lowest bit on that can differ; zero makes zero
  comparison,  // by the bits that are defined, if they decide
  bytes,       // within each byte of a register
  halves,      // within each half
  two_halves,  // one operand into each half: cvt to a pair
  // Of the others.
  used,        // something depends on all that is read
  addressed,   // on what is read as an address: loads and stores; the rest goes with the data
  collective,  // on the mask of the members; the rest goes from lane to lane
  ignored,     // nothing depends on anything
};

/// A register that an instruction names.
struct RegisterOperand {
  enum class Kind : std::uint8_t { value, address, result };

  std::uint32_t slot;
  std::uint8_t size;  // bytes a lane; 0: a predicate
  Kind kind;
};

/// What is known of an instruction beside what it does, for who follows values.
struct Dataflow {
  Propagation how = Propagation::whole;
  bool sign = false;         // of `comparison`
  std::uint8_t size = 4;     // bytes of what it computes with
  std::uint8_t steered = 0;  // of `carried`: operands that are values all the same, see steers
  std::uint8_t variant = 0;  // of `comparison`: its Order3; of `logic`: the result for each of the
                             // eight bits of a, b and c, as lop3 has it, or 0, where the
                             // instruction's mode has it; of `carried`: is c a predicate?
  std::uint32_t first = 0;   // of its operands among the routine's
  std::uint16_t operands = 0;  // how many
};

/// Bits of Dataflow::steered, for the instruction's a, b, c and x.
namespace steers {
inline constexpr std::uint8_t a = 1, b = 2, c = 4, x = 8;
}

/// Variants of `comparison`.
enum class Order3 : std::uint8_t { equal, less, less_or_equal, greater, greater_or_equal, unknown };

/// Of the statements of an opcode.
using DataflowRule = Dataflow (*)(const Statement&);

/// Of instructions that do not compute.
template <Propagation how>
Dataflow passes(const Statement&) {
  return {.how = how};
}

// Of those that do.

/// Types among the modifiers.
std::vector<Type> types_of(const Statement& statement);
std::optional<Type> first_type(const Statement& statement);
/// Does it compute with two values in each register?
bool is_packed(const Statement& statement);

/// With as many bytes as the first type has.
Dataflow computed(const Statement& statement, Propagation how);
/// Within each of two values in a register, or into all of the result.
Dataflow within_parts(const Statement& statement);

bool is_plain_integer(const Statement& statement);
/// So for the low bits of integers, neither saturated nor with carries; else as within_parts.
template <Propagation how>
Dataflow of_integers(const Statement& statement) {
  return is_plain_integer(statement) ? computed(statement, how) : within_parts(statement);
}

/// As the bits of the values go; some operands only steer them.
template <std::uint8_t steered>
Dataflow moving(const Statement& statement) {
  Dataflow flow = computed(statement, Propagation::carried);
  flow.steered = steered;
  return flow;
}

/// By the table of Dataflow::variant.
template <std::uint8_t table>
Dataflow by_logic(const Statement& statement) {
  Dataflow flow = computed(statement, Propagation::logic);
  flow.variant = table;
  return flow;
}

}  // namespace simulator
