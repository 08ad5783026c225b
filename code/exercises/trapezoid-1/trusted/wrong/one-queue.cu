// hint: one number after the other
__global__ void add(const float* x, int n, float* sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, x[i]);
}

void add_up(const float* x, int n, float* sum) {
  cudaMemset(sum, 0, sizeof(float));
  add<<<(n + 255) / 256, 256>>>(x, n, sum);
}
