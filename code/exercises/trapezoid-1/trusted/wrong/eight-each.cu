// hint: the sum is off by
// hint: Make the larger of the two smaller
__global__ void add(const float* x, int n, float* sum) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  float mine = 0;
  for (int i = thread; i < n; i += threads) mine += x[i];
  atomicAdd(sum, mine);
}

void add_up(const float* x, int n, float* sum) {
  cudaMemset(sum, 0, sizeof(float));
  add<<<n / 2048 + 1, 256>>>(x, n, sum);
}
