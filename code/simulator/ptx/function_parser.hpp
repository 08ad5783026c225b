#pragma once

#include "simulator/ptx/line_table.hpp"
#include "simulator/ptx/syntax.hpp"
#include "simulator/ptx/token_stream.hpp"

namespace simulator {

/// Reads a `.entry` or `.func`; shared variables of a device function are put into the module.
/// Statements' places are marks of the line table.
FunctionSyntax read_function(TokenStream& tokens, LineTable& lines, ModuleSyntax& module);

/// Reads a `.file`.
void read_file(TokenStream& tokens, ModuleSyntax& module);

}  // namespace simulator
