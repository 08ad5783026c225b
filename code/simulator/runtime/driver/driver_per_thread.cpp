#include "simulator/runtime/driver/driver_call.hpp"
#include "simulator/runtime/driver/undeclared.hpp"

// What sources call that are compiled with CUDA_API_PER_THREAD_DEFAULT_STREAM: stream 0 is the
// default stream of the thread. Copies of bytes and fills have theirs beside them.

using namespace simulator::runtime;

#define PER_THREAD(name, parameters, ...) \
  CUresult name##_ptsz parameters {       \
    stream = per_thread(stream);          \
    return name(__VA_ARGS__);             \
  }

extern "C" {

PER_THREAD(cuLaunchKernel,
           (CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
            unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared, CUstream stream,
            void** arguments, void** extra),
           function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared, stream, arguments,
           extra)
PER_THREAD(cuLaunchCooperativeKernel,
           (CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
            unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared, CUstream stream,
            void** arguments),
           function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared, stream, arguments)
PER_THREAD(cuLaunchHostFunc, (CUstream stream, CUhostFn function, void* data), stream, function,
           data)
PER_THREAD(cuStreamSynchronize, (CUstream stream), stream)
PER_THREAD(cuStreamQuery, (CUstream stream), stream)
PER_THREAD(cuStreamGetFlags, (CUstream stream, unsigned* flags), stream, flags)
PER_THREAD(cuStreamGetPriority, (CUstream stream, int* priority), stream, priority)
PER_THREAD(cuStreamGetId, (CUstream stream, unsigned long long* id), stream, id)
PER_THREAD(cuStreamGetDevice, (CUstream stream, CUdevice* device), stream, device)
PER_THREAD(cuStreamGetCtx, (CUstream stream, CUcontext* context), stream, context)
PER_THREAD(cuStreamWaitEvent, (CUstream stream, CUevent event, unsigned flags), stream, event,
           flags)
PER_THREAD(cuStreamAddCallback,
           (CUstream stream, CUstreamCallback callback, void* data, unsigned flags), stream,
           callback, data, flags)
PER_THREAD(cuStreamAttachMemAsync,
           (CUstream stream, CUdeviceptr memory, std::size_t bytes, unsigned flags), stream, memory,
           bytes, flags)
PER_THREAD(cuStreamIsCapturing, (CUstream stream, CUstreamCaptureStatus* status), stream, status)
PER_THREAD(cuEventRecord, (CUevent event, CUstream stream), event, stream)
PER_THREAD(cuEventRecordWithFlags, (CUevent event, CUstream stream, unsigned flags), event, stream,
           flags)
PER_THREAD(cuMemAllocAsync, (CUdeviceptr * memory, std::size_t bytes, CUstream stream), memory,
           bytes, stream)
PER_THREAD(cuMemAllocFromPoolAsync,
           (CUdeviceptr * memory, std::size_t bytes, CUmemoryPool pool, CUstream stream), memory,
           bytes, pool, stream)
PER_THREAD(cuMemFreeAsync, (CUdeviceptr memory, CUstream stream), memory, stream)
PER_THREAD(cuMemPrefetchAsync_v2,
           (CUdeviceptr memory, std::size_t bytes, CUmemLocation location, unsigned flags,
            CUstream stream),
           memory, bytes, location, flags, stream)
PER_THREAD(cuStreamBeginCapture_v2, (CUstream stream, CUstreamCaptureMode mode), stream, mode)
PER_THREAD(cuStreamEndCapture, (CUstream stream, CUgraph* graph), stream, graph)
PER_THREAD(cuGraphUpload, (CUgraphExec executable, CUstream stream), executable, stream)
PER_THREAD(cuGraphLaunch, (CUgraphExec executable, CUstream stream), executable, stream)
PER_THREAD(cuMemcpy2DAsync_v2, (const CUDA_MEMCPY2D* copy, CUstream stream), copy, stream)
PER_THREAD(cuMemcpy3DAsync_v2, (const CUDA_MEMCPY3D* copy, CUstream stream), copy, stream)

CUresult cuLaunchKernelEx_ptsz(const CUlaunchConfig* config, CUfunction function, void** arguments,
                               void** extra) {
  if (!config) return cuLaunchKernelEx(config, function, arguments, extra);
  CUlaunchConfig own = *config;
  own.hStream = per_thread(own.hStream);
  return cuLaunchKernelEx(&own, function, arguments, extra);
}

}  // extern "C"
