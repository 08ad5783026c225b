// hint: right, but with
// hint: lie side by side for each lane, and far apart for the warp
__device__ int scan(int value) {
  for (int distance = 1; distance < 32; distance *= 2) {
    int left = __shfl_up_sync(0xffffffff, value, distance);
    if (threadIdx.x % 32 >= distance) value += left;
  }
  return value;
}

__global__ void sum_row(const int* x, int rows, int* y) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, first = row * 256 + threadIdx.x % 32 * 8;
  if (row >= rows) return;
  int sums[8], sum = 0;
  for (int e = 0; e < 8; ++e) sums[e] = sum += x[first + e];
  int left = scan(sum) - sum;
  for (int e = 0; e < 8; ++e) y[first + e] = left + sums[e];
}

void sum_rows(const int* x, int rows, int* y) {
  sum_row<<<(rows - 1) / 8 + 1, 256>>>(x, rows, y);
}
