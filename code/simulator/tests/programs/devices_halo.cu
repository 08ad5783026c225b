// exit: 0
// prints: all as it should be
// devices: 1 2 3 4
// streams: early late random:1 random:2 random:3
#include <cstdio>
#include <utility>
#include <vector>

// A stencil over all devices. Each has a part of a ring and, beside it, a copy of the neighbours'
// outermost elements, which it fetches before every step.

constexpr int each = 300, steps = 7, block = 64;

__global__ void step(float* to, const float* from) {
  const int i = 1 + blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= each) to[i] = 0.25f * from[i - 1] + 0.5f * from[i] + 0.25f * from[i + 1];
}

struct Part {
  float *now, *next;
  cudaStream_t stream;
  cudaEvent_t stepped, fetched;
};

int main() {
  int devices = 0;
  cudaGetDeviceCount(&devices);
  const int n = devices * each;
  std::vector<float> x(n), right(n), result(n);
  for (int i = 0; i < n; ++i) x[i] = right[i] = float(i * 37 % 101);
  for (int k = 0; k < steps; ++k) {
    std::vector<float> next(n);
    for (int i = 0; i < n; ++i)
      next[i] = 0.25f * right[(i + n - 1) % n] + 0.5f * right[i] + 0.25f * right[(i + 1) % n];
    right = next;
  }

  std::vector<Part> parts(devices);
  for (int device = 0; device < devices; ++device) {
    Part& part = parts[device];
    cudaSetDevice(device);
    cudaMalloc(&part.now, (each + 2) * sizeof(float));
    cudaMalloc(&part.next, (each + 2) * sizeof(float));
    cudaStreamCreateWithFlags(&part.stream, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&part.stepped, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&part.fetched, cudaEventDisableTiming);
    cudaMemcpyAsync(part.now + 1, x.data() + device * each, each * sizeof(float),
                    cudaMemcpyHostToDevice, part.stream);
    cudaEventRecord(part.stepped, part.stream);
  }
  for (int k = 0; k < steps; ++k) {
    for (int device = 0; device < devices; ++device) {
      Part& part = parts[device];
      const int before = (device + devices - 1) % devices, after = (device + 1) % devices;
      cudaSetDevice(device);
      cudaStreamWaitEvent(part.stream, parts[before].stepped);
      cudaStreamWaitEvent(part.stream, parts[after].stepped);
      cudaMemcpyPeerAsync(part.now, device, parts[before].now + each, before, sizeof(float),
                          part.stream);
      cudaMemcpyPeerAsync(part.now + each + 1, device, parts[after].now + 1, after, sizeof(float),
                          part.stream);
      cudaEventRecord(part.fetched, part.stream);
    }
    for (int device = 0; device < devices; ++device) {
      Part& part = parts[device];
      cudaSetDevice(device);
      // The neighbours fetch from what the step after this one replaces.
      cudaStreamWaitEvent(part.stream, parts[(device + devices - 1) % devices].fetched);
      cudaStreamWaitEvent(part.stream, parts[(device + 1) % devices].fetched);
      step<<<(each + block - 1) / block, block, 0, part.stream>>>(part.next, part.now);
      cudaEventRecord(part.stepped, part.stream);
      std::swap(part.now, part.next);
    }
  }
  for (int device = 0; device < devices; ++device) {
    cudaSetDevice(device);
    cudaMemcpyAsync(result.data() + device * each, parts[device].now + 1, each * sizeof(float),
                    cudaMemcpyDeviceToHost, parts[device].stream);
    cudaStreamSynchronize(parts[device].stream);
  }
  const cudaError_t error = cudaGetLastError();
  for (int i = 0; i < n; ++i)
    if (result[i] != right[i]) return printf("%d: %g for %g\n", i, result[i], right[i]), 1;
  printf("%s\n", error == cudaSuccess ? "all as it should be" : cudaGetErrorString(error));
}
