#pragma once

#include "simulator/ptx/scopes.hpp"
#include "simulator/ptx/token_stream.hpp"

namespace simulator {

/// Reads one operand of an instruction.
Operand read_operand(TokenStream& tokens, const Scopes& scopes);

}  // namespace simulator
