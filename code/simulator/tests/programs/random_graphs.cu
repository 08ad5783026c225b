// exit: 0
// prints: all graphs are right
// environment: SIMULATE_STREAMS=random:5
#include <cstdio>
#include <random>
#include <vector>

// Graphs at random: each node makes its value of those that it depends on. Some nodes are in graphs
// within the graph. Whatever order the schedule chooses, values are those that the host computes,
// in each launch, and nothing is called a race.

constexpr unsigned graphs = 12, most_nodes = 14, launches = 3;

struct Inputs {
  unsigned count;
  const unsigned* at[most_nodes];
};

__global__ void make(unsigned* value, Inputs inputs, unsigned number) {
  unsigned sum = *value;  // of the launch before
  for (unsigned k = 0; k < inputs.count; ++k) sum = sum * 31 + *inputs.at[k];
  *value = sum + number;
}

struct Node {
  std::vector<unsigned> before;
  bool within;  // a graph of its own
  cudaGraphNode_t handle;
};

void add(cudaGraph_t graph, Node& node, const std::vector<Node>& nodes, unsigned* values,
         unsigned number) {
  std::vector<cudaGraphNode_t> before;
  Inputs inputs{};
  for (const unsigned each : node.before) {
    before.push_back(nodes[each].handle);
    inputs.at[inputs.count++] = values + each;
  }
  unsigned* value = values + number;
  void* arguments[] = {&value, &inputs, &number};
  const cudaKernelNodeParams parameters = {(void*)make, 1, 1, 0, arguments, nullptr};
  if (!node.within) {
    cudaGraphAddKernelNode(&node.handle, graph, before.data(), before.size(), &parameters);
    return;
  }
  cudaGraph_t own;
  cudaGraphNode_t first, kernel, last;
  cudaGraphCreate(&own, 0);
  cudaGraphAddEmptyNode(&first, own, nullptr, 0);
  cudaGraphAddKernelNode(&kernel, own, &first, 1, &parameters);
  cudaGraphAddEmptyNode(&last, own, nullptr, 0);  // beside the kernel
  cudaGraphAddChildGraphNode(&node.handle, graph, before.data(), before.size(), own);
  cudaGraphDestroy(own);
}

bool is_right(unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Node> nodes(1 + random() % most_nodes);
  unsigned* values;
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaMalloc(&values, most_nodes * sizeof *values);
  cudaMemset(values, 0, most_nodes * sizeof *values);
  cudaDeviceSynchronize();
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaGraphCreate(&graph, 0);
  for (unsigned v = 0; v < nodes.size(); ++v) {
    nodes[v].within = random() % 4 == 0;
    for (unsigned u = 0; u < v; ++u)
      if (random() % 4 == 0) nodes[v].before.push_back(u);
    add(graph, nodes[v], nodes, values, v);
  }
  cudaGraphInstantiate(&executable, graph, 0);
  std::vector<unsigned> expected(nodes.size()), found(nodes.size());
  for (unsigned launch = 0; launch < launches; ++launch) {
    for (unsigned v = 0; v < nodes.size(); ++v) {
      for (const unsigned u : nodes[v].before) expected[v] = expected[v] * 31 + expected[u];
      expected[v] += v;
    }
    cudaGraphLaunch(executable, launch == 1 ? nullptr : stream);
  }
  cudaDeviceSynchronize();
  cudaMemcpy(found.data(), values, found.size() * sizeof found[0], cudaMemcpyDeviceToHost);
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  cudaFree(values);
  if (found == expected) return true;
  printf("seed %u: wrong\n", seed);
  return false;
}

int main() {
  const unsigned seed = std::random_device()();
  bool all = true;
  for (unsigned k = 0; k < graphs; ++k) all &= is_right(seed + k);
  if (all) puts("all graphs are right");
}
