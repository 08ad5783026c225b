// hint: has each of them given its total once?
/// The sum of the lanes from this one on.
__device__ int scan_from_the_right(int value) {
  int lane = threadIdx.x % 32;
  for (int distance = 1; distance < 32; distance *= 2) {
    int right = __shfl_down_sync(0xffffffff, value, distance);
    if (lane + distance < 32) value += right;
  }
  return value;
}

__global__ void sum_piece(const int* x, int size, int* y) {
  __shared__ int totals[32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps = blockDim.x / 32;
  int value = threadIdx.x < size ? x[blockIdx.x * size + threadIdx.x] : 0;
  int sum = scan_from_the_right(value);
  if (lane == 0) totals[warp] = sum;
  __syncthreads();
  int from = scan_from_the_right(lane < warps ? totals[lane] : 0);
  int after = __shfl_sync(0xffffffff, from, warp);
  if (warp + 1 < warps) sum += after;
  if (threadIdx.x < size) y[blockIdx.x * size + threadIdx.x] = sum - value;
}

void sum_after(const int* x, int pieces, int size, int* y) {
  sum_piece<<<pieces, (size + 31) / 32 * 32>>>(x, size, y);
}
