#pragma once

#include <algorithm>
#include <cstdint>

/// Every count, once: X(name) for those that add up over launches, Y(name) for the one that is a
/// maximum. Requests are warp instructions; sectors are 32 bytes, lines 128; wavefronts are passes
/// over the 32 banks, and conflicts those of them that a request of so many bytes a lane (or less)
/// would not take without conflicts; what bulk copies bring from global to shared memory and back
/// is no load and no store; requests to the shared memory of another block of the cluster are
/// remote, and what they cost is not counted; operations are the lanes' additions and
/// multiplications of floats, two in a fused one.
#define SIMULATOR_COUNTS(X, Y)     \
  X(warp_instructions)             \
  X(thread_instructions)           \
  X(branches)                      \
  X(divergent_branches)            \
  X(global_load_requests)          \
  X(global_load_sectors)           \
  X(global_load_lines)             \
  X(global_load_bytes)             \
  X(global_store_requests)         \
  X(global_store_sectors)          \
  X(global_store_lines)            \
  X(global_store_bytes)            \
  X(bulk_load_bytes)               \
  X(bulk_store_bytes)              \
  X(shared_load_requests)          \
  X(shared_load_wavefronts)        \
  X(shared_store_requests)         \
  X(shared_store_wavefronts)       \
  X(shared_conflicts_4_bytes)      \
  X(shared_conflicts_8_bytes)      \
  X(shared_conflicts_16_bytes)     \
  X(remote_shared_load_requests)   \
  X(remote_shared_store_requests)  \
  X(remote_shared_atomic_requests) \
  X(global_atomic_requests)        \
  X(global_atomic_lanes)           \
  X(shared_atomic_requests)        \
  X(shared_atomic_lanes)           \
  Y(atomic_max_same_address)       \
  X(barriers)                      \
  X(warp_barriers)                 \
  X(shuffles)                      \
  X(votes)                         \
  X(local_loads)                   \
  X(local_stores)                  \
  X(integer_instructions)          \
  X(float_instructions)            \
  X(float_operations)              \
  X(double_instructions)           \
  X(memory_instructions)           \
  X(control_instructions)          \
  X(other_instructions)

namespace simulator {

/// What one or more launches did, as the hardware's counters would see it.
struct Counts {
#define SIMULATOR_FIELD(name) std::uint64_t name = 0;
  SIMULATOR_COUNTS(SIMULATOR_FIELD, SIMULATOR_FIELD)
#undef SIMULATOR_FIELD

  Counts& operator+=(const Counts& other) {
#define SIMULATOR_SUM(name) name += other.name;
#define SIMULATOR_MAXIMUM(name) name = std::max(name, other.name);
    SIMULATOR_COUNTS(SIMULATOR_SUM, SIMULATOR_MAXIMUM)
#undef SIMULATOR_SUM
#undef SIMULATOR_MAXIMUM
    return *this;
  }

  friend bool operator==(const Counts&, const Counts&) = default;
};

/// Calls visit(name, value) for every count in the order above.
template <class Visit>
void for_each_count(const Counts& counts, Visit&& visit) {
#define SIMULATOR_VISIT(name) visit(#name, counts.name);
  SIMULATOR_COUNTS(SIMULATOR_VISIT, SIMULATOR_VISIT)
#undef SIMULATOR_VISIT
}

}  // namespace simulator
