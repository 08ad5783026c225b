#include <cstdio>
#include <fstream>
#include <string>

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

struct Label {
  bool all;  // what was asked for by flags, too

  std::string operator()(std::monostate) const { return "empty"; }
  std::string operator()(const KernelWork& work) const {
    std::string label = kernel_name(work.function->name);
    if (all)
      label += "\\ngrid " + joined(work.configuration.grid, " x ") + ", block " +
               joined(work.configuration.block, " x ") + ", " +
               std::to_string(work.configuration.dynamic_shared) + " bytes of shared memory";
    return label;
  }
  std::string operator()(const CopyNode& node) const {
    constexpr const char* ways[] = {"host to host", "host to device", "device to host",
                                    "device to device"};
    const auto& pieces = node.work.pieces;
    std::string label = std::string("memcpy, ") + ways[pieces.front().kind];
    if (all)
      label += "\\n" + std::to_string(pieces.size() * pieces.front().bytes) + " bytes to " +
               text(pieces.front().to) + " from " + text(pieces.front().from);
    return label;
  }
  std::string operator()(const FillNode& node) const {
    const cudaMemsetParams& p = node.parameters;
    std::string label = "memset";
    if (all)
      label += "\\n" + std::to_string(p.width * p.height) + " elements of " +
               std::to_string(p.elementSize) + " bytes at " + text(p.dst) + " to " +
               std::to_string(p.value);
    return label;
  }
  std::string operator()(const HostNode&) const { return "host function"; }
  std::string operator()(const EventNode&) const { return "event"; }
  std::string operator()(const ChildNode&) const { return "graph"; }
  std::string operator()(const AllocationNode& node) const {
    return "allocation of " + std::to_string(node.parameters.bytesize) + " bytes";
  }
  std::string operator()(const ReleaseNode&) const { return "free"; }
};

std::string quoted(const std::string& label) {
  std::string result = "\"";
  for (const char c : label) result += c == '"' ? std::string("\\\"") : std::string(1, c);
  return result + '"';
}

/// Nodes have names of their own within the file: the number of each, behind that of its parent.
void write(std::ofstream& out, const CUgraph_st& graph, const std::string& prefix, bool all) {
  for (const cudaGraphNode_t each : graph.nodes) {
    const std::string name = prefix + std::to_string(each->number);
    std::string label = std::visit(Label{all}, each->work);
    if (each->type == cudaGraphNodeTypeEventRecord) label += " is recorded";
    if (each->type == cudaGraphNodeTypeWaitEvent) label += " is waited for";
    out << "  " << name << " [label=" << quoted(std::to_string(each->number) + ": " + label)
        << "];\n";
    for (const GraphEdge& edge : each->before)
      out << "  " << prefix << edge.from->number << " -> " << name << ";\n";
    if (const ChildNode* const child = std::get_if<ChildNode>(&each->work)) {
      out << "  subgraph cluster_" << name << " {\n  label=" << quoted("in " + name) << ";\n";
      write(out, *child->graph, name + '_', all);
      out << "  }\n";
    }
  }
}

}  // namespace

extern "C" cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned flags) {
  return call([&](State&) {
    const CUgraph_st& it = checked(graph);
    if (!path) return cudaErrorInvalidValue;
    std::ofstream out(path);
    out << "digraph graph_of_cuda {\n  node [shape=box];\n";
    write(out, it, "node_", flags != 0);
    out << "}\n";
    return out.flush() ? cudaSuccess : cudaErrorOperatingSystem;
  });
}
