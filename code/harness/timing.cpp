#include "harness/timing.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

#include "harness/call.hpp"

namespace harness {
namespace {

using Clock = std::chrono::steady_clock;

Timing summary(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  auto quantile = [&](double part) {
    double place = part * static_cast<double>(samples.size() - 1);
    std::size_t below = static_cast<std::size_t>(place);
    std::size_t above = std::min(below + 1, samples.size() - 1);
    return samples[below] +
           (place - static_cast<double>(below)) * (samples[above] - samples[below]);
  };
  return {quantile(0.5), quantile(0.25), quantile(0.75), static_cast<int>(samples.size())};
}

/// Takes samples from `sample` until they are enough.
Timing repeat(const std::function<double()>& sample) {
  constexpr int fewest = 5, usual = 25, most = 201;
  constexpr double wanted_error = 0.005;
  std::vector<double> samples;
  Clock::time_point start = Clock::now();
  for (;;) {
    samples.push_back(sample());
    int count = static_cast<int>(samples.size());
    if (count >= most) break;
    if (count >= fewest && Clock::now() - start > std::chrono::seconds(1)) break;
    if (count < usual) continue;
    Timing now = summary(samples);
    // For normal noise the median's standard error is 1.253 sigma / sqrt(n), sigma the
    // interquartile range / 1.349.
    double error = 0.93 * (now.upper_quartile - now.lower_quartile) / std::sqrt(count);
    if (error <= wanted_error * now.median) break;
  }
  return summary(std::move(samples));
}

class Events {
 public:
  Events() {
    CUDA_CALL(cudaEventCreate(&start_));
    CUDA_CALL(cudaEventCreate(&stop_));
    int device = 0, l2 = 0;
    CUDA_CALL(cudaGetDevice(&device));
    CUDA_CALL(cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, device));
    bytes_ = 2 * static_cast<std::size_t>(l2);
    CUDA_CALL(cudaMalloc(&buffer_, bytes_));
  }
  ~Events() {
    cudaFree(buffer_);
    cudaEventDestroy(stop_);
    cudaEventDestroy(start_);
  }
  Events(const Events&) = delete;
  Events& operator=(const Events&) = delete;

  double sample(const std::function<void()>& launch) {
    CUDA_CALL(cudaMemsetAsync(buffer_, ++fill_, bytes_));
    CUDA_CALL(cudaEventRecord(start_));
    launch();
    CUDA_CALL(cudaEventRecord(stop_));
    CUDA_CALL(cudaEventSynchronize(stop_));
    float milliseconds = 0;
    CUDA_CALL(cudaEventElapsedTime(&milliseconds, start_, stop_));
    return milliseconds;
  }

 private:
  cudaEvent_t start_, stop_;
  void* buffer_ = nullptr;
  std::size_t bytes_ = 0;
  unsigned char fill_ = 0;
};

}  // namespace

Timing time_on_device(const std::function<void()>& launch) {
  for (int i = 0; i < 3; ++i) launch();
  CUDA_LAUNCHED();
  Events events;
  Timing timing = repeat([&] { return events.sample(launch); });
  CUDA_LAUNCHED();
  return timing;
}

Timing time_on_host(const std::function<void()>& run) {
  run();
  return repeat([&] {
    Clock::time_point start = Clock::now();
    run();
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  });
}

}  // namespace harness
