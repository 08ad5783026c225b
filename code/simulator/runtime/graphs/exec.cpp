#include "simulator/runtime/graphs/exec.hpp"

#include <algorithm>
#include <utility>

#include "simulator/runtime/graphs/capture.hpp"
#include "simulator/runtime/graphs/memory.hpp"
#include "simulator/runtime/graphs/order.hpp"
#include "simulator/runtime/handles.hpp"
#include "simulator/runtime/streams/event.hpp"

using namespace simulator;
using namespace simulator::runtime;

namespace {

Handles<CUgraphExec_st>& executables() {
  static auto& all = *new Handles<CUgraphExec_st>;
  return all;
}

std::uint64_t launches = 0;

/// The nodes of a graph and of those within it, with what each comes after.
struct Flat {
  std::vector<cudaGraphNode_t> nodes;
  std::vector<std::vector<unsigned>> before;

  /// Nodes after which all of the graph is done, if `first` come before it.
  std::vector<unsigned> add(const CUgraph_st& graph, const std::vector<unsigned>& first) {
    std::map<cudaGraphNode_t, unsigned> place;
    for (const cudaGraphNode_t each : graph.nodes) {
      place[each] = unsigned(nodes.size());
      nodes.push_back(each);
      before.emplace_back();
    }
    // What a node within stands for begins after its own place, and ends with others.
    std::map<cudaGraphNode_t, std::vector<unsigned>> ends;
    for (const cudaGraphNode_t each : graph.nodes) {
      const ChildNode* const child = std::get_if<ChildNode>(&each->work);
      ends[each] = child ? add(*child->graph, {place[each]}) : std::vector{place[each]};
    }
    std::vector<unsigned> last;
    std::map<cudaGraphNode_t, bool> goes_on;
    for (const cudaGraphNode_t each : graph.nodes) {
      std::vector<unsigned>& earlier = before[place[each]];
      if (each->before.empty()) earlier = first;
      for (const GraphEdge& edge : each->before) {
        goes_on[edge.from] = true;
        earlier.insert(earlier.end(), ends[edge.from].begin(), ends[edge.from].end());
      }
    }
    for (const cudaGraphNode_t each : graph.nodes)
      if (!goes_on[each]) last.insert(last.end(), ends[each].begin(), ends[each].end());
    return last.empty() ? first : last;
  }
};

cudaGraphInstantiateResult plan(CUgraphExec_st& executable) {
  Flat flat;
  flat.add(*executable.graph, {});
  const GraphOrder order = order_of(flat.before);
  if (order.cyclic) return cudaGraphInstantiateInvalidStructure;
  std::vector<std::size_t> step_of(flat.nodes.size());
  for (const GraphOrder::Place& each : order.places) {
    step_of[each.node] = executable.steps.size();
    CUgraphExec_st::Step step{flat.nodes[each.node], each.lane, {}};
    for (const unsigned earlier : flat.before[each.node]) step.before.push_back(step_of[earlier]);
    executable.steps.push_back(std::move(step));
  }
  executable.lanes = order.lanes;
  return cudaGraphInstantiateSuccess;
}

cudaError_t instantiate(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long flags,
                        cudaGraphInstantiateResult& outcome) {
  outcome = cudaGraphInstantiateError;
  const CUgraph_st& from = checked(graph);
  constexpr unsigned long long known =
      cudaGraphInstantiateFlagAutoFreeOnLaunch | cudaGraphInstantiateFlagUpload |
      cudaGraphInstantiateFlagDeviceLaunch | cudaGraphInstantiateFlagUseNodePriority;
  if (!executable || (flags & ~known) != 0) return cudaErrorInvalidValue;
  check_capture_allows(state());
  if ((flags & cudaGraphInstantiateFlagDeviceLaunch) != 0)
    return unsupported("the launch of a graph by the device");
  if (from.has_memory && from.executables > 0) return cudaErrorNotSupported;
  CUgraphExec_st made{.original = graph, .flags = flags};
  made.graph = clone_graph(from, made.own);
  made.graph->owned = true;
  outcome = plan(made);
  if (outcome != cudaGraphInstantiateSuccess) {
    destroy_graph(made.graph);
    return cudaErrorInvalidValue;
  }
  ++graph->executables;
  *executable = executables().make(std::move(made));
  return cudaSuccess;
}

/// What the node does, given to a stream. Returns what has to be waited for to have it done.
VectorClock give(State& s, const CUgraphNode_st& node, unsigned number, cudaStream_t stream,
                 const GraphPlace& place) {
  if (!node.enabled) return s.work.now(number);
  switch (node.type) {
    case cudaGraphNodeTypeKernel:
      return give_kernel(s, number, stream, std::get<KernelWork>(node.work), place);
    case cudaGraphNodeTypeMemcpy:
      return give_copy(s, number, std::get<CopyNode>(node.work).work, place);
    case cudaGraphNodeTypeMemset:
      return give_copy(s, number, std::get<FillNode>(node.work).work, place);
    case cudaGraphNodeTypeHost:
      return give_host_function(s, number, "host node", std::get<HostNode>(node.work), place);
    case cudaGraphNodeTypeMemAlloc:
      return give_allocation(s, number, std::get<AllocationNode>(node.work), place);
    case cudaGraphNodeTypeMemFree:
      return give_release(s, number, std::get<ReleaseNode>(node.work), place);
    case cudaGraphNodeTypeEventRecord:
    case cudaGraphNodeTypeWaitEvent: {
      const cudaEvent_t event = std::get<EventNode>(node.work).event;
      if (!is_event(event)) {
        report_misuse(fault::api, "a graph uses an event that was destroyed", place.site.line());
        break;
      }
      if (node.type == cudaGraphNodeTypeEventRecord) return record(s, event, number);
      s.work.stream_waits(number, event->at);
      break;
    }
    default:
      break;
  }
  return s.work.now(number);
}

}  // namespace

CUgraphExec_st& simulator::runtime::checked(cudaGraphExec_t executable) {
  if (executables().contains(executable)) return *executable;
  if (executable)
    report_misuse(fault::api, "use of an executable graph that was destroyed or never created");
  throw ApiError{cudaErrorInvalidValue};
}

CUgraphNode_st& simulator::runtime::own_node(cudaGraphExec_t executable, cudaGraphNode_t node) {
  const auto found = checked(executable).own.find(&checked(node));
  if (found == executable->own.end()) throw ApiError{cudaErrorInvalidValue};
  return *found->second;
}

void simulator::runtime::launch_graph(State& s, CUgraphExec_st& executable, unsigned number,
                                      cudaStream_t stream) {
  prepare_launch_memory(s, *executable.graph,
                        (executable.flags & cudaGraphInstantiateFlagAutoFreeOnLaunch) != 0);
  Work& work = s.work;
  // Host functions may destroy the graph meanwhile.
  const std::vector<CUgraphExec_st::Step> steps = executable.steps;
  const std::uint64_t launch = ++launches;
  work.stream_waits(number, executable.last);
  const VectorClock fork = work.now(number);
  while (executable.streams.size() + 1 < executable.lanes)
    executable.streams.push_back(work.make_stream(false, "a graph"));
  std::vector<unsigned> lanes{number};
  lanes.insert(lanes.end(), executable.streams.begin(), executable.streams.end());
  for (std::size_t k = 1; k < lanes.size(); ++k) work.stream_waits(lanes[k], fork);
  std::vector<VectorClock> done;
  for (const CUgraphExec_st::Step& step : steps) {
    const unsigned lane = lanes[step.lane];
    for (const std::size_t earlier : step.before)
      if (steps[earlier].lane != step.lane) work.stream_waits(lane, done[earlier]);
    done.push_back(give(s, *step.node, lane, stream,
                        {launch, step.node->number, work.name(number), step.node->site}));
    if (s.sticky != cudaSuccess) break;
  }
  for (std::size_t k = 1; k < lanes.size(); ++k) work.stream_waits(number, work.now(lanes[k]));
  executable.last = work.now(number);
}

extern "C" {

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph,
                                 unsigned long long flags) {
  return call([&](State&) {
    cudaGraphInstantiateResult outcome;
    if ((flags & cudaGraphInstantiateFlagUpload) != 0) return cudaErrorInvalidValue;
    return instantiate(executable, graph, flags, outcome);
  });
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* executable, cudaGraph_t graph,
                                          unsigned long long flags) {
  return call([&](State&) { return cudaGraphInstantiate(executable, graph, flags); });
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* executable, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* parameters) {
  return call([&](State&) {
    cudaGraphInstantiateParams& p = result(parameters);
    p.errNode_out = nullptr;
    if ((p.flags & cudaGraphInstantiateFlagUpload) != 0) number_of(p.uploadStream);
    return instantiate(executable, graph, p.flags, p.result_out);
  });
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t executable, unsigned long long* flags) {
  return call([&](State&) {
    // Priorities are not told, on an H200.
    result(flags) = checked(executable).flags & ~cudaGraphInstantiateFlagUseNodePriority;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t stream) {
  return call_in(stream, [&](State& s, unsigned number) {
    checked(executable);
    check_not_capturing(s, number);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
  return call_in(stream, [&](State& s, unsigned number) {
    CUgraphExec_st& it = checked(executable);
    check_not_capturing(s, number);
    launch_graph(s, it, number, stream);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
  return call([&](State& s) {
    CUgraphExec_st& it = checked(executable);
    for (const unsigned each : it.streams) s.work.retire_stream(each);
    if (it.original->executables > 0) --it.original->executables;
    destroy_graph(it.graph);
    it = {};
    executables().destroy(executable);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t executable, cudaGraphNode_t node,
                                    unsigned enabled) {
  return call([&](State&) {
    CUgraphNode_st& own = own_node(executable, node);
    if (own.type > cudaGraphNodeTypeMemset) return cudaErrorInvalidValue;
    own.enabled = enabled != 0;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t executable, cudaGraphNode_t node,
                                    unsigned* enabled) {
  return call([&](State&) {
    const CUgraphNode_st& own = own_node(executable, node);
    if (own.type > cudaGraphNodeTypeMemset) return cudaErrorInvalidValue;
    result(enabled) = own.enabled;
    return cudaSuccess;
  });
}

}  // extern "C"
