// hint: how many of them stand side by
__global__ void find(const int* x, int n, int* longest) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned ones = __ballot_sync(0xffffffff, i < n && x[i] != 0);
  if (threadIdx.x % 32 == 0) atomicAdd(longest, __popc(ones));
}

void longest_run(const int* x, int n, int* longest) {
  cudaMemset(longest, 0, sizeof(int));
  find<<<(n + 255) / 256, 256>>>(x, n, longest);
}
