// hint: right, but with
// hint: What can turn them around
__global__ void turn_elements(const float* x, float* y, int rows, int columns) {
  int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
  if (row < rows && column < columns)
    y[column * rows + (rows - 1 - row)] = x[row * columns + column];
}

void turn(const float* x, float* y, int rows, int columns) {
  dim3 blocks((columns + 31) / 32, (rows + 7) / 8), threads(32, 8);
  turn_elements<<<blocks, threads>>>(x, y, rows, columns);
}
