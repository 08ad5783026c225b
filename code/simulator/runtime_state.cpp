#include <cstdlib>

#include "fat_binary.hpp"
#include "runtime.hpp"

namespace simulator {
namespace runtime {
namespace {

Schedule schedule_of_environment() {
  const char* const wish = std::getenv("SIMULATE_SCHEDULE");
  try {
    return Schedule::parse(wish && *wish ? wish : "forward");
  } catch (const std::exception& error) {
    report_misuse(fault::api, std::string("SIMULATE_SCHEDULE: ") + error.what());
    return {};
  }
}

}  // namespace

State& state() {
  static State& state = *[] {
    auto* const made = new State;  // never destroyed: static destructors may still call
    made->schedule = schedule_of_environment();
    return made;
  }();
  return state;
}

cudaError_t& last_error() {
  thread_local cudaError_t error = cudaSuccess;
  return error;
}

Module& Binary::module() {
  if (error_ != cudaSuccess) throw ApiError{error_};
  if (module_) return *module_;
  try {
    const auto module = parse_module(choose_ptx(unwrap_fat_binary(wrapper_), 90));
    module->load(device_memory());
    module_ = module;
    return *module_;
  } catch (const FatBinaryError& error) {
    report_misuse(fault::unsupported, error.what());
    error_ = cudaErrorNoKernelImageForDevice;
  } catch (const UnsupportedError& error) {
    report_misuse(fault::unsupported, error.what());
    error_ = cudaErrorInvalidPtx;
  }
  throw ApiError{error_};
}

const Kernel& Function::kernel() const {
  const Kernel* const found = binary->module().kernel(name);
  if (!found) throw ApiError{cudaErrorInvalidDeviceFunction};
  return *found;
}

void report_misuse(const char* kind, std::string message) {
  Fault fault;
  fault.kind = kind;
  fault.message = std::move(message);
  report(std::move(fault));
}

cudaError_t unsupported(const char* name) {
  report_misuse(fault::unsupported, std::string(name) + " is not part of the simulator");
  return last_error() = cudaErrorNotSupported;
}

Function& find_function(const void* function) {
  State& s = state();
  if (const auto found = s.functions.find(function); found != s.functions.end())
    return *found->second;
  for (const auto& [stub, each] : s.functions)
    if (each.get() == function) return *each;
  throw ApiError{cudaErrorInvalidDeviceFunction};
}

std::pair<std::uint64_t, std::size_t> find_variable(const void* shadow) {
  const auto found = state().variables.find(shadow);
  if (found == state().variables.end()) throw ApiError{cudaErrorInvalidSymbol};
  const Variable* const variable = found->second.binary->module().variable(found->second.name);
  if (!variable) throw ApiError{cudaErrorInvalidSymbol};
  return {variable->address, found->second.bytes};
}

void report_at_exit() {
  State& s = state();
  if (!s.unseen_launch_error.empty())
    report_misuse(fault::api, std::exchange(s.unseen_launch_error, {}) +
                                  ", and the program never asked for the error");
  const char* const wish = std::getenv("SIMULATE_LEAKS");
  if (!wish || std::string_view(wish) != "1") return;
  for (const Allocation* each : device_memory().leaks())
    report_misuse(fault::leak, std::to_string(each->bytes) + " bytes of device memory at address " +
                                   std::to_string(each->address) + " were never freed");
}

}  // namespace runtime

using runtime::state;

std::vector<Launch> take_launches() {
  const std::lock_guard lock(state().mutex);
  return std::exchange(state().launches, {});
}

void set_schedule(std::string_view schedule) {
  const Schedule parsed = Schedule::parse(schedule);
  const std::lock_guard lock(state().mutex);
  state().schedule = parsed;
}

void trace_to(std::string path) {
  auto trace = std::make_unique<Trace>(path);
  const std::lock_guard lock(state().mutex);
  state().trace = std::move(trace);
}

void trace_stop() {
  const std::lock_guard lock(state().mutex);
  state().trace.reset();
}

}  // namespace simulator
