// hint: right, but with
// hint: Whoever follows a run
__global__ void find(const int* x, int n, int* longest) {
  __shared__ int best;
  if (threadIdx.x == 0) best = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x, run = 0;
  while (i + run < n && x[i + run] != 0) ++run;
  atomicMax(&best, run);
  __syncthreads();
  if (threadIdx.x == 0) atomicMax(longest, best);
}

void longest_run(const int* x, int n, int* longest) {
  cudaMemset(longest, 0, sizeof(int));
  find<<<(n + 255) / 256, 256>>>(x, n, longest);
}
