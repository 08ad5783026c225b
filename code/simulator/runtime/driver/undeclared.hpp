#pragma once

#include <cuda.h>

// Functions of the driver API that cuda.h declares for none but some programs: those of a default
// stream per thread, and those that older versions of CUDA mean by a name.

#undef cuDeviceGetUuid
#undef cuEventElapsedTime
#undef cuMemPrefetchAsync
#undef cuMemAdvise
#undef cuGetProcAddress

extern "C" {

CUresult cuCtxCreate_v2(CUcontext* context, unsigned flags, CUdevice device);
CUresult cuCtxCreate_v3(CUcontext* context, CUexecAffinityParam*, int affinities, unsigned flags,
                        CUdevice device);
CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice device);
CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end);
CUresult cuStreamBeginCapture_v2_ptsz(CUstream stream, CUstreamCaptureMode mode);
CUresult cuStreamEndCapture_ptsz(CUstream stream, CUgraph* graph);
CUresult cuGraphUpload_ptsz(CUgraphExec executable, CUstream stream);
CUresult cuGraphLaunch_ptsz(CUgraphExec executable, CUstream stream);
CUresult cuEventRecordWithFlags_ptsz(CUevent event, CUstream stream, unsigned flags);
CUresult cuEventRecord_ptsz(CUevent event, CUstream stream);
CUresult cuGetProcAddress(const char* symbol, void** function, int version, cuuint64_t flags);
CUresult cuLaunchCooperativeKernel_ptsz(CUfunction function, unsigned grid_x, unsigned grid_y,
                                        unsigned grid_z, unsigned block_x, unsigned block_y,
                                        unsigned block_z, unsigned shared, CUstream stream,
                                        void** arguments);
CUresult cuLaunchHostFunc_ptsz(CUstream stream, CUhostFn function, void* data);
CUresult cuLaunchKernelEx_ptsz(const CUlaunchConfig* config, CUfunction function, void** arguments,
                               void** extra);
CUresult cuLaunchKernel_ptsz(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                             unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                             CUstream stream, void** arguments, void** extra);
CUresult cuMemAdvise(CUdeviceptr memory, std::size_t bytes, CUmem_advise advice, CUdevice device);
CUresult cuMemAllocAsync_ptsz(CUdeviceptr* memory, std::size_t bytes, CUstream stream);
CUresult cuMemAllocFromPoolAsync_ptsz(CUdeviceptr* memory, std::size_t bytes, CUmemoryPool pool,
                                      CUstream stream);
CUresult cuMemFreeAsync_ptsz(CUdeviceptr memory, CUstream stream);
CUresult cuMemPrefetchAsync(CUdeviceptr memory, std::size_t bytes, CUdevice device,
                            CUstream stream);
CUresult cuMemPrefetchAsync_v2_ptsz(CUdeviceptr memory, std::size_t bytes, CUmemLocation location,
                                    unsigned flags, CUstream stream);
CUresult cuMemcpy2DAsync_v2_ptsz(const CUDA_MEMCPY2D* copy, CUstream stream);
CUresult cuMemcpy2DUnaligned_v2_ptds(const CUDA_MEMCPY2D* copy);
CUresult cuMemcpy2D_v2_ptds(const CUDA_MEMCPY2D* copy);
CUresult cuMemcpy3DAsync_v2_ptsz(const CUDA_MEMCPY3D* copy, CUstream stream);
CUresult cuMemcpy3D_v2_ptds(const CUDA_MEMCPY3D* copy);
CUresult cuMemcpyAsync_ptsz(CUdeviceptr to, CUdeviceptr from, std::size_t bytes, CUstream stream);
CUresult cuMemcpyDtoDAsync_v2_ptsz(CUdeviceptr to, CUdeviceptr from, std::size_t bytes,
                                   CUstream stream);
CUresult cuMemcpyDtoD_v2_ptds(CUdeviceptr to, CUdeviceptr from, std::size_t bytes);
CUresult cuMemcpyDtoHAsync_v2_ptsz(void* to, CUdeviceptr from, std::size_t bytes, CUstream stream);
CUresult cuMemcpyDtoH_v2_ptds(void* to, CUdeviceptr from, std::size_t bytes);
CUresult cuMemcpyHtoDAsync_v2_ptsz(CUdeviceptr to, const void* from, std::size_t bytes,
                                   CUstream stream);
CUresult cuMemcpyHtoD_v2_ptds(CUdeviceptr to, const void* from, std::size_t bytes);
CUresult cuMemcpyPeerAsync_ptsz(CUdeviceptr to, CUcontext, CUdeviceptr from, CUcontext,
                                std::size_t bytes, CUstream stream);
CUresult cuMemcpyPeer_ptds(CUdeviceptr to, CUcontext, CUdeviceptr from, CUcontext,
                           std::size_t bytes);
CUresult cuMemcpy_ptds(CUdeviceptr to, CUdeviceptr from, std::size_t bytes);
CUresult cuMemsetD16Async_ptsz(CUdeviceptr to, unsigned short value, std::size_t count,
                               CUstream stream);
CUresult cuMemsetD16_v2_ptds(CUdeviceptr to, unsigned short value, std::size_t count);
CUresult cuMemsetD2D16Async_ptsz(CUdeviceptr to, std::size_t pitch, unsigned short value,
                                 std::size_t width, std::size_t height, CUstream stream);
CUresult cuMemsetD2D16_v2_ptds(CUdeviceptr to, std::size_t pitch, unsigned short value,
                               std::size_t width, std::size_t height);
CUresult cuMemsetD2D32Async_ptsz(CUdeviceptr to, std::size_t pitch, unsigned value,
                                 std::size_t width, std::size_t height, CUstream stream);
CUresult cuMemsetD2D32_v2_ptds(CUdeviceptr to, std::size_t pitch, unsigned value, std::size_t width,
                               std::size_t height);
CUresult cuMemsetD2D8Async_ptsz(CUdeviceptr to, std::size_t pitch, unsigned char value,
                                std::size_t width, std::size_t height, CUstream stream);
CUresult cuMemsetD2D8_v2_ptds(CUdeviceptr to, std::size_t pitch, unsigned char value,
                              std::size_t width, std::size_t height);
CUresult cuMemsetD32Async_ptsz(CUdeviceptr to, unsigned value, std::size_t count, CUstream stream);
CUresult cuMemsetD32_v2_ptds(CUdeviceptr to, unsigned value, std::size_t count);
CUresult cuMemsetD8Async_ptsz(CUdeviceptr to, unsigned char value, std::size_t count,
                              CUstream stream);
CUresult cuMemsetD8_v2_ptds(CUdeviceptr to, unsigned char value, std::size_t count);
CUresult cuStreamAddCallback_ptsz(CUstream stream, CUstreamCallback callback, void* data,
                                  unsigned flags);
CUresult cuStreamAttachMemAsync_ptsz(CUstream stream, CUdeviceptr memory, std::size_t bytes,
                                     unsigned flags);
CUresult cuStreamGetCtx_ptsz(CUstream stream, CUcontext* context);
CUresult cuStreamGetDevice_ptsz(CUstream stream, CUdevice* device);
CUresult cuStreamGetFlags_ptsz(CUstream stream, unsigned* flags);
CUresult cuStreamGetId_ptsz(CUstream stream, unsigned long long* id);
CUresult cuStreamGetPriority_ptsz(CUstream stream, int* priority);
CUresult cuStreamIsCapturing_ptsz(CUstream stream, CUstreamCaptureStatus* status);
CUresult cuStreamQuery_ptsz(CUstream stream);
CUresult cuStreamSynchronize_ptsz(CUstream stream);
CUresult cuStreamWaitEvent_ptsz(CUstream stream, CUevent event, unsigned flags);

}  // extern "C"
