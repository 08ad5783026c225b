#include <algorithm>
#include <atomic>
#include <iterator>
#include <optional>

#include "simulator/runtime/host/host_access.hpp"
#include "simulator/runtime/process/end.hpp"
#include "simulator/runtime/process/environment.hpp"
#include "simulator/runtime/programs/fat_binary_error.hpp"
#include "simulator/runtime/runtime.hpp"

namespace simulator::runtime {

State& state() {
  static State& state = *[] {
    // Never destroyed: static destructors may still call.
    auto* const made = new State(device_of_environment(), devices_of_environment());
    obey_environment(*made);
    watch_end(*made);
    return made;
  }();
  return state;
}

State::State(const Device& device, unsigned devices)
    : memory(contexts.emplace_back(device).machine.memory()) {
  for (unsigned number = 1; number < devices; ++number)
    contexts.emplace_back(contexts.front(), work.make_device(number));
  memory.tell_release_by(
      [this](std::uint64_t address) { return words_for(memory_history.freer(address)); });
}

namespace {

/// Of threads that have chosen none.
std::atomic<unsigned> first_device = 0;
thread_local std::optional<unsigned> chosen_device;
thread_local unsigned chosen_context = 0;
thread_local bool any_context = false;
thread_local OwnErrors* own_errors = nullptr;  // of the call that is under way

}  // namespace

unsigned current_device() {
  return chosen_device.value_or(first_device);
}

unsigned current_context() {
  return chosen_context;
}

void choose_device(unsigned number, unsigned context) {
  chosen_device = number;
  chosen_context = context;
  any_context = true;
}

bool has_context() {
  return any_context;
}

void leave_context() {
  chosen_context = 0;
  any_context = false;
}

void enter_context() {
  if (!std::exchange(any_context, true)) chosen_context = 0;
  if (chosen_context == 0 && !own_errors) state().context().used_by_runtime = true;
}

void set_first_device(unsigned number) {
  first_device = number;
}

unsigned checked_device(int number) {
  if (const std::size_t count = state().contexts.size(); number < 0 || unsigned(number) >= count)
    throw ApiError{cudaErrorInvalidDevice, "there is no device " + std::to_string(number) +
                                               "; the program has " + std::to_string(count) +
                                               ", counted from 0"};
  return unsigned(number);
}

unsigned host_thread() {
  static std::atomic<unsigned> threads = 0;
  thread_local const unsigned number = threads++;
  return number;
}

cudaError_t& last_error() {
  thread_local cudaError_t error = cudaSuccess;
  return error;
}

namespace {

thread_local bool misuse_told = false;     // by the call that is under way
thread_local unsigned host_functions = 0;  // that this thread is in

}  // namespace

bool is_misuse(cudaError_t error) {
  switch (error) {
    case cudaErrorInvalidValue:
    case cudaErrorInvalidConfiguration:
    case cudaErrorInvalidPitchValue:
    case cudaErrorInvalidSymbol:
    case cudaErrorInvalidMemcpyDirection:
    case cudaErrorInvalidDeviceFunction:
    case cudaErrorInvalidResourceHandle:
    case cudaErrorHostMemoryNotRegistered:
    case cudaErrorCooperativeLaunchTooLarge:
    case cudaErrorInvalidClusterSize:
    case cudaErrorIllegalState:
    case cudaErrorStreamCaptureUnsupported:
    case cudaErrorStreamCaptureInvalidated:
    case cudaErrorStreamCaptureMerge:
    case cudaErrorStreamCaptureUnmatched:
    case cudaErrorStreamCaptureUnjoined:
    case cudaErrorStreamCaptureIsolation:
    case cudaErrorStreamCaptureImplicit:
    case cudaErrorCapturedEvent:
    case cudaErrorStreamCaptureWrongThread:
      return true;
    default:
      return false;
  }
}

/// "cudaMalloc" of "cudaError_t cudaMalloc(void**, size_t)", "cudaMemcpy" of one that says
/// cudaMemcpy_ptds, "cuMemAlloc" of cuMemAlloc_v2.
std::string name_of(const std::source_location& call) {
  std::string_view text = call.function_name();
  text = text.substr(0, text.find('('));
  text = text.substr(text.rfind(' ') + 1);
  for (const std::string_view per_thread : {"_ptds", "_ptsz"})
    if (text.ends_with(per_thread)) text.remove_suffix(per_thread.size());
  for (const std::string_view version : {"_v2", "_v3", "_v4"})
    if (text.ends_with(version)) text.remove_suffix(version.size());
  return std::string(text);
}

InHostFunction::InHostFunction() {
  ++host_functions;
}

InHostFunction::~InHostFunction() {
  --host_functions;
}

/// CUDA's documentation allows none. Those that ask no driver worked all the same on an H100.
void check_allowed(const std::source_location& call) {
  static constexpr std::string_view harmless[] = {"cudaGetDeviceCount",   "cudaGetDeviceProperties",
                                                  "cudaDriverGetVersion", "cudaRuntimeGetVersion",
                                                  "cudaEventQuery",       "__cudaGetKernel"};
  if (host_functions == 0) return;
  const std::string name = name_of(call);
  if (std::find(std::begin(harmless), std::end(harmless), name) != std::end(harmless)) return;
  report_misuse(fault::api,
                (name == "__cudaLaunchKernel" ? "a launch" : name) +
                    " in a function that a stream has the host run: it may not call CUDA",
                HostCall::here().line());
  throw ApiError{cudaErrorNotPermitted};
}

void begin_call(State& s) {
  s.initialised = s.initialised || !own_errors;
  watch_host_accesses();  // not before: the program may have set a handler of its own
  if (s.work.any_rest()) s.work.poke();
}

OwnErrors::OwnErrors() : outer_(std::exchange(own_errors, this)), last_(last_error()) {}

OwnErrors::~OwnErrors() {
  own_errors = outer_;
  last_error() = last_;
}

void OwnErrors::note(const ApiError& error, bool told) {
  if (!error.what.empty()) why_ = error.what;
  told_ = told_ || told;
}

void note_error(State& s, const ApiError& error) {
  if (own_errors) {
    own_errors->note(error, std::exchange(misuse_told, false));
    return;
  }
  last_error() = error.code;
  const std::string name = name_of(*s.called);
  // Programs ask how much shared memory they may have, and where they do not look, a launch fails.
  if (name == "cudaFuncSetAttribute") return;
  // What a device is like, or can do, may be asked of one that is not there; to choose it is wrong.
  const bool no_device = error.code == cudaErrorInvalidDevice && name == "cudaSetDevice";
  if (std::exchange(misuse_told, false) || error.code == s.sticky ||
      !(is_misuse(error.code) || no_device) || !s.unseen_error.empty() ||
      !s.unseen_launch_errors.empty())
    return;
  s.unseen_error = name + " returned " + cudaGetErrorName(error.code) + " (" +
                   (error.what.empty() ? cudaGetErrorString(error.code) : error.what) +
                   "); the program neither failed nor cleared the error by cudaGetLastError";
  s.unseen_site = HostCall::here();
}

MemoryHistory::Call call_under_way(const State& s) {
  return {name_of_call_under_way(s), HostCall::here()};
}

std::string name_of_call_under_way(const State& s) {
  return s.called ? name_of(*s.called) : "";
}

const Module& Binary::read(unsigned device) {
  const Module*& module = modules_[device];
  if (module) return *module;
  Machine& machine = state().contexts[device].machine;
  const Module* twin = unloaded_;
  for (const auto& [number, each] : modules_)
    if (each) twin = each;
  module = &machine.load(source_(machine.device().capability()), twin);
  for (const auto& [shadow, variable] : state().managed_variables)
    if (variable.binary == this)
      *shadow = reinterpret_cast<void*>(module->variable(variable.name)->address);
  return *module;
}

const Module& Binary::module(unsigned device) {
  if (error_ != cudaSuccess) throw ApiError{error_};
  try {
    return read(device);
  } catch (const FatBinaryError& error) {
    report_misuse(fault::unsupported, error.what(), {});
    error_ = cudaErrorNoKernelImageForDevice;
  } catch (const UnsupportedError& error) {
    report_misuse(fault::unsupported, error.what(), {});
    error_ = cudaErrorInvalidPtx;
  }
  throw ApiError{error_};
}

void Binary::unload(unsigned device) {
  const auto found = modules_.find(device);
  if (found == modules_.end() || !found->second) return;
  State& s = state();
  unloaded_ = found->second;
  modules_.erase(found);
  for (const auto& [name, variable] : unloaded_->variables)
    if (!variable.managed) {
      s.memory_history.note_freed(variable.address, call_under_way(s));
      s.work.forget_memory(variable.address, variable.address + variable.size);
      s.memory.free_variable(variable.address);
    }
}

const Kernel& Function::kernel(unsigned device) const {
  const Kernel* const found = binary->module(device).kernel(name);
  if (!found) throw ApiError{cudaErrorInvalidDeviceFunction};
  return *found;
}

Function::Settings Function::of_current_device() const {
  const auto found = settings.find(current_device());
  return found == settings.end() ? Settings{} : found->second;
}

std::size_t Function::most_dynamic_shared() const {
  const std::size_t usual = state().machine().usual_dynamic_shared(kernel());
  return of_current_device().dynamic_shared.value_or(usual);
}

void report_misuse(const char* kind, std::string message) {
  report_misuse(kind, std::move(message), HostCall::here().line());
}

void report_misuse(const char* kind, std::string message, const HostLine& line) {
  misuse_told = true;
  report_at(line, kind, std::move(message));
}

void report_at(const HostLine& line, const char* kind, std::string message) {
  Fault fault;
  fault.file = line.file;
  fault.line = line.line;
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
  if (const auto found = s.handles.find(function); found != s.handles.end())
    return *static_cast<Function*>(const_cast<void*>(*found));
  if (const auto gone = s.gone_handles.find(function); gone != s.gone_handles.end()) {
    report_misuse(fault::api, gone->second);
    throw ApiError{cudaErrorInvalidResourceHandle};
  }
  throw ApiError{function ? cudaErrorInvalidResourceHandle : cudaErrorInvalidDeviceFunction};
}

std::pair<std::uint64_t, std::size_t> find_variable(const void* shadow) {
  const auto found = state().variables.find(shadow);
  if (found == state().variables.end()) {
    // A managed variable's shadow points to it, and the program names it by what it points to.
    const Allocation* const managed = living_at(shadow);
    if (!managed || !managed->is_variable() || managed->address != address_of(shadow))
      throw ApiError{cudaErrorInvalidSymbol};
    return {managed->address, managed->bytes};
  }
  const Variable* const variable = found->second.binary->module().variable(found->second.name);
  if (!variable) throw ApiError{cudaErrorInvalidSymbol};
  return {variable->address, found->second.bytes};
}

}  // namespace simulator::runtime
