// hint: what comes before
__device__ int scan(int value) {
  int lane = threadIdx.x % 32;
  for (int distance = 1; distance < 32; distance *= 2) {
    int left = __shfl_up_sync(0xffffffff, value, distance);
    if (lane >= distance) value += left;
  }
  return value;
}

__global__ void sum_piece(const int* x, int size, int* y) {
  __shared__ int totals[32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps = blockDim.x / 32;
  int value = threadIdx.x < size ? x[blockIdx.x * size + threadIdx.x] : 0;
  int sum = scan(value);
  if (lane == 31) totals[warp] = sum;
  __syncthreads();
  int through = scan(lane < warps ? totals[lane] : 0);
  int before = __shfl_sync(0xffffffff, through, (warp + 31) % 32);
  if (warp > 0) sum += before;
  if (threadIdx.x < size) y[blockIdx.x * size + threadIdx.x] = sum - value;
}

void sum_after(const int* x, int pieces, int size, int* y) {
  sum_piece<<<pieces, (size + 31) / 32 * 32>>>(x, size, y);
}
