// hint: The total of a lane's own elements is in what it adds to them
__device__ int scan(int value) {
  for (int distance = 1; distance < 32; distance *= 2) {
    int left = __shfl_up_sync(0xffffffff, value, distance);
    if (threadIdx.x % 32 >= distance) value += left;
  }
  return value;
}

__global__ void sum_row(const int4* x, int rows, int4* y) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  int before = 0;
  for (int i = row * 64 + lane; i < (row + 1) * 64; i += 32) {
    int4 v = x[i];
    v.y += v.x;
    v.z += v.y;
    v.w += v.z;
    int through = scan(v.w), left = before + through;
    y[i] = {v.x + left, v.y + left, v.z + left, v.w + left};
    before += __shfl_sync(0xffffffff, through, 31);
  }
}

void sum_rows(const int* x, int rows, int* y) {
  auto from = reinterpret_cast<const int4*>(x);
  auto to = reinterpret_cast<int4*>(y);
  sum_row<<<(rows + 7) / 8, 256>>>(from, rows, to);
}
