#include "simulator/runtime/memory/refused_copy.hpp"

#include "simulator/hexadecimal.hpp"
#include "simulator/memory/host_address.hpp"
#include "simulator/runtime/runtime.hpp"

namespace simulator::runtime {
namespace {

const char* name_of(cudaMemcpyKind kind) {
  switch (kind) {
    case cudaMemcpyHostToHost:
      return "cudaMemcpyHostToHost";
    case cudaMemcpyHostToDevice:
      return "cudaMemcpyHostToDevice";
    case cudaMemcpyDeviceToHost:
      return "cudaMemcpyDeviceToHost";
    case cudaMemcpyDeviceToDevice:
      return "cudaMemcpyDeviceToDevice";
    default:
      return "cudaMemcpyDefault";
  }
}

/// What is wrong with a pointer, which is the target or the source; empty: nothing.
std::string words_for(const std::string& pointer_name, const void* pointer, std::size_t bytes,
                      bool on_device) {
  const std::uint64_t address = address_of(pointer);
  if (pointer == nullptr) return "the " + pointer_name + " is a null pointer";
  const std::string text = "the " + pointer_name + ", " + hexadecimal(address) + ", is ";
  if (!on_device) return is_device_address(pointer) ? text + "memory of the device" : "";
  if (device_memory().holds(address, bytes)) return "";
  if (living_at(pointer))
    return "the " + pointer_name + " is " + std::to_string(bytes) + " bytes that begin " +
           device_memory().describe(address);
  return text + (is_mapped(address) ? "memory of the host" : "no memory of the device");
}

}  // namespace

std::string why_refused(const void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  std::string text;
  for (const std::string& each :
       {words_for("target", to, bytes, to_device), words_for("source", from, bytes, from_device)})
    if (!each.empty()) text += (text.empty() ? "" : ", and ") + each;
  return text.empty() ? "" : std::string(name_of(kind)) + ", but " + text;
}

std::string why_refused(const void* to, std::size_t bytes) {
  return words_for("target", to, bytes, true);
}

}  // namespace simulator::runtime
