// The same for CUB's device-wide algorithms, as programs call them.
#include <cub/cub.cuh>
#include <vector>

#include "measure.hpp"

using benchmark::measure;

template <class Algorithm>
void measure_algorithm(const char* name, Algorithm algorithm) {
  std::size_t bytes = 0;
  algorithm(nullptr, bytes);
  void* scratch;
  cudaMalloc(&scratch, bytes);
  measure(name, [&] { algorithm(scratch, bytes); });
  cudaFree(scratch);
}

int main() {
  constexpr int n = 1 << 18;
  std::vector<int> values(n);
  unsigned state = 1;
  for (int& value : values) value = int((state = state * 1664525u + 1013904223u) >> 4);
  int *x, *out, *count;
  cudaMalloc(&x, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMalloc(&count, 256 * sizeof(int));
  cudaMemcpy(x, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  std::puts("million thread instructions a second: with checks and counts, and without");
  measure_algorithm("CUB reduce", [&](void* scratch, std::size_t& bytes) {
    cub::DeviceReduce::Sum(scratch, bytes, x, out, n);
  });
  measure_algorithm("CUB scan", [&](void* scratch, std::size_t& bytes) {
    cub::DeviceScan::ExclusiveSum(scratch, bytes, x, out, n);
  });
  measure_algorithm("CUB select", [&](void* scratch, std::size_t& bytes) {
    cub::DeviceSelect::If(scratch, bytes, x, out, count, n,
                          [] __host__ __device__(int value) { return value % 3 == 0; });
  });
  measure_algorithm("CUB histogram", [&](void* scratch, std::size_t& bytes) {
    cub::DeviceHistogram::HistogramEven(scratch, bytes, x, count, 257, 0, 1 << 28, n);
  });
  measure_algorithm("CUB radix sort", [&](void* scratch, std::size_t& bytes) {
    cub::DeviceRadixSort::SortKeys(scratch, bytes, x, out, n);
  });
}
