// hint: access
// hint: Does your kernel get a pointer from cudaMalloc
__global__ void doubled(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}

void twice(float* x, int n) {
  doubled<<<(n - 1) / 256 + 1, 256>>>(x, n);
  cudaDeviceSynchronize();
}
