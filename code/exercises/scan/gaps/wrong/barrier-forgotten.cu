// hint: race in shared memory
// hint: all read before the next are written
constexpr unsigned all_lanes = 0xffffffff;

/// The largest index so far, over the lanes up to this one.
__device__ int scan(int index) {
  int lane = threadIdx.x % 32;
  for (int distance = 1; distance < 32; distance *= 2) {
    int left = __shfl_up_sync(all_lanes, index, distance);
    if (lane >= distance) index = max(index, left);
  }
  return index;
}

__global__ void fill_row(const int* x, int width, int* y) {
  __shared__ int totals[32];
  x += blockIdx.x * std::size_t(width);
  y += blockIdx.x * std::size_t(width);
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps = blockDim.x / 32;
  int before = -1;  // the last index of a value in the pieces before
  for (int begin = 0; begin < width; begin += blockDim.x) {
    int i = begin + threadIdx.x;
    int index = scan(i < width && x[i] != 0 ? i : -1);
    if (lane == 31) totals[warp] = index;
    __syncthreads();
    int through = scan(lane < warps ? totals[lane] : -1);
    int left = __shfl_sync(all_lanes, through, (warp + 31) % 32);
    index = max(index, max(before, warp > 0 ? left : -1));
    before = max(before, __shfl_sync(all_lanes, through, 31));
    if (i < width) y[i] = index >= 0 ? x[index] : 0;
  }
}

void fill_gaps(const int* x, int rows, int width, int* y) {
  fill_row<<<rows, 256>>>(x, width, y);
}
