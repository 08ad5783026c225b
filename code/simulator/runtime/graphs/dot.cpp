#include <cstdio>
#include <fstream>
#include <string>
#include <variant>
#include <vector>

#include "simulator/ptx/names.hpp"
#include "simulator/runtime/graphs/graph.hpp"

// Graphs as pictures: a file for Graphviz.

using namespace simulator;
using namespace simulator::runtime;

namespace {

std::string text(const void* pointer) {
  char digits[24];
  std::snprintf(digits, sizeof digits, "%p", pointer);
  return digits;
}

std::string graph_name(std::size_t number) {
  return "graph_" + std::to_string(number);
}

/// What a node does and, in lines below it if `all` is asked for, with what. The words of nodes for
/// events and memory are ours: those of CUDA were not seen.
struct Label {
  bool all;
  cudaGraphNodeType type;
  std::size_t child;  // number of the child graph, if it is one

  std::string operator()(std::monostate) const { return "EMPTY"; }
  std::string operator()(const KernelWork& work) const {
    std::string label = work.function->name;
    if (all)
      label += "\ngrid " + joined(work.configuration.grid, " x ") + ", block " +
               joined(work.configuration.block, " x ") + ", " +
               std::to_string(work.configuration.dynamic_shared) + " bytes of shared memory";
    return label;
  }
  std::string operator()(const CopyNode& node) const {
    constexpr const char* ways[] = {"HtoH", "HtoD", "DtoH", "DtoD"};
    const auto& pieces = node.work.pieces;
    std::string label = std::string("MEMCPY\n(") + ways[pieces.front().kind] + "," +
                        std::to_string(pieces.size() * pieces.front().bytes) + ")";
    if (all) label += "\nto " + text(pieces.front().to) + " from " + text(pieces.front().from);
    return label;
  }
  std::string operator()(const FillNode& node) const {
    const cudaMemsetParams& p = node.parameters;
    std::string label = "MEMSET\n(" + std::to_string(p.value) + "," +
                        std::to_string(p.width * p.height * p.elementSize) + ")";
    if (all)
      label += "\n" + std::to_string(p.width * p.height) + " elements of " +
               std::to_string(p.elementSize) + " bytes at " + text(p.dst);
    return label;
  }
  std::string operator()(const HostNode&) const { return "HOST"; }
  std::string operator()(const EventNode&) const {
    return type == cudaGraphNodeTypeEventRecord ? "EVENT_RECORD" : "EVENT_WAIT";
  }
  std::string operator()(const ChildNode&) const { return graph_name(child); }
  std::string operator()(const AllocationNode& node) const {
    return "MEM_ALLOC\n(" + std::to_string(node.parameters.bytesize) + ")";
  }
  std::string operator()(const ReleaseNode&) const { return "MEM_FREE"; }
};

/// With the space, or none, that CUDA writes behind it.
std::string shape_of(cudaGraphNodeType type) {
  switch (type) {
    case cudaGraphNodeTypeKernel:
      return "\"octagon\" ";
    case cudaGraphNodeTypeMemcpy:
      return "\"trapezium\"";
    case cudaGraphNodeTypeMemset:
      return "\"invtrapezium\"";
    default:
      return "\"rectangle\" ";
  }
}

std::string quoted(const std::string& label) {
  std::string result = "\"";
  for (const char c : label) result += c == '"' ? std::string("\\\"") : std::string(1, c);
  return result + '"';
}

/// Laid out as CUDA 13 does it: a cluster per graph, those of child graphs behind that of their
/// parent. The graphs are numbered in the order in which they are written.
class Picture {
 public:
  Picture(std::ostream& out, bool all) : out_(out), all_(all) {}

  void write(const CUgraph_st& graph) {
    graphs_.push_back(&graph);
    out_ << "digraph dot {\n";
    for (std::size_t k = 0; k < graphs_.size(); ++k) write_cluster(k);
    out_ << "}\n";
  }

 private:
  void write_cluster(std::size_t k) {
    const std::string name = graph_name(k + 1);
    const auto node_name = [&](const CUgraphNode_st& node) {
      return quoted(name + "_node_" + std::to_string(node.number - 1));
    };
    const CUgraph_st& graph = *graphs_[k];
    out_ << "subgraph cluster_" << k + 1 << " {\nlabel=\"" << name
         << "\" graph[style=\"dashed\"];\n";
    for (const cudaGraphNode_t each : graph.nodes) {
      if (const ChildNode* const child = std::get_if<ChildNode>(&each->work))
        graphs_.push_back(child->graph);
      const std::string label = std::visit(Label{all_, each->type, graphs_.size()}, each->work);
      out_ << node_name(*each) << "[style=\""
           << (each->type == cudaGraphNodeTypeKernel ? "bold" : "solid")
           << "\" shape=" << shape_of(each->type)
           << "label=" << quoted(std::to_string(each->number - 1) + "\n" + label + "\n")
           << "];\n\n";
    }
    for (const cudaGraphNode_t each : graph.nodes)
      for (const GraphEdge& edge : each->before)
        out_ << node_name(*edge.from) << " -> " << node_name(*each) << ";\n";
    out_ << "}\n";
  }

  std::ostream& out_;
  bool all_;  // what was asked for by flags, too
  std::vector<const CUgraph_st*> graphs_;
};

}  // namespace

extern "C" cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned flags) {
  return call([&](State&) {
    const CUgraph_st& it = checked(graph);
    if (!path) return cudaErrorInvalidValue;
    std::ofstream out(path);
    Picture(out, flags != 0).write(it);
    return out.flush() ? cudaSuccess : cudaErrorOperatingSystem;
  });
}
