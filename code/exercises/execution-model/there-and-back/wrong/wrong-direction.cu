// hint: A copy names its target first
__global__ void doubled(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}

void twice(float* x, int n) {
  float* device_x;
  size_t bytes = n * sizeof(float);
  cudaMalloc(&device_x, bytes);
  cudaMemcpy(x, device_x, bytes, cudaMemcpyHostToDevice);
  doubled<<<(n - 1) / 256 + 1, 256>>>(device_x, n);
  cudaMemcpy(x, device_x, bytes, cudaMemcpyDeviceToHost);
  cudaFree(device_x);
}
