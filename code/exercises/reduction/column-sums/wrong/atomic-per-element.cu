// hint: right, but with
// hint: Add in a register what belongs to the same column
__global__ void add_elements(const int* x, int n, int columns, int* sums) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&sums[i % columns], x[i]);
}

void add_columns(const int* x, int rows, int columns, int* sums) {
  int n = rows * columns;
  cudaMemset(sums, 0, columns * sizeof(int));
  add_elements<<<(n - 1) / 256 + 1, 256>>>(x, n, columns, sums);
}
