#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "simulator/runtime/graphs/graph.hpp"
#include "simulator/runtime/runtime.hpp"

namespace simulator::runtime {

struct Capture;

// Memory of graphs has its address from when the node is made, and lives from when the node that
// allocates it has its turn to when it is freed.

/// Of cudaMallocAsync and cudaFreeAsync in a stream that captures. Throw ApiError.
void* capture_allocation(State& s, Capture& capture, unsigned stream, std::size_t bytes);
void capture_release(State& s, Capture& capture, unsigned stream, void* pointer);

/// Before a launch. Throws ApiError if memory of the graph still lives and is not to be freed
/// first.
void prepare_launch_memory(State& s, const CUgraph_st& graph, bool free_first);
/// The stream gets the node.
VectorClock give_allocation(State& s, unsigned stream, const AllocationNode& node,
                            const GraphPlace& place);
VectorClock give_release(State& s, unsigned stream, const ReleaseNode& node,
                         const GraphPlace& place);

/// The memory is gone (memory.cpp).
void free_now(State& s, std::uint64_t address);

}  // namespace simulator::runtime
