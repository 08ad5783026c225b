#include "simulator/runtime/runtime.hpp"

// What sources call that are compiled with --default-stream per-thread: stream 0 is the default
// stream of the thread. Copies and fills have theirs beside them.

using namespace simulator::runtime;

#define PER_THREAD(name, parameters, ...)    \
  extern cudaError_t name##_ptsz parameters; \
  cudaError_t name##_ptsz parameters {       \
    stream = per_thread(stream);             \
    return name(__VA_ARGS__);                \
  }

extern "C" {

extern cudaError_t __cudaLaunchKernel(cudaKernel_t, dim3, dim3, void**, std::size_t, cudaStream_t);

PER_THREAD(__cudaLaunchKernel,
           (cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared,
            cudaStream_t stream),
           kernel, grid, block, arguments, shared, stream)
PER_THREAD(cudaLaunchKernel,
           (const void* function, dim3 grid, dim3 block, void** arguments, std::size_t shared,
            cudaStream_t stream),
           function, grid, block, arguments, shared, stream)
PER_THREAD(cudaLaunchCooperativeKernel,
           (const void* function, dim3 grid, dim3 block, void** arguments, std::size_t shared,
            cudaStream_t stream),
           function, grid, block, arguments, shared, stream)
PER_THREAD(cudaLaunchHostFunc, (cudaStream_t stream, cudaHostFn_t function, void* data), stream,
           function, data)
PER_THREAD(cudaStreamAddCallback,
           (cudaStream_t stream, cudaStreamCallback_t function, void* data, unsigned flags), stream,
           function, data, flags)
PER_THREAD(cudaMallocAsync, (void** pointer, std::size_t bytes, cudaStream_t stream), pointer,
           bytes, stream)
PER_THREAD(cudaMallocFromPoolAsync,
           (void** pointer, std::size_t bytes, cudaMemPool_t pool, cudaStream_t stream), pointer,
           bytes, pool, stream)
PER_THREAD(cudaFreeAsync, (void* pointer, cudaStream_t stream), pointer, stream)
PER_THREAD(cudaMemPrefetchAsync,
           (const void* pointer, std::size_t bytes, cudaMemLocation location, unsigned flags,
            cudaStream_t stream),
           pointer, bytes, location, flags, stream)
PER_THREAD(cudaStreamAttachMemAsync,
           (cudaStream_t stream, void* pointer, std::size_t bytes, unsigned flags), stream, pointer,
           bytes, flags)
PER_THREAD(cudaMemcpyBatchAsync,
           (void* const* to, const void* const* from, const std::size_t* bytes, std::size_t count,
            cudaMemcpyAttributes* attributes, std::size_t* first, std::size_t many,
            cudaStream_t stream),
           to, from, bytes, count, attributes, first, many, stream)
PER_THREAD(cudaEventRecord, (cudaEvent_t event, cudaStream_t stream), event, stream)
PER_THREAD(cudaEventRecordWithFlags, (cudaEvent_t event, cudaStream_t stream, unsigned flags),
           event, stream, flags)
PER_THREAD(cudaStreamWaitEvent, (cudaStream_t stream, cudaEvent_t event, unsigned flags), stream,
           event, flags)
PER_THREAD(cudaStreamSynchronize, (cudaStream_t stream), stream)
PER_THREAD(cudaStreamQuery, (cudaStream_t stream), stream)
PER_THREAD(cudaStreamGetFlags, (cudaStream_t stream, unsigned* flags), stream, flags)
PER_THREAD(cudaStreamGetPriority, (cudaStream_t stream, int* priority), stream, priority)
PER_THREAD(cudaStreamSetAttribute,
           (cudaStream_t stream, cudaStreamAttrID attribute, const cudaStreamAttrValue* value),
           stream, attribute, value)
PER_THREAD(cudaStreamGetAttribute,
           (cudaStream_t stream, cudaStreamAttrID attribute, cudaStreamAttrValue* value), stream,
           attribute, value)
PER_THREAD(cudaStreamCopyAttributes, (cudaStream_t stream, cudaStream_t from), stream,
           per_thread(from))
PER_THREAD(cudaStreamGetId, (cudaStream_t stream, unsigned long long* id), stream, id)
PER_THREAD(cudaStreamGetDevice, (cudaStream_t stream, int* number), stream, number)
PER_THREAD(cudaStreamIsCapturing, (cudaStream_t stream, cudaStreamCaptureStatus* status), stream,
           status)

PER_THREAD(cudaStreamBeginCapture, (cudaStream_t stream, cudaStreamCaptureMode mode), stream, mode)
PER_THREAD(cudaStreamBeginCaptureToGraph,
           (cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t* nodes,
            const cudaGraphEdgeData* data, std::size_t count, cudaStreamCaptureMode mode),
           stream, graph, nodes, data, count, mode)
PER_THREAD(cudaStreamEndCapture, (cudaStream_t stream, cudaGraph_t* graph), stream, graph)
PER_THREAD(cudaStreamGetCaptureInfo,
           (cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id,
            cudaGraph_t* graph, const cudaGraphNode_t** nodes, const cudaGraphEdgeData** data,
            std::size_t* count),
           stream, status, id, graph, nodes, data, count)
PER_THREAD(cudaStreamUpdateCaptureDependencies,
           (cudaStream_t stream, cudaGraphNode_t* nodes, const cudaGraphEdgeData* data,
            std::size_t count, unsigned flags),
           stream, nodes, data, count, flags)
PER_THREAD(cudaGraphUpload, (cudaGraphExec_t executable, cudaStream_t stream), executable, stream)
PER_THREAD(cudaGraphLaunch, (cudaGraphExec_t executable, cudaStream_t stream), executable, stream)

extern cudaError_t cudaGraphInstantiateWithParams_ptsz(cudaGraphExec_t*, cudaGraph_t,
                                                       cudaGraphInstantiateParams*);
cudaError_t cudaGraphInstantiateWithParams_ptsz(cudaGraphExec_t* executable, cudaGraph_t graph,
                                                cudaGraphInstantiateParams* parameters) {
  return cudaGraphInstantiateWithParams(executable, graph, parameters);
}

extern cudaError_t cudaLaunchKernelExC_ptsz(const cudaLaunchConfig_t* config, const void* function,
                                            void** arguments);
cudaError_t cudaLaunchKernelExC_ptsz(const cudaLaunchConfig_t* config, const void* function,
                                     void** arguments) {
  if (!config) return cudaLaunchKernelExC(config, function, arguments);
  cudaLaunchConfig_t own = *config;
  own.stream = per_thread(own.stream);
  return cudaLaunchKernelExC(&own, function, arguments);
}

extern cudaError_t cudaGetDriverEntryPoint_ptsz(const char* symbol, void** function,
                                                unsigned long long flags,
                                                cudaDriverEntryPointQueryResult* status);
cudaError_t cudaGetDriverEntryPoint_ptsz(const char* symbol, void** function,
                                         unsigned long long flags,
                                         cudaDriverEntryPointQueryResult* status) {
  return cudaGetDriverEntryPointByVersion(symbol, function, CUDART_VERSION, flags, status);
}

extern cudaError_t cudaGetDriverEntryPointByVersion_ptsz(const char* symbol, void** function,
                                                         unsigned version, unsigned long long flags,
                                                         cudaDriverEntryPointQueryResult* status);
cudaError_t cudaGetDriverEntryPointByVersion_ptsz(const char* symbol, void** function,
                                                  unsigned version, unsigned long long flags,
                                                  cudaDriverEntryPointQueryResult* status) {
  return cudaGetDriverEntryPointByVersion(symbol, function, version, flags, status);
}

}  // extern "C"
