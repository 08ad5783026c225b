// exit: 0
// prints: all as it should be
// reports: simulator: race between operations
// counts: yes
#include <cstdio>
#include <random>
#include <vector>

#include "simulator/simulator.hpp"

// Random programs of several streams. Whether one has a race does not depend on when operations
// take effect; if it has none, neither does what comes out.

constexpr int n = 32, buffers = 6, steps = 24;

__global__ void mix(int* to, const int* from, int value) {
  to[threadIdx.x] = to[threadIdx.x] * 3 + from[threadIdx.x] + value;
}

struct Outcome {
  bool raced;
  std::vector<int> values;
};

Outcome run(unsigned seed, const char* schedule) {
  simulator::set_streams(schedule);
  std::mt19937 random(seed);
  const auto below = [&](unsigned most) { return random() % most; };
  cudaStream_t streams[4] = {nullptr};
  cudaEvent_t events[3];
  int *device[buffers], *pinned[2], pageable[n];
  for (int k = 1; k < 4; ++k)
    cudaStreamCreateWithFlags(&streams[k], below(2) ? cudaStreamDefault : cudaStreamNonBlocking);
  for (cudaEvent_t& each : events) cudaEventCreateWithFlags(&each, cudaEventDisableTiming);
  for (int*& each : device) {
    cudaMalloc(&each, n * sizeof(int));
    cudaMemset(each, 0, n * sizeof(int));
  }
  for (int*& each : pinned) {
    cudaMallocHost(&each, n * sizeof(int));
    for (int k = 0; k < n; ++k) each[k] = k;
  }
  cudaDeviceSynchronize();
  // Those with many events are mostly right, those with few are mostly wrong.
  const unsigned care = 1 + below(24);
  for (int step = 0; step < steps; ++step) {
    cudaStream_t const stream = streams[below(4)], other = streams[below(4)];
    int* const to = device[below(buffers)];
    int* const from = device[below(buffers)];
    int* const host = pinned[below(2)];
    const unsigned event = below(3);
    const int value = int(below(100));
    switch (below(6)) {
      case 0:
        cudaMemsetAsync(to, value, n * sizeof(int), stream);
        break;
      case 1:
        cudaMemcpyAsync(to, host, n * sizeof(int), cudaMemcpyHostToDevice, stream);
        break;
      case 2:
        cudaMemcpyAsync(host, from, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
        break;
      case 3:
        for (int& each : pageable) each = value;
        cudaMemcpyAsync(to, pageable, n * sizeof(int), cudaMemcpyHostToDevice, stream);
        for (int& each : pageable) each = -1;
        break;
      default:
        mix<<<1, n, 0, stream>>>(to, from, value);
    }
    for (unsigned k = below(care); k > 0; --k) {
      cudaStream_t const waits = streams[below(4)];
      switch (below(8)) {
        case 0:
          cudaStreamSynchronize(waits);
          break;
        case 1:
          while (cudaStreamQuery(waits) == cudaErrorNotReady) cudaGetLastError();
          break;
        case 2:
          cudaEventSynchronize(events[event]);
          break;
        default:
          cudaEventRecord(events[event], k % 2 ? stream : other);
          cudaStreamWaitEvent(waits, events[event]);
      }
    }
  }
  Outcome outcome;
  cudaDeviceSynchronize();
  outcome.raced = !simulator::take_faults().empty();
  for (const int* each : device) {
    std::vector<int> values(n);
    cudaMemcpy(values.data(), each, n * sizeof(int), cudaMemcpyDeviceToHost);
    outcome.values.insert(outcome.values.end(), values.begin(), values.end());
  }
  for (const int* each : pinned) outcome.values.insert(outcome.values.end(), each, each + n);
  for (int* each : device) cudaFree(each);
  for (int* each : pinned) cudaFreeHost(each);
  for (int k = 1; k < 4; ++k) cudaStreamDestroy(streams[k]);
  for (cudaEvent_t each : events) cudaEventDestroy(each);
  return outcome;
}

int main(int argc, char** arguments) {
  const unsigned seed = argc > 1 ? unsigned(std::stoul(arguments[1])) : std::random_device{}();
  printf("seed %u\n", seed);
  int raced = 0, right = 0;
  for (unsigned k = 0; k < 150; ++k) {
    const Outcome early = run(seed + k, "early");
    ++(early.raced ? raced : right);
    for (const char* schedule : {"late", "random:1", "random:2"}) {
      const Outcome now = run(seed + k, schedule);
      if (now.raced != early.raced) {
        printf("program %u, %s: %s\n", k, schedule, now.raced ? "a race" : "no race");
        return 1;
      }
      if (!now.raced && now.values != early.values) {
        printf("program %u, %s: other results\n", k, schedule);
        return 1;
      }
    }
  }
  printf("%d with races, %d without\n", raced, right);
  if (raced < 10 || right < 10) return 1;
  puts("all as it should be");
}
