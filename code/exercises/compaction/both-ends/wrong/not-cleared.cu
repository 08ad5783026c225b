// hint: What does *kept hold before
__global__ void to_both_ends(const int* x, int n, int limit, int* y, int* kept, int* others) {
  __shared__ int counts[8], first_kept, first_other;
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, begin = blockIdx.x * 256;
  int i = begin + threadIdx.x, value = i < n ? x[i] : 0;
  bool keep = i < n && value < limit;
  unsigned flags = __ballot_sync(0xffffffff, keep);
  if (lane == 0) counts[warp] = __popc(flags);
  __syncthreads();
  int before = __popc(flags & ((1u << lane) - 1)), all = 0;
  for (int w = 0; w < 8; ++w) {
    if (w < warp) before += counts[w];
    all += counts[w];
  }
  if (threadIdx.x == 0) {
    first_kept = atomicAdd(kept, all);
    first_other = atomicAdd(others, min(256, n - begin) - all);
  }
  __syncthreads();
  if (keep) y[first_kept + before] = value;
  if (i < n && !keep) y[n - 1 - (first_other + (i - begin - before))] = value;
}

void partition(const int* x, int n, int limit, int* y, int* kept) {
  if (n == 0) return;
  int* others;
  cudaMalloc(&others, sizeof(int));
  cudaMemset(others, 0, sizeof(int));
  to_both_ends<<<(n - 1) / 256 + 1, 256>>>(x, n, limit, y, kept, others);
  cudaFree(others);
}
