#include <sched.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "simulator/runtime/fat_binary.hpp"
#include "simulator/runtime/runtime.hpp"

namespace simulator {
namespace runtime {
namespace {

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

Schedule schedule_of_environment() {
  const std::string wish = environment("SIMULATE_SCHEDULE");
  try {
    return Schedule::parse(wish.empty() ? "forward" : wish);
  } catch (const std::exception& error) {
    report_misuse(fault::api, std::string("SIMULATE_SCHEDULE: ") + error.what());
    return {};
  }
}

const Device& device_of_environment() {
  const std::string wish = environment("SIMULATE_DEVICE");
  try {
    return wish.empty() ? h200() : device_named(wish);
  } catch (const std::exception& error) {
    report_misuse(fault::api, std::string("SIMULATE_DEVICE: ") + error.what());
    return h200();
  }
}

bool checks_of_environment() {
  const std::string wish = environment("SIMULATE_CHECKS");
  if (!wish.empty() && wish != "on" && wish != "off")
    report_misuse(fault::api, "SIMULATE_CHECKS: '" + wish + "' is neither on nor off");
  return wish != "off";
}

std::optional<std::uint64_t> number_of_environment(const char* name) {
  const std::string wish = environment(name);
  if (wish.empty()) return {};
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(wish.data(), wish.data() + wish.size(), number);
  if (error == std::errc{} && end == wish.data() + wish.size()) return number;
  report_misuse(fault::api, std::string(name) + ": '" + wish + "' is no number");
  return {};
}

unsigned usable_cores() {
  cpu_set_t cores;
  return sched_getaffinity(0, sizeof cores, &cores) == 0 ? unsigned(CPU_COUNT(&cores)) : 1;
}

std::unique_ptr<TraceFile> trace_of_environment() {
  const std::string path = environment("SIMULATE_TRACE");
  try {
    return path.empty() ? nullptr : std::make_unique<TraceFile>(path);
  } catch (const std::exception& error) {
    report_misuse(fault::api, std::string("SIMULATE_TRACE: ") + error.what());
    return nullptr;
  }
}

/// A CSV row for every launch that nobody took.
void write_counts(const std::string& path, const std::vector<LaunchRecord>& launches) {
  std::ofstream out(path);
  out << "kernel,grid,block";
  for_each_count(Counts{}, [&](const char* name, std::uint64_t) { out << ',' << name; });
  const auto extent = [](const Dim3& d) {
    return std::to_string(d.x) + 'x' + std::to_string(d.y) + 'x' + std::to_string(d.z);
  };
  for (const LaunchRecord& each : launches) {
    out << "\n\"" << each.kernel << "\"," << extent(each.grid) << ',' << extent(each.block);
    for_each_count(each.counts, [&](const char*, std::uint64_t value) { out << ',' << value; });
  }
  out << '\n';
  if (!out.flush()) report_misuse(fault::api, "cannot write the counts to " + path);
}

}  // namespace

namespace {
void report_unseen_error(int status, void*);
bool is_used = false;
}  // namespace

State& state() {
  static State& state = *[] {
    // Never destroyed: static destructors may still call.
    auto* const made = new State(device_of_environment());
    made->schedule = schedule_of_environment();
    made->checked = checks_of_environment();
    made->trace = trace_of_environment();
    made->traced_kernel = environment("SIMULATE_TRACE_KERNEL");
    made->patience = number_of_environment("SIMULATE_PATIENCE").value_or(0);
    made->cores = unsigned(number_of_environment("SIMULATE_CORES").value_or(usable_cores()));
    made->worth_sharing = number_of_environment("SIMULATE_SHARE_FROM");
    on_exit(report_unseen_error, nullptr);
    is_used = true;
    return made;
  }();
  return state;
}

cudaError_t& last_error() {
  thread_local cudaError_t error = cudaSuccess;
  return error;
}

namespace {

thread_local bool misuse_told = false;  // by the call that is under way

/// Is it an error that no right program meets? What may be asked as a question is none: how much
/// memory there is, which devices.
bool is_misuse(cudaError_t error) {
  switch (error) {
    case cudaErrorInvalidValue:
    case cudaErrorInvalidConfiguration:
    case cudaErrorInvalidPitchValue:
    case cudaErrorInvalidSymbol:
    case cudaErrorInvalidMemcpyDirection:
    case cudaErrorInvalidDeviceFunction:
    case cudaErrorInvalidResourceHandle:
    case cudaErrorHostMemoryAlreadyRegistered:
    case cudaErrorHostMemoryNotRegistered:
    case cudaErrorCooperativeLaunchTooLarge:
      return true;
    default:
      return false;
  }
}

/// "cudaMalloc" of "cudaError_t cudaMalloc(void**, size_t)".
std::string name_of(const std::source_location& call) {
  const std::string_view text = call.function_name();
  const std::size_t end = text.find('(');
  const std::size_t start = text.substr(0, end).rfind(' ') + 1;
  return std::string(text.substr(start, end - start));
}

/// A program that ends with a failure has noticed that something went wrong.
void report_unseen_error(int status, void*) {
  State& s = state();
  if (status == 0 && !s.unseen_error.empty())
    report_misuse(fault::api, std::exchange(s.unseen_error, {}));
}

}  // namespace

void note_error(State& s, const ApiError& error, const std::source_location& call) {
  last_error() = error.code;
  if (std::exchange(misuse_told, false) || error.code == s.sticky || !is_misuse(error.code) ||
      !s.unseen_error.empty() || !s.unseen_launch_error.empty())
    return;
  s.unseen_error = name_of(call) + " returned " + cudaGetErrorName(error.code) + " (" +
                   (error.what.empty() ? cudaGetErrorString(error.code) : error.what) +
                   "); the program neither failed nor cleared the error by cudaGetLastError";
}

const Module& Binary::module() {
  if (error_ != cudaSuccess) throw ApiError{error_};
  if (module_) return *module_;
  try {
    Machine& machine = state().machine;
    module_ = &machine.load(choose_ptx(unwrap_fat_binary(wrapper_), machine.device().capability()));
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

std::size_t Function::most_dynamic_shared() const {
  return dynamic_shared.value_or(state().machine.usual_dynamic_shared(kernel()));
}

void report_misuse(const char* kind, std::string message) {
  misuse_told = true;
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
  if (const auto found = s.handles.find(function); found != s.handles.end())
    return *static_cast<Function*>(const_cast<void*>(*found));
  throw ApiError{function ? cudaErrorInvalidResourceHandle : cudaErrorInvalidDeviceFunction};
}

std::pair<std::uint64_t, std::size_t> find_variable(const void* shadow) {
  const auto found = state().variables.find(shadow);
  if (found == state().variables.end()) throw ApiError{cudaErrorInvalidSymbol};
  const Variable* const variable = found->second.binary->module().variable(found->second.name);
  if (!variable) throw ApiError{cudaErrorInvalidSymbol};
  return {variable->address, found->second.bytes};
}

void report_at_exit() {
  if (!is_used) return;
  State& s = state();
  if (!s.unseen_launch_error.empty())
    report_misuse(fault::api, std::exchange(s.unseen_launch_error, {}) +
                                  ", and the program never asked for the error");
  if (const std::string path = environment("SIMULATE_COUNTS"); !path.empty())
    write_counts(path, s.launches);
  if (s.trace && !s.traced_kernel.empty() && !s.traced_kernel_ran)
    std::fprintf(stderr, "simulator: no kernel named %s was launched: nothing is traced\n",
                 s.traced_kernel.c_str());
  s.trace.reset();
  if (environment("SIMULATE_LEAKS") != "1") return;
  for (const Allocation* each : device_memory().leaks()) {
    std::ostringstream text;
    text << each->bytes << " bytes at 0x" << std::hex << each->address << " were never freed";
    report_misuse(fault::leak, text.str());
  }
}

}  // namespace runtime

using runtime::state;

std::vector<LaunchRecord> take_launches() {
  const std::lock_guard lock(state().mutex);
  return std::exchange(state().launches, {});
}

void set_schedule(std::string_view schedule) {
  const Schedule parsed = Schedule::parse(schedule);
  const std::lock_guard lock(state().mutex);
  state().schedule = parsed;
}

void set_checks(bool on) {
  const std::lock_guard lock(state().mutex);
  if (on && !state().checked) runtime::device_memory().assume_written();
  state().checked = on;
}

void set_cores(unsigned cores) {
  const std::lock_guard lock(state().mutex);
  state().cores = cores;
}

void trace_to(std::string path) {
  auto trace = std::make_unique<runtime::TraceFile>(path);
  const std::lock_guard lock(state().mutex);
  state().trace = std::move(trace);
}

void trace_warp(unsigned warp) {
  const std::lock_guard lock(state().mutex);
  if (state().trace) state().trace->trace.keep(warp);
}

void trace_stop() {
  const std::lock_guard lock(state().mutex);
  state().trace.reset();
}

void load_programs() {
  const std::lock_guard lock(state().mutex);
  for (const auto& binary : state().binaries) {
    try {
      binary->module();
    } catch (const runtime::ApiError&) {
      // Whoever asks for one of its kernels is told.
    }
  }
}

void start_log(bool rehearsal) {
  const std::lock_guard lock(state().mutex);
  state().log = std::make_unique<runtime::WorkLog>(rehearsal);
}

void note_in_log(const std::string& line) {
  const std::lock_guard lock(state().mutex);
  if (state().log) state().log->note(line);
}

std::size_t log_size() {
  const std::lock_guard lock(state().mutex);
  return state().log ? state().log->size() : 0;
}

std::string take_log() {
  const std::lock_guard lock(state().mutex);
  return state().log ? state().log->take() : "";
}

}  // namespace simulator
