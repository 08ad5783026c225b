// exit: 0
// prints: all as it should be
// devices: 1 2 3 4
// streams: early late random:1 random:2 random:3
#include <cstdio>
#include <vector>

// A ring all-reduce: in each step every device adds a part of its array to its neighbour's, or
// writes it there, by stores of its kernels. Events keep the steps apart.

constexpr int part = 96;

template <bool adds>
__global__ void pass_on(int* to, const int* from) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (adds)
    to[i] += from[i];
  else
    to[i] = from[i];
}

#define REQUIRE(...)                                 \
  if (!(__VA_ARGS__)) {                              \
    printf("line %d: %s\n", __LINE__, #__VA_ARGS__); \
    return 1;                                        \
  }

int main() {
  int devices = 0;
  cudaGetDeviceCount(&devices);
  const int n = devices * part;
  std::vector<int*> x(devices);
  std::vector<cudaStream_t> stream(devices);
  std::vector<cudaEvent_t> done(devices);
  std::vector<int> right(n);
  for (int device = 0; device < devices; ++device) {
    REQUIRE(cudaSetDevice(device) == cudaSuccess);
    if (const int next = (device + 1) % devices; next != device)
      REQUIRE(cudaDeviceEnablePeerAccess(next, 0) == cudaSuccess);
    cudaMalloc(&x[device], n * sizeof(int));
    cudaStreamCreate(&stream[device]);
    cudaEventCreateWithFlags(&done[device], cudaEventDisableTiming);
    std::vector<int> values(n);
    for (int i = 0; i < n; ++i) right[i] += values[i] = (device + 1) * 1000 + i;
    cudaMemcpyAsync(x[device], values.data(), n * sizeof(int), cudaMemcpyHostToDevice,
                    stream[device]);
    cudaEventRecord(done[device], stream[device]);
  }
  for (int step = 0; step < 2 * (devices - 1); ++step) {
    for (int device = 0; device < devices; ++device) {
      cudaSetDevice(device);
      for (int other = 0; other < devices; ++other)
        cudaStreamWaitEvent(stream[device], done[other]);
    }
    for (int device = 0; device < devices; ++device) {
      cudaSetDevice(device);
      const int next = (device + 1) % devices;
      const int which = ((device - step) % devices + devices) % devices;
      const bool adds = step < devices - 1;
      int* const from = x[device] + which * part;
      int* const to = x[next] + (from - x[device]);
      if (adds)
        pass_on<true><<<part / 32, 32, 0, stream[device]>>>(to, from);
      else
        pass_on<false><<<part / 32, 32, 0, stream[device]>>>(to, from);
      cudaEventRecord(done[device], stream[device]);
    }
  }
  for (int device = 0; device < devices; ++device) {
    std::vector<int> result(n);
    cudaSetDevice(device);
    // What the device before did last goes to this one's memory.
    for (int other = 0; other < devices; ++other) cudaStreamWaitEvent(stream[device], done[other]);
    cudaMemcpyAsync(result.data(), x[device], n * sizeof(int), cudaMemcpyDeviceToHost,
                    stream[device]);
    cudaStreamSynchronize(stream[device]);
    REQUIRE(result == right);
  }
  REQUIRE(cudaGetLastError() == cudaSuccess);
  printf("all as it should be\n");
}
