// hint: you launched
// hint: The caller decides
__global__ void plus_one(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += 1;
}

void add_one(float* x, int n, dim3 blocks, dim3 threads) {
  plus_one<<<(n - 1) / 128 + 1, 128>>>(x, n);
}
