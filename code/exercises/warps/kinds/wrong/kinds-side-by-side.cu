// hint: divergent branches; you need at most
// hint: In some warps there are still several kinds
__global__ void mixed(unsigned* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, kind = i % 4;
  if (i >= n) return;
  unsigned y = x[i];
#pragma unroll 1
  for (int round = 0; round < 8 << kind; ++round) y = 1664525 * y + 1013904223;
  x[i] = y;
}

void mix(unsigned* x, int n) {
  mixed<<<(n - 1) / 256 + 1, 256>>>(x, n);
}
