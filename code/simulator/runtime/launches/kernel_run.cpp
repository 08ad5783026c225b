#include "simulator/runtime/launches/kernel_run.hpp"

#include <cstdio>
#include <string_view>
#include <utility>

#include "simulator/memory/uses.hpp"
#include "simulator/ptx/line_table.hpp"
#include "simulator/ptx/names.hpp"
#include "simulator/runtime/operation_races/race_fault.hpp"

namespace simulator::runtime {
namespace {

cudaError_t error_for(LaunchFailure::Reason reason) {
  switch (reason) {
    case LaunchFailure::Reason::illegal_address:
      return cudaErrorIllegalAddress;
    case LaunchFailure::Reason::misaligned_address:
      return cudaErrorMisalignedAddress;
    case LaunchFailure::Reason::assertion:
      return cudaErrorAssert;
    case LaunchFailure::Reason::illegal_instruction:
      return cudaErrorIllegalInstruction;
    case LaunchFailure::Reason::deadlock:
      return cudaErrorLaunchTimeout;
    case LaunchFailure::Reason::trap:
    case LaunchFailure::Reason::cluster_address:
      break;
  }
  return cudaErrorLaunchFailure;
}

/// Is `wish` the name of a kernel, with or without its namespaces and template arguments?
bool is_named(std::string_view kernel, std::string_view wish) {
  if (kernel == wish) return true;
  kernel = kernel.substr(0, kernel.find('<'));
  if (kernel == wish) return true;
  const std::size_t scope = kernel.rfind("::");
  return scope != std::string_view::npos && kernel.substr(scope + 2) == wish;
}

/// Where the line of a fault does not lead a reader to his own code, the launch does.
void report_with_launch(Fault fault, const Operation& operation) {
  const bool elsewhere = fault.file.empty() || is_of_library(fault.file);
  if (const HostLine line = elsewhere ? operation.site.line() : HostLine())
    fault.message += "; launched at " + line.text();
  report(std::move(fault));
}

Trace* trace_of(State& s, std::string_view kernel) {
  if (!s.trace) return nullptr;
  if (s.traced_kernel.empty()) return &s.trace->trace;
  if (!is_named(kernel, s.traced_kernel)) return nullptr;
  s.traced_kernel_ran = true;
  return &s.trace->trace;
}

}  // namespace

KernelRun::KernelRun(State& s, const KernelWork& work, const OperationPointer& operation,
                     Uses* uses)
    : s_(s),
      work_(work),
      operation_(operation),
      name_(kernel_name(work.function->kernel(work.device).name)),
      uses_(uses),
      waiting_(name_, s.tell_after) {}

std::unique_ptr<Resumable> KernelRun::begin(State& s, const KernelWork& work,
                                            const OperationPointer& operation, Uses* uses) {
  std::unique_ptr<KernelRun> run(new KernelRun(s, work, operation, uses));
  const Function& function = *work.function;
  LaunchConfiguration configuration = work.configuration;
  configuration.interruption = &run->interruptible_;
  configuration.spectator = &run->waiting_;
  configuration.uses = uses;
  configuration.call = [operation] { return place_of(*operation, operation->site.line()); };
  configuration.goes_on = true;
  configuration.may_rest = true;
  if (configuration.may_overlap)
    if (const auto before = s.overlapped.find(operation->place.stream);
        before != s.overlapped.end() && before->second.number + 1 == operation->place.number)
      configuration.overlapped = before->second.kernel;
  configuration.printf_bytes = s.contexts[work.device].limits.printf_bytes;
  {
    const Interruptible::Now now(run->interruptible_);
    run->launch_ = std::make_unique<Launch>(
        s.contexts[work.device].machine, function.binary->module(work.device),
        function.kernel(work.device), configuration, work.parameters,
        LaunchOptions{
            .schedule = s.schedule,
            .trace = trace_of(s, run->name_),
            .on_fault = [operation](const Fault& fault) { report_with_launch(fault, *operation); },
            .explore = s.explore,
            .on_exploring =
                [&waiting = run->waiting_](const Exploration& found) {
                  waiting.exploring(found);
                  return true;
                }});
  }
  if (!run->launch_->is_over()) return run;
  run->end();
  return nullptr;
}

bool KernelRun::go_on(bool alone) {
  {
    const Interruptible::Now now(interruptible_);
    launch_->go_on(alone);
  }
  if (!launch_->is_over()) return false;
  end();
  return true;
}

void KernelRun::give_up(const std::string& others) {
  launch_->give_up("threads spin for ever, and nobody is left who could change what they read" +
                   others);
  end();
}

void KernelRun::end() {
  LaunchOutcome& outcome = launch_->outcome();
  if (outcome.exploration)
    std::fprintf(stderr, "simulator: kernel %s %s\n", name_.c_str(),
                 outcome.exploration->describe().c_str());
  if (outcome.overlapped)
    s_.overlapped[operation_->place.stream] = {operation_->place.number,
                                               std::move(outcome.overlapped)};
  count_faults(outcome.faults);
  if (outcome.failure) s_.sticky = error_for(*outcome.failure);
  if (outcome.status == LaunchOutcome::Status::unsupported) {
    report_misuse(fault::unsupported, outcome.message, {});
    s_.sticky = cudaErrorNotSupported;
  }
  s_.launches.push_back(
      {name_, work_.configuration.grid, work_.configuration.block, outcome.counts});
  if (s_.sticky != cudaSuccess) s_.work.abandon();
  if (uses_ != nullptr)
    uses_->add_later(
        [launch = std::shared_ptr<Launch>(std::move(launch_))] { launch->tell_uses(); });
}

}  // namespace simulator::runtime
