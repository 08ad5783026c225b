#include "harness/measurement/timing.hpp"

#include <cuda_runtime_api.h>

#include <chrono>
#include <string>
#include <utility>

#include "harness/call.hpp"
#include "harness/measurement/clocks.hpp"
#include "harness/measurement/observer.hpp"
#include "harness/measurement/stream.hpp"

namespace harness {
namespace {

std::vector<Timing> taken;
std::vector<cudaStream_t> streams;  // those of a round, or none yet

int attribute_of_device(cudaDeviceAttr which) {
  int device = 0, value = 0;
  CUDA_CALL(cudaGetDevice(&device));
  CUDA_CALL(cudaDeviceGetAttribute(&value, which, device));
  return value;
}

Limits limits_of_device() {
  double transfers = 2e3 * attribute_of_device(cudaDevAttrMemoryClockRate);  // kHz, twice a cycle
  return {double(attribute_of_device(cudaDevAttrL2CacheSize)),
          transfers * attribute_of_device(cudaDevAttrGlobalMemoryBusWidth) / 8};
}

double seconds() {
  using std::chrono::steady_clock, std::chrono::duration;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

class Events {
 public:
  Events() : clock_(clock_of_device()) {
    CUDA_CALL(cudaEventCreate(&start_));
    CUDA_CALL(cudaEventCreate(&stop_));
    bytes_ = 2 * static_cast<std::size_t>(attribute_of_device(cudaDevAttrL2CacheSize));
    CUDA_CALL(cudaMalloc(&buffer_, bytes_));
    if (streams.empty()) make_streams();
  }
  ~Events() {
    cudaFree(buffer_);
    cudaEventDestroy(stop_);
    cudaEventDestroy(start_);
  }
  Events(const Events&) = delete;
  Events& operator=(const Events&) = delete;

  // quote: sample
  Sample sample(const std::function<void()>& launch) {
    const TimedStream turn(streams[samples_++ / samples_a_stream % streams.size()]);
    CUDA_CALL(cudaMemsetAsync(buffer_, ++fill_, bytes_, timed_stream));
    CUDA_CALL(cudaEventRecord(start_, timed_stream));
    launch();
    CUDA_CALL(cudaEventRecord(stop_, timed_stream));
    Clock clock = clock_();
    CUDA_CALL(cudaEventSynchronize(stop_));
    float milliseconds = 0;
    CUDA_CALL(cudaEventElapsedTime(&milliseconds, start_, stop_));
    return {milliseconds, clock};
  }
  // end quote

 private:
  // Each is used once, for what happens only then. Where they cannot be chosen, all is timed in the
  // default stream.
  void make_streams() const {
    if (!streams_are_chosen) return streams.assign(1, nullptr);
    streams.resize(samples_a_round / samples_a_stream);
    for (cudaStream_t& each : streams) {
      CUDA_CALL(cudaStreamCreate(&each));
      CUDA_CALL(cudaMemsetAsync(buffer_, 0, bytes_, each));
      CUDA_CALL(cudaEventRecord(start_, each));
    }
    CUDA_CALL(cudaDeviceSynchronize());
  }

  std::function<Clock()> clock_;
  cudaEvent_t start_, stop_;
  void* buffer_ = nullptr;
  std::size_t bytes_ = 0;
  unsigned char fill_ = 0;
  std::size_t samples_ = 0;
};

Timing rehearsed() {
  return {.median = 1, .lower_quartile = 1, .upper_quartile = 1, .samples = 1};
}

Timing keep(const Timing& timing) {
  taken.push_back(timing);
  return timing;
}

}  // namespace

Timing time_on_device(const std::function<void()>& launch, const Traffic& traffic) {
  if (observer::rehearsing()) {
    observer::rehearse_timed(launch);
    observer::note("moves " + std::to_string(traffic.bytes) + " bytes among " +
                   std::to_string(traffic.footprint));
    return rehearsed();
  }
  // quote: time
  for (int i = 0; i < 3; ++i) launch();
  CUDA_LAUNCHED();
  Events events;
  Timing timing = sample_until_steady([&] { return events.sample(launch); }, seconds);
  CUDA_LAUNCHED();
  judge(timing, traffic, limits_of_device());
  return keep(timing);
  // end quote
}

Timing time_on_host(const std::function<void()>& run) {
  if (observer::rehearsing()) {
    observer::note("unseen: code on the host is timed");
    return rehearsed();
  }
  return keep(sample_calls(run, seconds));
}

void release_streams() {
  for (cudaStream_t each : std::exchange(streams, {})) {
    if (each) CUDA_CALL(cudaStreamDestroy(each));
  }
}

std::vector<Timing> take_timings() {
  return std::exchange(taken, {});
}

}  // namespace harness
