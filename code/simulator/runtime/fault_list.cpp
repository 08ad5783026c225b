#include "simulator/runtime/fault_list.hpp"

#include <cstdio>
#include <fstream>
#include <initializer_list>
#include <optional>

namespace simulator::runtime {
namespace {

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? std::string(2, c) : std::string(1, c);
  return result + '"';
}

std::string text_of(const Dim3& index) {
  return std::to_string(index.x) + ',' + std::to_string(index.y) + ',' + std::to_string(index.z);
}

std::string text_of(const std::optional<Dim3>& index) {
  return index ? text_of(*index) : "";
}

}  // namespace

void write_fault_list(const std::string& path, const std::vector<Fault>& faults) {
  std::ofstream out(path);
  out << "kind,benign,kernel,message,file,line,block,thread,other_block,other_thread,times\n";
  for (const Fault& fault : faults) {
    const bool on_device = !fault.kernel.empty();
    for (const std::string& cell :
         {fault.kind, std::string(fault.benign ? "1" : "0"), fault.kernel, fault.message,
          fault.file, fault.line == 0 ? "" : std::to_string(fault.line),
          on_device ? text_of(fault.block) : "", on_device ? text_of(fault.thread) : "",
          text_of(fault.other_block), text_of(fault.other_thread)})
      out << quoted(cell) << ',';
    out << fault.times << '\n';
  }
  if (!out.flush())
    std::fprintf(stderr, "simulator: cannot write the list of faults to %s\n", path.c_str());
}

}  // namespace simulator::runtime
