// Arithmetic whose result C++ leaves open.
#include "cases.hpp"

template <bool repaired>
__global__ void find_buckets(const int* in, int* out, int buckets) {
  // noted: division by zero: which C++ leaves undefined
  out[threadIdx.x] = repaired && buckets == 0 ? 0 : in[threadIdx.x] % buckets;
}
CASE(remainder_of_an_empty_table) {
  Buffer<int> in(64, 1), out(64);
  find_buckets<repaired><<<1, 64>>>(in, out, 0);
}

template <bool repaired>
__global__ void average(const unsigned long long* sums, const int* counts, long long* out) {
  const int count = counts[threadIdx.x];
  if (repaired && count == 0) return;
  out[threadIdx.x] = (long long)sums[threadIdx.x] / count;  // noted: division by zero
}
CASE(average_of_a_group_of_none) {
  int values[32];
  for (int k = 0; k < 32; ++k) values[k] = k % 8;
  Buffer<int> counts(32);
  cudaMemcpy(counts, values, sizeof values, cudaMemcpyHostToDevice);
  Buffer<unsigned long long> sums(32, 1);
  Buffer<long long> out(32);
  average<repaired><<<1, 32>>>(sums, counts, out);
}
