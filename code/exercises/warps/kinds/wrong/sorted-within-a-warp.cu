// hint: divergent branches; you need at most
// hint: A warp is 32 consecutive threads
__global__ void mixed(unsigned* x, int n) {
  int lane = threadIdx.x % 32, kind = lane / 8;
  int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 32 + 4 * (lane % 8) + kind;
  if (i >= n) return;
  unsigned y = x[i];
#pragma unroll 1
  for (int round = 0; round < 8 << kind; ++round) y = 1664525 * y + 1013904223;
  x[i] = y;
}

void mix(unsigned* x, int n) {
  mixed<<<(n - 1) / 256 + 1, 256>>>(x, n);
}
