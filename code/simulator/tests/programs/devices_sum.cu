// exit: 0
// prints: all as it should be
// devices: 1 2 3 4
#include <cstdio>
#include <numeric>
#include <thread>
#include <vector>

// A sum over all devices: by one thread of the host for all of them, and by one for each.

constexpr int n = 10007, block = 128;

__global__ void sum(const int* x, int n, unsigned long long* result) {
  unsigned long long mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    mine += x[i];
  for (int step = 16; step > 0; step /= 2) mine += __shfl_down_sync(~0u, mine, step);
  if (threadIdx.x % 32 == 0) atomicAdd(result, mine);
}

/// What one device does of the sum.
struct Part {
  Part(int device, const std::vector<int>& from, int devices) : device(device) {
    cudaSetDevice(device);
    begin = n * device / devices, end = n * (device + 1) / devices;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMalloc(&x, (end - begin) * sizeof(int));
    cudaMalloc(&result, sizeof *result);
    cudaMallocHost(&found, sizeof *found);
    cudaMemsetAsync(result, 0, sizeof *result, stream);
    cudaMemcpyAsync(x, from.data() + begin, (end - begin) * sizeof(int), cudaMemcpyHostToDevice,
                    stream);
    sum<<<4, block, 0, stream>>>(x, end - begin, result);
    cudaMemcpyAsync(found, result, sizeof *result, cudaMemcpyDeviceToHost, stream);
  }
  unsigned long long take() {
    cudaSetDevice(device);
    cudaStreamSynchronize(stream);
    const unsigned long long value = *found;
    cudaFree(x), cudaFree(result), cudaFreeHost(found), cudaStreamDestroy(stream);
    return value;
  }

  int device, begin, end, *x;
  unsigned long long *result, *found;
  cudaStream_t stream;
};

int main() {
  int devices = 0;
  cudaGetDeviceCount(&devices);
  std::vector<int> x(n);
  std::iota(x.begin(), x.end(), 1);
  const unsigned long long right = 1ull * n * (n + 1) / 2;

  std::vector<Part> parts;
  for (int device = 0; device < devices; ++device) parts.emplace_back(device, x, devices);
  unsigned long long total = 0;
  for (Part& part : parts) total += part.take();

  std::vector<unsigned long long> totals(devices);
  std::vector<std::thread> threads;
  for (int device = 0; device < devices; ++device)
    threads.emplace_back([&, device] { totals[device] = Part(device, x, devices).take(); });
  for (std::thread& each : threads) each.join();
  unsigned long long by_threads = 0;
  for (const unsigned long long each : totals) by_threads += each;

  const cudaError_t error = cudaGetLastError();
  if (total == right && by_threads == right && error == cudaSuccess)
    printf("all as it should be\n");
  else
    printf("%llu and %llu for %llu, %s\n", total, by_threads, right, cudaGetErrorString(error));
}
