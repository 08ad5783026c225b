#include "simulator/runtime/runtime.hpp"

// What devices may do with each other's memory. All are linked as those of one NVLink switch are.

using namespace simulator;
using namespace simulator::runtime;

extern "C" {

cudaError_t cudaDeviceCanAccessPeer(int* can, int number, int peer) {
  return call_without_context([&](State&) {
    result(can) = checked_device(number) != checked_device(peer);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceEnablePeerAccess(int number, unsigned flags) {
  return call([&](State& s) {
    const unsigned peer = checked_device(number), device = current_device();
    if (flags != 0) return cudaErrorInvalidValue;
    if (peer == device) return cudaErrorPeerAccessUnsupported;
    if (s.memory.peer_access(device, peer)) return cudaErrorPeerAccessAlreadyEnabled;
    s.memory.set_peer_access(device, peer, true);
    return cudaSuccess;
  });
}

/// What kernels do that still run may use the memory: the host waits for them.
cudaError_t cudaDeviceDisablePeerAccess(int number) {
  return call([&](State& s) {
    const unsigned peer = checked_device(number), device = current_device();
    if (peer == device || !s.memory.peer_access(device, peer)) return cudaErrorPeerAccessNotEnabled;
    s.work.wait_for_device(s.context().default_stream);
    s.memory.set_peer_access(device, peer, false);
    return s.sticky;
  });
}

cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int source,
                                      int destination) {
  return call([&](State&) {
    if (checked_device(source) == checked_device(destination)) return cudaErrorInvalidDevice;
    switch (attribute) {
      case cudaDevP2PAttrPerformanceRank:
      case cudaDevP2PAttrOnlyPartialNativeAtomicSupported:
        result(value) = 0;
        return cudaSuccess;
      case cudaDevP2PAttrAccessSupported:
      case cudaDevP2PAttrNativeAtomicSupported:
      case cudaDevP2PAttrCudaArrayAccessSupported:
        result(value) = 1;
        return cudaSuccess;
      default:
        return cudaErrorInvalidValue;
    }
  });
}

}  // extern "C"
