// hint: read of memory never written
// hint: its size is in bytes
__global__ void doubled(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}

void twice(float* x, int n) {
  float* device_x;
  cudaMalloc(&device_x, n * sizeof(float));
  cudaMemcpy(device_x, x, n, cudaMemcpyHostToDevice);
  doubled<<<(n - 1) / 256 + 1, 256>>>(device_x, n);
  cudaMemcpy(x, device_x, n, cudaMemcpyDeviceToHost);
  cudaFree(device_x);
}
