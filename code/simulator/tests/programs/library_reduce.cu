// exit: 0
// prints: sum 499999500000 of 1000000
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <cstdio>
#include <cub/device/device_reduce.cuh>

struct Widen {
  __host__ __device__ long long operator()(int i) const { return i; }
};

int main() {
  const int n = 1000000;
  const auto values = thrust::make_transform_iterator(thrust::counting_iterator<int>(0), Widen{});
  long long *result, sum = 0;
  cudaMalloc(&result, sizeof sum);
  void* workspace = nullptr;
  size_t bytes = 0;
  if (cub::DeviceReduce::Sum(workspace, bytes, values, result, n) != cudaSuccess) return 1;
  cudaMalloc(&workspace, bytes);
  if (cub::DeviceReduce::Sum(workspace, bytes, values, result, n) != cudaSuccess) return 1;
  cudaMemcpy(&sum, result, sizeof sum, cudaMemcpyDeviceToHost);
  printf("sum %lld of %d\n", sum, n);
}
