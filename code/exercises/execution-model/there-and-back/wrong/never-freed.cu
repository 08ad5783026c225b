// hint: still allocated when you return
// hint: until cudaFree gives it back
__global__ void doubled(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}

void twice(float* x, int n) {
  float* device_x;
  size_t bytes = n * sizeof(float);
  cudaMalloc(&device_x, bytes);
  cudaMemcpy(device_x, x, bytes, cudaMemcpyHostToDevice);
  doubled<<<(n - 1) / 256 + 1, 256>>>(device_x, n);
  cudaMemcpy(x, device_x, bytes, cudaMemcpyDeviceToHost);
}
