// hint: was never written
// hint: Round the number of blocks up
__global__ void reversed(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[n - 1 - i];
}

void reverse(const float* x, float* y, int n) {
  int blocks = n < 256 ? 1 : n / 256;
  reversed<<<blocks, 256>>>(x, y, n);
}
