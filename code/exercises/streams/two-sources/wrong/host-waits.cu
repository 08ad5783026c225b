// hint: but your function waits for the device
// hint: Let a stream wait for an event
__global__ void add(const float* x, const float* y, float* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = x[i] + y[i];
}

void add_from_two(const float* a, const float* b, float* x, float* y, float* sum, int n,
                  cudaStream_t one, cudaStream_t two) {
  size_t bytes = n * sizeof(float);
  cudaMemcpyAsync(x, a, bytes, cudaMemcpyHostToDevice, one);
  cudaMemcpyAsync(y, b, bytes, cudaMemcpyHostToDevice, two);
  cudaStreamSynchronize(two);
  add<<<(n + 255) / 256, 256, 0, one>>>(x, y, sum, n);
  cudaStreamSynchronize(one);
}
