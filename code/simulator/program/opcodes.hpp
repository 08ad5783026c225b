#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "simulator/program/dataflow.hpp"
#include "simulator/ptx/syntax.hpp"

namespace simulator {

class Decoding;
class Warp;
struct Instruction;
using Decoder = void (*)(Decoding&);

/// What an instruction does to the registers of an operand; `updated`: reads and writes them.
enum class Role : std::uint8_t { read, written, updated };

/// Of an operand of a statement, by its number.
using Roles = Role (*)(const Statement&, std::size_t operand);
Role all_read(const Statement&, std::size_t operand);
/// The first is the result, unless it is an address.
Role first_written(const Statement&, std::size_t operand);

/// Where an instruction leads.
enum class Flow : std::uint8_t {
  next,            // to the instruction behind it
  branch,          // to the label that is its operand
  indexed_branch,  // to one of the labels in the list that its second operand names
  end,             // out of the function
};

/// Of a statement: does it concern nobody but its own thread?
using Privacy = bool (*)(const Statement&);
inline bool never_private(const Statement&) {
  return false;
}
inline bool always_private(const Statement&) {
  return true;
}

/// All there is to know of an opcode; what it computes is what its decoder chooses.
struct Opcode {
  Decoder decode;
  Roles roles;
  DataflowRule dataflow = passes<Propagation::used>;
  Privacy is_private = never_private;
  Flow flow = Flow::next;
  bool computes = false;  // each lane by itself, registers from registers or parameters
};

class Opcodes {
 public:
  void add(std::string_view name, const Opcode& opcode) { known_.insert_or_assign(name, opcode); }
  void add(std::string_view name, Roles roles, Decoder decode,
           DataflowRule dataflow = passes<Propagation::used>) {
    add(name, {.decode = decode, .roles = roles, .dataflow = dataflow});
  }
  /// Each lane computes its first operand from the others.
  void add_computing(std::string_view name, Decoder decode, DataflowRule dataflow = within_parts) {
    add(name, {decode, first_written, dataflow, always_private, Flow::next, true});
  }
  /// Null if it is not known.
  const Opcode* find(std::string_view name) const {
    const auto found = known_.find(name);
    return found == known_.end() ? nullptr : &found->second;
  }

 private:
  std::unordered_map<std::string_view, Opcode> known_;
};

/// Every opcode that is known.
const Opcodes& opcodes();

/// Of any statement, also one whose opcode is not known: that it writes its first operand, goes on,
/// and may concern others.
Role role_of(const Statement& statement, std::size_t operand);
Flow flow_of(const Statement& statement);
bool is_private(const Statement& statement);
/// See Opcode::computes; not where it leaves flags besides.
bool computes(const Statement& statement);

struct Unsupported {
  std::size_t why;  // among those of the function
};

/// Stands for a statement that is not supported: who comes to it is told, and stopped.
void refuse(Warp& warp, const Instruction& i, std::uint32_t mask);

// Families of instructions, each in its own file.
void add_integer(Opcodes&);  // arithmetic
void add_logic(Opcodes&);
void add_bits(Opcodes&);      // shifts, fields
void add_video(Opcodes&);     // bytes and halves of a register
void add_floating(Opcodes&);  // f32, f64, f16, bf16: arithmetic
void add_floating_functions(Opcodes&);
void add_floating_choice(Opcodes&);
void add_comparison(Opcodes&);      // setp, set
void add_selection(Opcodes&);       // selp, slct
void add_conversion(Opcodes&);      // cvt
void add_moves(Opcodes&);           // mov
void add_clusters(Opcodes&);        // mapa, getctarank
void add_address_spaces(Opcodes&);  // cvta, isspacep
void add_stack(Opcodes&);           // alloca, stacksave, stackrestore
void add_loads_and_stores(Opcodes&);
void add_cache_hints(Opcodes&);   // prefetch, discard, createpolicy
void add_async_copies(Opcodes&);  // cp
void add_atomics(Opcodes&);       // atom, red
void add_mbarriers(Opcodes&);
void add_control(Opcodes&);          // bra, call, ret, exit, trap
void add_collectives(Opcodes&);      // shfl, vote, match, redux, activemask
void add_barriers(Opcodes&);         // bar, fence, nanosleep
void add_matrix_products(Opcodes&);  // mma
void add_matrix_moves(Opcodes&);     // ldmatrix, stmatrix, movmatrix
void add_fragments(Opcodes&);        // wmma
void add_group_products(Opcodes&);   // wgmma
void add_textures(Opcodes&);         // tex, tld4
void add_surfaces(Opcodes&);         // suld, sust

}  // namespace simulator
