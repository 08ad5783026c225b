#include "simulator/runtime/runtime.hpp"

// What graphs may hold on a GPU and not here, refused by name.

using namespace simulator::runtime;

#define REFUSED(name, ...)        \
  cudaError_t name(__VA_ARGS__) { \
    return unsupported(#name);    \
  }

extern "C" {

REFUSED(cudaGraphAddExternalSemaphoresSignalNode, cudaGraphNode_t*, cudaGraph_t,
        const cudaGraphNode_t*, std::size_t, const cudaExternalSemaphoreSignalNodeParams*)
REFUSED(cudaGraphAddExternalSemaphoresWaitNode, cudaGraphNode_t*, cudaGraph_t,
        const cudaGraphNode_t*, std::size_t, const cudaExternalSemaphoreWaitNodeParams*)
REFUSED(cudaGraphConditionalHandleCreate, cudaGraphConditionalHandle*, cudaGraph_t, unsigned,
        unsigned)
REFUSED(cudaUserObjectCreate, cudaUserObject_t*, void*, cudaHostFn_t, unsigned, unsigned)
REFUSED(cudaUserObjectRetain, cudaUserObject_t, unsigned)
REFUSED(cudaUserObjectRelease, cudaUserObject_t, unsigned)
REFUSED(cudaGraphRetainUserObject, cudaGraph_t, cudaUserObject_t, unsigned, unsigned)
REFUSED(cudaGraphReleaseUserObject, cudaGraph_t, cudaUserObject_t, unsigned)

}  // extern "C"
