#include "simulator/machine/launch.hpp"

#include <cstring>
#include <utility>

#include "simulator/ptx/names.hpp"
#include "simulator/runtime/graphs/capture.hpp"
#include "simulator/runtime/launches/kernel_run.hpp"
#include "simulator/runtime/launches/kernel_work.hpp"
#include "simulator/runtime/launches/loading.hpp"
#include "simulator/runtime/process/faults.hpp"
#include "simulator/runtime/runtime.hpp"

using namespace simulator;
using namespace simulator::runtime;

namespace {

struct CallConfiguration {
  dim3 grid, block;
  std::size_t shared;
  cudaStream_t stream;
  HostCall site;
};

// <<<…>>> pushes; the kernel's stub pops. Arguments that launch kernels themselves nest.
std::vector<CallConfiguration>& call_configurations() {
  thread_local std::vector<CallConfiguration> stack;
  return stack;
}

Dim3 extent(const dim3& d) {
  return {d.x, d.y, d.z};
}

cudaError_t error_for(const Refusal& refusal, bool cooperative) {
  if (refusal.reason == Refusal::Reason::cluster) return cudaErrorInvalidClusterSize;
  const bool too_large = refusal.reason == Refusal::Reason::cooperative ||
                         (refusal.reason == Refusal::Reason::shared_memory && cooperative);
  return too_large ? cudaErrorCooperativeLaunchTooLarge : cudaErrorInvalidValue;
}

std::vector<std::byte> pack(const Kernel& kernel, void** arguments) {
  std::vector<std::byte> packed(kernel.parameter_bytes);
  if (!kernel.parameters.empty() && !arguments) throw ApiError{cudaErrorInvalidValue};
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    const Parameter& parameter = kernel.parameters[i];
    std::memcpy(packed.data() + parameter.offset, arguments[i], parameter.size);
  }
  return packed;
}

cudaError_t launch(State& s, const void* handle, LaunchConfiguration configuration,
                   void** arguments, cudaStream_t stream) {
  const unsigned number = number_of(stream), device = current_device();
  if (const unsigned other = device_of(stream); other != device)
    throw ApiError{cudaErrorInvalidResourceHandle,
                   "the stream is of device " + std::to_string(other) +
                       ", and the current device is " + std::to_string(device)};
  if (context_of(stream) != current_context())
    throw ApiError{cudaErrorInvalidResourceHandle, "the stream is of another context"};
  Capture* const capture = capturing(s, number);
  if (!capture) {
    give_kernel(s, number, stream, prepare_kernel(s, handle, configuration, arguments));
    return cudaSuccess;
  }
  try {
    capture_node(*capture, number, cudaGraphNodeTypeKernel,
                 prepare_kernel(s, handle, configuration, arguments));
  } catch (const ApiError&) {
    capture->invalid = true;  // a launch that is refused spoils it
    throw;
  }
  return cudaSuccess;
}

/// A launch that says what is wrong with it if the program never asks: <<<…>>> throws the error
/// away.
cudaError_t launch_from_stub(const void* handle, const LaunchConfiguration& configuration,
                             void** arguments, cudaStream_t stream,
                             const std::source_location& where) {
  const auto body = [&](State& s) {
    try {
      return launch(s, handle, configuration, arguments, stream);
    } catch (const ApiError& error) {
      std::string name = "a kernel";
      try {
        name = "kernel " + kernel_name(find_function(handle).name);
      } catch (const ApiError&) {
      }
      s.unseen_launch_errors[host_thread()] = {
          name + " was not launched: " + cudaGetErrorName(error.code) + ": " +
              (error.what.empty() ? cudaGetErrorString(error.code) : error.what) + " (grid " +
              describe(configuration.grid) + ", block " + describe(configuration.block) + ", " +
              std::to_string(configuration.dynamic_shared) + " bytes of dynamic shared memory)",
          HostCall::here()};
      throw;
    }
  };
  return call(body, where);
}

}  // namespace

LaunchConfiguration simulator::runtime::configuration_of(const cudaLaunchConfig_t& config) {
  LaunchConfiguration configuration{extent(config.gridDim), extent(config.blockDim),
                                    config.dynamicSmemBytes};
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    const cudaLaunchAttribute& attribute = config.attrs[i];
    if (attribute.id == cudaLaunchAttributeCooperative)
      configuration.cooperative = attribute.val.cooperative != 0;
    if (attribute.id == cudaLaunchAttributeProgrammaticStreamSerialization)
      configuration.may_overlap = attribute.val.programmaticStreamSerializationAllowed != 0;
    const auto& cluster = attribute.val.clusterDim;
    if (attribute.id == cudaLaunchAttributeClusterDimension)
      configuration.wanted_cluster = Dim3{cluster.x, cluster.y, cluster.z};
  }
  return configuration;
}

void simulator::runtime::settle_clusters(const Function& function,
                                         LaunchConfiguration& configuration) {
  const Function::Settings set = function.of_current_device();
  configuration.large_clusters = set.large_clusters;
  if (!configuration.wanted_cluster && set.cluster.volume() > 0)
    configuration.wanted_cluster = set.cluster;
}

KernelWork simulator::runtime::prepare_kernel(State& s, const void* handle,
                                              const LaunchConfiguration& configuration,
                                              void** arguments) {
  Function& function = find_function(handle);
  const Kernel& kernel = function.kernel();
  load(s, function);
  KernelWork work{handle, &function, current_device(), s.context().resets, configuration, {}};
  work.configuration.most_dynamic_shared = function.of_current_device().dynamic_shared;
  settle_clusters(function, work.configuration);
  if (const auto refusal = s.machine().refusal(s.recorder->kernel(kernel), work.configuration))
    throw ApiError{error_for(*refusal, configuration.cooperative), refusal->what};
  work.parameters = pack(kernel, arguments);
  return work;
}

VectorClock simulator::runtime::give_kernel(State& s, unsigned number, cudaStream_t stream,
                                            KernelWork work, std::optional<GraphPlace> node) {
  LaunchConfiguration& configuration = work.configuration;
  configuration.patience = s.patience;
  configuration.most_faults = s.most_faults.value_or(configuration.most_faults);
  configuration.checked = s.checked;
  configuration.cores = s.cores;
  configuration.worth_sharing = s.worth_sharing.value_or(configuration.worth_sharing);
  const Function& function = *work.function;
  if (work.resets != s.contexts[work.device].resets) {
    report_at(node ? node->site.line() : HostCall::here().line(), fault::api,
              "a graph launches kernel " + kernel_name(function.name) +
                  ", whose node was made before cudaDeviceReset: its code went with that");
    return s.work.now(number);
  }
  if (const auto gone = s.gone_handles.find(&function); gone != s.gone_handles.end()) {
    report_at(node ? node->site.line() : HostCall::here().line(), fault::api,
              "in a graph, " + gone->second);
    return s.work.now(number);
  }
  if (!s.recorder->launch(function, configuration, work.parameters, stream))
    return s.work.now(number);
  std::string name = "kernel " + kernel_name(function.kernel(work.device).name);
  std::vector<MemoryUse> code;
  if (const std::uint64_t begin = function.binary->code) code = {{begin, begin + 1, false}};
  // The kernel runs while the host goes on: a later call meets what it did wrong.
  return s.work.give(
      number, {.kind = Operation::Kind::kernel,
               .device = work.device,
               .name = std::move(name),
               .uses = std::move(code),
               .begin = [&s, work = std::move(work)](
                            const OperationPointer& operation,
                            Uses* uses) { return KernelRun::begin(s, work, operation, uses); },
               .node = std::move(node)});
}

extern "C" {

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared,
                                     struct CUstream_st* stream) {
  HostCall::note_launch(std::nullopt);  // older stubs do not end in __cudaLaunchKernel
  call_configurations().push_back({grid, block, shared, stream, HostCall::here()});
  return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, std::size_t* shared, void* stream) {
  auto& stack = call_configurations();
  if (stack.empty()) return last_error() = cudaErrorMissingConfiguration;
  const CallConfiguration top = stack.back();
  stack.pop_back();
  *grid = top.grid;
  *block = top.block;
  *shared = top.shared;
  *static_cast<cudaStream_t*>(stream) = top.stream;
  HostCall::note_launch(top.site);
  return cudaSuccess;
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                               std::size_t shared, cudaStream_t stream) {
  struct Forgetting {
    ~Forgetting() { HostCall::note_launch(std::nullopt); }
  } const forgetting;
  return launch_from_stub(kernel, {extent(grid), extent(block), shared}, arguments, stream,
                          std::source_location::current());
}

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                             std::size_t shared, cudaStream_t stream) {
  return call([&](State& s) {
    return launch(s, function, {extent(grid), extent(block), shared}, arguments, stream);
  });
}

cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block,
                                        void** arguments, std::size_t shared, cudaStream_t stream) {
  return call([&](State& s) {
    return launch(s, function, {extent(grid), extent(block), shared, true}, arguments, stream);
  });
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function,
                                void** arguments) {
  if (!config) return last_error() = cudaErrorInvalidValue;
  const LaunchConfiguration configuration = configuration_of(*config);
  return call(
      [&](State& s) { return launch(s, function, configuration, arguments, config->stream); });
}

}  // extern "C"
