// hint: no element has changed
// hint: brings the result back
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
  cudaDeviceSynchronize();
  cudaFree(device_x);
}
