// hint: right, but with
// hint: All atomics on one counter form a queue
__global__ void to_both_ends(const int* x, int n, int limit, int* y, int* kept, int* others) {
  int lane = threadIdx.x % 32, i = blockIdx.x * 256 + threadIdx.x, value = i < n ? x[i] : 0;
  unsigned below = (1u << lane) - 1;
  unsigned here = __ballot_sync(0xffffffff, i < n);
  unsigned flags = __ballot_sync(0xffffffff, i < n && value < limit), rest = here & ~flags;
  int first_kept = 0, first_other = 0;
  if (lane == 0) {
    first_kept = atomicAdd(kept, __popc(flags));
    first_other = atomicAdd(others, __popc(rest));
  }
  first_kept = __shfl_sync(0xffffffff, first_kept, 0);
  first_other = __shfl_sync(0xffffffff, first_other, 0);
  if (flags >> lane & 1) y[first_kept + __popc(flags & below)] = value;
  if (rest >> lane & 1) y[n - 1 - first_other - __popc(rest & below)] = value;
}

void partition(const int* x, int n, int limit, int* y, int* kept) {
  cudaMemset(kept, 0, sizeof(int));
  if (n == 0) return;
  int* others;
  cudaMalloc(&others, sizeof(int));
  cudaMemset(others, 0, sizeof(int));
  to_both_ends<<<(n - 1) / 256 + 1, 256>>>(x, n, limit, y, kept, others);
  cudaFree(others);
}
