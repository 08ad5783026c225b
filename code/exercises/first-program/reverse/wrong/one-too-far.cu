// hint: an index is one too large
__global__ void reversed(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[n - i];
}

void reverse(const float* x, float* y, int n) {
  reversed<<<(n + 255) / 256, 256>>>(x, y, n);
}
