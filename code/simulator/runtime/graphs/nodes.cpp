#include <algorithm>
#include <cstring>
#include <utility>

#include "simulator/runtime/graphs/exec.hpp"
#include "simulator/runtime/graphs/graph.hpp"
#include "simulator/runtime/streams/event.hpp"
#include "simulator/runtime/streams/host_function.hpp"

// Nodes that launch, fill, call, record, wait, do nothing or hold a graph.

using namespace simulator;
using namespace simulator::runtime;

namespace {

Dim3 extent(const dim3& d) {
  return {d.x, d.y, d.z};
}

cudaError_t add(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                std::size_t count, cudaGraphNodeType type, auto&& work,
                const std::source_location& where = std::source_location::current()) {
  return call(
      [&](State& s) {
        std::vector<GraphEdge> edges = edges_of(checked(graph), dependencies, nullptr, count);
        cudaGraphNode_t& added = result(node);
        added = add_node(*graph, type, work(s), std::move(edges));
        return cudaSuccess;
      },
      where);
}

cudaError_t set(cudaGraphNode_t node, cudaGraphNodeType type, auto&& work,
                const std::source_location& where = std::source_location::current()) {
  return call(
      [&](State& s) {
        if (checked(node).type != type) return cudaErrorInvalidValue;
        node->work = work(s);
        return cudaSuccess;
      },
      where);
}

cudaError_t set(cudaGraphExec_t executable, cudaGraphNode_t node, cudaGraphNodeType type,
                auto&& work, const std::source_location& where = std::source_location::current()) {
  return call(
      [&](State& s) {
        CUgraphNode_st& own = own_node(executable, node);
        if (own.type != type) return cudaErrorInvalidValue;
        change_work(own, work(s));
        return cudaSuccess;
      },
      where);
}

template <class T>
const T& given(const T* parameters) {
  if (!parameters) throw ApiError{cudaErrorInvalidValue};
  return *parameters;
}

/// A node's own copy of a graph.
ChildNode child_of(cudaGraph_t graph) {
  if (checked(graph).has_memory) throw ApiError{cudaErrorNotSupported};
  NodeMap map;
  const cudaGraph_t own = clone_graph(*graph, map);
  own->owned = true;
  return {own};
}

}  // namespace

KernelWork simulator::runtime::kernel_work(State& s, const cudaKernelNodeParams& parameters) {
  if (parameters.extra) throw ApiError{unsupported("a kernel node with arguments in `extra`")};
  return prepare_kernel(
      s, parameters.func,
      {extent(parameters.gridDim), extent(parameters.blockDim), parameters.sharedMemBytes, false},
      parameters.kernelParams);
}

FillNode simulator::runtime::fill_node(State& s, const cudaMemsetParams& parameters) {
  const unsigned element = parameters.elementSize;
  const std::size_t width = parameters.width * element;
  if ((element != 1 && element != 2 && element != 4) || !parameters.dst || width == 0 ||
      parameters.height == 0 || (parameters.height > 1 && parameters.pitch < width))
    throw ApiError{cudaErrorInvalidValue};
  Transfer transfer(s, "memset node");
  for (std::size_t row = 0; row < parameters.height; ++row)
    if (const cudaError_t error =
            transfer.fill(static_cast<char*>(parameters.dst) + row * parameters.pitch,
                          parameters.value, width, element);
        error != cudaSuccess)
      throw ApiError{error};
  return {transfer.take(), parameters};
}

HostNode simulator::runtime::host_node(const cudaHostNodeParams& parameters) {
  if (!parameters.fn) throw ApiError{cudaErrorInvalidValue};
  return {parameters};
}

EventNode simulator::runtime::event_node(cudaEvent_t event) {
  if (!event) throw ApiError{cudaErrorInvalidValue};
  check_event(event);
  return {event};
}

VectorClock simulator::runtime::give_host_function(State& s, unsigned stream, const char* name,
                                                   const HostNode& node,
                                                   std::optional<GraphPlace> place) {
  const auto function = [node] {
    const InHostFunction in_host_function;
    if (node.callback)
      node.callback(node.stream, cudaSuccess, node.parameters.userData);
    else
      node.parameters.fn(node.parameters.userData);
  };
  return s.work.give(stream, {.kind = Operation::Kind::other,
                              .name = name,
                              .uses = {},
                              .effect = {},
                              .host_function =
                                  [&s, name, function] {
                                    return std::make_unique<HostFunctionRun>(name, s.tell_after,
                                                                             function);
                                  },
                              .node = std::move(place)});
}

extern "C" {

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, std::size_t count,
                                   const cudaKernelNodeParams* parameters) {
  return add(node, graph, dependencies, count, cudaGraphNodeTypeKernel,
             [&](State& s) { return kernel_work(s, given(parameters)); });
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* parameters) {
  return call([&](State&) {
    KernelWork& work = work_of<KernelWork>(node, cudaGraphNodeTypeKernel);
    const LaunchConfiguration& c = work.configuration;
    node->arguments.clear();
    for (const Parameter& each : work.function->kernel().parameters)
      node->arguments.push_back(work.parameters.data() + each.offset);
    result(parameters) = {const_cast<void*>(work.handle),
                          dim3(c.grid.x, c.grid.y, c.grid.z),
                          dim3(c.block.x, c.block.y, c.block.z),
                          unsigned(c.dynamic_shared),
                          node->arguments.data(),
                          nullptr};
    return cudaSuccess;
  });
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const cudaKernelNodeParams* parameters) {
  return set(node, cudaGraphNodeTypeKernel, [&](State& s) {
    KernelWork work = kernel_work(s, given(parameters));
    work.configuration.cooperative = std::get<KernelWork>(node->work).configuration.cooperative;
    return work;
  });
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* parameters) {
  return set(executable, node, cudaGraphNodeTypeKernel, [&](State& s) {
    KernelWork work = kernel_work(s, given(parameters));
    work.configuration.cooperative =
        std::get<KernelWork>(own_node(executable, node).work).configuration.cooperative;
    return work;
  });
}

cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID attribute,
                                            const cudaLaunchAttributeValue* value) {
  return call([&](State&) {
    KernelWork& work = work_of<KernelWork>(node, cudaGraphNodeTypeKernel);
    const cudaLaunchAttributeValue& wanted = given(value);
    switch (attribute) {
      case cudaLaunchAttributeCooperative:
        work.configuration.cooperative = wanted.cooperative != 0;
        break;
      case cudaLaunchAttributeClusterDimension:
        if (wanted.clusterDim.x * wanted.clusterDim.y * wanted.clusterDim.z > 1)
          return unsupported("a kernel node in clusters");
        break;
      case cudaLaunchAttributeAccessPolicyWindow:
      case cudaLaunchAttributePriority:
      case cudaLaunchAttributeMemSyncDomain:
      case cudaLaunchAttributeMemSyncDomainMap:
      case cudaLaunchAttributePreferredSharedMemoryCarveout:
        break;
      case cudaLaunchAttributeDeviceUpdatableKernelNode:
        return unsupported("a kernel node that the device can change");
      default:
        return cudaErrorInvalidValue;
    }
    node->attributes[attribute] = wanted;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID attribute,
                                            cudaLaunchAttributeValue* value) {
  return call([&](State&) {
    const KernelWork& work = work_of<KernelWork>(node, cudaGraphNodeTypeKernel);
    cudaLaunchAttributeValue& told = result(value);
    const auto known = node->attributes.find(attribute);
    std::memset(&told, 0, sizeof told);
    if (known != node->attributes.end()) told = known->second;
    if (attribute == cudaLaunchAttributeCooperative)
      told.cooperative = work.configuration.cooperative;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t to, cudaGraphNode_t from) {
  return call([&](State&) {
    const KernelWork& source = work_of<KernelWork>(from, cudaGraphNodeTypeKernel);
    work_of<KernelWork>(to, cudaGraphNodeTypeKernel).configuration.cooperative =
        source.configuration.cooperative;
    to->attributes = from->attributes;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, std::size_t count,
                                   const cudaMemsetParams* parameters) {
  return add(node, graph, dependencies, count, cudaGraphNodeTypeMemset,
             [&](State& s) { return fill_node(s, given(parameters)); });
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* parameters) {
  return call([&](State&) {
    result(parameters) = work_of<FillNode>(node, cudaGraphNodeTypeMemset).parameters;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* parameters) {
  return set(node, cudaGraphNodeTypeMemset,
             [&](State& s) { return fill_node(s, given(parameters)); });
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaMemsetParams* parameters) {
  return set(executable, node, cudaGraphNodeTypeMemset,
             [&](State& s) { return fill_node(s, given(parameters)); });
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                 const cudaGraphNode_t* dependencies, std::size_t count,
                                 const cudaHostNodeParams* parameters) {
  return add(node, graph, dependencies, count, cudaGraphNodeTypeHost,
             [&](State&) { return host_node(given(parameters)); });
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* parameters) {
  return call([&](State&) {
    result(parameters) = work_of<HostNode>(node, cudaGraphNodeTypeHost).parameters;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* parameters) {
  return set(node, cudaGraphNodeTypeHost, [&](State&) { return host_node(given(parameters)); });
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                           const cudaHostNodeParams* parameters) {
  return set(executable, node, cudaGraphNodeTypeHost,
             [&](State&) { return host_node(given(parameters)); });
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                       const cudaGraphNode_t* dependencies, std::size_t count,
                                       cudaGraph_t child) {
  return add(node, graph, dependencies, count, cudaGraphNodeTypeGraph,
             [&](State&) { return child_of(child); });
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* graph) {
  return call([&](State&) {
    result(graph) = work_of<ChildNode>(node, cudaGraphNodeTypeGraph).graph;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                                 cudaGraph_t child) {
  return call([&](State&) {
    const ChildNode* const own = std::get_if<ChildNode>(&own_node(executable, node).work);
    if (!own || update_graph(*own->graph, checked(child)).result != cudaGraphExecUpdateSuccess)
      return cudaErrorInvalidValue;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                  const cudaGraphNode_t* dependencies, std::size_t count) {
  return add(node, graph, dependencies, count, cudaGraphNodeTypeEmpty,
             [](State&) { return std::monostate{}; });
}

#define EVENT_NODE(kind, node_type)                                                               \
  cudaError_t cudaGraphAdd##kind##Node(cudaGraphNode_t* node, cudaGraph_t graph,                  \
                                       const cudaGraphNode_t* dependencies, std::size_t count,    \
                                       cudaEvent_t event) {                                       \
    return add(node, graph, dependencies, count, node_type,                                       \
               [&](State&) { return event_node(event); });                                        \
  }                                                                                               \
  cudaError_t cudaGraph##kind##NodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {           \
    return call([&](State&) {                                                                     \
      result(event) = work_of<EventNode>(node, node_type).event;                                  \
      return cudaSuccess;                                                                         \
    });                                                                                           \
  }                                                                                               \
  cudaError_t cudaGraph##kind##NodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {            \
    return set(node, node_type, [&](State&) { return event_node(event); });                       \
  }                                                                                               \
  cudaError_t cudaGraphExec##kind##NodeSetEvent(cudaGraphExec_t executable, cudaGraphNode_t node, \
                                                cudaEvent_t event) {                              \
    return set(executable, node, node_type, [&](State&) { return event_node(event); });           \
  }

EVENT_NODE(EventRecord, cudaGraphNodeTypeEventRecord)
EVENT_NODE(EventWait, cudaGraphNodeTypeWaitEvent)

}  // extern "C"
