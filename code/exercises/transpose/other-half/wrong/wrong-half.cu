// hint: That is the other way round
__global__ void fill_tile(float* a, int n) {
  __shared__ float tile[32][33];
  if (blockIdx.x < blockIdx.y) return;
  int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) {
    if (row + k < n && column < n) {
      tile[threadIdx.y + k][threadIdx.x] = a[std::size_t(row + k) * n + column];
    }
  }
  __syncthreads();
  row = blockIdx.x * 32 + threadIdx.y;
  column = blockIdx.y * 32 + threadIdx.x;
  for (int k = 0; k < 32; k += 8) {
    if (row + k > column && row + k < n) {
      a[std::size_t(row + k) * n + column] = tile[threadIdx.x][threadIdx.y + k];
    }
  }
}

void fill_other_half(float* a, int n) {
  int tiles = (n + 31) / 32;
  fill_tile<<<dim3(tiles, tiles), dim3(32, 8)>>>(a, n);
}
