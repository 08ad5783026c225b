// hint: right, but with
// hint: Lanes that go down a column
__global__ void add_column(const int* x, int rows, int columns, int* sums) {
  __shared__ int values[256];
  int sum = 0;
  for (int row = threadIdx.x; row < rows; row += 256) sum += x[row * columns + blockIdx.x];
  values[threadIdx.x] = sum;
  __syncthreads();
  for (int distance = 128; distance > 0; distance /= 2) {
    if (threadIdx.x < distance) values[threadIdx.x] += values[threadIdx.x + distance];
    __syncthreads();
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = values[0];
}

void add_columns(const int* x, int rows, int columns, int* sums) {
  add_column<<<columns, 256>>>(x, rows, columns, sums);
}
