#pragma once

#include <cstddef>
#include <span>

namespace simulator {

/// Reads a fat binary, or else PTX, and loads it, as the start of a program does. True if it was
/// understood; false if it was refused with one of the errors that are meant for that. Any other
/// end is a defect.
bool read_input(std::span<const std::byte> input);

}  // namespace simulator
