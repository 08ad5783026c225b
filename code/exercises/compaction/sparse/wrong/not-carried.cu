// hint: what was before has to be carried on
constexpr int rows_per_block = 8;

/// One warp per row: counts what is not zero.
__global__ void count(const float* x, int rows, int width, int* begins) {
  int row = blockIdx.x * rows_per_block + threadIdx.x / 32, lane = threadIdx.x % 32, sum = 0;
  if (row >= rows) return;
  x += std::size_t(row) * width;
  for (int i = lane; i - lane < width; i += 32)
    sum += __popc(__ballot_sync(0xffffffff, i < width && x[i] != 0));
  if (lane == 0) begins[row] = sum;
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
  int row = blockIdx.x * rows_per_block + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  x += std::size_t(row) * width;
  int begin = begins[row];
  for (int i = lane; i - lane < width; i += 32) {
    float value = i < width ? x[i] : 0;
    unsigned flags = __ballot_sync(0xffffffff, value != 0);
    int to = begin + __popc(flags & ((1u << lane) - 1));
    if (value != 0) columns[to] = i, values[to] = value;
  }
}

void to_sparse(const float* x, int rows, int width, int* begins, int* columns, float* values) {
  int blocks = (rows - 1) / rows_per_block + 1, threads = 32 * rows_per_block;
  count<<<blocks, threads>>>(x, rows, width, begins);
  scan<<<1, 1024>>>(begins, rows);
  move<<<blocks, threads>>>(x, rows, width, begins, columns, values);
}
