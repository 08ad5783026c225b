// hint: Which GPUs have parts?
__global__ void add_up(const int* x, int n, unsigned long long* sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, (unsigned long long)x[i]);
}

long long total(const int* const* x, const int* n, int devices) {
  unsigned long long *sum, all;
  cudaMalloc(&sum, sizeof all);
  cudaMemset(sum, 0, sizeof all);
  add_up<<<(n[0] + 255) / 256, 256>>>(x[0], n[0], sum);
  cudaMemcpy(&all, sum, sizeof all, cudaMemcpyDeviceToHost);
  cudaFree(sum);
  return all;
}
