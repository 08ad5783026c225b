// hint: right, but with
// hint: go down a column
__global__ void fill(float* a, int n) {
  int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
  if (row < n && column < row) a[std::size_t(column) * n + row] = a[std::size_t(row) * n + column];
}

void fill_other_half(float* a, int n) {
  fill<<<dim3((n + 31) / 32, (n + 7) / 8), dim3(32, 8)>>>(a, n);
}
