// hint: right, but with
// hint: How many of its lanes have one if there are few columns?
__global__ void add_column(const int* x, int rows, int columns, int* sums) {
  int column = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
  if (column >= columns) return;
  for (int row = 0; row < rows; ++row) sum += x[row * columns + column];
  sums[column] = sum;
}

void add_columns(const int* x, int rows, int columns, int* sums) {
  add_column<<<(columns - 1) / 256 + 1, 256>>>(x, rows, columns, sums);
}
