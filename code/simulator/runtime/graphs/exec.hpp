#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <vector>

#include "simulator/runtime/graphs/graph.hpp"

struct CUgraphExec_st {
  struct Step {
    cudaGraphNode_t node;
    unsigned lane;
    std::vector<std::size_t> before;  // steps, all of them earlier
  };

  cudaGraph_t graph = nullptr;           // its own
  cudaGraph_t original = nullptr;        // may be gone
  simulator::runtime::NodeMap own = {};  // its own nodes by those of the original
  unsigned long long flags = 0;
  std::vector<Step> steps = {};
  unsigned lanes = 0;
  std::vector<unsigned> streams = {};         // of Work, for all lanes but the first
  simulator::runtime::VectorClock last = {};  // launch
};

namespace simulator::runtime {

/// Throws ApiError, and reports one that was destroyed or never made.
CUgraphExec_st& checked(cudaGraphExec_t executable);
/// The node of the executable graph that was made of a node. Throws ApiError.
CUgraphNode_st& own_node(cudaGraphExec_t executable, cudaGraphNode_t node);

/// Gives the stream a launch of the graph: nodes that no dependencies order are in streams of their
/// own, which begin after what the stream got before, and which it then waits for. Launches of the
/// same executable graph come one after the other.
void launch_graph(State& s, CUgraphExec_st& executable, unsigned number, cudaStream_t stream);

/// May the node of an executable graph get other work? Else why not.
cudaGraphExecUpdateResult change_of(const CUgraphNode_st& node, const NodeWork& work);
/// Gives it other work. Throws ApiError where it may not get it.
void change_work(CUgraphNode_st& node, NodeWork work);
/// Gives all nodes the work of those of another graph, if they are so far alike, or none.
cudaGraphExecUpdateResultInfo update_graph(CUgraph_st& graph, const CUgraph_st& other);

}  // namespace simulator::runtime
