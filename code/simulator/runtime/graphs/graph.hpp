#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <map>
#include <memory>
#include <variant>
#include <vector>

#include "simulator/runtime/host/host_call.hpp"
#include "simulator/runtime/launches/kernel_work.hpp"
#include "simulator/runtime/memory/transfer.hpp"

namespace simulator::runtime {

/// From a node that comes before another, which has it in its list.
struct GraphEdge {
  cudaGraphNode_t from;
  cudaGraphEdgeData data = {};
};

// What a node does, with what its maker has said and may ask for again. A node without any only
// orders others.
struct CopyNode {
  CopyWork work;
  cudaMemcpy3DParms parameters;
};
struct FillNode {
  CopyWork work;
  cudaMemsetParams parameters;
};
/// A function of the host.
struct HostNode {
  cudaHostNodeParams parameters;
  // Of cudaStreamAddCallback, in place of the function.
  cudaStreamCallback_t callback = nullptr;
  cudaStream_t stream = nullptr;
};
/// Records an event or waits for it: the node's type tells.
struct EventNode {
  cudaEvent_t event;
};
/// A graph within the graph.
struct ChildNode {
  cudaGraph_t graph;  // the node's own
};
/// Memory that lives from here on, until a ReleaseNode.
struct AllocationNode {
  cudaMemAllocNodeParams parameters;
};
struct ReleaseNode {
  std::uint64_t address;
};
using NodeWork = std::variant<std::monostate, KernelWork, CopyNode, FillNode, HostNode, EventNode,
                              ChildNode, AllocationNode, ReleaseNode>;

/// From the nodes of a graph to those of its clone.
using NodeMap = std::map<cudaGraphNode_t, cudaGraphNode_t>;

}  // namespace simulator::runtime

struct CUgraphNode_st {
  cudaGraph_t graph = nullptr;  // null: the node is gone
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  std::uint64_t number = 0;  // in its graph, from 1
  simulator::runtime::NodeWork work = {};
  std::vector<simulator::runtime::GraphEdge> before = {};
  simulator::runtime::HostCall site = {};  // that made it
  bool enabled = true;                     // of the nodes of an executable graph
  std::map<cudaLaunchAttributeID, cudaLaunchAttributeValue> attributes = {};  // of a kernel
  std::vector<void*> arguments = {};  // what cudaGraphKernelNodeGetParams points to
};

struct CUgraph_st {
  std::vector<cudaGraphNode_t> nodes = {};  // as they were added
  std::uint64_t numbered = 0;
  bool captured = false;                      // by a capture that has not ended
  bool owned = false;                         // by a child node or an executable graph
  bool has_memory = false;                    // nodes that allocate or free
  unsigned executables = 0;                   // that live
  cudaGraph_t original = nullptr;             // of a clone
  simulator::runtime::NodeMap clone_of = {};  // of a clone: by nodes of the original
};

namespace simulator::runtime {

/// The stream gets it.
VectorClock give_host_function(State& s, unsigned stream, const char* name, const HostNode& node,
                               std::optional<GraphPlace> place);

cudaGraph_t make_graph();
void destroy_graph(cudaGraph_t graph);
/// Throws ApiError, and reports what was destroyed or never made.
CUgraph_st& checked(cudaGraph_t graph);
CUgraphNode_st& checked(cudaGraphNode_t node);
/// One of a type, with its work. Throws ApiError.
template <class Work>
Work& work_of(cudaGraphNode_t node, cudaGraphNodeType type) {
  CUgraphNode_st& it = checked(node);
  if (it.type != type) throw ApiError{cudaErrorInvalidValue};
  return std::get<Work>(it.work);
}

/// A further node, after others.
cudaGraphNode_t add_node(CUgraph_st& graph, cudaGraphNodeType type, NodeWork work,
                         std::vector<GraphEdge> before);
/// The edges that arguments of the API describe. Throws ApiError.
std::vector<GraphEdge> edges_of(const CUgraph_st& graph, const cudaGraphNode_t* nodes,
                                const cudaGraphEdgeData* data, std::size_t count);
/// Of child graphs as well. `map` learns which node became which.
cudaGraph_t clone_graph(const CUgraph_st& graph, NodeMap& map);

// What nodes are made of. All throw ApiError.
KernelWork kernel_work(State& s, const cudaKernelNodeParams& parameters);
CopyNode copy_node(State& s, const cudaMemcpy3DParms& parameters);
FillNode fill_node(State& s, const cudaMemsetParams& parameters);
HostNode host_node(const cudaHostNodeParams& parameters);
EventNode event_node(cudaEvent_t event);
/// One row of bytes.
cudaMemcpy3DParms row(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind);

}  // namespace simulator::runtime
