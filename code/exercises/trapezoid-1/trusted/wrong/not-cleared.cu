// hint: Who sets it to zero?
__global__ void add(const float* x, int n, float* sum) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  float mine = 0;
  for (int i = thread; i < n; i += threads) mine += x[i];
  atomicAdd(sum, mine);
}

void add_up(const float* x, int n, float* sum) {
  add<<<4, 128>>>(x, n, sum);
}
