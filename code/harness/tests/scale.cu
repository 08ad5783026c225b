// A program like a chapter's, for the tests of the harness. KERNEL in the environment chooses a
// kernel that is wrong, EXPERIMENT names one more experiment, REHEARSED adds some that are hard to
// rehearse beside one another.
#include <cstdlib>
#include <set>
#include <string>

#include "harness/device_array.hpp"
#include "harness/measurement/observer.hpp"
#include "harness/measurement/stream.hpp"
#include "harness/measurement/timing.hpp"
#include "harness/program.hpp"

enum class Fault { none, wrong, nothing, early };

// quote: faulty-kernel
template <Fault fault>
__global__ void scale(const float* from, float* to, float factor, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size || fault == Fault::nothing) return;
  if (fault == Fault::early && i == size - 1) return;
  to[i] = fault == Fault::wrong ? from[i] + factor : from[i] * factor;
}
// end quote

constexpr int block = 64;

void launch_scale(const float* from, float* to, float factor, int size) {
  const char* chosen = std::getenv("KERNEL");
  const std::string kernel = chosen ? chosen : "right";
  const int blocks = (size + block - 1) / block;
  if (size == 0) return;
  if (kernel == "right") scale<Fault::none><<<blocks, block>>>(from, to, factor, size);
  if (kernel == "wrong") scale<Fault::wrong><<<blocks, block>>>(from, to, factor, size);
  if (kernel == "nothing") scale<Fault::nothing><<<blocks, block>>>(from, to, factor, size);
  if (kernel == "early") scale<Fault::early><<<blocks, block>>>(from, to, factor, size);
  if (kernel == "launch") scale<Fault::none><<<blocks, 2048>>>(from, to, factor, size);
}

int main(int argc, char** argv) {
  harness::Program program(argc, argv);
  // quote: check
  program.check("every element is scaled", [](harness::Check& check) {
    for (std::int64_t size : harness::telling_sizes(1000, check.random())) {
      std::vector<float> values(size);
      for (float& value : values) value = float(check.integer(1, 1000));
      harness::DeviceArray<float> from(values), to(size);
      launch_scale(from.data(), to.data(), 3, int(size));
      CUDA_LAUNCHED();
      std::vector<float> scaled = to.host();
      for (std::int64_t i = 0; i < size; ++i) check.equal(scaled[i], values[i] * 3, "element");
      check.that(to.guards_hold(), "guards");
    }
  });
  // end quote
  program.check_at_length("a thousand times the same", [](harness::Check& check) {
    harness::DeviceArray<float> from(1, 1.0f), to(1);
    for (int i = 1; i <= 1000; ++i) launch_scale(from.data(), to.data(), float(i), 1);
    CUDA_LAUNCHED();
    check.equal(to.host()[0], 1000.0f, "element");
  });
  auto add_times = [](harness::Table& table) {
    for (int size : {1000, 1 << 16}) {
      harness::DeviceArray<float> from(size, 1.0f), to(size);
      std::set<cudaStream_t> streams;
      auto launch = [&] {
        streams.insert(harness::timed_stream);
        launch_scale(from.data(), to.data(), 3, size);
      };
      harness::Timing time = harness::time_on_device(launch, {.bytes = 8.0 * size});
      table.row(size, time.median, time.lower_quartile, time.upper_quartile, time.samples,
                streams.size());
    }
  };
  const std::vector<std::string> columns = {"n",       "ms",     "lower_quartile", "upper_quartile",
                                            "samples", "streams"};
  program.measure("scale-times", columns, add_times);
  program.measure("scale-on-the-next-gpu-times", columns, add_times, {.major = 99});
  program.measure("scale-with-the-next-toolkit-times", columns, add_times, {.toolkit = 99000});
  program.measure("scale-in-all-memory-times", columns, add_times, {.bytes = 1e15});
  program.measure("scale-on-two-gpus-times", columns, add_times, {.devices = 2});
  for (const char* experiment : {"scale-counts", "scale-other-counts"}) {
    program.count(experiment, {"n", "stores"}, [](harness::Table& table) {
      harness::DeviceArray<float> from(100, 1.0f), to(100);
      auto counts = harness::observer::count([&] { launch_scale(from.data(), to.data(), 3, 100); });
      table.row(100, harness::observer::value(counts, "global_store_requests"));
    });
  }
  if (std::getenv("REHEARSED")) {
    // The first that asks remembers it for the next.
    for (const char* experiment : {"scale-asking-times", "scale-asking-again-times"}) {
      program.measure(experiment, columns, [=](harness::Table& table) {
        static const bool asked =
            cudaFuncSetAttribute(scale<Fault::none>, cudaFuncAttributePreferredSharedMemoryCarveout,
                                 0) == cudaSuccess;
        if (asked) add_times(table);
      });
    }
    program.measure("scale-dying-times", columns, [](harness::Table&) { std::abort(); });
    program.measure("scale-exiting-times", columns, [](harness::Table&) { std::_Exit(3); });
    program.measure("scale-later-times", columns, add_times);
  }
  if (const char* experiment = std::getenv("EXPERIMENT")) {
    program.count(experiment, {"n"}, [](harness::Table& table) { table.row(1); });
  }
  return program.run();
}
