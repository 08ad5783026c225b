// hint: Where two warps meet
__global__ void add(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  float mine = i < n ? x[i] : 0;
  float left = __shfl_up_sync(0xffffffff, mine, 1);
  float right = __shfl_down_sync(0xffffffff, mine, 1);
  if (lane == 0) left = 0;
  if (lane == 31) right = 0;
  if (i < n) y[i] = left + mine + right;
}

void add_neighbours(const float* x, float* y, int n) {
  add<<<(n + 255) / 256, 256>>>(x, y, n);
}
