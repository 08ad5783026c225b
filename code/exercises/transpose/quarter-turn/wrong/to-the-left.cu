// hint: a quarter turn to the left
__global__ void turn_tile(const float* x, float* y, int rows, int columns) {
  __shared__ float tile[32][33];
  int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) {
    if (row + k < rows && column < columns) {
      tile[threadIdx.y + k][threadIdx.x] = x[std::size_t(row + k) * columns + column];
    }
  }
  __syncthreads();
  row = blockIdx.y * 32 + threadIdx.x;
  column = blockIdx.x * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) {
    if (row < rows && column + k < columns) {
      y[std::size_t(columns - 1 - column - k) * rows + row] = tile[threadIdx.x][threadIdx.y + k];
    }
  }
}

void turn(const float* x, float* y, int rows, int columns) {
  dim3 blocks((columns + 31) / 32, (rows + 31) / 32), threads(32, 8);
  turn_tile<<<blocks, threads>>>(x, y, rows, columns);
}
