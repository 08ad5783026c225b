#include "simulator/runtime/streams/attributes.hpp"

#include <algorithm>
#include <map>

#include "simulator/runtime/runtime.hpp"

using namespace simulator;
using namespace simulator::runtime;

namespace {

std::map<unsigned, StreamAttributes>& all() {
  static auto& attributes = *new std::map<unsigned, StreamAttributes>;
  return attributes;
}

bool is_valid(const cudaAccessPolicyWindow& window, const Device& device) {
  return window.num_bytes <= device.access_window_bytes && window.hitRatio >= 0 &&
         window.hitRatio <= 1 && window.missProp != cudaAccessPropertyPersisting;
}

bool is_valid(const cudaLaunchMemSyncDomainMap& domains, const Device& device) {
  return domains.default_ < device.memory_sync_domains &&
         domains.remote < device.memory_sync_domains;
}

/// False: it may not have that value.
bool set(StreamAttributes& of_stream, cudaStreamAttrID attribute, const cudaStreamAttrValue& value,
         const Device& device) {
  switch (attribute) {
    case cudaStreamAttributeAccessPolicyWindow:
      of_stream.window = value.accessPolicyWindow;
      return is_valid(value.accessPolicyWindow, device);
    case cudaStreamAttributeSynchronizationPolicy:
      of_stream.synchronization = value.syncPolicy;
      return value.syncPolicy >= cudaSyncPolicyAuto &&
             value.syncPolicy <= cudaSyncPolicyBlockingSync;
    case cudaStreamAttributePriority:
      of_stream.priority = priority_near(value.priority);
      return true;
    case cudaStreamAttributeMemSyncDomain:
      of_stream.domain = value.memSyncDomain;
      return value.memSyncDomain == cudaLaunchMemSyncDomainDefault ||
             value.memSyncDomain == cudaLaunchMemSyncDomainRemote;
    case cudaStreamAttributeMemSyncDomainMap:
      of_stream.domains = value.memSyncDomainMap;
      return is_valid(value.memSyncDomainMap, device);
    default:
      return false;
  }
}

bool get(const StreamAttributes& of_stream, cudaStreamAttrID attribute,
         cudaStreamAttrValue& value) {
  switch (attribute) {
    case cudaStreamAttributeAccessPolicyWindow:
      value.accessPolicyWindow = of_stream.window;
      return true;
    case cudaStreamAttributeSynchronizationPolicy:
      value.syncPolicy = cudaSynchronizationPolicy(of_stream.synchronization);
      return true;
    case cudaStreamAttributePriority:
      value.priority = of_stream.priority;
      return true;
    case cudaStreamAttributeMemSyncDomain:
      value.memSyncDomain = of_stream.domain;
      return true;
    case cudaStreamAttributeMemSyncDomainMap:
      value.memSyncDomainMap = of_stream.domains;
      return true;
    default:
      return false;
  }
}

}  // namespace

StreamAttributes& simulator::runtime::attributes_of(unsigned stream) {
  return all()[stream];
}

void simulator::runtime::forget_attributes(unsigned stream) {
  all().erase(stream);
}

int simulator::runtime::priority_near(int wish) {
  return std::clamp(wish, greatest_priority, least_priority);
}

extern "C" {

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   const cudaStreamAttrValue* value) {
  return call_in(stream, [&](State& s, unsigned number) {
    StreamAttributes changed = attributes_of(number);
    if (!value || !set(changed, attribute, *value, s.machine().device()))
      return cudaErrorInvalidValue;
    attributes_of(number) = changed;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   cudaStreamAttrValue* value) {
  return call_in(stream, [&](State&, unsigned number) {
    return get(attributes_of(number), attribute, result(value)) ? cudaSuccess
                                                                : cudaErrorInvalidValue;
  });
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
  return call_in(to, [&](State&, unsigned number) {
    attributes_of(number) = StreamAttributes(attributes_of(number_of(from)));
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  return call_in(stream, [&](State&, unsigned number) {
    result(priority) = attributes_of(number).priority;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return call([&](State&) {
    if (least) *least = least_priority;
    if (greatest) *greatest = greatest_priority;
    return cudaSuccess;
  });
}

}  // extern "C"
