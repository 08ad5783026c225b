#include "simulator/runtime/driver/entry_points.hpp"

#include <cuda.h>
#include <cudaProfiler.h>

#include <cstdint>

#include "simulator/runtime/driver/undeclared.hpp"

// Every function of the driver API that there is. A name without a version means another function
// to a program that was made for an older CUDA.

// Some are no longer to be used, and are used all the same.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

using namespace simulator;
using namespace simulator::runtime;

namespace {

struct EntryPoint {
  void *function, *per_thread;
  int since;  // which CUDA means this one by the name; 0: all
  std::string_view name;
};

template <class Signature>
void* code_of(Signature* function) {
  return reinterpret_cast<void*>(function);
}

#define ENTRY(name, version, since)               \
  EntryPoint {                                    \
    code_of(name##version), nullptr, since, #name \
  }
#define ENTRY_OF_STREAMS(name, version, suffix, since)                   \
  EntryPoint {                                                           \
    code_of(name##version), code_of(name##version##suffix), since, #name \
  }
/// Not a constant: the linker knows the addresses.
const EntryPoint entry_points[] = {
    ENTRY(cuArray3DCreate, _v2, 0),
    ENTRY(cuArray3DGetDescriptor, _v2, 0),
    ENTRY(cuArrayCreate, _v2, 0),
    ENTRY(cuArrayDestroy, , 0),
    ENTRY(cuArrayGetDescriptor, _v2, 0),
    ENTRY(cuCtxCreate, _v2, 0),
    ENTRY(cuCtxCreate, _v3, 11040),
    ENTRY(cuCtxCreate, _v4, 12050),
    ENTRY(cuCtxDestroy, _v2, 0),
    ENTRY(cuCtxDisablePeerAccess, , 0),
    ENTRY(cuCtxEnablePeerAccess, , 0),
    ENTRY(cuCtxGetApiVersion, , 0),
    ENTRY(cuCtxGetCacheConfig, , 0),
    ENTRY(cuCtxGetCurrent, , 0),
    ENTRY(cuCtxGetDevice, , 0),
    ENTRY(cuCtxGetDevice, _v2, 0),
    ENTRY(cuCtxGetFlags, , 0),
    ENTRY(cuCtxGetId, , 0),
    ENTRY(cuCtxGetLimit, , 0),
    ENTRY(cuCtxGetStreamPriorityRange, , 0),
    ENTRY(cuCtxPopCurrent, _v2, 0),
    ENTRY(cuCtxPushCurrent, _v2, 0),
    ENTRY(cuCtxResetPersistingL2Cache, , 0),
    ENTRY(cuCtxSetCacheConfig, , 0),
    ENTRY(cuCtxSetCurrent, , 0),
    ENTRY(cuCtxSetFlags, , 0),
    ENTRY(cuCtxSetLimit, , 0),
    ENTRY(cuCtxSynchronize, , 0),
    ENTRY(cuCtxSynchronize, _v2, 0),
    ENTRY(cuDeviceCanAccessPeer, , 0),
    ENTRY(cuDeviceComputeCapability, , 0),
    ENTRY(cuDeviceGet, , 0),
    ENTRY(cuDeviceGetAttribute, , 0),
    ENTRY(cuDeviceGetByPCIBusId, , 0),
    ENTRY(cuDeviceGetCount, , 0),
    ENTRY(cuDeviceGetDefaultMemPool, , 0),
    ENTRY(cuDeviceGetMemPool, , 0),
    ENTRY(cuDeviceGetName, , 0),
    ENTRY(cuDeviceGetP2PAttribute, , 0),
    ENTRY(cuDeviceGetPCIBusId, , 0),
    ENTRY(cuDeviceGetUuid, _v2, 0),
    ENTRY(cuDevicePrimaryCtxGetState, , 0),
    ENTRY(cuDevicePrimaryCtxRelease, _v2, 0),
    ENTRY(cuDevicePrimaryCtxReset, _v2, 0),
    ENTRY(cuDevicePrimaryCtxRetain, , 0),
    ENTRY(cuDevicePrimaryCtxSetFlags, _v2, 0),
    ENTRY(cuDeviceSetMemPool, , 0),
    ENTRY(cuDeviceTotalMem, _v2, 0),
    ENTRY(cuDriverGetVersion, , 0),
    ENTRY(cuEventCreate, , 0),
    ENTRY(cuEventDestroy, _v2, 0),
    ENTRY(cuEventElapsedTime, _v2, 0),
    ENTRY(cuEventQuery, , 0),
    ENTRY_OF_STREAMS(cuEventRecord, , _ptsz, 0),
    ENTRY_OF_STREAMS(cuEventRecordWithFlags, , _ptsz, 0),
    ENTRY(cuEventSynchronize, , 0),
    ENTRY(cuFuncGetAttribute, , 0),
    ENTRY(cuFuncGetModule, , 0),
    ENTRY(cuFuncGetName, , 0),
    ENTRY(cuFuncGetParamInfo, , 0),
    ENTRY(cuFuncIsLoaded, , 0),
    ENTRY(cuFuncLoad, , 0),
    ENTRY(cuFuncSetAttribute, , 0),
    ENTRY(cuFuncSetCacheConfig, , 0),
    ENTRY(cuFuncSetSharedMemConfig, , 0),
    ENTRY(cuGetErrorName, , 0),
    ENTRY(cuGetErrorString, , 0),
    ENTRY(cuInit, , 0),
    ENTRY(cuKernelGetAttribute, , 0),
    ENTRY(cuKernelGetFunction, , 0),
    ENTRY(cuKernelGetName, , 0),
    ENTRY(cuKernelGetParamInfo, , 0),
    ENTRY(cuKernelSetAttribute, , 0),
    ENTRY_OF_STREAMS(cuLaunchCooperativeKernel, , _ptsz, 0),
    ENTRY_OF_STREAMS(cuLaunchHostFunc, , _ptsz, 0),
    ENTRY_OF_STREAMS(cuLaunchKernel, , _ptsz, 0),
    ENTRY_OF_STREAMS(cuLaunchKernelEx, , _ptsz, 0),
    ENTRY(cuLibraryEnumerateKernels, , 0),
    ENTRY(cuLibraryGetGlobal, , 0),
    ENTRY(cuLibraryGetKernel, , 0),
    ENTRY(cuLibraryGetKernelCount, , 0),
    ENTRY(cuLibraryLoadData, , 0),
    ENTRY(cuLibraryLoadFromFile, , 0),
    ENTRY(cuLibraryUnload, , 0),
    ENTRY(cuLinkAddData, _v2, 0),
    ENTRY(cuLinkAddFile, _v2, 0),
    ENTRY(cuLinkComplete, , 0),
    ENTRY(cuLinkCreate, _v2, 0),
    ENTRY(cuLinkDestroy, , 0),
    ENTRY(cuMemAdvise, , 0),
    ENTRY(cuMemAdvise, _v2, 12020),
    ENTRY_OF_STREAMS(cuMemAllocAsync, , _ptsz, 0),
    ENTRY_OF_STREAMS(cuMemAllocFromPoolAsync, , _ptsz, 0),
    ENTRY(cuMemAllocHost, _v2, 0),
    ENTRY(cuMemAllocManaged, , 0),
    ENTRY(cuMemAllocPitch, _v2, 0),
    ENTRY(cuMemAlloc, _v2, 0),
    ENTRY_OF_STREAMS(cuMemFreeAsync, , _ptsz, 0),
    ENTRY(cuMemFreeHost, , 0),
    ENTRY(cuMemFree, _v2, 0),
    ENTRY(cuMemGetAddressRange, _v2, 0),
    ENTRY(cuMemGetInfo, _v2, 0),
    ENTRY(cuMemHostAlloc, , 0),
    ENTRY(cuMemHostGetDevicePointer, _v2, 0),
    ENTRY(cuMemHostGetFlags, , 0),
    ENTRY(cuMemHostRegister, _v2, 0),
    ENTRY(cuMemHostUnregister, , 0),
    ENTRY(cuMemPoolDestroy, , 0),
    ENTRY(cuMemPoolGetAttribute, , 0),
    ENTRY(cuMemPoolSetAttribute, , 0),
    ENTRY(cuMemPoolTrimTo, , 0),
    ENTRY(cuMemPrefetchAsync, , 0),
    ENTRY_OF_STREAMS(cuMemPrefetchAsync, _v2, _ptsz, 12020),
    ENTRY_OF_STREAMS(cuMemcpy, , _ptds, 0),
    ENTRY_OF_STREAMS(cuMemcpy2DAsync, _v2, _ptsz, 0),
    ENTRY_OF_STREAMS(cuMemcpy2DUnaligned, _v2, _ptds, 0),
    ENTRY_OF_STREAMS(cuMemcpy2D, _v2, _ptds, 0),
    ENTRY_OF_STREAMS(cuMemcpy3DAsync, _v2, _ptsz, 0),
    ENTRY_OF_STREAMS(cuMemcpy3D, _v2, _ptds, 0),
    ENTRY_OF_STREAMS(cuMemcpyAsync, , _ptsz, 0),
    ENTRY_OF_STREAMS(cuMemcpyDtoDAsync, _v2, _ptsz, 0),
    ENTRY_OF_STREAMS(cuMemcpyDtoD, _v2, _ptds, 0),
    ENTRY_OF_STREAMS(cuMemcpyDtoHAsync, _v2, _ptsz, 0),
    ENTRY_OF_STREAMS(cuMemcpyDtoH, _v2, _ptds, 0),
    ENTRY_OF_STREAMS(cuMemcpyHtoDAsync, _v2, _ptsz, 0),
    ENTRY_OF_STREAMS(cuMemcpyHtoD, _v2, _ptds, 0),
    ENTRY_OF_STREAMS(cuMemcpyPeer, , _ptds, 0),
    ENTRY_OF_STREAMS(cuMemcpyPeerAsync, , _ptsz, 0),
    ENTRY_OF_STREAMS(cuMemsetD16Async, , _ptsz, 0),
    ENTRY_OF_STREAMS(cuMemsetD16, _v2, _ptds, 0),
    ENTRY_OF_STREAMS(cuMemsetD2D16Async, , _ptsz, 0),
    ENTRY_OF_STREAMS(cuMemsetD2D16, _v2, _ptds, 0),
    ENTRY_OF_STREAMS(cuMemsetD2D32Async, , _ptsz, 0),
    ENTRY_OF_STREAMS(cuMemsetD2D32, _v2, _ptds, 0),
    ENTRY_OF_STREAMS(cuMemsetD2D8Async, , _ptsz, 0),
    ENTRY_OF_STREAMS(cuMemsetD2D8, _v2, _ptds, 0),
    ENTRY_OF_STREAMS(cuMemsetD32Async, , _ptsz, 0),
    ENTRY_OF_STREAMS(cuMemsetD32, _v2, _ptds, 0),
    ENTRY_OF_STREAMS(cuMemsetD8Async, , _ptsz, 0),
    ENTRY_OF_STREAMS(cuMemsetD8, _v2, _ptds, 0),
    ENTRY(cuModuleEnumerateFunctions, , 0),
    ENTRY(cuModuleGetFunction, , 0),
    ENTRY(cuModuleGetFunctionCount, , 0),
    ENTRY(cuModuleGetGlobal, _v2, 0),
    ENTRY(cuModuleGetLoadingMode, , 0),
    ENTRY(cuModuleLoad, , 0),
    ENTRY(cuModuleLoadData, , 0),
    ENTRY(cuModuleLoadDataEx, , 0),
    ENTRY(cuModuleLoadFatBinary, , 0),
    ENTRY(cuModuleUnload, , 0),
    ENTRY(cuOccupancyAvailableDynamicSMemPerBlock, , 0),
    ENTRY(cuOccupancyMaxActiveBlocksPerMultiprocessor, , 0),
    ENTRY(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, , 0),
    ENTRY(cuOccupancyMaxActiveClusters, , 0),
    ENTRY(cuOccupancyMaxPotentialBlockSize, , 0),
    ENTRY(cuOccupancyMaxPotentialBlockSizeWithFlags, , 0),
    ENTRY(cuOccupancyMaxPotentialClusterSize, , 0),
    ENTRY(cuPointerGetAttribute, , 0),
    ENTRY(cuPointerGetAttributes, , 0),
    ENTRY(cuProfilerStart, , 0),
    ENTRY(cuProfilerStop, , 0),
    ENTRY_OF_STREAMS(cuStreamAddCallback, , _ptsz, 0),
    ENTRY_OF_STREAMS(cuStreamAttachMemAsync, , _ptsz, 0),
    ENTRY(cuStreamCreate, , 0),
    ENTRY(cuStreamCreateWithPriority, , 0),
    ENTRY(cuStreamDestroy, _v2, 0),
    ENTRY_OF_STREAMS(cuStreamGetCtx, , _ptsz, 0),
    ENTRY_OF_STREAMS(cuStreamGetDevice, , _ptsz, 0),
    ENTRY_OF_STREAMS(cuStreamGetFlags, , _ptsz, 0),
    ENTRY_OF_STREAMS(cuStreamGetId, , _ptsz, 0),
    ENTRY_OF_STREAMS(cuStreamGetPriority, , _ptsz, 0),
    ENTRY_OF_STREAMS(cuStreamIsCapturing, , _ptsz, 0),
    ENTRY_OF_STREAMS(cuStreamQuery, , _ptsz, 0),
    ENTRY_OF_STREAMS(cuStreamSynchronize, , _ptsz, 0),
    ENTRY_OF_STREAMS(cuStreamWaitEvent, , _ptsz, 0),
    ENTRY(cuSurfObjectCreate, , 0),
    ENTRY(cuSurfObjectDestroy, , 0),
    ENTRY(cuTensorMapEncodeTiled, , 0),
    ENTRY(cuTexObjectCreate, , 0),
    ENTRY(cuTexObjectDestroy, , 0),
    ENTRY_OF_STREAMS(cuStreamBeginCapture, _v2, _ptsz, 0),
    ENTRY_OF_STREAMS(cuStreamEndCapture, , _ptsz, 0),
    ENTRY(cuThreadExchangeStreamCaptureMode, , 0),
    ENTRY(cuGraphInstantiateWithFlags, , 0),
    ENTRY_OF_STREAMS(cuGraphUpload, , _ptsz, 0),
    ENTRY_OF_STREAMS(cuGraphLaunch, , _ptsz, 0),
    ENTRY(cuGraphDestroy, , 0),
    ENTRY(cuGraphExecDestroy, , 0),
    ENTRY(cuGraphDebugDotPrint, , 0),
    ENTRY(cuGetProcAddress, , 0),
    ENTRY(cuGetProcAddress, _v2, 12000),
};

}  // namespace

void* simulator::runtime::entry_point(std::string_view name, int version, bool per_thread) {
  const EntryPoint* best = nullptr;
  for (const EntryPoint& each : entry_points)
    if (each.name == name && each.since <= version && (!best || each.since > best->since))
      best = &each;
  if (!best) return nullptr;
  return per_thread && best->per_thread ? best->per_thread : best->function;
}
