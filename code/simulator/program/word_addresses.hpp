#pragma once

#include <vector>

#include "simulator/ptx/syntax.hpp"

namespace simulator {

/// Of each register: is it the address of the word, or of the two bytes, in which something smaller
/// lies, and nothing else? Such addresses come of an `and` with ~3 or ~1, or ~2 where a half of a
/// word is wanted. What a program does there it does for the part alone: an atomic of one byte or
/// two is a load and a compare-and-swap that puts the rest of the word back as it has found it.
std::vector<bool> word_addresses(const FunctionSyntax& function);

}  // namespace simulator
