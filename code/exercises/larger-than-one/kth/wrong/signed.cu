// hint: The numbers are unsigned
__global__ void count_below(const unsigned* x, int n, unsigned limit, int* count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && int(x[i]) < int(limit)) atomicAdd(count, 1);
}

unsigned kth(const unsigned* const* x, const int* n, int devices, long long k) {
  int* counts[8];
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    cudaMalloc(&counts[d], sizeof(int));
  }
  unsigned found = 1u << 31;
  for (unsigned bit = 1u << 31; bit > 0; bit >>= 1) {
    long long below = 0;
    for (int d = 0; d < devices; ++d) {
      cudaSetDevice(d);
      cudaMemset(counts[d], 0, sizeof(int));
      if (n[d] > 0) count_below<<<(n[d] + 255) / 256, 256>>>(x[d], n[d], found ^ bit, counts[d]);
    }
    for (int d = 0; d < devices; ++d) {
      int count;
      cudaSetDevice(d);
      cudaMemcpy(&count, counts[d], sizeof count, cudaMemcpyDeviceToHost);
      below += count;
    }
    if (below <= k) found ^= bit;
  }
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    cudaFree(counts[d]);
  }
  cudaSetDevice(0);
  return found;
}
