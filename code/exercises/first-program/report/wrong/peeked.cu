// hint: a launch failed: invalid
// hint: cudaGetLastError returns it, and clears it
__global__ void plus_one(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += 1;
}

cudaError_t add_one(float* x, int n, int threads) {
  plus_one<<<(n + threads - 1) / threads, threads>>>(x, n);
  cudaError_t error = cudaPeekAtLastError();
  return error == cudaSuccess ? cudaDeviceSynchronize() : error;
}
