// hint: access out of bounds
// hint: The last block has threads past the end
__global__ void reversed(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[n - 1 - i];
}

void reverse(const float* x, float* y, int n) {
  reversed<<<(n + 255) / 256, 256>>>(x, y, n);
}
