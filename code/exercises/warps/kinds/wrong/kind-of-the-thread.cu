// hint: Some elements get the rounds of another kind
__global__ void mixed(unsigned* x, int n) {
  int kind = blockIdx.x % 4, i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned y = x[i];
#pragma unroll 1
  for (int round = 0; round < 8 << kind; ++round) y = 1664525 * y + 1013904223;
  x[i] = y;
}

void mix(unsigned* x, int n) {
  mixed<<<((n - 1) / 1024 + 1) * 4, 256>>>(x, n);
}
