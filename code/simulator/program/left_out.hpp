#pragma once

#include <string_view>

namespace simulator {

/// What instructions of PTX with that opcode are, which the simulator leaves out: "texture
/// instructions". Null where the opcode is none of PTX.
const char* left_out(std::string_view opcode);

}  // namespace simulator
