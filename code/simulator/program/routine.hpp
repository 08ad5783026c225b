#pragma once

#include <string>
#include <vector>

#include "simulator/program/program.hpp"

namespace simulator {

/// Decodes a function. Its instructions' texts are appended to `texts`, and not yet put into them.
Routine routine_of(const ModuleSyntax& module, const FunctionSyntax& syntax,
                   std::vector<std::string>& texts);

}  // namespace simulator
