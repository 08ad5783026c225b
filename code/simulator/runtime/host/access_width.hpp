#pragma once

namespace simulator::runtime {

/// Of the memory that the instruction accesses, how many bytes at least: 1 where nobody here knows.
unsigned access_width(const void* code);

}  // namespace simulator::runtime
