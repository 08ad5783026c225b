// exit: 0
// prints: 0 wrong
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>

#include <algorithm>
#include <cstdio>
#include <cub/device/device_histogram.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <numeric>
#include <vector>

// CUB's and Thrust's algorithms, as they come with the toolkit, on sizes that fit nothing.

struct Odd {
  __host__ __device__ bool operator()(unsigned x) const { return x & 1; }
};

template <class Algorithm>
bool run(Algorithm algorithm) {
  std::size_t bytes = 0;
  if (algorithm(nullptr, bytes) != cudaSuccess) return false;
  thrust::device_vector<char> scratch(bytes);
  return algorithm(thrust::raw_pointer_cast(scratch.data()), bytes) == cudaSuccess;
}

template <class T>
std::vector<T> host(const thrust::device_vector<T>& device, std::size_t n) {
  std::vector<T> result(n);
  thrust::copy_n(device.begin(), n, result.begin());
  return result;
}

int wrong_for(int n) {
  std::vector<unsigned> values(n), sums(n), odd, sorted;
  unsigned state = unsigned(n) + 1;
  for (unsigned& value : values) value = (state = state * 1664525u + 1013904223u) >> 8;
  std::exclusive_scan(values.begin(), values.end(), sums.begin(), 0u);
  std::copy_if(values.begin(), values.end(), std::back_inserter(odd), Odd{});
  sorted = values;
  std::sort(sorted.begin(), sorted.end());
  const unsigned sum = std::accumulate(values.begin(), values.end(), 0u);
  constexpr int bins = 16;
  std::vector<int> histogram(bins);
  for (const unsigned value : values) ++histogram[value >> 20];

  const thrust::device_vector<unsigned> in(values.begin(), values.end());
  const unsigned* x = thrust::raw_pointer_cast(in.data());
  thrust::device_vector<unsigned> out(n + 1);
  thrust::device_vector<int> counts(bins);
  unsigned* y = thrust::raw_pointer_cast(out.data());
  int* c = thrust::raw_pointer_cast(counts.data());
  int wrong = 0;
  wrong += !run([&](void* s, std::size_t& b) { return cub::DeviceReduce::Sum(s, b, x, y, n); });
  wrong += host(out, 1)[0] != sum;
  wrong +=
      !run([&](void* s, std::size_t& b) { return cub::DeviceScan::ExclusiveSum(s, b, x, y, n); });
  wrong += host(out, n) != sums;
  wrong +=
      !run([&](void* s, std::size_t& b) { return cub::DeviceSelect::If(s, b, x, y, c, n, Odd{}); });
  wrong += host(counts, 1)[0] != int(odd.size()) || host(out, odd.size()) != odd;
  wrong +=
      !run([&](void* s, std::size_t& b) { return cub::DeviceRadixSort::SortKeys(s, b, x, y, n); });
  wrong += host(out, n) != sorted;
  wrong += !run([&](void* s, std::size_t& b) {
    return cub::DeviceHistogram::HistogramEven(s, b, x, c, bins + 1, 0u, 1u << 24, n);
  });
  wrong += host(counts, bins) != histogram;
  wrong += thrust::reduce(in.begin(), in.end()) != sum;
  thrust::exclusive_scan(in.begin(), in.end(), out.begin());
  wrong += host(out, n) != sums;
  thrust::device_vector<unsigned> keys = in;
  thrust::sort(keys.begin(), keys.end());
  wrong += host(keys, n) != sorted;
  return wrong;
}

int main() {
  int wrong = 0;
  for (const int n : {1, 31, 1000, 10007}) wrong += wrong_for(n);
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
