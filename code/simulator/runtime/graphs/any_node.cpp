#include <utility>

#include "simulator/runtime/graphs/exec.hpp"
#include "simulator/runtime/graphs/graph.hpp"

// The calls that take a node of any type: they hand on to those of its type.

using namespace simulator;
using namespace simulator::runtime;

namespace {

cudaKernelNodeParams plain(const cudaKernelNodeParamsV2& p) {
  return {p.func, p.gridDim, p.blockDim, p.sharedMemBytes, p.kernelParams, p.extra};
}

cudaMemsetParams plain(const cudaMemsetParamsV2& p) {
  return {p.dst, p.pitch, p.value, p.elementSize, p.width, p.height};
}

cudaHostNodeParams plain(const cudaHostNodeParamsV2& p) {
  return {p.fn, p.userData};
}

cudaError_t refuse(cudaGraphNodeType type) {
  switch (type) {
    case cudaGraphNodeTypeConditional:
      return unsupported("a conditional node of a graph");
    case cudaGraphNodeTypeExtSemaphoreSignal:
    case cudaGraphNodeTypeExtSemaphoreWait:
      return unsupported("a node of a graph for an external semaphore");
    default:
      return last_error() = cudaErrorInvalidValue;
  }
}

cudaError_t add(cudaGraphNode_t* node, cudaGraph_t graph, cudaGraphNodeParams& p) {
  switch (p.type) {
    case cudaGraphNodeTypeKernel: {
      const cudaKernelNodeParams kernel = plain(p.kernel);
      return cudaGraphAddKernelNode(node, graph, nullptr, 0, &kernel);
    }
    case cudaGraphNodeTypeMemcpy:
      return cudaGraphAddMemcpyNode(node, graph, nullptr, 0, &p.memcpy.copyParams);
    case cudaGraphNodeTypeMemset: {
      const cudaMemsetParams fill = plain(p.memset);
      return cudaGraphAddMemsetNode(node, graph, nullptr, 0, &fill);
    }
    case cudaGraphNodeTypeHost: {
      const cudaHostNodeParams host = plain(p.host);
      return cudaGraphAddHostNode(node, graph, nullptr, 0, &host);
    }
    case cudaGraphNodeTypeGraph:
      if (p.graph.ownership != cudaGraphChildGraphOwnershipClone)
        return unsupported("a child graph that is moved into its node");
      return cudaGraphAddChildGraphNode(node, graph, nullptr, 0, p.graph.graph);
    case cudaGraphNodeTypeEmpty:
      return cudaGraphAddEmptyNode(node, graph, nullptr, 0);
    case cudaGraphNodeTypeWaitEvent:
      return cudaGraphAddEventWaitNode(node, graph, nullptr, 0, p.eventWait.event);
    case cudaGraphNodeTypeEventRecord:
      return cudaGraphAddEventRecordNode(node, graph, nullptr, 0, p.eventRecord.event);
    case cudaGraphNodeTypeMemAlloc: {
      cudaMemAllocNodeParams allocation = {p.alloc.poolProps, p.alloc.accessDescs,
                                           p.alloc.accessDescCount, p.alloc.bytesize, nullptr};
      const cudaError_t error = cudaGraphAddMemAllocNode(node, graph, nullptr, 0, &allocation);
      p.alloc.dptr = allocation.dptr;
      return error;
    }
    case cudaGraphNodeTypeMemFree:
      return cudaGraphAddMemFreeNode(node, graph, nullptr, 0, p.free.dptr);
    default:
      return refuse(p.type);
  }
}

}  // namespace

extern "C" {

cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph,
                             const cudaGraphNode_t* dependencies, const cudaGraphEdgeData* data,
                             std::size_t count, cudaGraphNodeParams* parameters) {
  return call([&](State&) {
    std::vector<GraphEdge> edges = edges_of(checked(graph), dependencies, data, count);
    if (!node) return cudaErrorInvalidValue;
    const cudaError_t error = add(node, graph, result(parameters));
    if (error == cudaSuccess) (*node)->before = std::move(edges);
    return error;
  });
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams* parameters) {
  return call([&](State&) {
    const cudaGraphNodeParams& p = result(parameters);
    const cudaKernelNodeParams kernel = plain(p.kernel);
    const cudaMemsetParams fill = plain(p.memset);
    const cudaHostNodeParams host = plain(p.host);
    switch (p.type) {
      case cudaGraphNodeTypeKernel:
        return cudaGraphKernelNodeSetParams(node, &kernel);
      case cudaGraphNodeTypeMemcpy:
        return cudaGraphMemcpyNodeSetParams(node, &p.memcpy.copyParams);
      case cudaGraphNodeTypeMemset:
        return cudaGraphMemsetNodeSetParams(node, &fill);
      case cudaGraphNodeTypeHost:
        return cudaGraphHostNodeSetParams(node, &host);
      case cudaGraphNodeTypeWaitEvent:
        return cudaGraphEventWaitNodeSetEvent(node, p.eventWait.event);
      case cudaGraphNodeTypeEventRecord:
        return cudaGraphEventRecordNodeSetEvent(node, p.eventRecord.event);
      default:
        return refuse(p.type);
    }
  });
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                       cudaGraphNodeParams* parameters) {
  return call([&](State&) {
    const cudaGraphNodeParams& p = result(parameters);
    const cudaKernelNodeParams kernel = plain(p.kernel);
    const cudaMemsetParams fill = plain(p.memset);
    const cudaHostNodeParams host = plain(p.host);
    switch (p.type) {
      case cudaGraphNodeTypeKernel:
        return cudaGraphExecKernelNodeSetParams(executable, node, &kernel);
      case cudaGraphNodeTypeMemcpy:
        return cudaGraphExecMemcpyNodeSetParams(executable, node, &p.memcpy.copyParams);
      case cudaGraphNodeTypeMemset:
        return cudaGraphExecMemsetNodeSetParams(executable, node, &fill);
      case cudaGraphNodeTypeHost:
        return cudaGraphExecHostNodeSetParams(executable, node, &host);
      case cudaGraphNodeTypeGraph:
        return cudaGraphExecChildGraphNodeSetParams(executable, node, p.graph.graph);
      case cudaGraphNodeTypeWaitEvent:
        return cudaGraphExecEventWaitNodeSetEvent(executable, node, p.eventWait.event);
      case cudaGraphNodeTypeEventRecord:
        return cudaGraphExecEventRecordNodeSetEvent(executable, node, p.eventRecord.event);
      default:
        return refuse(p.type);
    }
  });
}

}  // extern "C"
