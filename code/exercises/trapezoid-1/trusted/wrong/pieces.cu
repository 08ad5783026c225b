// hint: right, but with
// hint: Which elements do neighbouring threads read
__global__ void add(const float* x, int n, float* sum) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  int piece = (n + threads - 1) / threads;
  float mine = 0;
  for (int i = thread * piece; i < (thread + 1) * piece && i < n; ++i) mine += x[i];
  atomicAdd(sum, mine);
}

void add_up(const float* x, int n, float* sum) {
  cudaMemset(sum, 0, sizeof(float));
  add<<<4, 128>>>(x, n, sum);
}
