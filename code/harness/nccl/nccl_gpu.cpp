#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "harness/nccl/nccl.hpp"

// Where set-up puts it, from the folder of the program.
#ifndef FETCHED_NCCL
#define FETCHED_NCCL "../../build-cuda/nccl/nvidia/nccl/lib/libnccl.so.2"
#endif

namespace harness {
namespace {

template <class Function>
void find(void* library, const char* name, Function& function, bool optional = false) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (!function && !optional) throw std::runtime_error(std::string("it has no ") + name);
}

Nccl load(const std::string& path) {
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) throw std::runtime_error(dlerror());
  Nccl nccl;
  find(library, "ncclGetVersion", nccl.get_version);
  find(library, "ncclGetErrorString", nccl.get_error_string);
  find(library, "ncclCommInitAll", nccl.comm_init_all);
  find(library, "ncclGetUniqueId", nccl.get_unique_id);
  find(library, "ncclCommInitRank", nccl.comm_init_rank);
  find(library, "ncclCommDestroy", nccl.comm_destroy);
  find(library, "ncclGroupStart", nccl.group_start);
  find(library, "ncclGroupEnd", nccl.group_end);
  find(library, "ncclAllReduce", nccl.all_reduce);
  find(library, "ncclMemAlloc", nccl.mem_alloc);
  find(library, "ncclMemFree", nccl.mem_free);
  find(library, "ncclCommWindowRegister", nccl.window_register, true);
  find(library, "ncclCommWindowDeregister", nccl.window_deregister, true);
  int code = 0;
  if (nccl.get_version(&code) != ncclSuccess) throw std::runtime_error("it tells no version");
  // Since 2.9 two digits each for minor and patch.
  nccl.version = std::to_string(code / 10000) + "." + std::to_string(code / 100 % 100) + "." +
                 std::to_string(code % 100);
  return nccl;
}

struct Found {
  std::vector<Nccl> libraries;
  std::string missing;

  Found() {
    setenv("NCCL_NVLS_ENABLE", "0", 1);
    const char* named = std::getenv("WARP_NCCL");
    if (named && *named) {
      std::istringstream paths(named);
      for (std::string path; std::getline(paths, path, ':');)
        if (!path.empty()) add(path);
    } else {
      add("libnccl.so.2");
      add(std::filesystem::read_symlink("/proc/self/exe").replace_filename(FETCHED_NCCL));
      if (!libraries.empty()) missing.clear();  // one is enough
    }
  }

  void add(const std::string& path) {
    try {
      Nccl nccl = load(path);
      for (const Nccl& each : libraries)
        if (each.version == nccl.version) return;
      libraries.push_back(std::move(nccl));
    } catch (const std::runtime_error& error) {
      missing += (missing.empty() ? "" : "; ") + path + ": " + error.what();
    }
  }
};

const Found& found() {
  static const Found once;
  return once;
}

}  // namespace

const std::vector<Nccl>& nccl_libraries() {
  return found().libraries;
}

const std::string& missing_nccl() {
  return found().missing;
}

}  // namespace harness
