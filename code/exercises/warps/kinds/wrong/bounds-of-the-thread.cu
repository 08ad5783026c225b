// hint: out of bounds
// hint: Compare the index of its element with n
__global__ void mixed(unsigned* x, int n) {
  int kind = blockIdx.x % 4, i = 4 * (blockIdx.x / 4 * blockDim.x + threadIdx.x) + kind;
  if (blockIdx.x * blockDim.x + threadIdx.x >= n) return;
  unsigned y = x[i];
#pragma unroll 1
  for (int round = 0; round < 8 << kind; ++round) y = 1664525 * y + 1013904223;
  x[i] = y;
}

void mix(unsigned* x, int n) {
  mixed<<<((n - 1) / 1024 + 1) * 4, 256>>>(x, n);
}
