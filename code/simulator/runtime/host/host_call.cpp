#include "simulator/runtime/host/host_call.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <execinfo.h>
#include <link.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "simulator/hexadecimal.hpp"

namespace simulator::runtime {
namespace {

constexpr int most_frames = 32;  // that are looked at

thread_local std::optional<HostCall> launch_under_way;

/// CUDA's headers and the system's, what the compiler writes, and the simulator.
bool is_foreign(std::string_view file) {
  const auto has = [&](std::string_view part) { return file.find(part) != file.npos; };
  return file.empty() || file[0] == '?' || has("tmpxft_") || file.ends_with(".stub.c") ||
         file.starts_with("/usr/include/") || has("/include/c++/") || has("simulator/runtime/") ||
         has("simulator/nccl/") || (has("/include/") && (has("/cuda") || has("/targets/")));
}

/// Libraries that stand between main and the system.
bool is_of_the_system(std::string_view library) {
  const std::string_view name = library.substr(library.rfind('/') + 1);
  return name.starts_with("libc.") || name.starts_with("libc-") || name.starts_with("libstdc++") ||
         name.starts_with("libpthread") || name.starts_with("ld-");
}

/// The file of code that is loaded, and the address there as it is written into the file.
std::pair<std::string, std::uintptr_t> place_of(const void* code) {
  Dl_info info = {};
  struct link_map* map = nullptr;
  if (dladdr1(code, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) == 0 || map == nullptr)
    return {};
  // A return address stands behind the call.
  const std::uintptr_t address = reinterpret_cast<std::uintptr_t>(code) - map->l_addr - 1;
  return {map->l_name[0] != '\0' ? map->l_name : "/proc/self/exe", address};
}

/// Of the program itself a tool has to be told the name.
std::string real_path(const std::string& file) {
  const std::unique_ptr<char, decltype(&std::free)> path(realpath(file.c_str(), nullptr),
                                                         &std::free);
  return path ? path.get() : file;
}

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + '\'';
}

/// Lines of an address, the innermost of functions that were inlined first.
std::vector<HostLine> lines_of(const std::string& file, std::uintptr_t address) {
  const std::string command =
      "addr2line -i -e " + quoted(real_path(file)) + " " + hexadecimal(address) + " 2>/dev/null";
  std::vector<HostLine> lines;
  FILE* const output = popen(command.c_str(), "re");
  if (output == nullptr) return lines;
  char text[4096];
  while (std::fgets(text, sizeof text, output) != nullptr) {
    const std::string_view line(text);
    const std::size_t colon = line.rfind(':');
    if (colon == line.npos) continue;
    lines.push_back({std::string(line.substr(0, colon)),
                     unsigned(std::strtoul(text + colon + 1, nullptr, 10))});
  }
  pclose(output);
  return lines;
}

/// Of code that the program calls from: its own line, if there is one. To ask is expensive.
const HostLine& own_line(const void* code) {
  static auto& mutex = *new std::mutex;
  static auto& known = *new std::map<const void*, HostLine>;
  const std::lock_guard lock(mutex);
  const auto [found, is_new] = known.try_emplace(code);
  if (!is_new) return found->second;
  const auto [file, address] = place_of(code);
  if (file.empty() || is_of_the_system(file)) return found->second;
  for (HostLine& each : lines_of(file, address))
    if (each && !is_foreign(each.file)) return found->second = std::move(each);
  return found->second;
}

}  // namespace

HostCall HostCall::here() {
  if (launch_under_way) return *launch_under_way;
  HostCall site;
  void* frames[most_frames];
  const int count = backtrace(frames, most_frames);
  // This function is no part of it.
  for (int k = 1; k < count && site.count_ < site.frames_.size(); ++k)
    site.frames_[site.count_++] = frames[k];
  return site;
}

HostCall HostCall::interrupted(const void* code) {
  HostCall site;
  void* frames[most_frames];
  void** const end = frames + backtrace(frames, most_frames);
  void** const from = std::find(frames, end, code);
  // Its callers are known by where they will go on; so shall it be.
  site.frames_[site.count_++] = static_cast<const std::byte*>(code) + 1;
  for (void** k = from; k < end && k + 1 < end && site.count_ < site.frames_.size(); ++k)
    site.frames_[site.count_++] = k[1];
  return site;
}

void HostCall::note_launch(const std::optional<HostCall>& launch) {
  launch_under_way = launch;
}

HostLine HostCall::line() const {
  for (unsigned k = 0; k < count_; ++k)
    if (const HostLine& found = own_line(frames_[k])) return found;
  return {};
}

}  // namespace simulator::runtime
