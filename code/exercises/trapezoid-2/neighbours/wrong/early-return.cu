// hint: wrong mask of a warp instruction
// hint: with a zero if it has no element
__global__ void add(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  if (i >= n) return;
  float mine = x[i];
  float left = __shfl_up_sync(0xffffffff, mine, 1);
  float right = __shfl_down_sync(0xffffffff, mine, 1);
  if (lane == 0) left = i > 0 ? x[i - 1] : 0;
  if (lane == 31 || i + 1 == n) right = i + 1 < n ? x[i + 1] : 0;
  y[i] = left + mine + right;
}

void add_neighbours(const float* x, float* y, int n) {
  add<<<(n + 255) / 256, 256>>>(x, y, n);
}
