// hint: race between operations
// hint: an event marks what was given to its stream before
__global__ void add(const float* x, const float* y, float* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = x[i] + y[i];
}

void add_from_two(const float* a, const float* b, float* x, float* y, float* sum, int n,
                  cudaStream_t one, cudaStream_t two) {
  size_t bytes = n * sizeof(float);
  cudaEvent_t copied;
  cudaEventCreateWithFlags(&copied, cudaEventDisableTiming);
  cudaEventRecord(copied, two);
  cudaMemcpyAsync(x, a, bytes, cudaMemcpyHostToDevice, one);
  cudaMemcpyAsync(y, b, bytes, cudaMemcpyHostToDevice, two);
  cudaStreamWaitEvent(one, copied);
  add<<<(n + 255) / 256, 256, 0, one>>>(x, y, sum, n);
  cudaEventDestroy(copied);
}
