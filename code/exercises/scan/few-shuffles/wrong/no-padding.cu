// hint: right, but with
// hint: in only four of the 32 banks
__device__ int scan(int value) {
  for (int distance = 1; distance < 32; distance *= 2) {
    int left = __shfl_up_sync(0xffffffff, value, distance);
    if (threadIdx.x % 32 >= distance) value += left;
  }
  return value;
}

constexpr int warps = 8;

__global__ void sum_row(const int* x, int rows, int* y) {
  __shared__ int memory[warps][256];
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  int* piece = memory[threadIdx.x / 32];
  for (int j = lane; j < 256; j += 32) piece[j] = x[row * 256 + j];
  __syncwarp();
  int sum = 0;
  for (int j = 8 * lane; j < 8 * lane + 8; ++j) {
    sum += piece[j];
    piece[j] = sum;
  }
  int left = scan(sum) - sum;
  for (int j = 8 * lane; j < 8 * lane + 8; ++j) piece[j] += left;
  __syncwarp();
  for (int j = lane; j < 256; j += 32) y[row * 256 + j] = piece[j];
}

void sum_rows(const int* x, int rows, int* y) {
  sum_row<<<(rows - 1) / warps + 1, 32 * warps>>>(x, rows, y);
}
