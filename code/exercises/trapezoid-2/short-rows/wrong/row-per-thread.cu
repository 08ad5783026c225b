// hint: right, but with
// hint: Neighbouring lanes should read neighbouring numbers
__global__ void sum_row(const float* a, int rows, int width, float* sums) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int i = 0; i < width; ++i) sum += a[row * width + i];
  sums[row] = sum;
}

void sum_rows(const float* a, int rows, int width, float* sums) {
  sum_row<<<(rows + 255) / 256, 256>>>(a, rows, width, sums);
}
