#include "simulator/tests/harness.hpp"

namespace simulator {

std::string kernel_text(const std::string& body, const std::string& declarations) {
  return R"(.version 9.0
.target sm_90
.address_size 64
)" + declarations +
         R"(
.visible .entry k(.param .u64 k_out, .param .u64 k_in, .param .u32 k_n)
{
  .reg .pred %p<20>;
  .reg .b16 %h<20>;
  .reg .b32 %r<20>;
  .reg .f32 %f<20>;
  .reg .b64 %rd<20>;
  .reg .f64 %d<20>;
  ld.param.u64 %rd0, [k_out];
  ld.param.u64 %rd1, [k_in];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r0, %r1, %r2, %r3;
  mul.wide.u32 %rd2, %r0, 8;
  add.s64 %rd0, %rd0, %rd2;
  add.s64 %rd1, %rd1, %rd2;
)" + body +
         R"(
  ret;
}
)";
}

Bench::Bench(const std::string& ptx, const Device& device)
    : machine(device), module(machine.load(ptx)) {}

std::uint64_t Bench::upload(const void* data, std::size_t bytes) {
  const std::uint64_t address = memory.allocate(bytes);
  memory.copy_in(address, data, bytes);
  return address;
}

Counts Bench::run(Dim3 grid, Dim3 block, std::uint64_t out, std::uint64_t in, unsigned n,
                  std::size_t dynamic_shared, bool cooperative) {
  const Kernel& kernel = *module.kernel("k");
  std::byte parameters[20];
  std::memcpy(parameters, &out, 8);
  std::memcpy(parameters + 8, &in, 8);
  std::memcpy(parameters + 16, &n, 4);
  LaunchConfiguration configuration{grid, block, dynamic_shared, cooperative};
  configuration.cores = cores;
  configuration.worth_sharing = worth_sharing;
  configuration.checked = checked;
  const LaunchOutcome outcome =
      machine.launch(module, kernel, configuration, std::span(parameters, kernel.parameter_bytes),
                     {schedule, nullptr, [this](const Fault& fault) { faults_.report(fault); }});
  if (outcome.failure) throw LaunchFailure(*outcome.failure, outcome.counts);
  if (outcome.refusal) throw UnsupportedError(outcome.refusal->what);
  return outcome.counts;
}

std::vector<std::string> Bench::faults() {
  last_faults = faults_.take();
  std::vector<std::string> kinds;
  for (const Fault& fault : last_faults) kinds.push_back(fault.kind);
  return kinds;
}

std::vector<std::uint64_t> results(const std::string& body, const std::vector<std::uint64_t>& in,
                                   unsigned threads, const std::string& declarations) {
  Bench bench(kernel_text(body, declarations));
  const std::uint64_t out = bench.upload(std::vector<std::uint64_t>(threads));
  const std::uint64_t from = bench.upload(in);
  bench.run({1, 1, 1}, {threads, 1, 1}, out, from, threads);
  return bench.download<std::uint64_t>(out, threads);
}

}  // namespace simulator
