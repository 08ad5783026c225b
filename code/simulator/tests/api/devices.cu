// What a device says of itself.
#include <initializer_list>

#include "cases.hpp"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

/// Which slot the GPU is in, and which memory of the host is near.
bool is_of_the_machine(int attribute) {
  for (const int each : {cudaDevAttrPciBusId, cudaDevAttrPciDeviceId, cudaDevAttrPciDomainId,
                         cudaDevAttrMultiGpuBoardGroupID, cudaDevAttrNumaId, cudaDevAttrHostNumaId,
                         cudaDevAttrGpuPciSubsystemId})
    if (attribute == each) return true;
  return false;
}

/// The runtime's header has no name for it, or one that says that it is reserved.
bool has_no_name(int attribute) {
  for (const int each : {44,  92,  93,  94,  96,  102, 103, 104, 105, 107, 110, 122,
                         123, 124, 127, 128, 129, 132, 136, 137, 141, 145, 146})
    if (attribute == each) return true;
  return false;
}

CASE(attributes) {
  for (int n = -1; n <= cudaDevAttrMax + 1; ++n) {
    if (is_of_the_machine(n) || has_no_name(n)) continue;
    int value = -99;
    const cudaError_t error = cudaDeviceGetAttribute(&value, cudaDeviceAttr(n), 0);
    const std::string told = error == cudaSuccess ? std::to_string(value) : cudaGetErrorName(error);
    show("attribute " + std::to_string(n), told.c_str());
  }
}

CASE(properties) {
  cudaDeviceProp p;
  SHOW(cudaGetDeviceProperties(&p, 0));
  SHOW_VALUE(p.totalGlobalMem);
  SHOW_VALUE(p.sharedMemPerBlock);
  SHOW_VALUE(p.regsPerBlock);
  SHOW_VALUE(p.warpSize);
  SHOW_VALUE(p.memPitch);
  SHOW_VALUE(p.maxThreadsPerBlock);
  for (const int each : p.maxThreadsDim) SHOW_VALUE(each);
  for (const int each : p.maxGridSize) SHOW_VALUE(each);
  SHOW_VALUE(p.totalConstMem);
  SHOW_VALUE(p.major);
  SHOW_VALUE(p.minor);
  SHOW_VALUE(p.textureAlignment);
  SHOW_VALUE(p.texturePitchAlignment);
  SHOW_VALUE(p.multiProcessorCount);
  SHOW_VALUE(p.integrated);
  SHOW_VALUE(p.canMapHostMemory);
  SHOW_VALUE(p.maxTexture1D);
  SHOW_VALUE(p.maxTexture1DMipmap);
  for (const int each : p.maxTexture2D) SHOW_VALUE(each);
  for (const int each : p.maxTexture2DMipmap) SHOW_VALUE(each);
  for (const int each : p.maxTexture2DLinear) SHOW_VALUE(each);
  for (const int each : p.maxTexture2DGather) SHOW_VALUE(each);
  for (const int each : p.maxTexture3D) SHOW_VALUE(each);
  for (const int each : p.maxTexture3DAlt) SHOW_VALUE(each);
  SHOW_VALUE(p.maxTextureCubemap);
  for (const int each : p.maxTexture1DLayered) SHOW_VALUE(each);
  for (const int each : p.maxTexture2DLayered) SHOW_VALUE(each);
  for (const int each : p.maxTextureCubemapLayered) SHOW_VALUE(each);
  SHOW_VALUE(p.maxSurface1D);
  for (const int each : p.maxSurface2D) SHOW_VALUE(each);
  for (const int each : p.maxSurface3D) SHOW_VALUE(each);
  for (const int each : p.maxSurface1DLayered) SHOW_VALUE(each);
  for (const int each : p.maxSurface2DLayered) SHOW_VALUE(each);
  SHOW_VALUE(p.maxSurfaceCubemap);
  for (const int each : p.maxSurfaceCubemapLayered) SHOW_VALUE(each);
  SHOW_VALUE(p.surfaceAlignment);
  SHOW_VALUE(p.concurrentKernels);
  SHOW_VALUE(p.ECCEnabled);
  SHOW_VALUE(p.tccDriver);
  SHOW_VALUE(p.asyncEngineCount);
  SHOW_VALUE(p.unifiedAddressing);
  SHOW_VALUE(p.memoryBusWidth);
  SHOW_VALUE(p.l2CacheSize);
  SHOW_VALUE(p.persistingL2CacheMaxSize);
  SHOW_VALUE(p.maxThreadsPerMultiProcessor);
  SHOW_VALUE(p.streamPrioritiesSupported);
  SHOW_VALUE(p.globalL1CacheSupported);
  SHOW_VALUE(p.localL1CacheSupported);
  SHOW_VALUE(p.sharedMemPerMultiprocessor);
  SHOW_VALUE(p.regsPerMultiprocessor);
  SHOW_VALUE(p.managedMemory);
  SHOW_VALUE(p.isMultiGpuBoard);
  SHOW_VALUE(p.hostNativeAtomicSupported);
  SHOW_VALUE(p.pageableMemoryAccess);
  SHOW_VALUE(p.concurrentManagedAccess);
  SHOW_VALUE(p.computePreemptionSupported);
  SHOW_VALUE(p.canUseHostPointerForRegisteredMem);
  SHOW_VALUE(p.cooperativeLaunch);
  SHOW_VALUE(p.sharedMemPerBlockOptin);
  SHOW_VALUE(p.pageableMemoryAccessUsesHostPageTables);
  SHOW_VALUE(p.directManagedMemAccessFromHost);
  SHOW_VALUE(p.maxBlocksPerMultiProcessor);
  SHOW_VALUE(p.accessPolicyMaxWindowSize);
  SHOW_VALUE(p.reservedSharedMemPerBlock);
  SHOW_VALUE(p.hostRegisterSupported);
  SHOW_VALUE(p.sparseCudaArraySupported);
  SHOW_VALUE(p.hostRegisterReadOnlySupported);
  SHOW_VALUE(p.timelineSemaphoreInteropSupported);
  SHOW_VALUE(p.memoryPoolsSupported);
  SHOW_VALUE(p.gpuDirectRDMASupported);
  SHOW_VALUE(p.gpuDirectRDMAFlushWritesOptions);
  SHOW_VALUE(p.gpuDirectRDMAWritesOrdering);
  SHOW_VALUE(p.memoryPoolSupportedHandleTypes);
  SHOW_VALUE(p.deferredMappingCudaArraySupported);
  SHOW_VALUE(p.ipcEventSupported);
  SHOW_VALUE(p.clusterLaunch);
  SHOW_VALUE(p.unifiedFunctionPointers);
  SHOW_VALUE(p.deviceNumaConfig);
  SHOW_VALUE(p.mpsEnabled);
  SHOW_VALUE(p.gpuPciDeviceID);
  SHOW_VALUE(p.hostNumaMultinodeIpcSupported);
}

CASE(choice) {
  cudaDeviceProp wanted = {};
  int device = -7;
  SHOW(cudaChooseDevice(&device, &wanted));
  SHOW_VALUE(device);
  wanted.major = 99;
  SHOW(cudaChooseDevice(&device, &wanted));
  SHOW_VALUE(device);
  SHOW(cudaChooseDevice(nullptr, &wanted));
  SHOW(cudaChooseDevice(&device, nullptr));
}

CASE(valid_devices) {
  int first[] = {0, 0}, none[] = {99}, negative[] = {-1};
  SHOW(cudaSetValidDevices(first, 1));
  SHOW(cudaSetValidDevices(first, 2));
  SHOW(cudaSetValidDevices(first, 99));
  SHOW(cudaSetValidDevices(first, -1));
  SHOW(cudaSetValidDevices(none, 1));
  SHOW(cudaSetValidDevices(negative, 1));
  SHOW(cudaSetValidDevices(nullptr, 1));
  SHOW(cudaSetValidDevices(nullptr, 0));
  SHOW(cudaFree(nullptr));
  SHOW(cudaSetValidDevices(first, 1));
}

size_t limit(cudaLimit which) {
  size_t value = 0;
  cudaDeviceGetLimit(&value, which);
  return value;
}
CASE(cache_limits) {
  const auto persisting = cudaLimitPersistingL2CacheSize;
  const auto granularity = cudaLimitMaxL2FetchGranularity;
  int most = 0;
  SHOW(cudaDeviceGetAttribute(&most, cudaDevAttrMaxPersistingL2CacheSize, 0));
  SHOW_VALUE(limit(persisting));
  SHOW(cudaDeviceSetLimit(persisting, 1 << 20));
  SHOW_VALUE(limit(persisting));
  SHOW(cudaDeviceSetLimit(persisting, 1));
  SHOW_VALUE(limit(persisting));
  SHOW(cudaDeviceSetLimit(persisting, most));
  SHOW_VALUE(limit(persisting));
  SHOW(cudaDeviceSetLimit(persisting, size_t(most) + 1));
  SHOW_VALUE(limit(persisting));
  SHOW(cudaDeviceSetLimit(persisting, size_t(1) << 40));
  SHOW_VALUE(limit(persisting));
  SHOW(cudaDeviceSetLimit(persisting, 0));
  SHOW_VALUE(limit(persisting));
  SHOW_VALUE(limit(granularity));
  for (const size_t bytes : {0, 1, 32, 33, 64, 65, 128, 129, 1000}) {
    SHOW(cudaDeviceSetLimit(granularity, bytes));
    SHOW_VALUE(limit(granularity));
  }
  SHOW(cudaDeviceReset());
  SHOW_VALUE(limit(granularity));
  size_t value = 0;
  SHOW(cudaDeviceGetLimit(&value, cudaLimitDevRuntimeSyncDepth));
  SHOW(cudaDeviceGetLimit(&value, cudaLimitDevRuntimePendingLaunchCount));
  SHOW_VALUE(value);
  SHOW(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096));
  SHOW(cudaCtxResetPersistingL2Cache());
}

__global__ void kernel(char, int, double*, short) {}
const auto* const symbol = reinterpret_cast<const void*>(kernel);
CASE(shared_memory_banks) {
  cudaSharedMemConfig config = cudaSharedMemBankSizeDefault;
  SHOW(cudaDeviceGetSharedMemConfig(&config));
  SHOW_VALUE(config);
  for (int wish = -1; wish < 4; ++wish) {
    SHOW(cudaDeviceSetSharedMemConfig(cudaSharedMemConfig(wish)));
    SHOW(cudaDeviceGetSharedMemConfig(&config));
    SHOW_VALUE(config);
    SHOW(cudaFuncSetSharedMemConfig(kernel, cudaSharedMemConfig(wish)));
  }
  SHOW(cudaDeviceGetSharedMemConfig(nullptr));
  SHOW(cudaFuncSetSharedMemConfig(nullptr, cudaSharedMemBankSizeFourByte));
  SHOW(cudaFuncSetSharedMemConfig(&config, cudaSharedMemBankSizeFourByte));
}

CASE(parameters_of_a_kernel) {
  size_t offset = 99, size = 99;
  for (size_t k = 0; k < 5; ++k) {
    SHOW(cudaFuncGetParamInfo(symbol, k, &offset, &size));
    SHOW_VALUE(offset);
    SHOW_VALUE(size);
  }
  SHOW(cudaFuncGetParamInfo(symbol, 1, &offset, nullptr));
  SHOW_VALUE(offset);
  SHOW(cudaFuncGetParamInfo(symbol, 1, nullptr, &size));
  SHOW(cudaFuncGetParamInfo(symbol, 1, nullptr, nullptr));
  SHOW(cudaFuncGetParamInfo(nullptr, 0, &offset, &size));
  SHOW(cudaFuncGetParamInfo(&offset, 0, &offset, &size));
}

CASE(channel_description) {
  const cudaChannelFormatDesc d = cudaCreateChannelDesc(8, 16, 0, 32, cudaChannelFormatKindSigned);
  SHOW_VALUE(d.x);
  SHOW_VALUE(d.y);
  SHOW_VALUE(d.z);
  SHOW_VALUE(d.w);
  SHOW_VALUE(d.f);
}
