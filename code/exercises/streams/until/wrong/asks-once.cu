// hint: the number of rounds is
// hint: A call that only asks (cudaStreamQuery)
__global__ void halve(float* x, int n, float limit, int* again) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  x[i] /= 2;
  if (x[i] > limit) *again = 1;
}

int rounds_until(float* x, int n, float limit, int* again, int* seen, cudaStream_t stream) {
  int rounds = 0;
  do {
    cudaMemsetAsync(again, 0, sizeof(int), stream);
    halve<<<(n + 255) / 256, 256, 0, stream>>>(x, n, limit, again);
    cudaMemcpyAsync(seen, again, sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaStreamQuery(stream);
    ++rounds;
  } while (*seen);
  return rounds;
}
