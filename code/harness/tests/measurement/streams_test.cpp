#include <cuda_runtime_api.h>
#include <doctest/doctest.h>

#include <functional>
#include <vector>

#include "harness/measurement/stream.hpp"

extern cudaStream_t noted_stream;  // that the runtime was asked for the last time
extern "C" unsigned __cudaPushCallConfiguration(dim3, dim3, std::size_t, cudaStream_t);

namespace {

// Streams that nobody looks into.
const auto own = reinterpret_cast<cudaStream_t>(64), turn = reinterpret_cast<cudaStream_t>(128);

const std::vector<std::function<void(cudaStream_t)>> calls = {
    [](cudaStream_t stream) { __cudaPushCallConfiguration(1, 1, 0, stream); },
    [](cudaStream_t stream) { cudaLaunchCooperativeKernel(nullptr, 1, 1, nullptr, 0, stream); },
    [](cudaStream_t stream) {
      cudaLaunchConfig_t configuration{};
      configuration.stream = stream;
      cudaLaunchKernelExC(&configuration, nullptr, nullptr);
      CHECK(configuration.stream == stream);
    },
    [](cudaStream_t stream) { cudaMemcpyAsync(nullptr, nullptr, 0, cudaMemcpyDefault, stream); },
    [](cudaStream_t stream) { cudaMemsetAsync(nullptr, 0, 0, stream); },
};

}  // namespace

TEST_CASE("what names no stream goes to that of the sample, while one is taken") {
  for (const auto& call : calls) {
    for (cudaStream_t none : {cudaStream_t(), cudaStreamLegacy}) {
      {
        harness::TimedStream of_sample(turn);
        call(none);
        CHECK(noted_stream == turn);
      }
      call(none);
      CHECK(noted_stream == none);
    }
  }
}

TEST_CASE("what names one goes there at all times") {
  for (const auto& call : calls) {
    for (cudaStream_t named : {own, cudaStreamPerThread}) {
      call(named);
      CHECK(noted_stream == named);
      harness::TimedStream of_sample(turn);
      call(named);
      CHECK(noted_stream == named);
    }
  }
}
