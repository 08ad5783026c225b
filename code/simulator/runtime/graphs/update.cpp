#include <algorithm>
#include <utility>

#include "simulator/runtime/graphs/exec.hpp"

// Executable graphs whose nodes get other work: of the same sort, with the same dependencies.

using namespace simulator;
using namespace simulator::runtime;

namespace {

using Pairs = std::vector<std::pair<cudaGraphNode_t, cudaGraphNode_t>>;

std::size_t place_of(const CUgraph_st& graph, cudaGraphNode_t node) {
  return std::size_t(std::find(graph.nodes.begin(), graph.nodes.end(), node) - graph.nodes.begin());
}

/// The first dependency that is not the same in both, if there is one.
std::optional<cudaGraphNode_t> other_dependency(const CUgraph_st& graph, cudaGraphNode_t node,
                                                const CUgraph_st& other, cudaGraphNode_t partner) {
  if (node->before.size() != partner->before.size()) return nullptr;
  for (const GraphEdge& edge : partner->before) {
    const cudaGraphNode_t wanted = graph.nodes[place_of(other, edge.from)];
    if (std::none_of(node->before.begin(), node->before.end(),
                     [&](const GraphEdge& each) { return each.from == wanted; }))
      return edge.from;
  }
  return {};
}

/// Nodes stand in the same order in both. Says which differ, or collects the pairs.
cudaGraphExecUpdateResultInfo compare(const CUgraph_st& graph, const CUgraph_st& other,
                                      Pairs& pairs) {
  if (graph.nodes.size() != other.nodes.size())
    return {cudaGraphExecUpdateErrorTopologyChanged, nullptr, nullptr};
  for (std::size_t k = 0; k < graph.nodes.size(); ++k) {
    const cudaGraphNode_t node = graph.nodes[k], partner = other.nodes[k];
    if (node->type != partner->type)
      return {cudaGraphExecUpdateErrorNodeTypeChanged, partner, nullptr};
    if (const auto from = other_dependency(graph, node, other, partner))
      return {cudaGraphExecUpdateErrorTopologyChanged, partner, *from};
    if (const ChildNode* const child = std::get_if<ChildNode>(&node->work)) {
      const auto within = compare(*child->graph, *std::get<ChildNode>(partner->work).graph, pairs);
      if (within.result != cudaGraphExecUpdateSuccess) return within;
      continue;
    }
    const cudaGraphExecUpdateResult change = change_of(*node, partner->work);
    if (change != cudaGraphExecUpdateSuccess) return {change, partner, nullptr};
    pairs.emplace_back(node, partner);
  }
  return {cudaGraphExecUpdateSuccess, nullptr, nullptr};
}

bool is_same_kind(const CopyNode& a, const CopyNode& b) {
  return a.work.pieces.empty() || b.work.pieces.empty() ||
         a.work.pieces.front().kind == b.work.pieces.front().kind;
}

/// Rows can be moved, but no more, and be filled with something else.
bool is_same_form(const FillNode& a, const FillNode& b) {
  const cudaMemsetParams &p = a.parameters, &q = b.parameters;
  if (p.height == 1 && q.height == 1) return true;
  return p.height == q.height && p.width == q.width && p.pitch == q.pitch &&
         p.elementSize == q.elementSize;
}

}  // namespace

cudaGraphExecUpdateResult simulator::runtime::change_of(const CUgraphNode_st& node,
                                                        const NodeWork& work) {
  if (node.work.index() != work.index()) return cudaGraphExecUpdateErrorNodeTypeChanged;
  bool same = true;
  if (const auto* const kernel = std::get_if<KernelWork>(&work)) {
    if (kernel->configuration.cooperative !=
        std::get<KernelWork>(node.work).configuration.cooperative)
      return cudaGraphExecUpdateErrorAttributesChanged;
  } else if (const auto* const copy = std::get_if<CopyNode>(&work)) {
    same = is_same_kind(std::get<CopyNode>(node.work), *copy);
  } else if (const auto* const fill = std::get_if<FillNode>(&work)) {
    same = is_same_form(std::get<FillNode>(node.work), *fill);
  } else if (const auto* const allocation = std::get_if<AllocationNode>(&work)) {
    same = allocation->parameters.dptr == std::get<AllocationNode>(node.work).parameters.dptr;
  } else if (const auto* const release = std::get_if<ReleaseNode>(&work)) {
    same = release->address == std::get<ReleaseNode>(node.work).address;
  }
  return same ? cudaGraphExecUpdateSuccess : cudaGraphExecUpdateErrorParametersChanged;
}

void simulator::runtime::change_work(CUgraphNode_st& node, NodeWork work) {
  if (change_of(node, work) != cudaGraphExecUpdateSuccess) throw ApiError{cudaErrorInvalidValue};
  node.work = std::move(work);
  node.site = HostCall::here();
}

cudaGraphExecUpdateResultInfo simulator::runtime::update_graph(CUgraph_st& graph,
                                                               const CUgraph_st& other) {
  Pairs pairs;
  const cudaGraphExecUpdateResultInfo info = compare(graph, other, pairs);
  if (info.result != cudaGraphExecUpdateSuccess) return info;
  for (const auto& [node, partner] : pairs) {
    node->work = partner->work;
    node->site = partner->site;
  }
  return info;
}

extern "C" cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph,
                                           cudaGraphExecUpdateResultInfo* info) {
  return call([&](State&) {
    checked(executable);
    const cudaGraphExecUpdateResultInfo told = update_graph(*executable->graph, checked(graph));
    if (info) *info = told;
    return told.result == cudaGraphExecUpdateSuccess ? cudaSuccess
                                                     : cudaErrorGraphExecUpdateFailure;
  });
}
