// hint: race
// hint: Threads differ in y and z, too
__global__ void plus_one(float* x, int n) {
  int threads = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) x[i] += 1;
}

void add_one(float* x, int n, dim3 blocks, dim3 threads) {
  plus_one<<<blocks, threads>>>(x, n);
}
