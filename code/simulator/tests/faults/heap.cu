// Memory that kernels allocate, and who frees it too early.
#include "cases.hpp"

template <bool repaired>
__global__ void free_early(int* x) {
  __shared__ int* all;
  if (threadIdx.x == 0) all = new int[64];
  __syncthreads();
  all[threadIdx.x] = x[threadIdx.x];
  x[threadIdx.x] = all[threadIdx.x] + 1;
  if (repaired) __syncthreads();
  if (threadIdx.x == 0) delete[] all;  // wrong: race in global memory: frees what lies
}
CASE(heap_freed_before_all_have_used_it) {
  Buffer<int> x(64, 0);
  free_early<repaired><<<1, 64>>>(x);
}

__device__ int* kept;
__global__ void keep(int* references) {
  kept = new int[8];
  for (int k = 0; k < 8; ++k) kept[k] = k;
  *references = 8;
}
template <bool repaired>
__global__ void give_back(int* references, int* out) {
  out[blockIdx.x] = kept[blockIdx.x];
  if (repaired) __threadfence();
  if (atomicSub(references, 1) != 1) return;
  if (repaired) __threadfence();
  delete[] kept;  // wrong: race in global memory: of block
}
CASE(last_reference_without_fences) {
  Buffer<int> references(1), out(8);
  keep<<<1, 1>>>(references);
  give_back<repaired><<<8, 1>>>(references, out);
}
