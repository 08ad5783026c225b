#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <set>
#include <source_location>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "simulator/machine.hpp"
#include "simulator/memory/memory.hpp"
#include "simulator/runtime/launches/recorder.hpp"
#include "simulator/runtime/launches/trace_file.hpp"
#include "simulator/runtime/operation_races/memory_history.hpp"
#include "simulator/runtime/process/faults.hpp"
#include "simulator/runtime/streams/work.hpp"
#include "simulator/schedule.hpp"
#include "simulator/simulator.hpp"

/// What the parts of the runtime API share. The API's functions themselves are declared by NVIDIA's
/// header.
namespace simulator::runtime {

/// Ends an API call with an error.
struct ApiError {
  cudaError_t code;
  std::string what = {};  // more than CUDA's text says; may be empty
};

/// The device of this host thread: as cudaSetDevice chose it, or the first that programs get.
unsigned current_device();
/// Its context there: 0 is the device's primary one, which the runtime API knows alone.
unsigned current_context();
void choose_device(unsigned number, unsigned context = 0);
/// Has this host thread a context? Not before it has chosen one, or called what needs one.
bool has_context();
void leave_context();
void set_first_device(unsigned number);

/// The device code of one compiled source file. Its PTX is read when it is first needed, for each
/// device by itself, which has its own variables.
class Binary {
 public:
  /// The PTX for a GPU of that compute capability (90 for 9.0) at most. Throws FatBinaryError or
  /// UnsupportedError.
  using Source = std::function<std::string(unsigned newest)>;
  explicit Binary(Source source) : source_(std::move(source)) {}

  /// Throws ApiError; the first failure is reported.
  const Module& module(unsigned device = current_device());
  /// The same, where the caller reports. Throws FatBinaryError or UnsupportedError.
  const Module& read(unsigned device);
  /// The device forgets it, and its variables are gone; managed ones stay as they are.
  void unload(unsigned device);

  /// What stands for its code, which its kernels read: one byte, where it may go while they run; 0:
  /// it never does.
  std::uint64_t code = 0;

 private:
  Source source_;
  std::map<unsigned, const Module*> modules_;  // by device
  const Module* unloaded_ = nullptr;           // last, by any device
  cudaError_t error_ = cudaSuccess;
};

/// A kernel as the host knows it. Its address is its cudaKernel_t.
struct Function {
  /// What cudaFuncSetAttribute set, on one device.
  struct Settings {
    std::optional<std::size_t> dynamic_shared;
    int carveout = -1;
    Dim3 cluster = {0, 0, 0};  // zeros where it was not
    bool large_clusters = false;
    bool loaded = false;  // its code, which CUDA does when it is first used
  };

  Binary* binary;
  std::string name;                       // mangled
  std::map<unsigned, Settings> settings;  // by device

  /// Of the current device, as all that follows.
  Settings& set() { return settings[current_device()]; }
  Settings of_current_device() const;
  /// Throws ApiError.
  const Kernel& kernel(unsigned device = current_device()) const;
  /// Bytes that a launch may ask for. Throws ApiError.
  std::size_t most_dynamic_shared() const;
};

struct HostVariable {
  Binary* binary;
  std::string name;
  std::size_t bytes;
};

/// What cudaDeviceSetLimit set, and Machine does not know. Output of printf is out at once.
struct Limits {
  std::size_t printf_bytes = 8650752;
  std::optional<std::size_t> persisting_l2_bytes;
  std::size_t l2_fetch_bytes = 64, pending_launches = 2048;
};

/// A device, and what the program has set about it.
struct Context {
  explicit Context(const Device& device) : machine(device) {}
  Context(Context& peer, unsigned stream) : machine(peer.machine), default_stream(stream) {}

  Machine machine;
  unsigned default_stream = StreamOrder::legacy;  // its number for Work
  Limits limits;
  unsigned flags = cudaDeviceScheduleAuto;
  unsigned resets = 0;
  bool used_by_runtime = false;  // its primary context, by the runtime API
};

/// The devices and what they are given to do.
struct State {
  State(const Device& device, unsigned devices);

  std::recursive_mutex mutex;
  std::deque<Context> contexts;  // by device
  Memory& memory;                // of all of them
  Work work{mutex, memory};
  MemoryHistory memory_history;

  /// Of the current device.
  Context& context() { return contexts[current_device()]; }
  Machine& machine() { return context().machine; }
  std::vector<std::unique_ptr<Binary>> binaries;
  std::map<const void*, std::unique_ptr<Function>> functions;  // by host stub
  std::set<const void*> handles;                               // of those that a program asked for
  std::map<const void*, std::string> gone_handles;             // and who took them away
  std::map<const void*, HostVariable> variables;               // by host shadow
  std::map<void**, HostVariable> managed_variables;            // the same: a pointer to each
  cudaError_t sticky = cudaSuccess;  // a device fault that spoiled the context
  // What went wrong and the program has not asked for yet, and where. <<<…>>> returns no error, so
  // only the thread that launched can learn of it: by its number.
  struct Unseen {
    std::string what;
    HostCall site;
  };
  std::map<unsigned, Unseen> unseen_launch_errors;
  std::string unseen_error;
  HostCall unseen_site;
  bool initialised = false;                      // for the driver API
  const std::source_location* called = nullptr;  // the call that the program is in
  std::vector<LaunchRecord> launches;
  /// By stream: the last kernel that let the next one begin before it was over, and its number
  /// there.
  struct Overlapped {
    std::uint32_t number = 0;
    std::shared_ptr<Neighbour> kernel;
  };
  std::map<unsigned, Overlapped> overlapped;
  Schedule schedule;
  bool checked = true;
  unsigned cores = 1;
  std::optional<std::uint64_t> worth_sharing;  // of LaunchConfiguration
  std::unique_ptr<TraceFile> trace;
  std::string traced_kernel;  // its launches alone are traced; empty: all
  bool traced_kernel_ran = false;
  std::uint64_t patience = 0;                // of LaunchConfiguration
  std::optional<std::uint64_t> most_faults;  // the same
  std::uint64_t explore = 0;                 // of LaunchOptions
  double tell_after = 10;                    // seconds, until Waiting tells
  std::unique_ptr<Recorder> recorder = std::make_unique<Recorder>();
  std::map<std::uint64_t, unsigned> host_flags;  // by address, of memory that is or was pinned
  std::set<std::uint64_t> pool_memory;           // addresses that cudaMallocAsync gave
  std::multiset<std::uint64_t> to_be_freed;      // by cudaFreeAsync and graphs, when its turn comes
  std::multiset<std::uint64_t> to_be_revived;    // by graphs, likewise
  std::set<std::uint64_t> graph_memory;          // addresses that nodes of graphs allocate
  /// By address, of memory that belongs to another context of its device than the primary one.
  std::map<std::uint64_t, unsigned> context_memory;

  /// After all that was given to streams so far?
  bool lives(const Allocation& memory) const {
    return !memory.freed + to_be_revived.count(memory.address) > to_be_freed.count(memory.address);
  }
  /// Is it memory that a context takes along when it goes?
  bool goes_with(const Allocation& memory, unsigned device, unsigned context) const {
    const auto other = context_memory.find(memory.address);
    return memory.device == device && !pool_memory.contains(memory.address) &&
           (other == context_memory.end() ? 0 : other->second) == context;
  }
  std::vector<void (*)()> last_steps;  // when the program has ended, and all is done
};

State& state();
cudaError_t& last_error();  // of this host thread
unsigned host_thread();     // its number, which no other ever has
inline Memory& device_memory() {
  return state().memory;
}

/// The number that the stream has for Work. Throws ApiError, and reports a handle that was
/// destroyed or never made: CUDA may crash on it.
unsigned number_of(cudaStream_t stream);
/// Its device: the current one, of a default stream.
unsigned device_of(cudaStream_t stream);
/// Its context there, likewise.
unsigned context_of(cudaStream_t stream);
/// All that the program made in a context.
void destroy_streams_of(State& s, unsigned device, unsigned context);
/// What stream 0 stands for in sources that are compiled with --default-stream per-thread.
inline cudaStream_t per_thread(cudaStream_t stream) {
  return stream ? stream : cudaStreamPerThread;
}

/// What each call does first, and what one does first that needs a context.
void begin_call(State& s);
void enter_context();
/// Remembers the error that the call returns which the program is in.
void note_error(State& s, const ApiError& error);

/// While it lives the program is in a call: this one, or the one by which this one is made.
class Called {
 public:
  Called(const std::source_location*& called, const std::source_location& where)
      : called_(called), is_outermost_(called == nullptr) {
    if (is_outermost_) called_ = &where;
  }
  Called(const Called&) = delete;
  Called& operator=(const Called&) = delete;
  ~Called() {
    if (is_outermost_) called_ = nullptr;
  }
  bool is_outermost() const { return is_outermost_; }

 private:
  const std::source_location*& called_;
  const bool is_outermost_;
};

/// Of a host function or callback that a stream runs: while it lives, this thread is in one, and
/// may not call what needs the device.
class InHostFunction {
 public:
  InHostFunction();
  InHostFunction(const InHostFunction&) = delete;
  InHostFunction& operator=(const InHostFunction&) = delete;
  ~InHostFunction();
};
/// Throws ApiError, and reports the call, if this thread may not make it.
void check_allowed(const std::source_location& call);

/// The body of an API call that works even after a device fault: locks, remembers the error.
template <class Body>
cudaError_t call_without_context(
    Body&& body, const std::source_location& where = std::source_location::current()) {
  State& s = state();
  const std::lock_guard lock(s.mutex);
  const InCall in_call;
  const Called called(s.called, where);
  ApiError error{cudaSuccess};
  try {
    check_allowed(where);
    begin_call(s);
    error.code = body(s);
  } catch (const ApiError& thrown) {
    error = thrown;
  } catch (const std::bad_alloc&) {
    error.code = cudaErrorMemoryAllocation;
  }
  if (error.code != cudaSuccess) note_error(s, error);
  if (called.is_outermost()) s.work.guard();
  return error.code;
}

/// The body of every other API call: refuses to work after a device fault, which tells the host
/// that the device has come to its end.
template <class Body>
cudaError_t call(Body&& body, const std::source_location& where = std::source_location::current()) {
  return call_without_context(
      [&](State& s) {
        enter_context();
        if (s.sticky == cudaSuccess) return body(s);
        s.work.host_heard_of_all();
        return s.sticky;
      },
      where);
}

/// The body of a call that gives a stream work: told the stream's number.
template <class Body>
cudaError_t call_in(cudaStream_t stream, Body&& body,
                    const std::source_location& where = std::source_location::current()) {
  return call([&](State& s) { return body(s, number_of(stream)); }, where);
}

/// Reports a misuse that is wrong whatever the program makes of the error code. Without a line: in
/// the call that is under way.
void report_misuse(const char* kind, std::string message);
void report_misuse(const char* kind, std::string message, const HostLine& line);
/// The same of what is carried out all the same: if the call fails, its error is told as well.
void report_at(const HostLine& line, const char* kind, std::string message);

/// The call that the program is in.
MemoryHistory::Call call_under_way(const State& s);
std::string name_of_call_under_way(const State& s);
/// The name of the function that a call is of.
std::string name_of(const std::source_location& call);

/// Is it an error that no right program meets? What may be asked as a question is none: how much
/// memory there is, which devices.
bool is_misuse(cudaError_t error);

/// While one lives, errors of this host thread's calls are not the runtime API's: they are neither
/// its last error nor told when the program ends.
class OwnErrors {
 public:
  OwnErrors();
  OwnErrors(const OwnErrors&) = delete;
  OwnErrors& operator=(const OwnErrors&) = delete;
  ~OwnErrors();

  /// More than CUDA's text says of the last one; may be empty.
  const std::string& why() const { return why_; }
  /// Has the simulator said something of it?
  bool told() const { return told_; }
  void note(const ApiError& error, bool told);

 private:
  OwnErrors* const outer_;
  const cudaError_t last_;
  std::string why_;
  bool told_ = false;
};

/// For a part of the API that is not there: says so, and returns cudaErrorNotSupported.
cudaError_t unsupported(const char* name);

/// By host stub or cudaKernel_t. Throws ApiError.
Function& find_function(const void* function);
/// Device address and size of a variable by its host shadow. Throws ApiError.
std::pair<std::uint64_t, std::size_t> find_variable(const void* shadow);

/// Throws ApiError if there is no such device.
unsigned checked_device(int number);

/// The living allocation that holds an address, or null.
const Allocation* living_at(const void* pointer);

/// Where a call puts what it gives back. Throws ApiError if the program named no place.
template <class T>
T& result(T* place) {
  if (!place) throw ApiError{cudaErrorInvalidValue};
  return *place;
}

/// Of cudaLaunchKernelEx and of questions about one.
LaunchConfiguration configuration_of(const cudaLaunchConfig_t& config);
/// What the program set for the function counts where the launch says nothing.
void settle_clusters(const Function& function, LaunchConfiguration& configuration);

inline cudaError_t check_cache_config(cudaFuncCache config) {
  return config > cudaFuncCachePreferEqual ? cudaErrorInvalidValue : cudaSuccess;
}

inline cudaError_t check_bank_size(cudaSharedMemConfig config) {
  return unsigned(config) > cudaSharedMemBankSizeEightByte ? cudaErrorInvalidValue : cudaSuccess;
}

inline std::uint64_t address_of(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer);
}

inline bool is_device_address(const void* pointer) {
  return Memory::is_on_device(address_of(pointer));
}

}  // namespace simulator::runtime
