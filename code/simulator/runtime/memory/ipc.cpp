#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "simulator/runtime/runtime.hpp"

// Memory that another process lets this one use.

using namespace simulator;
using namespace simulator::runtime;

namespace {

/// What a handle says.
struct Handle {
  char mark[8] = "simIPC1";
  std::uint64_t process = 0, bytes = 0, file_number = 0;
  std::int32_t file = -1;
  std::uint32_t device = 0;
};
static_assert(sizeof(Handle) <= sizeof(cudaIpcMemHandle_t));

/// Addresses of what was opened, by the files' numbers, and how often.
struct Opened {
  std::uint64_t address;
  unsigned times;
};
std::map<std::uint64_t, Opened>& opened() {
  static auto& all = *new std::map<std::uint64_t, Opened>;
  return all;
}

std::uint64_t inode_of(int file) {
  struct stat status = {};
  return fstat(file, &status) == 0 ? status.st_ino : 0;
}

/// The other process's file. Throws ApiError.
int file_of(const Handle& handle) {
  const std::string path =
      "/proc/" + std::to_string(handle.process) + "/fd/" + std::to_string(handle.file);
  const int file = open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (file >= 0 && inode_of(file) == handle.file_number) return file;
  if (file >= 0) close(file);
  throw ApiError{cudaErrorInvalidResourceHandle,
                 "the process that made the handle has ended, or has freed the memory"};
}

}  // namespace

extern "C" {

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t* place, void* pointer) {
  return call([&](State& s) {
    const Allocation* const found = living_at(pointer);
    if (!found || found->kind != AllocationKind::device || found->imported ||
        s.pool_memory.contains(found->address) || s.graph_memory.contains(found->address))
      throw ApiError{cudaErrorInvalidValue, "only memory of cudaMalloc has a handle"};
    s.work.settle();
    if (s.work.any_rest())
      throw ApiError{unsupported("cudaIpcGetMemHandle while a kernel waits for something")};
    Handle handle;
    handle.process = std::uint64_t(getpid());
    handle.bytes = found->bytes;
    handle.file = device_memory().share(found->address);
    handle.file_number = inode_of(handle.file);
    handle.device = found->device;
    result(place) = {};
    std::memcpy(place, &handle, sizeof handle);
    return cudaSuccess;
  });
}

cudaError_t cudaIpcOpenMemHandle(void** pointer, cudaIpcMemHandle_t from, unsigned flags) {
  return call([&](State& s) {
    if (flags != cudaIpcMemLazyEnablePeerAccess) throw ApiError{cudaErrorInvalidValue};
    Handle handle, expected;
    std::memcpy(static_cast<void*>(&handle), &from, sizeof handle);
    if (std::memcmp(handle.mark, expected.mark, sizeof handle.mark) != 0)
      throw ApiError{cudaErrorInvalidValue, "the handle was not made by cudaIpcGetMemHandle"};
    if (handle.process == std::uint64_t(getpid()))
      throw ApiError{cudaErrorDeviceUninitialized, "a process cannot open a handle of its own"};
    if (const auto before = opened().find(handle.file_number);
        before != opened().end() &&
        living_at(reinterpret_cast<const void*>(before->second.address))) {
      ++before->second.times;
      result(pointer) = reinterpret_cast<void*>(before->second.address);
      return cudaSuccess;
    }
    const unsigned owner = handle.device < s.contexts.size() ? handle.device : current_device();
    const std::uint64_t address =
        device_memory().import(file_of(handle), handle.bytes, owner, current_device());
    opened()[handle.file_number] = {address, 1};
    result(pointer) = reinterpret_cast<void*>(address);
    return cudaSuccess;
  });
}

cudaError_t cudaIpcCloseMemHandle(void* pointer) {
  return call([&](State& s) {
    const Allocation* const found = living_at(pointer);
    if (!found || !found->imported || found->address != address_of(pointer))
      throw ApiError{cudaErrorInvalidValue, "cudaIpcOpenMemHandle did not give that memory"};
    const auto it = std::find_if(opened().begin(), opened().end(), [&](const auto& each) {
      return each.second.address == found->address;
    });
    if (--it->second.times > 0) return cudaSuccess;
    s.work.wait_for_all();
    s.work.forget_memory(found->address, found->address + found->bytes);
    opened().erase(it);
    device_memory().free(found->address);
    return s.sticky;
  });
}

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t*, cudaEvent_t) {
  return call([](State&) { return unsupported("an event of several processes"); });
}

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t*, cudaIpcEventHandle_t) {
  return call([](State&) { return unsupported("an event of several processes"); });
}

}  // extern "C"
