#include "simulator/runtime/process/fault_list.hpp"

#include <cstdio>
#include <fstream>
#include <initializer_list>
#include <optional>

#include "simulator/runtime/process/csv.hpp"

namespace simulator::runtime {
namespace {

std::string text_of(const std::optional<Dim3>& index) {
  return index ? joined(*index, ",") : "";
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
          on_device ? joined(fault.block, ",") : "", on_device ? joined(fault.thread, ",") : "",
          text_of(fault.other_block), text_of(fault.other_thread)})
      out << csv_field(cell) << ',';
    out << fault.times << '\n';
  }
  if (!out.flush())
    std::fprintf(stderr, "simulator: cannot write the list of faults to %s\n", path.c_str());
}

}  // namespace simulator::runtime
