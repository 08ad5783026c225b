#pragma once

#include <string>
#include <vector>

namespace simulator {

/// One PTX text of several that were compiled to be linked (nvcc -rdc=true): a name that a text
/// keeps to itself does not meet that of another, and files keep apart. Throws UnsupportedError
/// where two texts define a name, or none a variable that one uses.
std::string linked_ptx(const std::vector<std::string>& texts);

}  // namespace simulator
