#include <utility>

#include "simulator/runtime/graphs/exec.hpp"
#include "simulator/runtime/graphs/graph.hpp"
#include "simulator/runtime/memory/volume.hpp"
#include "simulator/runtime/textures/array.hpp"

// Nodes that copy.

using namespace simulator;
using namespace simulator::runtime;

namespace {

/// Adds a node, changes one, or changes one of an executable graph, by what `work` makes of State.
cudaError_t add(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                std::size_t count, auto&& parameters,
                const std::source_location& where = std::source_location::current()) {
  return call(
      [&](State& s) {
        std::vector<GraphEdge> edges = edges_of(checked(graph), dependencies, nullptr, count);
        cudaGraphNode_t& added = result(node);
        added =
            add_node(*graph, cudaGraphNodeTypeMemcpy, copy_node(s, parameters()), std::move(edges));
        return cudaSuccess;
      },
      where);
}

cudaError_t set(cudaGraphNode_t node, auto&& parameters,
                const std::source_location& where = std::source_location::current()) {
  return call(
      [&](State& s) {
        work_of<CopyNode>(node, cudaGraphNodeTypeMemcpy) = copy_node(s, parameters());
        return cudaSuccess;
      },
      where);
}

cudaError_t set(cudaGraphExec_t executable, cudaGraphNode_t node, auto&& parameters,
                const std::source_location& where = std::source_location::current()) {
  return call(
      [&](State& s) {
        CUgraphNode_st& own = own_node(executable, node);
        if (own.type != cudaGraphNodeTypeMemcpy) return cudaErrorInvalidValue;
        change_work(own, copy_node(s, parameters()));
        return cudaSuccess;
      },
      where);
}

cudaMemcpy3DParms to_variable(const void* symbol, const void* from, std::size_t bytes,
                              std::size_t offset, cudaMemcpyKind kind) {
  check_direction(kind, cudaMemcpyHostToDevice);
  return row(place_in_variable(symbol, bytes, offset), from, bytes, kind);
}

cudaMemcpy3DParms from_variable(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                                cudaMemcpyKind kind) {
  check_direction(kind, cudaMemcpyDeviceToHost);
  return row(to, place_in_variable(symbol, bytes, offset), bytes, kind);
}

}  // namespace

cudaMemcpy3DParms simulator::runtime::row(void* to, const void* from, std::size_t bytes,
                                          cudaMemcpyKind kind) {
  cudaMemcpy3DParms parameters = {};
  parameters.dstPtr = {to, bytes, bytes, 1};
  parameters.srcPtr = {const_cast<void*>(from), bytes, bytes, 1};
  parameters.extent = {bytes, 1, 1};
  parameters.kind = kind;
  return parameters;
}

CopyNode simulator::runtime::copy_node(State& s, const cudaMemcpy3DParms& parameters) {
  const cudaMemcpy3DParms p = without_arrays(parameters);
  const cudaExtent& extent = p.extent;
  const bool rows = extent.height * extent.depth > 1;
  if (!p.dstPtr.ptr || !p.srcPtr.ptr || extent.width * extent.height * extent.depth == 0 ||
      (rows && (p.dstPtr.pitch < extent.width || p.srcPtr.pitch < extent.width)))
    throw ApiError{cudaErrorInvalidValue};
  Transfer transfer(s, "memcpy node");
  if (const cudaError_t error = add_volume(transfer, p); error != cudaSuccess)
    throw ApiError{error};
  return {transfer.take(), parameters};
}

#define GIVEN [&] { return parameters ? *parameters : cudaMemcpy3DParms{}; }
#define ROW [&] { return row(to, from, bytes, kind); }
#define TO_VARIABLE [&] { return to_variable(symbol, from, bytes, offset, kind); }
#define FROM_VARIABLE [&] { return from_variable(to, symbol, bytes, offset, kind); }

extern "C" {

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, std::size_t count,
                                   const cudaMemcpy3DParms* parameters) {
  return add(node, graph, dependencies, count, GIVEN);
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* dependencies, std::size_t count,
                                     void* to, const void* from, std::size_t bytes,
                                     cudaMemcpyKind kind) {
  return add(node, graph, dependencies, count, ROW);
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                           const cudaGraphNode_t* dependencies, std::size_t count,
                                           const void* symbol, const void* from, std::size_t bytes,
                                           std::size_t offset, cudaMemcpyKind kind) {
  return add(node, graph, dependencies, count, TO_VARIABLE);
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                             const cudaGraphNode_t* dependencies, std::size_t count,
                                             void* to, const void* symbol, std::size_t bytes,
                                             std::size_t offset, cudaMemcpyKind kind) {
  return add(node, graph, dependencies, count, FROM_VARIABLE);
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* parameters) {
  return call([&](State&) {
    result(parameters) = work_of<CopyNode>(node, cudaGraphNodeTypeMemcpy).parameters;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
                                         const cudaMemcpy3DParms* parameters) {
  return set(node, GIVEN);
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* to, const void* from,
                                           std::size_t bytes, cudaMemcpyKind kind) {
  return set(node, ROW);
}

cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void* symbol,
                                                 const void* from, std::size_t bytes,
                                                 std::size_t offset, cudaMemcpyKind kind) {
  return set(node, TO_VARIABLE);
}

cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void* to,
                                                   const void* symbol, std::size_t bytes,
                                                   std::size_t offset, cudaMemcpyKind kind) {
  return set(node, FROM_VARIABLE);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* parameters) {
  return set(executable, node, GIVEN);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t executable, cudaGraphNode_t node,
                                               void* to, const void* from, std::size_t bytes,
                                               cudaMemcpyKind kind) {
  return set(executable, node, ROW);
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t executable,
                                                     cudaGraphNode_t node, const void* symbol,
                                                     const void* from, std::size_t bytes,
                                                     std::size_t offset, cudaMemcpyKind kind) {
  return set(executable, node, TO_VARIABLE);
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t executable,
                                                       cudaGraphNode_t node, void* to,
                                                       const void* symbol, std::size_t bytes,
                                                       std::size_t offset, cudaMemcpyKind kind) {
  return set(executable, node, FROM_VARIABLE);
}

}  // extern "C"
