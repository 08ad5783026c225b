#include "simulator/runtime/devices/device_attributes.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "simulator/lane_mask.hpp"
#include "simulator/runtime/runtime.hpp"

namespace simulator::runtime {
namespace {

struct TextureLimit {
  cudaDeviceAttr attribute;
  int value;
};

/// NVIDIA, "CUDA C++ Programming Guide", table "Technical specifications per compute capability",
/// the same since 7.5; what it does not say, as on an H100.
constexpr TextureLimit texture_limits[] = {
    {cudaDevAttrTextureAlignment, 512},
    {cudaDevAttrTexturePitchAlignment, 32},
    {cudaDevAttrSurfaceAlignment, 512},
    {cudaDevAttrMaxTexture1DWidth, 131072},
    {cudaDevAttrMaxTexture1DMipmappedWidth, 32768},
    {cudaDevAttrMaxTexture1DLinearWidth, 1 << 28},
    {cudaDevAttrMaxTexture1DLayeredWidth, 32768},
    {cudaDevAttrMaxTexture1DLayeredLayers, 2048},
    {cudaDevAttrMaxTexture2DWidth, 131072},
    {cudaDevAttrMaxTexture2DHeight, 65536},
    {cudaDevAttrMaxTexture2DMipmappedWidth, 32768},
    {cudaDevAttrMaxTexture2DMipmappedHeight, 32768},
    {cudaDevAttrMaxTexture2DLinearWidth, 131072},
    {cudaDevAttrMaxTexture2DLinearHeight, 65000},
    {cudaDevAttrMaxTexture2DLinearPitch, 2097120},
    {cudaDevAttrMaxTexture2DGatherWidth, 32768},
    {cudaDevAttrMaxTexture2DGatherHeight, 32768},
    {cudaDevAttrMaxTexture2DLayeredWidth, 32768},
    {cudaDevAttrMaxTexture2DLayeredHeight, 32768},
    {cudaDevAttrMaxTexture2DLayeredLayers, 2048},
    {cudaDevAttrMaxTexture3DWidth, 16384},
    {cudaDevAttrMaxTexture3DHeight, 16384},
    {cudaDevAttrMaxTexture3DDepth, 16384},
    {cudaDevAttrMaxTexture3DWidthAlt, 8192},
    {cudaDevAttrMaxTexture3DHeightAlt, 8192},
    {cudaDevAttrMaxTexture3DDepthAlt, 32768},
    {cudaDevAttrMaxTextureCubemapWidth, 32768},
    {cudaDevAttrMaxTextureCubemapLayeredWidth, 32768},
    {cudaDevAttrMaxTextureCubemapLayeredLayers, 2046},
    {cudaDevAttrMaxSurface1DWidth, 32768},
    {cudaDevAttrMaxSurface1DLayeredWidth, 32768},
    {cudaDevAttrMaxSurface1DLayeredLayers, 2048},
    {cudaDevAttrMaxSurface2DWidth, 131072},
    {cudaDevAttrMaxSurface2DHeight, 65536},
    {cudaDevAttrMaxSurface2DLayeredWidth, 32768},
    {cudaDevAttrMaxSurface2DLayeredHeight, 32768},
    {cudaDevAttrMaxSurface2DLayeredLayers, 2048},
    {cudaDevAttrMaxSurface3DWidth, 16384},
    {cudaDevAttrMaxSurface3DHeight, 16384},
    {cudaDevAttrMaxSurface3DDepth, 16384},
    {cudaDevAttrMaxSurfaceCubemapWidth, 32768},
    {cudaDevAttrMaxSurfaceCubemapLayeredWidth, 32768},
    {cudaDevAttrMaxSurfaceCubemapLayeredLayers, 2046},
};

}  // namespace

int attribute_of(const Device& device, unsigned number, cudaDeviceAttr attribute) {
  switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock:
      return int(device.block_threads);
    case cudaDevAttrMaxBlockDimX:
      return int(device.largest_block.x);
    case cudaDevAttrMaxBlockDimY:
      return int(device.largest_block.y);
    case cudaDevAttrMaxBlockDimZ:
      return int(device.largest_block.z);
    case cudaDevAttrMaxGridDimX:
      return int(device.largest_grid.x);
    case cudaDevAttrMaxGridDimY:
      return int(device.largest_grid.y);
    case cudaDevAttrMaxGridDimZ:
      return int(device.largest_grid.z);
    case cudaDevAttrMaxSharedMemoryPerBlock:
      return int(device.block_shared);
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      return int(device.block_shared_optin);
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      return int(device.multiprocessor_shared);
    case cudaDevAttrReservedSharedMemoryPerBlock:
      return int(device.reserved_shared);
    case cudaDevAttrTotalConstantMemory:
      return int(device.constant_bytes);
    case cudaDevAttrWarpSize:
      return warp_size;
    case cudaDevAttrMaxPitch:
      return 2147483647;
    case cudaDevAttrMaxRegistersPerBlock:
    case cudaDevAttrMaxRegistersPerMultiprocessor:
      return int(device.registers);
    case cudaDevAttrMultiProcessorCount:
      return int(device.multiprocessors);
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      return int(device.resident_warps * warp_size);
    case cudaDevAttrMaxBlocksPerMultiprocessor:
      return int(device.resident_blocks);
    case cudaDevAttrL2CacheSize:
      return int(device.l2_bytes);
    case cudaDevAttrMaxPersistingL2CacheSize:
      return int(device.persisting_l2_bytes());
    case cudaDevAttrMaxAccessPolicyWindowSize:
      return int(device.access_window_bytes);
    case cudaDevAttrComputeCapabilityMajor:
      return device.major;
    case cudaDevAttrComputeCapabilityMinor:
      return device.minor;
    case cudaDevAttrClockRate:
      return int(device.clock_khz);
    case cudaDevAttrMemoryClockRate:
      return int(device.memory_clock_khz);
    case cudaDevAttrGlobalMemoryBusWidth:
      return int(device.memory_bus_bits);
    case cudaDevAttrAsyncEngineCount:
      return int(device.copy_engines);
    case cudaDevAttrSingleToDoublePrecisionPerfRatio:
      return int(device.double_slowdown);
    case cudaDevAttrMemSyncDomainCount:
      return int(device.memory_sync_domains);
    case cudaDevAttrGpuPciDeviceId:
      return int(device.pci_device);
    case cudaDevAttrPciBusId:
      return int(number);
    case cudaDevAttrEccEnabled:
      return device.error_correction;
    case cudaDevAttrClusterLaunch:
      return !device.neighbourhoods.empty();
    case cudaDevAttrGpuOverlap:
    case cudaDevAttrConcurrentKernels:
    case cudaDevAttrStreamPrioritiesSupported:
    case cudaDevAttrComputePreemptionSupported:
    case cudaDevAttrConcurrentManagedAccess:
    case cudaDevAttrCanMapHostMemory:
    case cudaDevAttrUnifiedAddressing:
    case cudaDevAttrManagedMemory:
    case cudaDevAttrCooperativeLaunch:
    case cudaDevAttrHostRegisterSupported:
    case cudaDevAttrHostRegisterReadOnlySupported:
    case cudaDevAttrCanUseHostPointerForRegisteredMem:
    case cudaDevAttrGlobalL1CacheSupported:
    case cudaDevAttrLocalL1CacheSupported:
    case cudaDevAttrMemoryPoolsSupported:
      return 1;
    default:
      break;
  }
  const auto limit =
      std::find_if(std::begin(texture_limits), std::end(texture_limits),
                   [=](const TextureLimit& each) { return each.attribute == attribute; });
  if (limit != std::end(texture_limits)) return limit->value;
  // What such a device has not, nor has the simulator: sparse arrays, memory pools and events that
  // other processes open, memory pools of the host, GPUDirect RDMA.
  if (attribute <= 0 || attribute >= cudaDevAttrMax) throw ApiError{cudaErrorInvalidValue};
  return 0;
}

cudaDeviceProp properties_of(const Device& device, unsigned number) {
  const auto value = [&](cudaDeviceAttr attribute) {
    return attribute_of(device, number, attribute);
  };
  cudaDeviceProp p = {};
  std::strcpy(p.name, "simulator");
  p.uuid.bytes[sizeof p.uuid.bytes - 1] = char(number);
  p.totalGlobalMem = device.memory_bytes;
  p.unifiedFunctionPointers = 1;
  p.hostNumaId = -1;
  p.sharedMemPerBlock = std::size_t(value(cudaDevAttrMaxSharedMemoryPerBlock));
  p.regsPerBlock = value(cudaDevAttrMaxRegistersPerBlock);
  p.warpSize = value(cudaDevAttrWarpSize);
  p.memPitch = std::size_t(value(cudaDevAttrMaxPitch));
  p.maxThreadsPerBlock = value(cudaDevAttrMaxThreadsPerBlock);
  p.maxThreadsDim[0] = value(cudaDevAttrMaxBlockDimX);
  p.maxThreadsDim[1] = value(cudaDevAttrMaxBlockDimY);
  p.maxThreadsDim[2] = value(cudaDevAttrMaxBlockDimZ);
  p.maxGridSize[0] = value(cudaDevAttrMaxGridDimX);
  p.maxGridSize[1] = value(cudaDevAttrMaxGridDimY);
  p.maxGridSize[2] = value(cudaDevAttrMaxGridDimZ);
  p.totalConstMem = std::size_t(value(cudaDevAttrTotalConstantMemory));
  p.major = value(cudaDevAttrComputeCapabilityMajor);
  p.minor = value(cudaDevAttrComputeCapabilityMinor);
  p.textureAlignment = std::size_t(value(cudaDevAttrTextureAlignment));
  p.texturePitchAlignment = std::size_t(value(cudaDevAttrTexturePitchAlignment));
  p.multiProcessorCount = value(cudaDevAttrMultiProcessorCount);
  p.canMapHostMemory = value(cudaDevAttrCanMapHostMemory);
  p.maxTexture1D = value(cudaDevAttrMaxTexture1DWidth);
  p.maxTexture1DMipmap = value(cudaDevAttrMaxTexture1DMipmappedWidth);
  p.maxTexture2D[0] = value(cudaDevAttrMaxTexture2DWidth);
  p.maxTexture2D[1] = value(cudaDevAttrMaxTexture2DHeight);
  p.maxTexture2DMipmap[0] = value(cudaDevAttrMaxTexture2DMipmappedWidth);
  p.maxTexture2DMipmap[1] = value(cudaDevAttrMaxTexture2DMipmappedHeight);
  p.maxTexture2DLinear[0] = value(cudaDevAttrMaxTexture2DLinearWidth);
  p.maxTexture2DLinear[1] = value(cudaDevAttrMaxTexture2DLinearHeight);
  p.maxTexture2DLinear[2] = value(cudaDevAttrMaxTexture2DLinearPitch);
  p.maxTexture2DGather[0] = value(cudaDevAttrMaxTexture2DGatherWidth);
  p.maxTexture2DGather[1] = value(cudaDevAttrMaxTexture2DGatherHeight);
  p.maxTexture3D[0] = value(cudaDevAttrMaxTexture3DWidth);
  p.maxTexture3D[1] = value(cudaDevAttrMaxTexture3DHeight);
  p.maxTexture3D[2] = value(cudaDevAttrMaxTexture3DDepth);
  p.maxTexture3DAlt[0] = value(cudaDevAttrMaxTexture3DWidthAlt);
  p.maxTexture3DAlt[1] = value(cudaDevAttrMaxTexture3DHeightAlt);
  p.maxTexture3DAlt[2] = value(cudaDevAttrMaxTexture3DDepthAlt);
  p.maxTextureCubemap = value(cudaDevAttrMaxTextureCubemapWidth);
  p.maxTexture1DLayered[0] = value(cudaDevAttrMaxTexture1DLayeredWidth);
  p.maxTexture1DLayered[1] = value(cudaDevAttrMaxTexture1DLayeredLayers);
  p.maxTexture2DLayered[0] = value(cudaDevAttrMaxTexture2DLayeredWidth);
  p.maxTexture2DLayered[1] = value(cudaDevAttrMaxTexture2DLayeredHeight);
  p.maxTexture2DLayered[2] = value(cudaDevAttrMaxTexture2DLayeredLayers);
  p.maxTextureCubemapLayered[0] = value(cudaDevAttrMaxTextureCubemapLayeredWidth);
  p.maxTextureCubemapLayered[1] = value(cudaDevAttrMaxTextureCubemapLayeredLayers);
  p.maxSurface1D = value(cudaDevAttrMaxSurface1DWidth);
  p.maxSurface2D[0] = value(cudaDevAttrMaxSurface2DWidth);
  p.maxSurface2D[1] = value(cudaDevAttrMaxSurface2DHeight);
  p.maxSurface3D[0] = value(cudaDevAttrMaxSurface3DWidth);
  p.maxSurface3D[1] = value(cudaDevAttrMaxSurface3DHeight);
  p.maxSurface3D[2] = value(cudaDevAttrMaxSurface3DDepth);
  p.maxSurface1DLayered[0] = value(cudaDevAttrMaxSurface1DLayeredWidth);
  p.maxSurface1DLayered[1] = value(cudaDevAttrMaxSurface1DLayeredLayers);
  p.maxSurface2DLayered[0] = value(cudaDevAttrMaxSurface2DLayeredWidth);
  p.maxSurface2DLayered[1] = value(cudaDevAttrMaxSurface2DLayeredHeight);
  p.maxSurface2DLayered[2] = value(cudaDevAttrMaxSurface2DLayeredLayers);
  p.maxSurfaceCubemap = value(cudaDevAttrMaxSurfaceCubemapWidth);
  p.maxSurfaceCubemapLayered[0] = value(cudaDevAttrMaxSurfaceCubemapLayeredWidth);
  p.maxSurfaceCubemapLayered[1] = value(cudaDevAttrMaxSurfaceCubemapLayeredLayers);
  p.surfaceAlignment = std::size_t(value(cudaDevAttrSurfaceAlignment));
  p.concurrentKernels = value(cudaDevAttrConcurrentKernels);
  p.ECCEnabled = value(cudaDevAttrEccEnabled);
  p.pciBusID = value(cudaDevAttrPciBusId);
  p.asyncEngineCount = value(cudaDevAttrAsyncEngineCount);
  p.unifiedAddressing = value(cudaDevAttrUnifiedAddressing);
  p.memoryBusWidth = value(cudaDevAttrGlobalMemoryBusWidth);
  p.l2CacheSize = value(cudaDevAttrL2CacheSize);
  p.persistingL2CacheMaxSize = value(cudaDevAttrMaxPersistingL2CacheSize);
  p.accessPolicyMaxWindowSize = value(cudaDevAttrMaxAccessPolicyWindowSize);
  p.maxThreadsPerMultiProcessor = value(cudaDevAttrMaxThreadsPerMultiProcessor);
  p.maxBlocksPerMultiProcessor = value(cudaDevAttrMaxBlocksPerMultiprocessor);
  p.streamPrioritiesSupported = value(cudaDevAttrStreamPrioritiesSupported);
  p.globalL1CacheSupported = value(cudaDevAttrGlobalL1CacheSupported);
  p.localL1CacheSupported = value(cudaDevAttrLocalL1CacheSupported);
  p.sharedMemPerMultiprocessor = std::size_t(value(cudaDevAttrMaxSharedMemoryPerMultiprocessor));
  p.sharedMemPerBlockOptin = std::size_t(value(cudaDevAttrMaxSharedMemoryPerBlockOptin));
  p.reservedSharedMemPerBlock = std::size_t(value(cudaDevAttrReservedSharedMemoryPerBlock));
  p.regsPerMultiprocessor = value(cudaDevAttrMaxRegistersPerMultiprocessor);
  p.managedMemory = value(cudaDevAttrManagedMemory);
  p.concurrentManagedAccess = value(cudaDevAttrConcurrentManagedAccess);
  p.computePreemptionSupported = value(cudaDevAttrComputePreemptionSupported);
  p.canUseHostPointerForRegisteredMem = value(cudaDevAttrCanUseHostPointerForRegisteredMem);
  p.cooperativeLaunch = value(cudaDevAttrCooperativeLaunch);
  p.hostRegisterSupported = value(cudaDevAttrHostRegisterSupported);
  p.hostRegisterReadOnlySupported = value(cudaDevAttrHostRegisterReadOnlySupported);
  p.memoryPoolsSupported = value(cudaDevAttrMemoryPoolsSupported);
  p.clusterLaunch = value(cudaDevAttrClusterLaunch);
  p.gpuPciDeviceID = unsigned(value(cudaDevAttrGpuPciDeviceId));
  return p;
}

}  // namespace simulator::runtime
