// hint: the kernel ran past the end of its array, and yet you return cudaSuccess
// hint: A launch is over before the kernel has begun
__global__ void plus_one(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += 1;
}

cudaError_t add_one(float* x, int n, int threads) {
  plus_one<<<(n + threads - 1) / threads, threads>>>(x, n);
  return cudaGetLastError();
}
