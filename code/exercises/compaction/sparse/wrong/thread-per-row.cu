// hint: right, but with
// hint: Who works on a row?
__global__ void count(const float* x, int rows, int width, int* begins) {
  int row = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
  if (row >= rows) return;
  x += std::size_t(row) * width;
  for (int i = 0; i < width; ++i) sum += x[i] != 0;
  begins[row] = sum;
}

/// Makes each of begins[0, rows) the sum of those before it, begins[rows] that of all; one block.
__global__ void scan(int* begins, int rows) {
  __shared__ int sums[1024];
  int t = threadIdx.x, carry = 0;
  for (int first = 0; first < rows; first += 1024) {
    int own = first + t < rows ? begins[first + t] : 0;
    sums[t] = own;
    for (int distance = 1; distance < 1024; distance *= 2) {
      __syncthreads();
      int left = t >= distance ? sums[t - distance] : 0;
      __syncthreads();
      sums[t] += left;
    }
    __syncthreads();
    if (first + t < rows) begins[first + t] = carry + sums[t] - own;
    carry += sums[1023];
    __syncthreads();
  }
  if (t == 0) begins[rows] = carry;
}

__global__ void move(const float* x, int rows, int width, const int* begins, int* columns,
                     float* values) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  x += std::size_t(row) * width;
  int to = begins[row];
  for (int i = 0; i < width; ++i)
    if (x[i] != 0) columns[to] = i, values[to++] = x[i];
}

void to_sparse(const float* x, int rows, int width, int* begins, int* columns, float* values) {
  int blocks = (rows - 1) / 256 + 1;
  count<<<blocks, 256>>>(x, rows, width, begins);
  scan<<<1, 1024>>>(begins, rows);
  move<<<blocks, 256>>>(x, rows, width, begins, columns, values);
}
