// hint: This is the longest run within pieces
__global__ void find(const int* x, int n, int* longest) {
  __shared__ int ends[256];
  int i = blockIdx.x * 256 + threadIdx.x;
  ends[threadIdx.x] = i < n && x[i] != 0;
  __syncthreads();
  if (threadIdx.x > 0) return;
  int run = 0, best = 0;
  for (int t = 0; t < 256; ++t) {
    run = ends[t] ? run + 1 : 0;
    best = max(best, run);
  }
  atomicMax(longest, best);
}

void longest_run(const int* x, int n, int* longest) {
  cudaMemset(longest, 0, sizeof(int));
  find<<<(n + 255) / 256, 256>>>(x, n, longest);
}
