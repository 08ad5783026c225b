#include "simulator/runtime/launches/loading.hpp"

#include <utility>

#include "simulator/ptx/names.hpp"
#include "simulator/runtime/process/environment_variable.hpp"
#include "simulator/runtime/process/faults.hpp"

namespace simulator::runtime {

void load(State& s, Function& function) {
  if (std::exchange(function.set().loaded, true) ||
      !s.work.any_kernel_rests(s.context().default_stream) ||
      environment("CUDA_MODULE_LOADING") == "EAGER")
    return;
  const runtime::HostLine line = HostCall::here().line();
  Fault note;
  note.file = line.file;
  note.line = line.line;
  note.kind = fault::deadlock;
  note.message = "kernel " + kernel_name(function.name) +
                 " is first used while another kernel waits. CUDA loads its code only then, and a "
                 "GPU may wait with that until the other has ended. Use it before, or set "
                 "CUDA_MODULE_LOADING=EAGER";
  note.benign = true;
  report(std::move(note));
}

}  // namespace simulator::runtime
