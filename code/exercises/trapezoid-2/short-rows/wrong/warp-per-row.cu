// hint: right, but with
// hint: How many rows fit into a warp?
__global__ void sum_row(const float* a, int width, float* sums) {
  float value = threadIdx.x < width ? a[blockIdx.x * width + threadIdx.x] : 0;
  for (int distance = 16; distance > 0; distance /= 2)
    value += __shfl_down_sync(0xffffffff, value, distance);
  if (threadIdx.x == 0) sums[blockIdx.x] = value;
}

void sum_rows(const float* a, int rows, int width, float* sums) {
  sum_row<<<rows, 32>>>(a, width, sums);
}
