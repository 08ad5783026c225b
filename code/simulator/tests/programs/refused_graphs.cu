// exit: 86
// reports: cudaGraphConditionalHandleCreate is not part of the simulator
// reports: a conditional node of a graph is not part of the simulator
// reports: the launch of a graph by the device is not part of the simulator
// reports: cudaUserObjectCreate is not part of the simulator
#include <cuda_runtime.h>

// What graphs cannot do here says so by its name.
int main() {
  cudaGraph_t graph;
  cudaGraphNode_t node;
  cudaGraphExec_t executable;
  cudaGraphConditionalHandle handle;
  cudaUserObject_t object;
  cudaGraphCreate(&graph, 0);
  const bool refused =
      cudaGraphConditionalHandleCreate(&handle, graph, 0, 0) == cudaErrorNotSupported;
  cudaGraphNodeParams parameters = {};
  parameters.type = cudaGraphNodeTypeConditional;
  const bool refused_too =
      cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &parameters) == cudaErrorNotSupported;
  const bool not_by_device =
      cudaGraphInstantiate(&executable, graph, cudaGraphInstantiateFlagDeviceLaunch) ==
      cudaErrorNotSupported;
  const bool no_objects = cudaUserObjectCreate(
                              &object, nullptr, [](void*) {}, 1, cudaUserObjectNoDestructorSync) ==
                          cudaErrorNotSupported;
  return !(refused && refused_too && not_by_device && no_objects);
}
