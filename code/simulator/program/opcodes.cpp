#include "simulator/program/opcodes.hpp"

namespace simulator {

Role all_read(const Statement&, std::size_t) {
  return Role::read;
}

Role first_written(const Statement& statement, std::size_t operand) {
  const bool result = operand == 0 && statement.operands[operand].kind != Operand::Kind::address;
  return result ? Role::written : Role::read;
}

const Opcodes& opcodes() {
  static const Opcodes all = [] {
    Opcodes result;
    for (const auto add_family : {add_integer,         add_logic,           add_bits,
                                  add_video,           add_floating,        add_floating_functions,
                                  add_floating_choice, add_comparison,      add_selection,
                                  add_conversion,      add_moves,           add_clusters,
                                  add_address_spaces,  add_stack,           add_loads_and_stores,
                                  add_cache_hints,     add_async_copies,    add_atomics,
                                  add_mbarriers,       add_control,         add_collectives,
                                  add_barriers,        add_matrix_products, add_matrix_moves,
                                  add_fragments,       add_group_products,  add_textures,
                                  add_surfaces})
      add_family(result);
    return result;
  }();
  return all;
}

Role role_of(const Statement& statement, std::size_t operand) {
  const Opcode* const known = opcodes().find(statement.opcode);
  return (known != nullptr ? known->roles : first_written)(statement, operand);
}

Flow flow_of(const Statement& statement) {
  const Opcode* const known = opcodes().find(statement.opcode);
  return known != nullptr ? known->flow : Flow::next;
}

bool is_private(const Statement& statement) {
  const Opcode* const known = opcodes().find(statement.opcode);
  return known != nullptr && known->is_private(statement);
}

bool computes(const Statement& statement) {
  const Opcode* const known = opcodes().find(statement.opcode);
  return known != nullptr && known->computes && !statement.has("cc");
}

}  // namespace simulator
