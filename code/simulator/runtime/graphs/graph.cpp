#include "simulator/runtime/graphs/graph.hpp"

#include <algorithm>
#include <utility>

#include "simulator/runtime/handles.hpp"

// Graphs, their nodes and edges, whatever the nodes do.

using namespace simulator;
using namespace simulator::runtime;

namespace {

Handles<CUgraph_st>& graphs() {
  static auto& all = *new Handles<CUgraph_st>;
  return all;
}

Handles<CUgraphNode_st>& nodes() {
  static auto& all = *new Handles<CUgraphNode_st>;
  return all;
}

bool is_plain(const cudaGraphEdgeData& data) {
  return data.from_port == 0 && data.to_port == 0 && data.type == cudaGraphDependencyTypeDefault;
}

bool are_equal(const cudaGraphEdgeData& a, const cudaGraphEdgeData& b) {
  return a.from_port == b.from_port && a.to_port == b.to_port && a.type == b.type;
}

void destroy_node(cudaGraphNode_t node) {
  if (const ChildNode* const child = std::get_if<ChildNode>(&node->work))
    destroy_graph(child->graph);
  *node = {};
  nodes().destroy(node);
}

/// A list to a caller who may first ask how long it is.
template <class Item>
cudaError_t give_list(const std::vector<Item>& items, Item* place, std::size_t* count) {
  if (!count) return cudaErrorInvalidValue;
  if (place) {
    for (std::size_t k = 0; k < *count; ++k) place[k] = k < items.size() ? items[k] : Item{};
    *count = std::min(*count, items.size());
  } else {
    *count = items.size();
  }
  return cudaSuccess;
}

struct Edge {
  cudaGraphNode_t from, to;
  cudaGraphEdgeData data;
};

/// Edges, of which a caller may want either end and what they are.
cudaError_t give_edges(const std::vector<Edge>& edges, cudaGraphNode_t* from, cudaGraphNode_t* to,
                       cudaGraphEdgeData* data, std::size_t* count) {
  std::vector<cudaGraphNode_t> first, second;
  std::vector<cudaGraphEdgeData> what;
  for (const Edge& each : edges) {
    if (!data && (from || to) && !is_plain(each.data)) return cudaErrorLossyQuery;
    first.push_back(each.from);
    second.push_back(each.to);
    what.push_back(each.data);
  }
  if (!count) return cudaErrorInvalidValue;
  const std::size_t room = *count;
  cudaError_t error = cudaSuccess;
  const auto give = [&](auto& list, auto* place) {
    if (!place || error != cudaSuccess) return;
    *count = room;
    error = give_list(list, place, count);
  };
  if (!from && !to && !data) *count = edges.size();
  give(first, from);
  give(second, to);
  give(what, data);
  return error;
}

cudaError_t change_edges(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                         const cudaGraphEdgeData* data, std::size_t count, bool add) {
  return call([&](State&) {
    CUgraph_st& it = checked(graph);
    if (count > 0 && (!from || !to)) return cudaErrorInvalidValue;
    if (!add && it.has_memory && count > 0) return cudaErrorNotSupported;
    for (std::size_t k = 0; k < count; ++k) {
      if (checked(from[k]).graph != graph || checked(to[k]).graph != graph || from[k] == to[k])
        return cudaErrorInvalidValue;
      const GraphEdge edge{from[k], data ? data[k] : cudaGraphEdgeData{}};
      std::vector<GraphEdge>& before = to[k]->before;
      const auto known = std::find_if(before.begin(), before.end(), [&](const GraphEdge& each) {
        return each.from == edge.from && are_equal(each.data, edge.data);
      });
      if (add != (known == before.end())) return cudaErrorInvalidValue;
      if (add)
        before.push_back(edge);
      else
        before.erase(known);
    }
    return cudaSuccess;
  });
}

}  // namespace

cudaGraph_t simulator::runtime::make_graph() {
  return graphs().make({});
}

void simulator::runtime::destroy_graph(cudaGraph_t graph) {
  for (const cudaGraphNode_t each : graph->nodes) destroy_node(each);
  *graph = {};
  graphs().destroy(graph);
}

CUgraph_st& simulator::runtime::checked(cudaGraph_t graph) {
  if (graphs().contains(graph)) return *graph;
  if (graph) report_misuse(fault::api, "use of a graph that was destroyed or never created");
  throw ApiError{cudaErrorInvalidValue};
}

CUgraphNode_st& simulator::runtime::checked(cudaGraphNode_t node) {
  if (nodes().contains(node)) return *node;
  if (node) report_misuse(fault::api, "use of a node of a graph that was destroyed or never added");
  throw ApiError{cudaErrorInvalidValue};
}

cudaGraphNode_t simulator::runtime::add_node(CUgraph_st& graph, cudaGraphNodeType type,
                                             NodeWork work, std::vector<GraphEdge> before) {
  const cudaGraphNode_t node = nodes().make({.graph = &graph,
                                             .type = type,
                                             .number = ++graph.numbered,
                                             .work = std::move(work),
                                             .before = std::move(before),
                                             .site = HostCall::here()});
  graph.nodes.push_back(node);
  if (type == cudaGraphNodeTypeMemAlloc || type == cudaGraphNodeTypeMemFree)
    graph.has_memory = true;
  return node;
}

std::vector<GraphEdge> simulator::runtime::edges_of(const CUgraph_st& graph,
                                                    const cudaGraphNode_t* from,
                                                    const cudaGraphEdgeData* data,
                                                    std::size_t count) {
  if (count > 0 && !from) throw ApiError{cudaErrorInvalidValue};
  std::vector<GraphEdge> edges;
  for (std::size_t k = 0; k < count; ++k) {
    const bool twice = std::any_of(edges.begin(), edges.end(),
                                   [&](const GraphEdge& each) { return each.from == from[k]; });
    if (twice || checked(from[k]).graph != &graph) throw ApiError{cudaErrorInvalidValue};
    edges.push_back({from[k], data ? data[k] : cudaGraphEdgeData{}});
  }
  return edges;
}

cudaGraph_t simulator::runtime::clone_graph(const CUgraph_st& graph, NodeMap& map) {
  const cudaGraph_t clone = make_graph();
  clone->has_memory = graph.has_memory;
  for (const cudaGraphNode_t each : graph.nodes) {
    NodeWork work = each->work;
    if (ChildNode* const child = std::get_if<ChildNode>(&work)) {
      child->graph = clone_graph(*child->graph, map);
      child->graph->owned = true;
    }
    const cudaGraphNode_t node = add_node(*clone, each->type, std::move(work), {});
    node->number = each->number;
    node->site = each->site;
    node->enabled = each->enabled;
    node->attributes = each->attributes;
    map[each] = node;
  }
  for (const cudaGraphNode_t each : graph.nodes)
    for (const GraphEdge& edge : each->before)
      // A capture may go on after a node that was destroyed meanwhile.
      if (const auto from = map.find(edge.from); from != map.end())
        map[each]->before.push_back({from->second, edge.data});
  clone->numbered = graph.numbered;
  return clone;
}

extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags) {
  return call_without_context([&](State&) {
    if (!graph || flags != 0) return cudaErrorInvalidValue;
    *graph = make_graph();
    return cudaSuccess;
  });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return call([&](State&) {
    if (checked(graph).captured) return cudaErrorIllegalState;
    if (graph->owned) return cudaErrorInvalidValue;
    destroy_graph(graph);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph) {
  return call([&](State&) {
    if (!clone) return cudaErrorInvalidValue;
    if (checked(graph).has_memory) return cudaErrorNotSupported;
    NodeMap map;
    *clone = clone_graph(*graph, map);
    (*clone)->original = graph;
    (*clone)->clone_of = std::move(map);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* node, cudaGraphNode_t original,
                                     cudaGraph_t clone) {
  return call([&](State&) {
    const auto found = checked(clone).clone_of.find(&checked(original));
    if (!node || found == clone->clone_of.end() || !nodes().contains(found->second))
      return cudaErrorInvalidValue;
    *node = found->second;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
  return call([&](State&) {
    result(type) = checked(node).type;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* list, std::size_t* count) {
  return call([&](State&) { return give_list(checked(graph).nodes, list, count); });
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* list, std::size_t* count) {
  return call([&](State&) {
    std::vector<cudaGraphNode_t> roots;
    for (const cudaGraphNode_t each : checked(graph).nodes)
      if (each->before.empty()) roots.push_back(each);
    return give_list(roots, list, count);
  });
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              cudaGraphEdgeData* data, std::size_t* count) {
  return call([&](State&) {
    std::vector<Edge> edges;
    for (const cudaGraphNode_t each : checked(graph).nodes)
      for (const GraphEdge& edge : each->before) edges.push_back({edge.from, each, edge.data});
    if (!from != !to) return cudaErrorInvalidValue;
    return give_edges(edges, from, to, data, count);
  });
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* list,
                                         cudaGraphEdgeData* data, std::size_t* count) {
  return call([&](State&) {
    std::vector<Edge> edges;
    for (const GraphEdge& edge : checked(node).before)
      edges.push_back({edge.from, node, edge.data});
    return give_edges(edges, list, nullptr, data, count);
  });
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* list,
                                           cudaGraphEdgeData* data, std::size_t* count) {
  return call([&](State&) {
    std::vector<Edge> edges;
    for (const cudaGraphNode_t each : checked(node).graph->nodes)
      for (const GraphEdge& edge : each->before)
        if (edge.from == node) edges.push_back({node, each, edge.data});
    return give_edges(edges, nullptr, list, data, count);
  });
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const cudaGraphEdgeData* data,
                                     std::size_t count) {
  return change_edges(graph, from, to, data, count, true);
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, const cudaGraphEdgeData* data,
                                        std::size_t count) {
  return change_edges(graph, from, to, data, count, false);
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
  return call([&](State&) {
    CUgraph_st& graph = *checked(node).graph;
    if (graph.has_memory) return cudaErrorNotSupported;
    for (const cudaGraphNode_t each : graph.nodes)
      std::erase_if(each->before, [&](const GraphEdge& edge) { return edge.from == node; });
    std::erase(graph.nodes, node);
    destroy_node(node);
    return cudaSuccess;
  });
}

}  // extern "C"
