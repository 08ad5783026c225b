// Static variables of shared memory, which lie one behind the other.
#include "cases.hpp"

template <bool repaired>
__global__ void sum_neighbours(const int* in, int* out) {
  __shared__ int before[64], values[64];
  before[threadIdx.x] = threadIdx.x;
  values[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  int left = before[63 - threadIdx.x];
  // wrong: access out of bounds: outside the 256 bytes of values
  if (!repaired || threadIdx.x > 0) left += values[int(threadIdx.x) - 1];
  out[threadIdx.x] = left + values[threadIdx.x];
}
CASE(value_before_the_first_is_another_arrays) {
  Buffer<int> in(64, 0), out(64);
  sum_neighbours<repaired><<<1, 64>>>(in, out);
}

template <bool repaired>
__global__ void count(const int* in, int* out) {
  __shared__ int bins[16], all;
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  if (threadIdx.x == 0) all = 0;
  __syncthreads();
  const int bin = in[threadIdx.x] / 4;
  // wrong: access out of bounds: outside the 64 bytes of bins
  if (!repaired || bin < 16) atomicAdd(bins + bin, 1);
  atomicAdd(&all, 1);
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x] - all;
}
CASE(bin_past_the_last_is_another_variable) {
  int values[64];
  for (int k = 0; k < 64; ++k) values[k] = k + 1;
  Buffer<int> in(64), out(16);
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  count<repaired><<<1, 64>>>(in, out);
}

/// Pointers to either of two arrays in turn, and to whichever is asked for.
template <bool repaired>
__global__ void add_in_turn(int* out, int steps) {
  __shared__ int first[32], second[32];
  extern __shared__ int behind[];
  int *from = first, *to = second;
  from[threadIdx.x] = to[threadIdx.x] = behind[threadIdx.x] = threadIdx.x;
  __syncwarp();
  for (int k = 0; k < steps; ++k) {
    to[threadIdx.x] = from[threadIdx.x ^ 1] + 1;
    __syncwarp();
    int* const old = from;
    from = to;
    to = old;
  }
  int sum = from[threadIdx.x] + (out[threadIdx.x] > 0 ? first : second)[threadIdx.x];
  const int4* const fours = reinterpret_cast<const int4*>(second);
  sum += fours[threadIdx.x % (repaired ? 8 : 9)].w;  // wrong: access out of bounds: bytes of second
  out[threadIdx.x] = sum + behind[31 - threadIdx.x];
}
CASE(last_four_reach_into_dynamic_memory) {
  Buffer<int> out(32, 0);
  add_in_turn<repaired><<<1, 32, 32 * sizeof(int)>>>(out, 5);
}
