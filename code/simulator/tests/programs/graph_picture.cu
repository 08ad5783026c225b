// exit: 0
// prints: as an H200's
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

// A graph as a file for Graphviz, letter by letter as CUDA 13.0 wrote it on an H200.

__global__ void kernel(int* x, int n) {
  *x = n;
}

const char expected[] = R"(digraph dot {
subgraph cluster_1 {
label="graph_1" graph[style="dashed"];
"graph_1_node_0"[style="solid" shape="invtrapezium"label="0
MEMSET
(7,400)
"];

"graph_1_node_1"[style="bold" shape="octagon" label="1
_Z6kernelPii
"];

"graph_1_node_2"[style="solid" shape="trapezium"label="2
MEMCPY
(DtoD,400)
"];

"graph_1_node_3"[style="solid" shape="rectangle" label="3
EMPTY
"];

"graph_1_node_4"[style="solid" shape="rectangle" label="4
HOST
"];

"graph_1_node_5"[style="solid" shape="rectangle" label="5
graph_CHILD
"];

"graph_1_node_0" -> "graph_1_node_1";
"graph_1_node_1" -> "graph_1_node_2";
"graph_1_node_2" -> "graph_1_node_3";
"graph_1_node_3" -> "graph_1_node_4";
"graph_1_node_4" -> "graph_1_node_5";
}
subgraph cluster_CHILD {
label="graph_CHILD" graph[style="dashed"];
"graph_CHILD_node_0"[style="solid" shape="invtrapezium"label="0
MEMSET
(7,400)
"];

"graph_CHILD_node_1"[style="bold" shape="octagon" label="1
_Z6kernelPii
"];

"graph_CHILD_node_0" -> "graph_CHILD_node_1";
}
}
)";

std::string picture_of(cudaGraph_t graph, unsigned flags) {
  const std::string path = "/tmp/graph-" + std::to_string(getpid()) + ".dot";
  if (cudaGraphDebugDotPrint(graph, path.c_str(), flags) != cudaSuccess) return "none";
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  remove(path.c_str());
  return text.str();
}

/// The number of the child graph is what the driver makes it.
std::string without_number(std::string text) {
  const std::string mark = "subgraph cluster_";
  const std::size_t at = text.rfind(mark) + mark.size();
  const std::string number = text.substr(at, text.find(' ', at) - at);
  for (const std::string before : {"cluster_", "graph_"})
    for (std::size_t k = 0; (k = text.find(before + number, k)) != std::string::npos; ++k)
      text.replace(k + before.size(), number.size(), "CHILD");
  return text;
}

int main() {
  int *x, *y, n = 3;
  cudaMalloc(&x, 400);
  cudaMalloc(&y, 400);
  cudaGraph_t graph, child;
  cudaGraphNode_t fill, launch, copy, empty, host, inner;
  cudaMemsetParams sevens = {x, 0, 7, 4, 100, 1};
  void* arguments[] = {&x, &n};
  cudaKernelNodeParams parameters = {(void*)kernel, 2, 32, 0, arguments, nullptr};
  cudaHostNodeParams nothing = {[](void*) {}, nullptr};
  cudaGraphCreate(&graph, 0);
  cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &sevens);
  cudaGraphAddKernelNode(&launch, graph, &fill, 1, &parameters);
  cudaGraphClone(&child, graph);
  cudaGraphAddMemcpyNode1D(&copy, graph, &launch, 1, y, x, 400, cudaMemcpyDeviceToDevice);
  cudaGraphAddEmptyNode(&empty, graph, &copy, 1);
  cudaGraphAddHostNode(&host, graph, &empty, 1, &nothing);
  cudaGraphAddChildGraphNode(&inner, graph, &host, 1, child);
  const std::string picture = without_number(picture_of(graph, 0));
  const bool more = picture_of(graph, cudaGraphDebugDotFlagsVerbose).size() > picture.size();
  cudaFree(x);
  cudaFree(y);
  if (picture != expected) std::printf("%s", picture.c_str());
  std::printf("%s\n", picture != expected ? "another"
                      : more              ? "as an H200's"
                                          : "no more when verbose");
}
