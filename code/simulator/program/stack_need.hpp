#pragma once

#include <cstddef>

namespace simulator {

struct Program;
struct Routine;

/// Bytes of a thread's stack from the start of a function's frame, which has so many, to that of
/// one it calls.
std::size_t stack_step(std::size_t frame);

/// Bytes of a thread's stack that a function needs for its frame and for those of the functions
/// that it is seen to call, directly or not, each counted once on any way. What a function calls by
/// a pointer, and how often it calls itself, cannot be seen.
std::size_t stack_need(const Program& program, std::size_t function);

}  // namespace simulator
