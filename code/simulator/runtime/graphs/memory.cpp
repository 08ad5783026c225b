#include "simulator/runtime/graphs/memory.hpp"

#include <algorithm>

#include "simulator/runtime/graphs/capture.hpp"

using namespace simulator;
using namespace simulator::runtime;

namespace {

/// Bytes of memory of graphs that lives.
struct Books {
  std::uint64_t used = 0, most = 0;
};

Books& books() {
  static Books all;
  return all;
}

std::uint64_t used_now(State& s) {
  std::uint64_t used = 0;
  for (const std::uint64_t address : s.graph_memory)
    if (const Allocation* const found = device_memory().find(address); !found->freed)
      used += found->bytes;
  return used;
}

/// An address that is taken, and no memory yet.
void* make_address(State& s, std::size_t bytes) {
  if (bytes == 0) throw ApiError{cudaErrorInvalidValue};
  const std::uint64_t address = s.recorder->allocate(device_memory(), bytes);
  device_memory().free(address);
  s.graph_memory.insert(address);
  return reinterpret_cast<void*>(address);
}

AllocationNode allocation_node(State& s, const cudaMemAllocNodeParams& parameters) {
  AllocationNode node{parameters};
  node.parameters.dptr = make_address(s, parameters.bytesize);
  node.parameters.accessDescs = nullptr;
  node.parameters.accessDescCount = 0;
  return node;
}

cudaMemAllocNodeParams parameters_for(std::size_t bytes) {
  cudaMemAllocNodeParams parameters = {};
  parameters.poolProps.allocType = cudaMemAllocationTypePinned;
  parameters.poolProps.location.type = cudaMemLocationTypeDevice;
  parameters.bytesize = bytes;
  return parameters;
}

/// Memory that a node allocates, and that none of the graph frees yet. Throws ApiError.
ReleaseNode release_node(State& s, const CUgraph_st& graph, const void* pointer) {
  const std::uint64_t address = address_of(pointer);
  if (!s.graph_memory.contains(address)) throw ApiError{cudaErrorInvalidValue};
  for (const cudaGraphNode_t each : graph.nodes)
    if (const auto* const known = std::get_if<ReleaseNode>(&each->work);
        known && known->address == address)
      throw ApiError{cudaErrorInvalidValue};
  return {address};
}

template <class Body>
void for_allocations(const CUgraph_st& graph, Body&& body) {
  for (const cudaGraphNode_t each : graph.nodes)
    if (const auto* const node = std::get_if<AllocationNode>(&each->work))
      body(address_of(node->parameters.dptr));
}

std::uint64_t& attribute(State& s, int device, cudaGraphMemAttributeType which) {
  if (device != 0) throw ApiError{cudaErrorInvalidDevice};
  books().used = used_now(s);
  books().most = std::max(books().most, books().used);
  switch (which) {
    case cudaGraphMemAttrUsedMemCurrent:
    case cudaGraphMemAttrReservedMemCurrent:
      return books().used;
    case cudaGraphMemAttrUsedMemHigh:
    case cudaGraphMemAttrReservedMemHigh:
      return books().most;
  }
  throw ApiError{cudaErrorInvalidValue};
}

}  // namespace

void* simulator::runtime::capture_allocation(State& s, Capture& capture, unsigned stream,
                                             std::size_t bytes) {
  AllocationNode node = allocation_node(s, parameters_for(bytes));
  void* const pointer = node.parameters.dptr;
  capture_node(capture, stream, cudaGraphNodeTypeMemAlloc, std::move(node));
  return pointer;
}

void simulator::runtime::capture_release(State& s, Capture& capture, unsigned stream,
                                         void* pointer) {
  capture_node(capture, stream, cudaGraphNodeTypeMemFree, release_node(s, *capture.graph, pointer));
}

void simulator::runtime::prepare_launch_memory(State& s, const CUgraph_st& graph, bool free_first) {
  if (!graph.has_memory) return;
  // An earlier launch may still have to free what this one allocates at the same address.
  s.work.settle();
  for_allocations(graph, [&](std::uint64_t address) {
    if (!s.lives(*device_memory().find(address))) return;
    if (!free_first) throw ApiError{cudaErrorInvalidValue};
    free_now(s, address);
  });
}

VectorClock simulator::runtime::give_allocation(State& s, unsigned stream,
                                                const AllocationNode& node,
                                                const GraphPlace& place) {
  const std::uint64_t address = address_of(node.parameters.dptr);
  const auto revive = [&s, address, site = place.site] {
    device_memory().revive(address);
    s.memory_history.note_given(address, {"a node of a graph", site});
    s.pool_memory.insert(address);
    books().most = std::max(books().most, used_now(s));
  };
  Work::Effect effect;
  if (s.to_be_freed.contains(address) || s.to_be_revived.contains(address)) {
    // An earlier launch has not come to free it.
    s.to_be_revived.insert(address);
    effect = [&s, address, revive](Uses*) {
      s.to_be_revived.erase(s.to_be_revived.find(address));
      revive();
    };
  } else {
    revive();
  }
  return s.work.give(stream, {.kind = Operation::Kind::allocation,
                              .name = "allocation node",
                              .uses = {{address, address + node.parameters.bytesize, true}},
                              .effect = std::move(effect),
                              .node = place});
}

VectorClock simulator::runtime::give_release(State& s, unsigned stream, const ReleaseNode& node,
                                             const GraphPlace& place) {
  const std::uint64_t address = node.address;
  const Allocation& memory = *device_memory().find(address);
  if (!s.lives(memory)) {
    report_misuse(fault::double_free,
                  "a graph frees " + device_memory().describe(address) + ", which does not live",
                  place.site.line());
    return s.work.now(stream);
  }
  s.to_be_freed.insert(address);
  s.memory_history.note_freed(address, {"a node of a graph", place.site});
  return s.work.give(stream, {.kind = Operation::Kind::release,
                              .name = "free node",
                              .uses = {{address, address + memory.bytes, true}},
                              .effect = [&s, address](Uses*) { free_now(s, address); },
                              .node = place});
}

extern "C" {

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* dependencies, std::size_t count,
                                     cudaMemAllocNodeParams* parameters) {
  return call([&](State& s) {
    std::vector<GraphEdge> edges = edges_of(checked(graph), dependencies, nullptr, count);
    cudaMemAllocNodeParams& p = result(parameters);
    if (!node || p.poolProps.allocType != cudaMemAllocationTypePinned ||
        p.poolProps.location.type != cudaMemLocationTypeDevice || p.poolProps.location.id != 0 ||
        p.poolProps.handleTypes != cudaMemHandleTypeNone)
      return cudaErrorInvalidValue;
    AllocationNode work = allocation_node(s, p);
    p.dptr = work.parameters.dptr;
    *node = add_node(*graph, cudaGraphNodeTypeMemAlloc, std::move(work), std::move(edges));
    return cudaSuccess;
  });
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node,
                                           cudaMemAllocNodeParams* parameters) {
  return call([&](State&) {
    result(parameters) = work_of<AllocationNode>(node, cudaGraphNodeTypeMemAlloc).parameters;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                    const cudaGraphNode_t* dependencies, std::size_t count,
                                    void* pointer) {
  return call([&](State& s) {
    std::vector<GraphEdge> edges = edges_of(checked(graph), dependencies, nullptr, count);
    cudaGraphNode_t& added = result(node);
    added = add_node(*graph, cudaGraphNodeTypeMemFree, release_node(s, *graph, pointer),
                     std::move(edges));
    return cudaSuccess;
  });
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* pointer) {
  return call([&](State&) {
    if (!pointer) return cudaErrorInvalidValue;
    *static_cast<void**>(pointer) =
        reinterpret_cast<void*>(work_of<ReleaseNode>(node, cudaGraphNodeTypeMemFree).address);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGraphMemTrim(int device) {
  return call([&](State&) { return device == 0 ? cudaSuccess : cudaErrorInvalidDevice; });
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType which,
                                           void* value) {
  return call([&](State& s) {
    result(static_cast<std::uint64_t*>(value)) = attribute(s, device, which);
    return cudaSuccess;
  });
}

/// A mark of the most there was can be set to zero, and nothing else.
cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType which,
                                           void* value) {
  return call([&](State& s) {
    std::uint64_t& most = attribute(s, device, which);
    if (&most != &books().most || result(static_cast<std::uint64_t*>(value)) != 0)
      return cudaErrorInvalidValue;
    most = 0;
    return cudaSuccess;
  });
}

}  // extern "C"
