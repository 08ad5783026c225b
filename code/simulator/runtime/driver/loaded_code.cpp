#include <algorithm>

#include "simulator/memory/memory.hpp"
#include "simulator/program/opcodes.hpp"
#include "simulator/program/program.hpp"
#include "simulator/ptx/names.hpp"
#include "simulator/runtime/driver/driver_call.hpp"
#include "simulator/runtime/driver/driver_modules.hpp"
#include "simulator/runtime/driver/images.hpp"
#include "simulator/runtime/launches/loading.hpp"
#include "simulator/runtime/programs/fat_binary_error.hpp"

using namespace simulator;
using namespace simulator::runtime;

namespace {

/// PTX that the driver's compiler refuses is an error that a program may expect; what the simulator
/// lacks is said in any case.
[[noreturn]] void refuse_code(CUresult result, const std::string& why, const JitOptions& options) {
  options.tell(why);
  throw ApiError{error_of(result), why};
}

/// What is no instruction of PTX is told at once, as the driver's compiler does. What the simulator
/// lacks stops a kernel that comes to it.
void check_instructions(const Module& module) {
  for (const Routine& routine : module.program->functions)
    for (const Instruction& each : routine.code) {
      if (each.execute != refuse) continue;
      const std::string& why = routine.refusals[each.payload.as<Unsupported>().why];
      if (why.find("unknown opcode") != why.npos)
        throw UnsupportedError("line " + std::to_string(each.line) + ": " + std::string(each.text) +
                               ": " + why);
    }
}

}  // namespace

LoadedCode simulator::runtime::load_code(const void* image, const JitOptions& options) {
  State& s = state();
  options.tell("");
  try {
    LoadedCode code{.device = current_device(), .resets = s.context().resets};
    code.site = HostCall::here();
    auto binary = std::make_unique<Binary>([ptx = ptx_of_image(image)](unsigned) { return ptx; });
    const Memory::Turn turn(s.memory, code.device);
    check_instructions(binary->read(code.device));
    binary->code = s.memory.allocate(1, AllocationKind::variable, "the code of a module");
    s.memory.fill(binary->code, 0, 1);
    code.binary = binary.get();
    s.binaries.push_back(std::move(binary));
    return code;
  } catch (const FatBinaryError& error) {
    refuse_code(CUDA_ERROR_NO_BINARY_FOR_GPU, error.what(), options);
  } catch (const UnsupportedError& error) {
    refuse_code(CUDA_ERROR_INVALID_PTX, error.what(), options);
  }
}

Function* simulator::runtime::function_of(LoadedCode& code, const char* name) {
  State& s = state();
  if (!name) throw ApiError{cudaErrorInvalidValue};
  if (!code.binary->module().kernel(name))
    throw ApiError{error_of(CUDA_ERROR_NOT_FOUND), std::string("no kernel ") + name};
  Function& function = code.functions[name];
  function.binary = code.binary;
  function.name = name;
  s.handles.insert(&function);
  load(s, function);
  return &function;
}

unsigned simulator::runtime::kernel_count(const LoadedCode& code) {
  return unsigned(code.binary->module().kernels.size());
}

std::pair<CUdeviceptr, std::size_t> simulator::runtime::variable_of(const LoadedCode& code,
                                                                    const char* name) {
  if (!name) throw ApiError{cudaErrorInvalidValue};
  const Variable* const found = code.binary->module().variable(name);
  if (!found) throw ApiError{error_of(CUDA_ERROR_NOT_FOUND), std::string("no variable ") + name};
  return {found->address, found->size};
}

void simulator::runtime::unload_code(State& s, LoadedCode& code, const char* what) {
  const MemoryHistory::Call by = call_under_way(s);
  for (const auto& [name, function] : code.functions) {
    s.handles.erase(&function);
    s.gone_handles[&function] = "kernel " + kernel_name(name) + " is used, whose " + what +
                                " was unloaded" + words_for(&by);
  }
  Binary& binary = *code.binary;
  if (code.resets != s.contexts[code.device].resets) return;  // it went with its device's memory
  std::vector<MemoryUse> uses = {{binary.code, binary.code + 1, true}};
  for (const auto& [name, variable] : binary.module(code.device).variables)
    if (!variable.managed)
      uses.push_back(
          {variable.address, variable.address + std::max<std::size_t>(variable.size, 1), true});
  s.work.by_host(
      {.kind = Operation::Kind::release, .name = by.name, .uses = std::move(uses), .effect = {}});
  s.work.wait_for_all();
  binary.unload(code.device);
  s.work.forget_memory(binary.code, binary.code + 1);
  s.memory.free_variable(std::exchange(binary.code, 0));
}
